-- The texts that shipped and were laid, by which it is told whether somebody has changed one since.
create table private.laid_texts (
  kind text not null check (kind in ('games', 'ladders', 'articles', 'archives')),
  slug text not null,
  locale text not null,
  -- SHA-256 of the text as it was laid, or as it was when somebody chose to keep theirs.
  hash text not null,
  -- A newer text that ships, by field, where the laid one was changed; null else.
  offered jsonb,
  primary key (kind, slug, locale)
);
alter table private.laid_texts enable row level security;
revoke all on table private.laid_texts from public, anon, authenticated;
