-- Changes of tables for whoever listens to them: docs/decisions/backend-realtime-changes.md. A table is switched
-- on by its owner: alter publication supabase_realtime add table ...
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

-- What has changed, until every process has read it. Not logged: after a crash of PostgreSQL every client joins
-- anew anyway. JSON, not jsonb, keeps each number with all its digits and the columns in their order.
create unlogged table realtime.changes (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  entity oid not null,
  type text not null,
  changed_at timestamptz not null default clock_timestamp(),
  bytes integer not null,
  record json,
  old_record json
);
create index changes_xid_id_idx on realtime.changes (xid, id);
alter table realtime.changes enable row level security;
revoke all on realtime.changes from public, anon, authenticated, service_role;

-- Which process listens to which table, and until when it does unless it says so again. The triggers stand on
-- these tables only.
create table realtime.listened_tables (
  entity oid not null,
  process_id uuid not null,
  until timestamptz not null,
  primary key (entity, process_id)
);
alter table realtime.listened_tables enable row level security;
revoke all on realtime.listened_tables from public, anon, authenticated, service_role;

-- The trigger of a table that is listened to. The notice only says which transaction it was, once; PostgreSQL
-- hands notices over in the order of commits. Of a transaction that changes more rows of a table than anybody
-- would follow, one row says just that.
create function realtime.keep_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  setting text := 'realtime.kept_' || tg_relid;
  kept integer := coalesce(nullif(current_setting(setting, true), ''), '0')::integer;
  new_row json := case when tg_op <> 'DELETE' then to_json(new) end;
  old_row json := case when tg_op <> 'INSERT' then to_json(old) end;
begin
  if kept > 10000 then
    return null;
  end if;
  perform set_config(setting, (kept + 1)::text, true);
  if kept = 10000 then
    insert into realtime.changes (entity, type, bytes) values (tg_relid, 'TOO MANY', 0);
    return null;
  end if;
  insert into realtime.changes (entity, type, bytes, record, old_record) values (
    tg_relid, tg_op, octet_length(coalesce(new_row, old_row)::text), new_row, old_row);
  if kept = 0 then
    perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  end if;
  return null;
end;
$$;
revoke execute on function realtime.keep_change() from public;
