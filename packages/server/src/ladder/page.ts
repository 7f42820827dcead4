import type { LadderState } from '@muster/league';
import type {
  ComingMatch,
  LadderData,
  LatestResult,
  StandingRow,
} from '@muster/site/pages/ladder/data.ts';
import type { Loader, LoaderInput } from '../context.ts';
import { type Question, toAsker } from '../engine/asker.ts';
import { toClimb } from '../match/line.ts';
import { toInstant } from '../page/instants.ts';
import { findFirst, findSeasonAt, hasLaterRuling, readPast } from '../page/past.ts';
import { readPlace } from '../page/read-place.ts';
import { toText } from '../page/texts.ts';
import { listMatters } from '../waiting/matters.ts';
import { findKnown, forget, readLadderState } from './known-state.ts';
import { toLadderName, toLadderSeason } from './names.ts';
import { loadLadderState, toLadderPage } from './past.ts';
import {
  type LadderPageRow,
  type LadderRow,
  ladderAndSeason,
  ladderColumns,
  ladderPage,
  type OpenMatchRow,
  type ResultRow,
} from './query.ts';
import { loadTimeAttack } from './runs.ts';
import { type OpenMatches, sortOpenMatches, toStandings } from './standings.ts';
import { bringUpToDate } from './state.ts';
import { loadSuggestions } from './suggestions.ts';
import { toLadderViewer } from './viewer.ts';

const rowsLimit = 200;
const comingLimit = 5;
const week = 7 * 24 * 3600 * 1000;

/** The ladder's page: one statement, and what the rules say to this viewer. */
export const loadLadder: Loader<LadderData> = async (input) => {
  const { database, params, viewer, now } = input;
  const asked = readPast(input);
  if (asked.at !== null) {
    return loadLadderThen(input, asked.at, asked.is_recomputed);
  }
  const known = findKnown(database, params.slug ?? '');
  const [page] = await database.query<LadderPageRow>(ladderPage, [
    ...[params.slug, viewer?.person_id ?? null, new Date(now.getTime() - week), now],
    ...[known?.sequence ?? null, known?.hash ?? null],
  ]);
  if (page === undefined) {
    return null;
  }
  const state = readLadderState(database, page, known);
  if (state === undefined) {
    forget(database, page.slug);
    return loadLadder(input);
  }
  const first = await findFirst(database, page.id);
  return {
    ...(await toLadderData(page, input, { state, isPast: false })),
    past: { ...asked, first, has_recomputed: false },
  };
};

/** Of a ladder before its first season. */
const nothing = {
  entries: null,
  matches: null,
  results: null,
  asker: null,
  teams: null,
  own_states: null,
  state: null,
};

/** The page as it was at an instant, for everybody alike: nobody acts in the past. */
async function loadLadderThen(
  input: LoaderInput,
  at: string,
  isRecomputed: boolean,
): Promise<LadderData | null> {
  const { database } = input;
  const ladder = await findLadder(input);
  if (ladder === undefined) {
    return null;
  }
  const season = await findSeasonAt(database, ladder.id, at);
  const past = {
    at,
    wrong: null,
    first: await findFirst(database, ladder.id),
    is_recomputed: isRecomputed,
    has_recomputed: season !== null && (await hasLaterRuling(database, season.stream, at)),
  };
  const then = { ...input, viewer: null, now: new Date(at) };
  if (season === null) {
    const page = { ...ladder, ...nothing, season: null };
    return { ...(await toLadderData(page, then, { state: null, isPast: true })), at, past };
  }
  const state = await loadLadderState(database, { season, at, isRecomputed });
  const page = await toLadderPage(database, ladder, { season, at, isRecomputed, state });
  return { ...(await toLadderData(page, then, { state, isPast: true })), at, past };
}

/** The ladder of the address, whatever its season. */
export async function findLadder({
  database,
  params,
}: Pick<LoaderInput, 'database' | 'params'>): Promise<LadderRow | undefined> {
  const [row] = await database.query<LadderRow>(
    `${ladderAndSeason} select ${ladderColumns} from ladder`,
    [params.slug],
  );
  return row;
}

/** The rules' state that a page is made from: as the tables have it now, or as it was at the page's instant. */
interface GivenState {
  state: LadderState | null;
  isPast: boolean;
}

async function toLadderData(
  page: LadderPageRow,
  input: LoaderInput,
  given: GivenState,
): Promise<Omit<LadderData, 'past'>> {
  const { now, locale, url, database } = input;
  const open = sortOpenMatches(page.matches ?? []);
  const standings = toStandings(page, open, now);
  const question = await toQuestion(page, input, given);
  const runs = given.isPast ? Object.values(given.state?.runs ?? {}) : null;
  const timeAttack = await loadTimeAttack({ database, page, question, runs });
  const own = await toViewer({ page, standings, open, question }, input);
  const rowsFrom = findRowsFrom(url, standings, own?.entry?.entry_id);
  return {
    title: page.name,
    ladder: toLadderName(page),
    summary: toText(page.summary, locale),
    season: page.season === null ? null : toLadderSeason(page.season),
    size: standings.length,
    moved: standings.filter(({ moved }) => moved !== null && moved !== 0).length,
    rows_from: rowsFrom,
    rows_limit: rowsLimit,
    standings: timeAttack === null ? standings.slice(rowsFrom - 1, rowsFrom - 1 + rowsLimit) : [],
    time_attack: timeAttack,
    coming: toComing(page.matches ?? [], standings, now),
    results: (page.results ?? []).map(toResult),
    viewer: own,
    at: null,
  };
}

/** What the rules are asked with: of a time past its state as it was, else the present one. */
async function toQuestion(
  page: LadderPageRow,
  { database, viewer, now }: LoaderInput,
  { state: given, isPast }: GivenState,
): Promise<Question | null> {
  const at = now.toISOString();
  const state = given && !isPast ? await bringUpToDate(database, given, at) : given;
  return state && { ...toAsker(viewer?.person_id ?? null, page.asker), state, at };
}

interface PageParts {
  page: LadderPageRow;
  standings: StandingRow[];
  open: OpenMatches;
  question: Question | null;
}

/** One statement brings what concerns them; for a captain who may challenge somebody, another what suggestions are made from. */
async function toViewer(
  parts: PageParts,
  { database, viewer: person, now }: LoaderInput,
): Promise<LadderData['viewer']> {
  if (person === null) {
    return null;
  }
  const matters = await listMatters(database, person.person_id, now);
  const viewer = toLadderViewer({ ...parts, person_id: person.person_id, matters });
  const entryId = viewer.entry?.entry_id;
  const { question, standings } = parts;
  if (question === null || entryId === undefined || viewer.entry?.targets === 0) {
    return viewer;
  }
  return {
    ...viewer,
    suggestions: await loadSuggestions({ database, question, entryId, standings }),
  };
}

/** The page of rows that an address asks for; without one, the page on which the viewer's own entry stands. */
function findRowsFrom(
  url: URL,
  standings: readonly StandingRow[],
  ownEntry: string | undefined,
): number {
  const own = standings.findIndex(({ entry_id }) => entry_id === ownEntry) + 1;
  const wanted = readPlace(url, 'from') ?? Math.max(own, 1);
  const within = Math.min(wanted, Math.max(1, standings.length));
  return Math.floor((within - 1) / rowsLimit) * rowsLimit + 1;
}

function toComing(
  matches: readonly OpenMatchRow[],
  standings: readonly StandingRow[],
  now: Date,
): ComingMatch[] {
  const entries = new Map(
    standings.map(({ entry_id, name, tag, href }) => [entry_id, { entry_id, name, tag, href }]),
  );
  const soonest = now.getTime() - 3 * 3600 * 1000;
  const coming: ComingMatch[] = [];
  for (const match of matches) {
    const challenger = entries.get(match.challenger_entry_id);
    const defender = entries.get(match.defender_entry_id);
    if (match.starts_at === null || match.status === 'disputed') {
      continue;
    }
    if (challenger === undefined || defender === undefined) {
      continue;
    }
    if (Date.parse(match.starts_at) < soonest) {
      continue;
    }
    coming.push({
      id: match.id,
      status: match.status,
      starts_at: toInstant(match.starts_at),
      challenger,
      defender,
      maps: match.maps ?? [],
    });
    if (coming.length === comingLimit) {
      break;
    }
  }
  return coming;
}

function toResult(row: ResultRow): LatestResult {
  return {
    id: row.id,
    status: row.status,
    ended_at: toInstant(row.ended_at),
    winner: row.winner,
    challenger: {
      entry_id: row.challenger_entry_id,
      name: row.challenger_name,
      tag: null,
      href: row.challenger_href,
    },
    defender: {
      entry_id: row.defender_entry_id,
      name: row.defender_name,
      tag: null,
      href: row.defender_href,
    },
    challenger_score: row.challenger_score,
    defender_score: row.defender_score,
    climb: toClimb(row),
  };
}
