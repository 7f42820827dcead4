-- Pictures that stand in texts of the league, by a key of their content; their address says how large they are.
create table private.pictures (
  key text primary key check (key ~ '^[0-9a-f]{32}$'),
  file_id uuid not null references private.files (id),
  width integer not null check (width between 1 and 9999),
  height integer not null check (height between 1 and 9999),
  -- Null once the account is gone: the texts keep their pictures.
  person_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null
);
create index pictures_by_file on private.pictures (file_id);
create index pictures_by_person on private.pictures (person_id);
alter table private.pictures enable row level security;
revoke all on table private.pictures from public, anon, authenticated;
