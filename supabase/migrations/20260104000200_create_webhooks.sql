-- Addresses on a chat platform where a ladder's or a team's news are posted. The address is a secret:
-- whoever has it can write there.
create table private.webhooks (
  id uuid primary key,
  ladder_id uuid unique references public.ladders (id) on delete cascade,
  team_id uuid unique references public.teams (id) on delete cascade,
  url text not null,
  locale text not null,
  set_by uuid references public.profiles (id) on delete set null,
  set_at timestamptz not null,
  -- The platform's wish, or our own patience after failures: nothing is posted before.
  not_before timestamptz,
  failures integer not null default 0,
  -- Why nothing is posted any more: what the platform said last.
  disabled_reason text,
  check (num_nonnulls(ladder_id, team_id) = 1)
);
create index webhooks_by_person on private.webhooks (set_by);

create table private.webhook_posts (
  id uuid primary key,
  webhook_id uuid not null references private.webhooks (id) on delete cascade,
  kind text not null,
  origin text not null,
  data jsonb not null,
  -- `unsure` as with mail: it was handed over and no answer came.
  state text not null check (state in ('waiting', 'posting', 'posted', 'refused', 'unsure')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  unique (webhook_id, kind, origin)
);
create index webhook_posts_by_age on private.webhook_posts (created_at);

alter table private.webhooks enable row level security;
alter table private.webhook_posts enable row level security;
revoke all on table private.webhooks, private.webhook_posts from public, anon, authenticated;
