-- What functions have said and what is said of their processes, the latest of each, for who runs the league.
create table private.function_lines (
  id bigint generated always as identity primary key,
  function text not null,
  -- The call during which it was said; null beside one.
  request_id uuid,
  level text not null check (level in ('debug', 'info', 'warn', 'error')),
  text text not null check (length(text) <= 4000),
  said_at timestamptz not null
);

create index function_lines_of_function on private.function_lines (function, id desc);

alter table private.function_lines enable row level security;
revoke all on private.function_lines from public, anon, authenticated, service_role;
