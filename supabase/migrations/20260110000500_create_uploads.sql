-- Uploads that are under way, one row each from before their first byte is read until all is done with
-- them. A person has few at a time, whichever processes take them; a row that a dead process left counts
-- no longer than an upload may take.
create table private.uploads (
  id uuid primary key,
  person_id uuid not null references public.profiles (id) on delete cascade,
  started_at timestamptz not null default now()
);
create index uploads_by_person on private.uploads (person_id);

alter table private.uploads enable row level security;
revoke all on table private.uploads from public, anon, authenticated;
