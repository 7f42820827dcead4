-- People. `profiles.id` is the id that the log knows a person by: it outlives the account, whose
-- `user_id` is cut from it when the account is deleted.

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique,
  username text not null check (char_length(username) between 2 and 32 and username !~ '[[:cntrl:]]'),
  locale text not null default 'en' check (locale in ('en', 'es', 'fr', 'de', 'pl', 'pt', 'fi')),
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index profiles_username_key on public.profiles (lower(username));

-- Who a person is in a game, as shown on their profile.
create table public.profile_identities (
  person_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  handle text not null check (char_length(handle) between 1 and 64),
  is_verified boolean not null default false,
  primary key (person_id, kind)
);

-- Site admins (ladder_id null) and ladder admins; the ladder's foreign key follows with the ladders.
create table public.admins (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete cascade,
  ladder_id uuid,
  granted_at timestamptz not null default now(),
  unique nulls not distinct (person_id, ladder_id)
);

create table private.person_settings (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  zone text,
  -- Weekly availability in the person's zone: [{"weekday":1..7,"from":"18:00","to":"23:00"}].
  availability jsonb not null default '[]',
  notifications jsonb not null default '{}',
  -- Providers whose linked account the person shows to others.
  shown_accounts text[] not null default '{}'
);

-- Makes a profile for each new account, from the provider's name and language.
create function private.create_profile_for_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given text := coalesce(
    nullif(new.raw_user_meta_data -> 'custom_claims' ->> 'global_name', ''),
    nullif(new.raw_user_meta_data ->> 'full_name', ''),
    nullif(new.raw_user_meta_data ->> 'name', ''),
    nullif(new.raw_user_meta_data ->> 'user_name', ''),
    nullif(split_part(coalesce(new.email, ''), '@', 1), ''),
    'player');
  wanted text := left(btrim(regexp_replace(given, '[[:cntrl:]]', '', 'g')), 28);
  candidate text;
  language_code text := split_part(coalesce(new.raw_user_meta_data ->> 'locale', 'en'), '-', 1);
  attempt integer := 0;
begin
  if char_length(wanted) < 2 then
    wanted := 'player';
  end if;
  if language_code not in ('en', 'es', 'fr', 'de', 'pl', 'pt', 'fi') then
    language_code := 'en';
  end if;
  candidate := wanted;
  loop
    begin
      insert into public.profiles (user_id, username, locale, is_demo)
      values (new.id, candidate, language_code,
        coalesce((new.raw_app_meta_data ->> 'is_demo')::boolean, false));
      return new;
    exception when unique_violation then
      if exists (select 1 from public.profiles where user_id = new.id) then
        return new;
      end if;
      attempt := attempt + 1;
      candidate := wanted || case when attempt < 50 then attempt + 1 else floor(random() * 9000 + 1000)::integer end;
    end;
  end loop;
end;
$$;

create trigger create_profile_after_sign_up
  after insert on auth.users
  for each row execute function private.create_profile_for_user();

-- What a person may set on their own profile must still be fit to show: trimmed, no control characters.
create function private.check_profile_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.username := btrim(new.username);
  if new.username = '' then
    new.username := old.username;
  end if;
  return new;
end;
$$;

create trigger check_profile_update
  before update of username, locale on public.profiles
  for each row execute function private.check_profile_update();
