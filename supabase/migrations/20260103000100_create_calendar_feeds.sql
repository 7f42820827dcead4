-- The secret word in the address of a person's own calendar feed. Renewing it ends the old address.
create table private.calendar_feeds (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  token text not null unique check (char_length(token) >= 32),
  made_at timestamptz not null
);

alter table private.calendar_feeds enable row level security;
revoke all on table private.calendar_feeds from public, anon, authenticated;
