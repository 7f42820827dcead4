-- A ladder's state now and then, so that the past is looked at from the nearest of them instead of from
-- the first event. A cache: whatever is missing here is replayed from the log.

create table private.stream_snapshots (
  stream text not null references public.stream_heads (stream) on delete cascade,
  sequence bigint not null,
  -- The hash of the event that it stands at: a snapshot of another log is no snapshot.
  hash text not null,
  state jsonb not null,
  primary key (stream, sequence)
);

alter table private.stream_snapshots enable row level security;
revoke all on table private.stream_snapshots from public, anon, authenticated;
