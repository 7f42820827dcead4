import type { FormatName } from '@muster/league';
import type { LadderLine } from '@muster/site/pages/home/data.ts';
import { toText } from '../page/texts.ts';
import { toRatedEntriesSql } from './ratings.ts';

export interface LadderLineRow {
  slug: string;
  name: string;
  game: string;
  format: FormatName;
  region: string;
  summary: Record<string, string>;
  is_test: boolean;
  is_open: boolean;
  opens_at: string | null;
  entries: number;
  top: LadderLine['top'];
}

/** Ladders as lists show them at an instant, as one JSON array; `where` speaks of `l`, the ladder. */
export const toLadderLinesSql = (where: string, at: string) => `(
  select coalesce(json_agg(line order by line.position), '[]') from (
    select l.slug, l.name, l.position, g.short_name as game, l.format, l.region, l.summary, l.is_test,
      coalesce(s.status = 'open', false) as is_open,
      (select min(planned.opens_at) from public.seasons planned
        where planned.ladder_id = l.id and planned.status = 'registration') as opens_at,
      (select count(*)::int from public.entries e
        where e.season_id = s.id and e.status in ('active', 'suspended')) as entries,
      (select coalesce(json_agg(top order by top.place), '[]') from (
        -- Named one by one: joined, the planner would read everybody who ever played.
        select ahead.place, coalesce((select t.name from public.teams t where t.id = ahead.team_id),
            (select p.username from public.profiles p where p.id = ahead.person_id)) as name,
          coalesce((select '/teams/' || t.slug from public.teams t where t.id = ahead.team_id),
            (select '/profiles/' || p.user_id from public.profiles p where p.id = ahead.person_id)) as href
        from (
          select e.team_id, e.person_id, e.rung as place from public.entries e
          where l.format = 'rung' and e.season_id = s.id and e.status = 'active' and e.rung <= 3
          union all
          select rated.team_id, rated.person_id, rated.place
          from (${toRatedEntriesSql(`select s.id where l.format = 'rating'`, at)}) rated
        ) ahead
        where ahead.place <= 3 order by place, name limit 3) top) as top
    from public.ladders l
    join public.games g on g.slug = l.game_slug
    left join public.seasons s on s.ladder_id = l.id and s.status = 'open'
    where (${where}) and l.retired_at is null and g.retired_at is null
  ) line)`;

export function toLadderLine(row: LadderLineRow, locale: string): LadderLine {
  return {
    slug: row.slug,
    name: row.name,
    game: row.game,
    format: row.format,
    region: row.region,
    summary: toText(row.summary, locale),
    is_test: row.is_test,
    is_open: row.is_open,
    opens_at: row.opens_at,
    entries: row.entries,
    top: row.top,
  };
}
