import { type LadderLineRow, toLadderLinesSql } from '../ladder/lines.ts';
import { type MatchLineRow, toMatchLinesSql } from '../match/line.ts';
import { toFigureSql } from '../page/figures.ts';
import { type ShortTeamRow, toShortTeamsSql } from '../team/short-teams.ts';
import type { OwnEntryRow } from './next-step.ts';

export interface HomeRow {
  figures: { teams: number; people: number; matches: number; ladders: number };
  tonight: MatchLineRow[];
  results: MatchLineRow[];
  ladders: LadderLineRow[];
  short_teams: ShortTeamRow[];
  articles: { slug: string; title: Record<string, string>; summary: Record<string, string> }[];
  games: {
    slug: string;
    name: string;
    picture: string | null;
    tagline: Record<string, string>;
  }[];
  own_entries: OwnEntryRow[];
}

const ownEntries = `
  select e.id, r.role, t.slug as team_slug, t.name as team_name, l.slug as ladder_slug,
    l.name as ladder_name, l.position, e.rung
  from public.rosters r
  join public.teams t on t.id = r.team_id and t.disbanded_at is null
  left join (public.entries e
    join public.seasons s on s.id = e.season_id and s.status = 'open'
    join public.ladders l on l.id = s.ladder_id)
    on e.team_id = t.id and e.status in ('active', 'suspended')
  where r.person_id = $1`;

/** The whole home page in one statement: $1 the viewer's person or null, $2 now. */
export const homePage = `
  with own_entry as materialized (${ownEntries})
  select
    (select json_build_object(
      'teams', ${toFigureSql('teams')}, 'people', ${toFigureSql('people')},
      'matches', ${toFigureSql('sides_of_results')} / 2,
      'ladders', (select count(*)::int from public.ladders l join public.games g on g.slug = l.game_slug
        where not l.is_test and l.retired_at is null and g.retired_at is null))) as figures,
    ${toMatchLinesSql(`
      select m.*, null::text as own_side, row_number() over (order by m.starts_at, m.id) as place
      from public.matches m join public.seasons s on s.id = m.season_id and s.status <> 'closed'
      where m.ended_at is null and m.status in ('scheduled', 'checking_in', 'veto', 'live')
        and m.starts_at between $2::timestamptz - interval '3 hours' and $2::timestamptz + interval '24 hours'
      order by m.starts_at, m.id limit 8`)} as tonight,
    ${toMatchLinesSql(`
      select m.*, null::text as own_side, row_number() over (order by m.ended_at desc, m.id) as place
      from public.seasons s
      join public.ladders l on l.id = s.ladder_id and not l.is_test
      cross join lateral (
        select * from public.matches r
        where r.season_id = s.id and r.status in ('completed', 'forfeited') and r.moves <> '[]'
        order by r.ended_at desc limit 8
      ) m
      where s.status <> 'closed'
      order by m.ended_at desc, m.id limit 8`)} as results,
    ${toLadderLinesSql('not l.is_test', '$2')} as ladders,
    ${toShortTeamsSql(5)} as short_teams,
    (select coalesce(json_agg(a), '[]') from (
      select slug, title, summary from public.articles
      where published_at <= $2 and hidden_at is null order by published_at desc, slug limit 6) a) as articles,
    (select coalesce(json_agg(g order by g.position, g.slug), '[]') from (
      select slug, name, picture_path as picture, tagline, position from public.games
      where has_casual_page and retired_at is null) g) as games,
    (select coalesce(json_agg(own order by own.position, own.ladder_slug, own.team_name), '[]')
      from own_entry own) as own_entries`;
