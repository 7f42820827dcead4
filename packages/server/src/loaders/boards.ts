import { defaultLocale, isLocaleCode } from '@muster/site';
import {
  type BoardFilters,
  type BoardKind,
  type BoardPost,
  type BoardsData,
  boardKinds,
} from '@muster/site/pages/boards/data.ts';
import type { Loader, LoaderInput } from '../context.ts';
import { toShortTeam } from './home.ts';
import { type ShortTeamRow, toShortTeamsSql } from './home-query.ts';
import { listZones } from './zones.ts';

const mostPosts = 200;

/** True where the person $2 leads the team of a row `p`. */
const isLeader = `exists (select 1 from public.rosters r
  where r.team_id = p.team_id and r.person_id = $2 and r.role in ('captain', 'co_captain'))`;

/**
 * $1 the instant, $2 who looks, $3 to $5 kind, game and language or null, $6 how many. A notice goes
 * with its author's account, with its team, and with its author's lead of that team.
 */
const postsSql = `
  select p.id, p.kind, json_build_object('slug', g.slug, 'name', g.name) as game,
    case when t.id is not null
      then json_build_object('slug', t.slug, 'name', t.name, 'tag', t.tag) end as team,
    json_build_object('user_id', a.user_id, 'username', a.username) as author,
    p.region, p.zone, p.evenings, p.languages, p.text, p.created_at, p.expires_at,
    coalesce(p.person_id = $2 or ${isLeader}, false) as is_own
  from public.board_posts p
  join public.games g on g.slug = p.game_slug
  join public.profiles a on a.id = p.person_id and a.user_id is not null
  left join public.teams t on t.id = p.team_id
  where p.expires_at > $1
    and (p.team_id is null or (t.disbanded_at is null and exists (select 1 from public.rosters l
      where l.team_id = p.team_id and l.person_id = p.person_id and l.role in ('captain', 'co_captain'))))
    and ($3::text is null or p.kind = $3)
    and ($4::text is null or p.game_slug = $4)
    and ($5::text is null or $5 = any (p.languages))
  order by p.created_at desc, p.id limit $6`;

type PostRow = Omit<BoardPost, 'created_at' | 'expires_at'> & {
  created_at: Date;
  expires_at: Date;
};

async function listPosts(
  { database, viewer, now }: LoaderInput,
  { kind, game, language }: BoardFilters,
): Promise<BoardPost[]> {
  const person = viewer?.person_id ?? null;
  const values = [now, person, kind, game, language, mostPosts];
  const rows = await database.query<PostRow>(postsSql, values);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

/** What the address asks for; a word that names nothing asks for everything. */
function toFilters(url: URL, games: BoardsData['games']): BoardFilters {
  const kind = url.searchParams.get('kind');
  const game = url.searchParams.get('game');
  const language = url.searchParams.get('language');
  return {
    kind: boardKinds.find((known) => known === kind) ?? null,
    game: games.find(({ slug }) => slug === game)?.slug ?? null,
    language: isLocaleCode(language) ? language : null,
  };
}

async function loadForm({
  database,
  viewer,
  zone,
  locale,
  now,
}: LoaderInput): Promise<BoardsData['form']> {
  if (viewer === null) return null;
  const [row] = await database.query<{
    teams: { slug: string; name: string }[];
    taken: BoardKind[];
  }>(
    `select (select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name) order by t.name), '[]')
         from public.rosters r join public.teams t on t.id = r.team_id and t.disbanded_at is null
         where r.person_id = $1 and r.role in ('captain', 'co_captain')) as teams,
       array(select kind from public.board_posts where person_id = $1 and expires_at > $2) as taken`,
    [viewer.person_id, now],
  );
  return {
    teams: row?.teams ?? [],
    taken: row?.taken ?? [],
    zones: listZones(),
    zone,
    locale: isLocaleCode(locale) ? locale : defaultLocale,
  };
}

/** Who looks for whom. */
export const loadBoards: Loader<BoardsData> = async (input) => {
  const [row] = await input.database.query<{
    teams: ShortTeamRow[];
    games: BoardsData['games'];
  }>(
    `select ${toShortTeamsSql(50)} as teams,
       (select coalesce(json_agg(json_build_object('slug', slug, 'name', name) order by position), '[]')
         from public.games) as games`,
  );
  const games = row?.games ?? [];
  const filters = toFilters(input.url, games);
  const [posts, form] = await Promise.all([listPosts(input, filters), loadForm(input)]);
  return { filters, posts, games, form, short_teams: (row?.teams ?? []).map(toShortTeam) };
};
