-- What the database says on channels: realtime.send, send_binary and broadcast_changes write a message, which
-- the service's processes hear of as it is committed. Names, order of arguments and words are Supabase's.
alter table realtime.messages add column binary_payload bytea;
alter table realtime.messages
  add constraint messages_payload_exclusive check (payload is null or binary_payload is null);
-- Instants without a zone are those of UTC, whatever the session's zone is: days and replays count by them.
alter table realtime.messages alter column inserted_at set default (now() at time zone 'UTC');
alter table realtime.messages alter column updated_at set default (now() at time zone 'UTC');

-- A notification takes 8,000 bytes: a longer message is named, and read by whoever has listeners for it. One
-- transaction tells of a thousand messages; of more it says only on which topics they were.
create function realtime.announce_message() returns trigger language plpgsql set search_path = '' as $$
declare
  told integer := coalesce(nullif(current_setting('realtime.told', true), ''), '0')::integer + 1;
  form text := case when new.binary_payload is null then 'json' else 'bytes' end;
  body text := coalesce(new.payload::text, encode(new.binary_payload, 'base64'));
  notice text;
begin
  -- Longer names than these no client can join or hear.
  if length(new.topic) > 255 or length(new.event) > 255 then
    return null;
  end if;
  if told > 1000 then
    notice := json_build_array('', 0, 'lost', new.topic, new.private)::text || E'\n';
  else
    perform set_config('realtime.told', told::text, true);
    notice := json_build_array(
      '', 0, 'message', new.topic, new.private, new.event, form, new.id, new.inserted_at)::text || E'\n' || body;
    if octet_length(notice) >= 8000 then
      notice := json_build_array(
        '', 0, 'message', new.topic, new.private, new.event, 'row', new.id, new.inserted_at)::text || E'\n';
    end if;
  end if;
  perform pg_notify('muster_realtime', notice);
  return null;
end $$;

create trigger announce_message after insert on realtime.messages for each row
  when (new.extension = 'broadcast' and new.event is not null and new.private is not null
    and (new.payload is not null or new.binary_payload is not null))
  execute function realtime.announce_message();

-- No search path of their own: policies on realtime.messages run under the caller's.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when payload ? 'id' then payload else jsonb_set(payload, '{id}', to_jsonb(message_id)) end,
    event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation,
      'table', table_name, 'schema', table_schema),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end $$;
