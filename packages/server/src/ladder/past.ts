import type { Queryable } from '@muster/database';
import {
  type Entry,
  getRatingAt,
  isFinalStatus,
  type LadderState,
  type Match,
  type Rules,
  recomputeInSteps,
  type StreamName,
} from '@muster/league';
import { keepLast } from '../engine/keep-last.ts';
import { isPresent, listForms, toEntryRow } from '../engine/project/entries.ts';
import { listMapRows, toMatchRow } from '../engine/project/matches.ts';
import { loadStandingLog, loadStateAt } from '../engine/replay/past.ts';
import { finishInSlices } from '../engine/replay/slices.ts';
import { startReplay } from '../engine/streams.ts';
import { maskLadder } from '../log/masked-names.ts';
import type { SeasonThen } from '../page/past.ts';
import {
  type EntryRow,
  type LadderPageRow,
  type LadderRow,
  type OpenMatchRow,
  type ResultRow,
  type SeasonRow,
  toEntryName,
} from './query.ts';
import { toRatedValue } from './ratings.ts';

const week = 7 * 24 * 3600 * 1000;
const resultsLimit = 6;

/** What entries are called now, and where their names lead. */
type EntryMeta = Pick<EntryRow, NameColumn>;
type NameColumn = Extract<keyof EntryRow, 'id' | 'name' | 'tag' | 'href' | 'logo'>;

type Naming = ReadonlyMap<string, EntryMeta>;
/** The last results of entries, as letters. */
type Forms = ReadonlyMap<string, string>;

/** How an entry's rung stood a week before. */
interface WeekRow {
  entry_id: string;
  week_rung: number | null;
}

const metaSql = `
  select e.id, ${toEntryName('t', 'p')}, t.logo_path as logo
  from public.entries e left join public.teams t on t.id = e.team_id
  left join public.profiles p on p.id = e.person_id
  where e.season_id = $1`;

/** The first move of the week before an instant, entry by entry: $1 season, $2 from, $3 until. */
const weekSql = `
  select distinct on (r.entry_id) r.entry_id, r.from_rung as week_rung
  from public.entries e join public.entry_rungs r on r.entry_id = e.id
  where e.season_id = $1 and r.at > $2 and r.at <= $3
  order by r.entry_id, r.at, r.sequence`;

export interface LadderThen {
  season: SeasonThen;
  at: string;
  isRecomputed: boolean;
}

/** A ladder's whole state at an instant; recomputed, with every later ruling of its season in place. */
export async function loadLadderState(
  database: Queryable,
  {
    season,
    at,
    isRecomputed,
  }: Omit<LadderThen, 'season'> & { season: { stream: StreamName<'ladder'> } },
): Promise<LadderState> {
  const told = await loadStateAt(database, { kind: 'ladder', stream: season.stream, at });
  const state = await maskLadder(database, told);
  if (!isRecomputed) {
    return state;
  }
  const log = await loadStandingLog(database, season.stream);
  const anew = await finishInSlices(recomputeInSteps(log, { until: at }));
  const entries = Object.values(state.entries).map((entry): [string, Entry] => {
    const { rung, record, streak, rating } = anew.entries[entry.id] ?? entry;
    return [entry.id, { ...entry, rung, record, streak, rating }];
  });
  const ruled = startReplay('ladder', state);
  for (const event of log) {
    const isRuled =
      event.type === 'result_overturned' && state.matches[event.match_id ?? '']?.result;
    if (isRuled) {
      ruled.take(event);
    }
  }
  const { matches } = ruled.getState();
  return { ...state, matches, entries: Object.fromEntries(entries) };
}

/** What a season's entries are called now, by their ids. */
export async function loadNaming(
  database: Queryable,
  seasonId: string | null,
): Promise<ReadonlyMap<string, EntryMeta>> {
  const metas = await database.query<EntryMeta>(metaSql, [seasonId]);
  return new Map(metas.map((meta) => [meta.id, meta]));
}

/** The rows of a ladder's page, made from its state as the tables are. */
export async function toLadderPage(
  database: Queryable,
  ladder: LadderRow,
  { state, ...then }: LadderThen & { state: LadderState },
): Promise<LadderPageRow> {
  const { season } = state;
  const rules = season?.rules;
  const naming = await loadNaming(database, season?.id ?? null);
  const from = new Date(Date.parse(then.at) - week);
  const moved = await database.query<WeekRow>(weekSql, [season?.id ?? null, from, then.at]);
  const { open, last } = await finishInSlices(pickMatches(state));
  return {
    ...ladder,
    ...(state.ladder === null ? {} : { name: state.ladder.name, zone: state.ladder.zone }),
    season: toSeasonRow(then.season, state),
    // A recomputed rung has no week of its own in the log.
    entries: listEntryRows(state, {
      naming,
      at: toGrowthEnd(then),
      moved: then.isRecomputed ? [] : moved,
      forms: await finishInSlices(listForms(state)),
    }),
    matches: toOpenMatches(open),
    results: rules === undefined ? [] : toResults(last, state, { naming, rules }),
    asker: null,
    teams: null,
    own_states: null,
    state: null,
  };
}

/** A season as its row had it. */
export function toSeasonRow(
  { number, is_demo, stream, closed_at }: SeasonThen,
  { season }: LadderState,
): SeasonRow | null {
  if (season === null) {
    return null;
  }
  const { id, name, status, rules, rules_version, starts_at, ends_at, opened_at } = season;
  const opens_at = opened_at ?? starts_at;
  return {
    ...{ id, name, number, status, is_demo, rules, rules_version, opens_at, ends_at, stream },
    closed_at: closed_at?.toISOString() ?? null,
  };
}

/** Uncertainty grows until the instant, or until the season had closed before it. */
function toGrowthEnd({ season, at }: LadderThen): string {
  const closed = season.closed_at?.toISOString() ?? at;
  return closed < at ? closed : at;
}

interface PastOfEntries {
  naming: Naming;
  moved: readonly WeekRow[];
  forms: Forms;
  /** For which ratings are asked. */
  at: string;
}

function listEntryRows(
  state: LadderState,
  { naming, moved, forms, at }: PastOfEntries,
): EntryRow[] {
  const weeks = new Map(moved.map(({ entry_id, week_rung }) => [entry_id, week_rung]));
  const rows = Object.values(state.entries)
    .filter(isPresent)
    .map((entry) => ({
      ...(toEntryRow(entry, forms.get(entry.id) ?? '') as Omit<EntryRow, Added>),
      sigma: entry.rating && getRatingAt(state, entry, at).sigma,
      ...(naming.get(entry.id) ?? { id: entry.id, tag: null, href: null, logo: null }),
      // People are called as they are now; the log knows no names of theirs.
      name: entry.person_id === null ? entry.name : (naming.get(entry.id)?.name ?? ''),
      has_moved: weeks.has(entry.id),
      week_rung: weeks.get(entry.id) ?? null,
    }));
  return rows.sort(byStanding);
}

type Added = NameColumn | 'has_moved' | 'week_rung';

/** As the page's own statement orders them: rungs first, then ratings, then ids. */
function byStanding(one: EntryRow, other: EntryRow): number {
  const rungs = (one.rung ?? Number.MAX_VALUE) - (other.rung ?? Number.MAX_VALUE);
  if (rungs !== 0) {
    return rungs;
  }
  const [own, theirs] = [toRatedValue(one), toRatedValue(other)];
  return own === theirs ? compare(one.id, other.id) : theirs - own;
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** The matches that the page shows: those that are open, and the last results, the latest at the end. One by one: there are thousands. */
function* pickMatches({
  matches,
}: LadderState): Generator<undefined, Record<'open' | 'last', Match[]>> {
  const [open, last]: [Match[], Match[]] = [[], []];
  for (const match of Object.values(matches)) {
    if (match.status === 'completed' || match.status === 'forfeited') {
      keepLast(last, match, { most: resultsLimit, compare: compareResults });
    } else if (!isFinalStatus(match.status)) {
      open.push(match);
    }
    yield;
  }
  return { open, last };
}

function toOpenMatches(open: readonly Match[]): OpenMatchRow[] {
  return open
    .map((match) => {
      const maps = listMapRows(match).map((row) => String(Reflect.get(row, 'map')));
      return {
        id: match.id,
        status: match.status,
        challenger_entry_id: match.challenger_id,
        defender_entry_id: match.defender_id,
        starts_at: match.time?.starts_at ?? null,
        deadline: match.deadline,
        maps: match.time === null || maps.length === 0 ? null : maps,
      };
    })
    .sort(
      (one, other) =>
        compare(one.starts_at ?? '9', other.starts_at ?? '9') || compare(one.id, other.id),
    );
}

/** A match as its public row had it, without what only the table counts. */
export function toRowThen(match: Match, rules: Rules): MatchRowThen {
  const context = { ladderId: '', number: 0, rungs: { challenger: null, defender: null }, rules };
  return toMatchRow(match, context) as MatchRowThen;
}

export type MatchRowThen = Omit<
  ResultRow,
  'challenger_name' | 'challenger_href' | 'defender_name' | 'defender_href' | 'status'
> & { status: Match['status']; starts_at: string | null; deadline: string | null };

/** The latest last; of those of one instant the first id, as the page's own statement has it. */
const compareResults = (one: Match, other: Match) =>
  compare(one.result?.at ?? '', other.result?.at ?? '') || compare(other.id, one.id);

function toResults(
  last: readonly Match[],
  state: LadderState,
  { naming, rules }: { naming: Naming; rules: Rules },
): ResultRow[] {
  return last.toReversed().map((match) => ({
    ...(toRowThen(match, rules) as Omit<MatchRowThen, 'status'> & Pick<ResultRow, 'status'>),
    challenger_name: state.entries[match.challenger_id]?.name ?? '',
    challenger_href: naming.get(match.challenger_id)?.href ?? null,
    defender_name: state.entries[match.defender_id]?.name ?? '',
    defender_href: naming.get(match.defender_id)?.href ?? null,
  }));
}
