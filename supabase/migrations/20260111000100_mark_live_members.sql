-- A command reads what a ladder has under way, not the whole of its season.
alter table private.stream_members
  -- Of a match: it is in play, or a dispute or an appeal about it is open. Entries and runs always are.
  add column is_live boolean not null default false,
  -- Where the stream's log stood when this became what it is: who knows an older state reads only what is newer.
  add column sequence bigint not null default 0;

update private.stream_members m set is_live = true
where m.is_current and (m.collection in ('entries', 'runs') or (m.collection = 'matches' and (
  m.state ->> 'status' not in
    ('completed', 'forfeited', 'voided', 'declined', 'withdrawn', 'expired', 'cancelled')
  or exists (
    select 1 from private.stream_members d
    where d.stream = m.stream and d.collection = 'disputes'
      and d.id = (m.state ->> 'dispute_id')::uuid and d.state ->> 'status' = 'open')
  or exists (
    select 1 from private.stream_members a
    where a.stream = m.stream and a.collection = 'appeals'
      and a.id = (m.state ->> 'appeal_id')::uuid and a.state ->> 'status' = 'open'))));

drop index private.stream_members_current;
create index stream_members_live on private.stream_members (stream) where is_current and is_live;
