import { toNamedEntriesSql } from '../ladder/query.ts';
import type { JsonInstant } from '../page/instants.ts';

export type Texts = Record<string, string>;

export interface ArchiveRow {
  slug: string;
  title: Texts;
  summary: Texts;
  body: Texts;
  content: Record<string, unknown>;
  closed_at: JsonInstant;
  ladder_slug: string | null;
  ladder_name: string | null;
  season: string | null;
}

/** What stands in the archive of a season: its final places, and the record of those who played matches. */
const seasonContent = `
  json_build_object('kind', 'season', 'ladder', l.slug, 'season', s.number, 'format', l.format,
    'matches', (select count(*)::int from public.matches m
      where m.season_id = s.id and m.status in ('completed', 'forfeited')),
    'standings', (select coalesce(json_agg(final order by final.place, final.name), '[]') from (
      select placed.place, placed.name, placed.href, placed.wins, placed.losses, placed.draws
      from (${toNamedEntriesSql(
        'select id from public.entries where season_id = s.id and final_place is not null',
        `e.final_place as place,
          case when l.format <> 'time_attack' then e.wins end as wins,
          case when l.format <> 'time_attack' then e.losses end as losses,
          case when l.format <> 'time_attack' then e.draws end as draws`,
      )}) placed) final))`;

/**
 * Everything in the archive: its own rows, and the closed seasons that have none, under
 * `{ladder}-season-{number}`. `content` is asked for one only, because it may be long.
 */
export const toArchivesSql = (withContent: boolean) => `
  select a.slug, a.title, a.summary, a.closed_at, null as ladder_slug, null as ladder_name,
    a.content ->> 'season' as season,
    ${withContent ? 'a.body, a.content' : `'{}'::jsonb as body, '{}'::jsonb as content`}
  from public.archives a
  union all
  select l.slug || '-season-' || s.number, jsonb_build_object('en', l.name || ' · ' || s.name),
    l.summary, coalesce(s.closed_at, s.ends_at, s.opens_at), l.slug, l.name, s.name,
    '{}'::jsonb, ${withContent ? `(${seasonContent})::jsonb` : `'{}'::jsonb`}
  from public.seasons s join public.ladders l on l.id = s.ladder_id
  where s.status = 'closed' and not l.is_test
    and not exists (select 1 from public.archives a where a.slug = l.slug || '-season-' || s.number)`;
