-- What the database said on channels stays for a minute, so that a process that was away hears it then. In the order of
-- `id` a transaction's messages stand as they came, and after those of one on which it waited. Not logged: after a crash
-- of PostgreSQL every client joins anew.
create unlogged table realtime.announcements (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  notice text not null
);
create index announcements_xid_id_idx on realtime.announcements (xid, id);
alter table realtime.announcements enable row level security;
revoke all on realtime.announcements from public, anon, authenticated, service_role;

-- As before, and what it notifies of is kept, longer messages by their names. Of more than a thousand messages of one
-- transaction it is kept that there were more, once. With the owner's rights: nobody else writes there.
create or replace function realtime.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  told integer := coalesce(nullif(current_setting('realtime.told', true), ''), '0')::integer + 1;
  form text := case when new.binary_payload is null then 'json' else 'bytes' end;
  body text := coalesce(new.payload::text, encode(new.binary_payload, 'base64'));
  place text := json_build_array(
    '', 0, 'message', new.topic, new.private, new.event, 'row', new.id, new.inserted_at)::text || E'\n';
  notice text := place;
begin
  -- Longer names than these no client can join or hear.
  if length(new.topic) > 255 or length(new.event) > 255 then
    return null;
  end if;
  if told > 1000 then
    notice := json_build_array('', 0, 'lost', new.topic, new.private)::text || E'\n';
    place := '';
  else
    if octet_length(body) < 8000 then
      notice := json_build_array(
        '', 0, 'message', new.topic, new.private, new.event, form, new.id, new.inserted_at)::text || E'\n' || body;
    end if;
    if octet_length(notice) >= 8000 then
      notice := place;
    end if;
  end if;
  if told <= 1001 then
    perform set_config('realtime.told', told::text, true);
    insert into realtime.announcements (notice) values (place);
  end if;
  perform pg_notify('muster_realtime', notice);
  return null;
end $$;
revoke execute on function realtime.announce_message() from public;
