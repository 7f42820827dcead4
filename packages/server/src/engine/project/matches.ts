import type { Transaction } from '@muster/database';
import {
  addDuration,
  isFinalStatus,
  type LadderState,
  type LeagueEvent,
  type MapScore,
  type Match,
  type Rules,
} from '@muster/league';
import { listChanged } from '../changes.ts';
import { replaceRows, upsertRows } from './rows.ts';

type Rungs = { challenger: number | null; defender: number | null };

interface MatchContext {
  ladderId: string;
  number: number;
  rungs: Rungs;
  rules: Rules;
}

/** The score of a whole match: points summed, or maps won; null where none is reported. */
export function sumScores(
  scores: readonly MapScore[],
  by: Rules['score']['by'],
): [number, number] | null {
  if (scores.length === 0) {
    return null;
  }
  const count = (own: 'challenger' | 'defender', other: 'challenger' | 'defender') =>
    by === 'points'
      ? scores.reduce((sum, score) => sum + score[own], 0)
      : scores.filter((score) => score[own] > score[other]).length;
  return [count('challenger', 'defender'), count('defender', 'challenger')];
}

function toWinner({ status, result }: Match): string | null {
  if (result === null || (status !== 'completed' && status !== 'forfeited')) {
    return null;
  }
  return result.winner ?? 'draw';
}

/** A match as its public row has it. */
export function toMatchRow(match: Match, { ladderId, number, rungs, rules }: MatchContext): object {
  const total = sumScores(match.result?.scores ?? [], rules.score.by);
  return {
    id: match.id,
    ladder_id: ladderId,
    season_id: match.season_id,
    number,
    challenger_entry_id: match.challenger_id,
    defender_entry_id: match.defender_id,
    status: match.status,
    is_rematch: match.is_rematch,
    version: match.version,
    deadline: match.deadline,
    starts_at: match.time?.starts_at ?? null,
    agreed_zone: match.time?.zone ?? null,
    challenged_at: match.created_at,
    ended_at: isFinalStatus(match.status) ? (match.result?.at ?? match.changed_at) : null,
    winner: toWinner(match),
    challenger_score: total?.[0] ?? null,
    defender_score: total?.[1] ?? null,
    challenger_rung: rungs.challenger,
    defender_rung: rungs.defender,
    moves: match.result?.moves ?? [],
  };
}

/** The maps of a match with what is reported of each. */
export function listMapRows(match: Match): object[] {
  const scores = match.result?.scores ?? [];
  return match.maps.map((map, index) => ({
    match_id: match.id,
    position: index + 1,
    map: map.map,
    chosen_by: map.by === 'decider' ? 'draw' : map.by,
    act: map.by === 'draw' || map.by === 'decider' ? map.by : 'pick',
    side_choice:
      map.challenger_side === null
        ? null
        : { challenger_side: map.challenger_side, by: map.side_by },
    challenger_score: scores[index]?.challenger ?? null,
    defender_score: scores[index]?.defender ?? null,
  }));
}

/** The time that an agreed start takes from both sides, so that no other may stand in it. */
function listBookings(match: Match, rules: Rules, isMoved: boolean): object[] {
  if (match.time === null || isFinalStatus(match.status) || match.status === 'disputed') {
    return [];
  }
  const { starts_at } = match.time;
  const during = `[${starts_at},${addDuration(starts_at, rules.schedule.apart)})`;
  return [match.challenger_id, match.defender_id].map((entry_id) => ({
    match_id: match.id,
    entry_id,
    during,
    is_moved: isMoved,
  }));
}

/** Who played on which side, and once there is a result what came of it for them. */
function listLineups(match: Match, ladderId: string): object[] {
  const winner = toWinner(match);
  return (['challenger', 'defender'] as const).flatMap((side) =>
    (match.check_ins[side]?.players ?? []).map((person_id) => ({
      match_id: match.id,
      side,
      person_id,
      ladder_id: ladderId,
      ended_at: winner === null ? null : match.result?.at,
      outcome: winner === null ? null : toOutcome(side, winner),
    })),
  );
}

function toOutcome(side: string, winner: string): 'won' | 'lost' | 'drawn' {
  if (winner === 'draw') {
    return 'drawn';
  }
  return winner === side ? 'won' : 'lost';
}

function listRungs(events: readonly LeagueEvent[]): Map<string, Rungs> {
  const rungs = new Map<string, Rungs>();
  for (const event of events) {
    if (event.type === 'challenge_made' && event.match_id !== null) {
      rungs.set(event.match_id, event.data.rungs);
    }
  }
  return rungs;
}

function listMovedByOutage(events: readonly LeagueEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'deadlines_extended' ? event.data.matches.map(({ match_id }) => match_id) : [],
  );
}

interface MatchProjection {
  ladderId: string;
  before: LadderState;
  after: LadderState;
  events: readonly LeagueEvent[];
}

async function findLastNumber(
  transaction: Transaction,
  [first]: readonly Match[],
): Promise<number> {
  if (first === undefined) {
    return 0;
  }
  const [last] = await transaction.query<{ number: number }>(
    'select coalesce(max(number), 0) as number from public.matches where season_id = $1',
    [first.season_id],
  );
  return last?.number ?? 0;
}

async function writeMatches(
  transaction: Transaction,
  changed: readonly Match[],
  { ladderId, before, events }: MatchProjection,
  rules: Rules,
): Promise<void> {
  const rungs = listRungs(events);
  const fresh = new Map(
    changed.filter(({ id }) => before.matches[id] === undefined).map((match) => [match.id, match]),
  );
  const last = await findLastNumber(transaction, [...fresh.values()]);
  // Numbered in the order of the log, so that whoever replays it counts the same.
  const made = [...rungs.keys()].filter((id) => fresh.has(id));
  const numbers = new Map(made.map((id, index) => [id, last + index + 1]));
  const rows = changed.map((match) =>
    toMatchRow(match, {
      ladderId,
      rules,
      number: numbers.get(match.id) ?? 0,
      rungs: rungs.get(match.id) ?? { challenger: null, defender: null },
    }),
  );
  const kept = ['number', 'challenger_rung', 'defender_rung'];
  await upsertRows(transaction, 'public.matches', ['id'], rows, kept);
}

type Comparison = (match: Match, old: Match) => boolean;

const isOpen = ({ status }: Match) => !isFinalStatus(status) && status !== 'disputed';
const hasOtherBookings: Comparison = (match, old) =>
  match.time !== old.time || isOpen(match) !== isOpen(old);
const hasOtherMaps: Comparison = (match, old) =>
  match.maps !== old.maps || match.result !== old.result;
const hasOtherLineups: Comparison = (match, old) =>
  match.check_ins !== old.check_ins ||
  toWinner(match) !== toWinner(old) ||
  match.result?.at !== old.result?.at;

/**
 * Takes away the time that matches held, and says which of them an outage had moved. Bookings go before
 * the matches' own rows change and come back after, so that two matches may trade hours.
 */
async function freeBookings(transaction: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) {
    return [];
  }
  const freed = await transaction.query<{ match_id: string; is_moved: boolean }>(
    'delete from public.match_bookings where match_id = any($1::uuid[]) returning match_id, is_moved',
    [ids],
  );
  return freed.filter(({ is_moved }) => is_moved).map(({ match_id }) => match_id);
}

/** Writes the matches that changed, and of their maps, bookings and lineups those that did. */
export async function projectMatches(
  transaction: Transaction,
  projection: MatchProjection,
): Promise<void> {
  const { before, after, events } = projection;
  const rules = after.season?.rules;
  const changed = listChanged(before.matches, after.matches);
  if (rules === undefined || changed.length === 0) {
    return;
  }
  const listWith = (isOther: Comparison): Match[] =>
    changed.filter((match) => {
      const old = before.matches[match.id];
      return old === undefined || isOther(match, old);
    });
  // What had no rows before has none to take away.
  const listIds = (matches: readonly Match[], had: (old: Match) => boolean): string[] =>
    matches.flatMap(({ id }) => {
      const old = before.matches[id];
      return old !== undefined && had(old) ? [id] : [];
    });
  const booked = listWith(hasOtherBookings);
  const mapped = listWith(hasOtherMaps);
  const lined = listWith(hasOtherLineups);
  const freed = await freeBookings(
    transaction,
    listIds(booked, ({ time }) => time !== null),
  );
  const moved = new Set([...freed, ...listMovedByOutage(events)]);
  await writeMatches(transaction, changed, projection, rules);
  await Promise.all([
    upsertRows(
      transaction,
      'public.match_bookings',
      ['match_id', 'entry_id'],
      booked.flatMap((match) => listBookings(match, rules, moved.has(match.id))),
    ),
    replaceRows(
      transaction,
      'public.match_maps',
      'match_id',
      listIds(mapped, ({ maps }) => maps.length > 0),
      mapped.flatMap(listMapRows),
    ),
    replaceRows(
      transaction,
      'private.match_lineups',
      'match_id',
      listIds(lined, ({ check_ins }) => (check_ins.challenger ?? check_ins.defender) !== null),
      lined.flatMap((match) => listLineups(match, projection.ladderId)),
    ),
  ]);
}
