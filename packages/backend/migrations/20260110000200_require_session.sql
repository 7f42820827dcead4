-- A person's token is good for as long as their session is: over REST too it ends with signing out, not
-- only when it runs out. Called first in every request with such a token; a PostgREST in our place calls
-- it by `db-pre-request`. Tokens without a session, of keys above all, go on as they are.
create function auth.require_session(session_id text default auth.jwt() ->> 'session_id') returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- What is no id is nobody's session.
  named uuid := case when session_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then session_id::uuid end;
begin
  if coalesce(session_id, '') <> '' and not exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = named and u.id = auth.uid() and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < now())
  ) then
    raise exception 'JWT session has ended' using errcode = 'PT401',
      hint = 'Sign in again: the session from the session_id claim does not exist.';
  end if;
end;
$$;
revoke execute on function auth.require_session(text) from public;
grant execute on function auth.require_session(text) to anon, authenticated, service_role;
