-- Uploads that may break off and go on (TUS): what was said at their beginning, and how much has come. Once all has,
-- the object's row names the bytes; this row stays until it is over, so that whoever missed the last answer is
-- told that all is there.
create table private.resumable_uploads (
  id uuid primary key references private.stored_bytes (id) on delete cascade,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text not null,
  -- Who began it goes on with it: under this role, or by a signed address.
  role text not null,
  owner_id text,
  is_signed boolean not null,
  is_upsert boolean not null,
  size bigint not null,
  -- How many bytes are safe.
  taken bigint not null default 0 check (taken between 0 and size),
  media_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  expires_at timestamptz not null,
  -- The request that adds to it now, and until when it is one if its process is gone.
  holder uuid,
  held_until timestamptz
);
create index resumable_uploads_by_owner on private.resumable_uploads (owner_id);
create index resumable_uploads_by_bucket on private.resumable_uploads (bucket_id);
create index resumable_uploads_by_end on private.resumable_uploads (expires_at);

alter table private.resumable_uploads enable row level security;
revoke all on private.resumable_uploads from public, anon, authenticated, service_role;
