-- Times at which a team would play a scrim.
alter table public.board_posts
  add column times timestamptz[] not null default '{}' check (cardinality(times) <= 5);

-- Who answered a notice; only they and whoever put it up read it. An answer goes with its notice.
create table private.board_answers (
  id uuid primary key,
  post_id uuid not null references public.board_posts (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  -- For whom the person answers, where a team seeks a scrim.
  team_id uuid references public.teams (id) on delete cascade,
  starts_at timestamptz,
  words text not null default '' check (char_length(words) <= 300),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
  answered_at timestamptz not null,
  check ((team_id is null) = (starts_at is null))
);
create unique index board_answers_one_a_person on private.board_answers (post_id, person_id) where status = 'open';
create index board_answers_by_person on private.board_answers (person_id);
create index board_answers_by_team on private.board_answers (team_id);
alter table private.board_answers enable row level security;
revoke all on table private.board_answers from public, anon, authenticated;
