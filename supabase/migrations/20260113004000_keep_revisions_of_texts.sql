-- Texts that people in office write: every version of each language, what is being written, and who has it open.
-- A text in languages is a JSON object keyed by locale code, of which any one is enough.

create table private.text_heads (
  id uuid primary key,
  kind text not null check (kind in ('articles', 'pages', 'games', 'ladders')),
  slug text not null,
  -- The language that the others are translated from.
  original_locale text not null,
  -- The number of the last revision in any language.
  revision integer not null default 0 check (revision >= 0),
  unique (kind, slug)
);

create table private.text_revisions (
  text_id uuid not null references private.text_heads (id) on delete cascade,
  number integer not null check (number >= 1),
  locale text not null,
  -- By field; empty where the language was taken away.
  texts jsonb not null,
  -- Null for what was laid or imported.
  person_id uuid references public.profiles (id) on delete set null,
  at timestamptz not null,
  -- The original's revision that a translation renders; null for the original itself.
  renders integer,
  primary key (text_id, number)
);
create index text_revisions_by_locale on private.text_revisions (text_id, locale, number desc);
create index text_revisions_by_person on private.text_revisions (person_id);

-- What somebody has written and not saved; no thing of that name need be there yet.
create table private.drafts (
  person_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('articles', 'pages', 'games', 'ladders')),
  slug text not null check (char_length(slug) between 2 and 80),
  locale text not null,
  texts jsonb not null,
  -- The revision that it began from; 0 for none.
  revision integer not null check (revision >= 0),
  at timestamptz not null,
  primary key (person_id, kind, slug, locale)
);

create table private.text_presence (
  text_id uuid not null references private.text_heads (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  locale text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (text_id, person_id)
);
create index text_presence_by_person on private.text_presence (person_id);

alter table private.text_heads enable row level security;
alter table private.text_revisions enable row level security;
alter table private.drafts enable row level security;
alter table private.text_presence enable row level security;
revoke all on table private.text_heads, private.text_revisions, private.drafts, private.text_presence
  from public, anon, authenticated;

-- What the league says of itself, one page a slug; a page without a text is not there.
create table public.pages (
  slug text primary key check (slug in ('about', 'conduct', 'privacy', 'terms', 'imprint')),
  title jsonb not null default '{}',
  summary jsonb not null default '{}',
  body jsonb not null default '{}'
);
alter table public.pages enable row level security;
create policy "everybody reads" on public.pages for select to anon, authenticated using (true);
grant select on public.pages to anon, authenticated;
grant all on public.pages to service_role;

alter table public.articles add column ladder_id uuid references public.ladders (id) on delete set null;
create index articles_by_ladder on public.articles (ladder_id);

-- Articles are drafts until their instant has come, for those who read the tables too.
drop policy "everybody reads" on public.articles;
create policy "everybody reads what is published" on public.articles for select to anon, authenticated
  using (published_at <= now());
