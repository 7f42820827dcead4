import type { FormatName } from '@muster/league';
import type { FilterChoices } from '@muster/site/client/form/find-choices.ts';
import type { ArchiveKind } from '@muster/site/pages/archives/data.ts';
import { toFiltersOfListSql } from '../page/filter-choices.ts';
import type { JsonInstant } from '../page/instants.ts';

export type Texts = Record<string, string>;

/** An archive in the list of all. */
export interface ArchiveRow {
  kind: ArchiveKind;
  slug: string;
  title: Texts;
  summary: Texts;
  closed_at: JsonInstant;
  ladder_slug: string | null;
  ladder_name: string | null;
  origin: string | null;
  is_demo: boolean;
}

/** Everything in the archive, one row each. A text at a season's address is the words on that season. */
export const archivesSql = `
  select 'season' as kind, a.slug, coalesce(x.title, jsonb_build_object('en', a.ladder_name || ' · ' || a.season_name)) as title,
    coalesce(x.summary, l.summary) as summary, a.closed_at, l.slug as ladder_slug, l.name as ladder_name,
    l.game_slug, null as origin, s.is_demo, a.counts, a.content_hash, a.stream, a.sequence, a.head_hash,
    null as file_name, null as file_hash, a.frozen_at as at
  from public.season_archives a
  join public.seasons s on s.id = a.season_id
  join public.ladders l on l.id = s.ladder_id and not l.is_test
  left join public.archives x on x.slug = a.slug
  union all
  select 'imported', i.slug, jsonb_build_object('en', i.title), '{}'::jsonb, i.ended_on::timestamp at time zone 'UTC',
    l.slug, null, i.game_slug, i.origin, false, i.counts, i.content_hash, null, null, null,
    i.file_name, i.file_hash, i.imported_at
  from public.imported_archives i
  left join (select distinct on (lower(name)) lower(name) as name, slug from public.ladders order by lower(name), id) l
    on l.name = lower(i.ladder_name)
  union all
  select 'text', x.slug, x.title, x.summary, x.closed_at, null, null, x.game_slug, null, false, '{}'::jsonb, null, null, null,
    null, null, null, x.closed_at
  from public.archives x
  where not exists (select 1 from public.season_archives a where a.slug = x.slug)
    and not exists (select 1 from public.imported_archives i where i.slug = x.slug)`;

export interface ListRow {
  total: number;
  years: number[];
  games: FilterChoices;
  ladders: FilterChoices;
  archives: ArchiveRow[];
}

/** $1 a year, $2 a game, $3 a ladder, each or null; $4 how many to leave out, $5 how many to give; $6 and $7 what is typed of a game and a ladder. */
export const listStatement = `
  with archive as materialized (${archivesSql}),
  found as (
    select * from archive
    where ($1::integer is null or extract(year from closed_at at time zone 'UTC') = $1)
      and ($2::text is null or game_slug = $2) and ($3::text is null or ladder_slug = $3)
  )
  select (select count(*)::integer from found) as total,
    (select coalesce(json_agg(year order by year desc), '[]') from (
      select distinct extract(year from closed_at at time zone 'UTC')::integer as year from archive) y) as years,
    ${toFiltersOfListSql('archive', {
      game: { slug: '$2', pattern: '$6' },
      ladder: { slug: '$3', pattern: '$7' },
    })},
    (select coalesce(json_agg(line order by line.closed_at desc, line.slug), '[]') from (
      select kind, slug, title, summary, closed_at, ladder_slug, ladder_name, origin, is_demo
      from found order by closed_at desc, slug offset $4 limit $5) line) as archives`;

export interface SeasonHead {
  id: string;
  ladder_slug: string;
  ladder_now: string;
  ladder_name: string;
  season_name: string;
  game_name: string;
  format: FormatName;
  is_demo: boolean;
  closed_at: JsonInstant;
  summary: Texts;
  counts: Record<string, number>;
  stream: string;
  sequence: number;
  head_hash: string;
  frozen_at: JsonInstant;
  /** Whether the ladder's log page shows the stream that this season stood in. */
  is_log_shown: boolean;
}

export interface ImportedHead {
  id: string;
  title: string;
  origin: string;
  ladder_name: string;
  season_name: string;
  game_name: string | null;
  ended_on: string;
  counts: Record<string, number>;
  imported_at: JsonInstant;
  importer: { user_id: string; username: string } | null;
}

export interface TextHead {
  title: Texts;
  summary: Texts;
  body: Texts;
  content: Record<string, unknown>;
  closed_at: JsonInstant;
}

export interface HeadRow {
  season: SeasonHead | null;
  imported: ImportedHead | null;
  text: TextHead | null;
}

/** What stands at the address $1; a test ladder's seasons do not. */
export const headStatement = `
  select
    (select row_to_json(head) from (
      select a.season_id as id, l.slug as ladder_slug, l.name as ladder_now, a.ladder_name, a.season_name, a.game_name, a.format,
        s.is_demo, a.closed_at, l.summary, a.counts, a.stream, a.sequence, a.head_hash, a.frozen_at,
        a.stream = (select o.stream from public.seasons o where o.ladder_id = l.id
          order by o.status = 'open' desc, o.number desc limit 1) as is_log_shown
      from public.season_archives a join public.seasons s on s.id = a.season_id
      join public.ladders l on l.id = s.ladder_id and not l.is_test where a.slug = $1) head) as season,
    (select row_to_json(head) from (
      select i.id, i.title, i.origin, i.ladder_name, i.season_name, g.name as game_name, i.ended_on, i.counts, i.imported_at,
        (select json_build_object('user_id', p.user_id, 'username', p.username)
          from public.profiles p where p.id = i.imported_by and p.user_id is not null) as importer
      from public.imported_archives i left join public.games g on g.slug = i.game_slug where i.slug = $1) head) as imported,
    (select row_to_json(head) from (
      select title, summary, body, content, closed_at from public.archives where slug = $1) head) as text`;

export interface ContentRow {
  section: string;
  position: number;
  content: Record<string, unknown>;
}

/** The rows of a season $1 that a page shows: of each section $2 those after $3, $4 at most. */
export const seasonRows = `
  select section, position, content from public.season_archive_rows
  where season_id = $1 and section = any($2::text[]) and position > $3 and position <= $3 + $4
  order by section, position`;

/** The same of an imported archive. */
export const importedRows = `
  select section, position, content from public.imported_archive_rows
  where archive_id = $1 and section = any($2::text[]) and position > $3 and position <= $3 + $4
  order by section, position`;

/**
 * What the subjects $2 were called in the season $1, and where they are today: with a mask for what an admin hid, unless
 * $3, and whether there is one.
 */
export const namesStatement = `
  select named.id, case when $3 then named.name else named.shown end as name,
    case when $3 then named.tag else named.shown_tag end as tag, named.href,
    named.name is distinct from named.shown or named.tag is distinct from named.shown_tag as is_masked
  from (
    select r.content ->> 'subject' as id, r.content ->> 'name' as name, r.content ->> 'tag' as tag,
      private.show_name(r.content ->> 'name', subject.id, null) as shown,
      private.show_name(r.content ->> 'tag', subject.id, null) as shown_tag, '/teams/' || t.slug as href
    from public.season_archive_rows r
    cross join lateral (select (r.content ->> 'subject')::uuid as id) subject
    left join public.teams t on t.id = subject.id
    where r.season_id = $1 and r.section = 'roster' and r.content ->> 'name' is not null and r.content ->> 'subject' = any($2::text[])
    union all
    select p.person_id::text, p.name, null, private.show_name(p.name, null, p.person_id), null, '/profiles/' || o.user_id
    from public.season_archive_people p join public.profiles o on o.id = p.person_id
    where p.season_id = $1 and p.person_id::text = any($2::text[])) named`;

/** SQL: what a row \`r\` of a season's archive holds where it is shown, with the same mask. */
export const shownContent = `case when r.section = 'roster' and r.content ->> 'name' is not null then r.content || jsonb_build_object(
    'name', private.show_name(r.content ->> 'name', (r.content ->> 'subject')::uuid, null),
    'tag', private.show_name(r.content ->> 'tag', (r.content ->> 'subject')::uuid, null)) else r.content end`;
