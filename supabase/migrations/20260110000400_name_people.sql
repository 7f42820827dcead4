-- Usernames obey the rule of team names, whoever writes them: no two that are taken for each other, and
-- nothing that is not seen. A sign-up by mail or phone is nobody until it is confirmed, and is named after
-- nothing of its address or number.

-- What people's names look like, for comparison only. Of names from before that look alike the oldest
-- account's is here; the others stay with their people until they change them.
create table private.username_skeletons (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  skeleton text not null unique
);
alter table private.username_skeletons enable row level security;
revoke all on table private.username_skeletons from public, anon, authenticated;

-- A username from a wish, free and fit: cut, and with a number where somebody is called so already.
create function private.is_name_free(candidate text, person uuid default null) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from public.profiles p
    where p.user_id is not null and lower(p.username) = lower(candidate) and p.id is distinct from person
  ) and not exists (
    select from private.username_skeletons s
    where s.skeleton = private.name_skeleton(candidate) and s.person_id is distinct from person
  )
$$;
revoke execute on function private.is_name_free(text, uuid) from public;

create function private.find_free_name(wish text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text := coalesce(private.parse_name(left(private.visible_name(wish), 28), 2, 28), 'player');
  -- A wish for nothing is everybody's: looking through the first numbers would only take long.
  attempt integer := case when wanted = 'player' then 50 else 1 end;
  candidate text := case when wanted = 'player' then null else wanted end;
begin
  loop
    if candidate is not null and private.is_name_free(candidate) then
      return candidate;
    end if;
    attempt := attempt + 1;
    candidate := left(wanted, 23) || case when attempt <= 50 then attempt::text
      else floor(random() * 9 * 10 ^ least(attempt - 48, 8) + 10 ^ least(attempt - 48, 8))::bigint::text end;
  end loop;
end;
$$;
revoke execute on function private.find_free_name(text) from public;

-- The name that a provider shows for somebody, or that they gave with their sign-up; never their address.
create function private.find_given_name(account auth.users) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    nullif(account.raw_user_meta_data -> 'custom_claims' ->> 'global_name', ''),
    nullif(account.raw_user_meta_data ->> 'full_name', ''),
    nullif(account.raw_user_meta_data ->> 'name', ''),
    nullif(account.raw_user_meta_data ->> 'user_name', ''),
    '')
$$;
revoke execute on function private.find_given_name(auth.users) from public;

-- Gives an account its profile, once it is somebody's: at once from a provider, without an address and for
-- the demonstration, else with the proof of its address or number.
create or replace function private.create_profile_for_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_demo boolean := coalesce((new.raw_app_meta_data ->> 'is_demo')::boolean, false);
  language_code text := split_part(coalesce(new.raw_user_meta_data ->> 'locale', 'en'), '-', 1);
begin
  if not is_demo and new.email_confirmed_at is null and new.phone_confirmed_at is null
    and new.raw_app_meta_data ->> 'provider' in ('email', 'phone') then
    return new;
  end if;
  if language_code not in ('en', 'es', 'fr', 'de', 'pl', 'pt', 'fi') then
    language_code := 'en';
  end if;
  loop
    if exists (select from public.profiles where user_id = new.id) then
      return new;
    end if;
    begin
      insert into public.profiles (user_id, username, locale, is_demo)
      values (new.id, private.find_free_name(private.find_given_name(new)), language_code, is_demo);
      return new;
    exception when unique_violation then
      -- Somebody was called so in the meantime: looked for anew.
      null;
    end;
  end loop;
end;
$$;

create trigger create_profile_after_proof
  after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and old.phone_confirmed_at is null
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null) and new.deleted_at is null)
  execute function private.create_profile_for_user();

-- The codes are those of the rules' refusals; the detail is what the refusal's sentence names.
create function private.hold_username() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  plain text;
  other text;
begin
  -- Whoever is gone has no name.
  if new.user_id is null then
    return new;
  end if;
  if tg_op = 'UPDATE' and (btrim(new.username) = '' or new.username = old.username) then
    new.username := old.username;
    return new;
  end if;
  plain := private.parse_name(new.username, 2, 32);
  if plain is null then
    raise exception 'name_invalid' using errcode = 'check_violation', detail = '2-32';
  end if;
  new.username := plain;
  if not private.is_name_free(plain, new.id) then
    perform private.refuse_name(plain, new.id);
  end if;
  return new;
end;
$$;
revoke execute on function private.hold_username() from public;

create function private.refuse_name(plain text, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  other text;
begin
  select p.username into other
    from public.profiles p left join private.username_skeletons s on s.person_id = p.id
    where p.user_id is not null and p.id <> person
      and (lower(p.username) = lower(plain) or s.skeleton = private.name_skeleton(plain))
    order by lower(p.username) = lower(plain) desc limit 1;
  raise exception '%', case when lower(other) = lower(plain) then 'name_taken' else 'name_confusable' end
    using errcode = 'unique_violation', detail = coalesce(other, plain);
end;
$$;
revoke execute on function private.refuse_name(text, uuid) from public;

-- Of two who take one name at the same moment the second is refused here.
create function private.keep_username_skeleton() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.user_id is null or (tg_op = 'UPDATE' and new.username = old.username) then
    return null;
  end if;
  insert into private.username_skeletons as s (person_id, skeleton)
  values (new.id, private.name_skeleton(new.username))
  on conflict (person_id) do update set skeleton = excluded.skeleton;
  return null;
exception when unique_violation then
  perform private.refuse_name(new.username, new.id);
end;
$$;
revoke execute on function private.keep_username_skeleton() from public;

drop trigger check_profile_update on public.profiles;
drop function private.check_profile_update();

-- Names from before. What is not seen goes from them; the oldest account of those that look alike has the
-- skeleton, so that from now on nobody comes near it.
do $$
declare
  person record;
begin
  for person in
    select id, username from public.profiles
    where user_id is not null and username is distinct from private.parse_name(username, 2, 32)
    order by created_at, id
  loop
    update public.profiles set username = private.find_free_name(username) where id = person.id;
  end loop;
end;
$$;
insert into private.username_skeletons (person_id, skeleton)
  select distinct on (skeleton) id, skeleton
  from (select id, created_at, private.name_skeleton(username) as skeleton
        from public.profiles where user_id is not null) as named
  order by skeleton, created_at, id;

create trigger hold_username before insert or update of username, user_id on public.profiles
  for each row execute function private.hold_username();
create trigger keep_username_skeleton after insert or update of username, user_id on public.profiles
  for each row execute function private.keep_username_skeleton();

-- Sign-ups that were never confirmed: their profiles go, and begin with the proof. One to which something of
-- the league holds on stays under another name.
do $$
declare
  person record;
begin
  for person in
    select p.id from public.profiles p join auth.users u on u.id = p.user_id
    where not p.is_demo and u.email_confirmed_at is null and u.phone_confirmed_at is null
      and u.raw_app_meta_data ->> 'provider' in ('email', 'phone')
  loop
    begin
      delete from public.profiles where id = person.id;
    exception when foreign_key_violation then
      update public.profiles set username = private.find_free_name('') where id = person.id;
    end;
  end loop;
end;
$$;

-- Who a person is in a game is shown beside their name.
update public.profile_identities set handle = private.visible_name(handle)
  where private.visible_name(handle) not in ('', handle);
delete from public.profile_identities where private.visible_name(handle) = '';
alter table public.profile_identities add constraint profile_identities_handle_visible
  check (handle = private.visible_name(handle));
