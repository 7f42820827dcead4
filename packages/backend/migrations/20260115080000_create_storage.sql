-- The schema `storage` as Supabase has it: a bucket and an object are a row each, and whoever may write, read or
-- delete a file is whoever may do so with its row, by policies that a league's migrations give. Without a policy
-- only service_role may. Unlike hosted Supabase nobody else gets TRUNCATE, REFERENCES and TRIGGER, to which
-- policies do not apply.
-- Formerly 8976423c38143c25a8cff2449b091c2d1e7f789b72c86f48f393c6c428f1f99d: where somebody had laid the empty schema, as Supabase does, it failed.

create schema if not exists storage;
revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS');

create table storage.buckets (
  id text primary key,
  name text not null,
  -- Only where the owner's id is a UUID; `owner_id` has all.
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  -- In bytes; null where only the service's own limit holds.
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- Names the bytes: `private.stored_bytes`.
  version text,
  owner_id text,
  user_metadata jsonb,
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id)
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
-- Lists go through a bucket in this order, whatever the database's own is.
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index objects_by_version on storage.objects (version);
create index objects_by_owner on storage.objects (owner_id);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

-- What policies ask of a file's name.
create function storage.foldername(name text) returns text[] language sql immutable as $$
  select tokens[1:array_length(tokens, 1) - 1] from string_to_array(name, '/') as tokens
$$;
create function storage.filename(name text) returns text language sql immutable as $$
  select tokens[array_length(tokens, 1)] from string_to_array(name, '/') as tokens
$$;
-- What stands behind the last dot; a name without a dot is its own extension, as on hosted Supabase.
create function storage.extension(name text) returns text language sql immutable as $$
  select substring(tokens[array_length(tokens, 1)] from '[^.]*$') from string_to_array(name, '/') as tokens
$$;

-- What policies ask of the request: `storage.object.upload` and the like.
create function storage.operation() returns text language sql stable as $$
  select current_setting('storage.operation', true)
$$;
create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable as $$
  select exists (
    select from unnest(expected_operations) as expected
    where expected <> ''
      and regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', '')
  )
$$;
create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

create function storage.update_updated_at_column() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end;
$$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- The bytes of every object, each under the version that its row bears. Bytes never change: what is uploaded
-- anew has another version. They are written before the row that names them, and go after it.
create table private.stored_bytes (
  id uuid primary key,
  -- Where they lie.
  home text not null check (home in ('database', 'directory', 's3')),
  begun_at timestamptz not null default now(),
  -- Since when a row names them; null while they come in.
  named_at timestamptz,
  -- Since when no row names them any more.
  unwanted_at timestamptz
);
create index stored_bytes_coming_in on private.stored_bytes (begun_at) where named_at is null;
create index stored_bytes_unwanted on private.stored_bytes (unwanted_at) where unwanted_at is not null;

-- Those that lie in the database, in pieces.
create table private.stored_pieces (
  bytes_id uuid not null references private.stored_bytes (id) on delete cascade,
  -- The place of its first byte.
  start bigint not null check (start >= 0),
  bytes bytea not null,
  primary key (bytes_id, start)
);
-- What comes in is compressed already, as a rule.
alter table private.stored_pieces alter column bytes set storage external;

alter table private.stored_bytes enable row level security;
alter table private.stored_pieces enable row level security;
revoke all on private.stored_bytes, private.stored_pieces from public, anon, authenticated, service_role;

-- Whoever writes an object, by the service or by SQL: no row names bytes that are not there, and what no row names
-- any more is marked to go. A version that is no id of ours names nothing.
create function private.keep_stored_bytes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ours constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
begin
  if tg_op <> 'DELETE' and new.version ~ ours then
    update private.stored_bytes set named_at = now()
    where id = new.version::uuid and named_at is null and unwanted_at is null;
    if not found then
      raise exception 'there are no bytes % for this row', new.version using errcode = '23503';
    end if;
  end if;
  if tg_op <> 'INSERT' and old.version ~ ours then
    update private.stored_bytes set unwanted_at = now() where id = old.version::uuid;
  end if;
  return null;
end;
$$;
revoke execute on function private.keep_stored_bytes() from public;
create trigger keep_stored_bytes after insert or delete on storage.objects
  for each row execute function private.keep_stored_bytes();
create trigger keep_replaced_bytes after update on storage.objects
  for each row when (old.version is distinct from new.version) execute function private.keep_stored_bytes();
