-- Whether anybody may take what everybody may read as one file; null for as it ships, which is that they may.
alter table public.league_settings add column public_file boolean;

-- The file that /export hands out. One row: by it the processes take turns at making it.
create table private.public_file (
  id boolean primary key default true check (id),
  -- When one was begun last, and what the tables that it is made of had been through by then.
  begun_at timestamptz not null default now(),
  seen text,
  file_id uuid references private.files,
  made_at timestamptz,
  as_of timestamptz,
  pages integer check (pages >= 0),
  check (num_nulls(file_id, made_at, as_of, pages) in (0, 4))
);
alter table private.public_file enable row level security;
revoke all on table private.public_file from public, anon, authenticated;
create index public_file_file_id on private.public_file (file_id);
