-- When a server ended by itself and was started again, for the admins' page; forgotten after 90 days.

create table private.server_ends (
  id bigint generated always as identity primary key,
  ended_at timestamptz not null,
  -- By what, as `signal SIGKILL` or `exit code 70`.
  reason text not null
);
create index server_ends_by_time on private.server_ends (ended_at);

alter table private.server_ends enable row level security;
revoke all on table private.server_ends from public, anon, authenticated;
