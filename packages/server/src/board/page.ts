import { takeRow } from '@muster/database';
import { isZone } from '@muster/league';
import { defaultLocale, isLocaleCode } from '@muster/site';
import type { FilterChoices, Named } from '@muster/site/client/form/find-choices.ts';
import {
  type BoardAnswer,
  type BoardFilters,
  type BoardKind,
  type BoardPost,
  type BoardsData,
  boardKinds,
  boardRegions,
  type OwnAnswer,
  type ScrimLine,
} from '@muster/site/pages/boards/data.ts';
import type { Loader, LoaderInput } from '../context.ts';
import { readChoice, toFilterChoicesSql } from '../page/filter-choices.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toInstantOrNull } from '../page/instants.ts';
import { toLocalZoneName } from '../page/zone-name.ts';
import { listZones, toZoneChoices } from '../page/zones.ts';
import { type ShortTeamRow, toShortTeam, toShortTeamsSql } from '../team/short-teams.ts';
import { boardPosts, ownScrims } from './query.ts';

const mostPosts = 200;

type AnswerRow = Omit<BoardAnswer, 'starts_at'> & { starts_at: JsonInstant | null };

type PostRow = Omit<
  BoardPost,
  'zone_name' | 'created_at' | 'expires_at' | 'times' | 'answers' | 'own_answer'
> & {
  created_at: Date;
  expires_at: Date;
  times: Date[];
  answers: AnswerRow[];
  own_answer: (Omit<OwnAnswer, 'starts_at'> & { starts_at: JsonInstant | null }) | null;
};

function toPost(row: PostRow, locale: string): BoardPost {
  const { own_answer } = row;
  return {
    ...row,
    zone_name: toLocalZoneName(row.zone, locale),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    times: row.times.map((time) => time.toISOString()),
    answers: row.answers.map((answer) => ({
      ...answer,
      starts_at: toInstantOrNull(answer.starts_at),
    })),
    own_answer: own_answer && { ...own_answer, starts_at: toInstantOrNull(own_answer.starts_at) },
  };
}

async function listPosts(
  { database, viewer, locale, now }: LoaderInput,
  { kind, game, language, region, zone, day }: BoardFilters,
): Promise<BoardPost[]> {
  const person = viewer?.person_id ?? null;
  const values = [now, person, kind, game, language, region, zone, day, mostPosts];
  const rows = await database.query<PostRow>(boardPosts, values);
  return rows.map((row) => toPost(row, locale));
}

async function listScrims({ database, viewer, now }: LoaderInput): Promise<ScrimLine[]> {
  if (viewer === null) {
    return [];
  }
  type Row = Omit<ScrimLine, 'starts_at'> & { starts_at: Date };
  const rows = await database.query<Row>(ownScrims, [now, viewer.person_id]);
  return rows.map((row) => ({ ...row, starts_at: row.starts_at.toISOString() }));
}

/** What the address asks for; a word that names nothing asks for everything. */
function toFilters(url: URL, games: FilterChoices): BoardFilters {
  const kind = url.searchParams.get('kind');
  const language = url.searchParams.get('language');
  const region = url.searchParams.get('region');
  const zone = url.searchParams.get('zone');
  const day = Number(url.searchParams.get('day'));
  return {
    kind: boardKinds.find((known) => known === kind) ?? null,
    game: games.chosen?.slug ?? null,
    language: isLocaleCode(language) ? language : null,
    region: boardRegions.find((known) => known === region) ?? null,
    zone: zone !== null && isZone(zone) ? zone : null,
    day: Number.isInteger(day) && day >= 1 && day <= 7 ? day : null,
  };
}

async function loadForm(
  { database, viewer, zone, locale, now }: LoaderInput,
  chosen: Named | null,
): Promise<BoardsData['form']> {
  if (viewer === null) {
    return null;
  }
  const row = takeRow(
    await database.query<{
      teams: { slug: string; name: string }[];
      taken: BoardKind[];
      first: Named | null;
    }>(
      `select (select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name) order by t.name), '[]')
           from public.rosters r join public.teams t on t.id = r.team_id and t.disbanded_at is null
           where r.person_id = $1 and r.role in ('captain', 'co_captain')) as teams,
         array(select kind from public.board_posts where person_id = $1 and expires_at > $2) as taken,
         (select json_build_object('slug', slug, 'name', name) from public.games
           where retired_at is null order by position, slug limit 1) as first`,
      [viewer.person_id, now],
    ),
  );
  const { teams, taken, first } = row;
  return {
    teams,
    taken,
    game: chosen ?? first,
    zones: listZones(locale),
    zone,
    locale: isLocaleCode(locale) ? locale : defaultLocale,
  };
}

/** Who looks for whom. */
export const loadBoards: Loader<BoardsData> = async (input) => {
  const asked = readChoice(input.url, 'game');
  const {
    games,
    zones: zonesInUse,
    teams,
  } = takeRow(
    await input.database.query<{
      teams: ShortTeamRow[];
      games: FilterChoices;
      zones: string[];
    }>(
      `select ${toShortTeamsSql(50)} as teams,
         ${toFilterChoicesSql('select slug, name, position from public.games where retired_at is null', { slug: '$2', pattern: '$3' })} as games,
         array(select distinct zone from public.board_posts where expires_at > $1 and hidden_at is null order by zone) as zones`,
      [input.now, asked.slug, asked.pattern],
    ),
  );
  const filters = toFilters(input.url, games);
  const [posts, form, scrims] = await Promise.all([
    listPosts(input, filters),
    loadForm(input, games.chosen),
    listScrims(input),
  ]);
  const short_teams = teams.map(toShortTeam);
  return {
    filters,
    posts,
    games,
    zones: toZoneChoices(zonesInUse, input.locale),
    form,
    scrims,
    short_teams,
  };
};
