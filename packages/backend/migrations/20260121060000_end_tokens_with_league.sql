-- A league's tokens end with their sessions, at once. Where no league is, a token lives until it runs out, as Supabase
-- documents it and its clients expect: only refreshing, and asking who one is, need the session there.
create function auth.has_league() returns boolean language sql stable set search_path = ''
as $$ select to_regclass('public.league_events') is not null $$;
revoke execute on function auth.has_league() from public;

create or replace function auth.require_session(session_id text default auth.jwt() ->> 'session_id') returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- What is no id is nobody's session.
  named uuid := case when session_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then session_id::uuid end;
begin
  if coalesce(session_id, '') <> '' and auth.has_league() and not exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = named and u.id = auth.uid() and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < now())
  ) then
    raise exception 'JWT session has ended' using errcode = 'PT401',
      hint = 'Sign in again: the session from the session_id claim does not exist.';
  end if;
end;
$$;
