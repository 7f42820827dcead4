-- Changes lie there for a minute, so a flood of them needs an end: beyond 256 MiB a transaction only says that there
-- were too many, and whoever listens joins again. Who writes is never refused, and does not wait. The processes empty
-- the table then; the figure stands in packages/backend/src/realtime/passing-rows.ts too.
create or replace function realtime.keep_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  setting text := 'realtime.kept_' || tg_relid;
  kept integer := coalesce(nullif(current_setting(setting, true), ''), '0')::integer;
  new_row json;
  old_row json;
  bytes integer;
begin
  if kept > 10000 then
    return null;
  end if;
  new_row := case when tg_op <> 'DELETE' then to_json(new) end;
  old_row := case when tg_op <> 'INSERT' then to_json(old) end;
  bytes := octet_length(coalesce(new_row, old_row)::text);
  -- The size is looked at with the first row and then now and again, and with each large one.
  if kept = 10000
    or ((kept % 64 = 0 or bytes > 65536) and pg_table_size('realtime.changes') > 268435456) then
    insert into realtime.changes (entity, type, bytes) values (tg_relid, 'TOO MANY', 0);
    perform set_config(setting, '10001', true);
  else
    insert into realtime.changes (entity, type, bytes, record, old_record) values (
      tg_relid, tg_op, bytes, new_row, old_row);
    perform set_config(setting, (kept + 1)::text, true);
  end if;
  if kept = 0 then
    perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  end if;
  return null;
end;
$$;
