-- Names that people and teams had. Who was renamed by an admin is told why; a name that an admin hid is masked
-- wherever the log is shown, and stands in the log as it was.

create table private.renames (
  id uuid primary key,
  -- Whose name it was: one of the two.
  person_id uuid references public.profiles (id) on delete cascade,
  team_id uuid references public.teams (id) on delete cascade,
  from_name text not null,
  to_name text not null,
  -- Of a team alone.
  from_tag text,
  to_tag text,
  reason text not null check (char_length(reason) between 1 and 4000),
  -- Whether the log masks the name that was.
  hides boolean not null,
  given_by uuid references public.profiles (id) on delete set null,
  at timestamptz not null,
  undone_at timestamptz,
  check (person_id is null or team_id is null)
);
create index renames_by_person on private.renames (person_id, at desc);
create index renames_by_team on private.renames (team_id, at desc);
create index renames_by_admin on private.renames (given_by);
create index renames_that_hide on private.renames (from_name) where hides and undone_at is null;
alter table private.renames enable row level security;
revoke all on table private.renames from public, anon, authenticated;

create table private.former_names (
  id bigint generated always as identity primary key,
  person_id uuid not null references public.profiles (id) on delete cascade,
  username text not null,
  until timestamptz not null default now()
);
create index former_names_by_person on private.former_names (person_id, id desc);
create index former_names_by_name on private.former_names (lower(username) text_pattern_ops);
alter table private.former_names enable row level security;
revoke all on table private.former_names from public, anon, authenticated;

-- The last twenty names of somebody; of who is gone none.
create function private.keep_former_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_names (person_id, username) values (old.id, old.username);
  delete from private.former_names f where f.person_id = old.id and f.id not in (
    select kept.id from private.former_names kept where kept.person_id = old.id order by kept.id desc limit 20);
  return null;
end;
$$;
revoke execute on function private.keep_former_name() from public;
create trigger keep_former_name after update of username on public.profiles
  for each row when (new.user_id is not null and old.user_id is not null and new.username <> old.username)
  execute function private.keep_former_name();
