-- Which refresh tokens of a session were replaced a moment ago: those from `first_counter` on, none of
-- them before `since`. Two tabs may refresh at once and one of them late; anything older is theft.
create unlogged table private.auth_refresh_windows (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  first_counter bigint not null,
  since timestamptz not null
);
alter table private.auth_refresh_windows enable row level security;
revoke all on private.auth_refresh_windows from public, anon, authenticated, service_role;
