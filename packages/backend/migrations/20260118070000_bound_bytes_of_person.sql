-- How much one person may store in all. The service says how much by settings of its transactions; where nothing is said
-- there is no bound. It is asked with the row already written, one person's rows one after another: of two uploads at the
-- same time the second counts the first.
create function private.require_room() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := nullif(current_setting('storage.bytes_of_one', true), '')::bigint;
  most_objects constant bigint := nullif(current_setting('storage.objects_of_one', true), '')::bigint;
  held record;
begin
  if most_bytes is null or most_objects is null then
    return null;
  end if;
  -- Whoever is above a bound that has become narrower may still give a file another name, or make it smaller.
  if tg_op = 'UPDATE' and old.owner_id = new.owner_id
    and private.get_object_bytes(new.metadata) <= private.get_object_bytes(old.metadata) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('storage of ' || new.owner_id, 0));
  select count(*) as objects, sum(private.get_object_bytes(o.metadata)) as bytes into held
  from storage.objects o where o.owner_id = new.owner_id;
  if held.bytes > most_bytes or held.objects > most_objects then
    raise exception 'one person stores at most % bytes in % files', most_bytes, most_objects
      using errcode = 'PT413';
  end if;
  return null;
end;
$$;

-- The bytes of an object by what is kept of it; before they have come in, how many were announced.
create function private.get_object_bytes(metadata jsonb) returns numeric language sql immutable as $$
  select coalesce(
    case jsonb_typeof(metadata -> 'size') when 'number' then (metadata ->> 'size')::numeric end,
    case jsonb_typeof(metadata -> 'contentLength') when 'number' then (metadata ->> 'contentLength')::numeric end,
    0)
$$;

revoke execute on function private.require_room(), private.get_object_bytes(jsonb) from public;

create trigger require_room after insert or update of version, owner_id, metadata on storage.objects
  for each row when (new.owner_id is not null) execute function private.require_room();
