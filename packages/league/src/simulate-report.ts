import { emptyLadder, toPatch } from './apply.ts';
import type { LadderEvent, LadderEventOf } from './event.ts';
import type { EntryId, LadderId, MatchId } from './ids.ts';
import { assignPatch } from './patch.ts';
import type { Simulation } from './simulate.ts';
import { findRankCorrelation, type Spread, toSpread } from './simulation/statistics.ts';
import type { Entry, LadderState } from './state.ts';

/** How often each of some things happened, most often first. */
export type Counts = [name: string, count: number][];

/** How well places agree with true strength after a part of the season: 1 in the same order, 0 not at all. */
export interface PlaceAgreement {
  part: number;
  entries: number;
  correlation: number | null;
}

/** What one ladder's simulated season came to. */
export interface SimulationReport {
  events: number;
  /** Everybody who joined, by how they stand at the end. */
  entries: Counts;
  matches: Counts;
  results: { all: number; by_clock: number; reasons: Counts };
  /** Commands refused, and wishes to challenge that met nobody. */
  refusals: Counts;
  wishes: { all: number; unmet: number };
  /** How often the clock acted, by the rule that it cited. */
  rules: Counts;
  /** In hours. */
  waits: { challenge_to_result: Spread; between_results: Spread };
  disputes: { reasons: Counts; rulings: number; appeals: number; overturned: number };
  /** Matches played to an end, and those of them whose standing winner is not who won. */
  played: { all: number; wronged: number };
  strikes: Counts;
  suspensions: number;
  rests: number;
  places: PlaceAgreement[];
  /** The same agreement for the share of results won, of entries with five results or more. */
  won_share: number | null;
}

/** Sums up one ladder of a simulation. */
export function reportSimulation(simulation: Simulation, ladderId: LadderId): SimulationReport {
  const stream = `ladder:${ladderId}`;
  const events = simulation.log.filter((event) => event.stream === stream) as LadderEvent[];
  const state = simulation.ladders[ladderId] ?? emptyLadder;
  const matches = Object.values(state.matches);
  return {
    events: events.length,
    entries: count(Object.values(state.entries), ({ status }) => status),
    matches: count(matches, ({ status }) => status),
    results: countResults(events),
    refusals: toCounts(new Map(Object.entries(simulation.refusals))),
    wishes: simulation.wishes,
    rules: count(events, findClockRule),
    waits: measureWaits(events),
    disputes: {
      reasons: count(Object.values(state.disputes), ({ reason }) => reason),
      rulings: events.filter(({ type }) => type === 'ruling_given').length,
      appeals: Object.keys(state.appeals).length,
      overturned: events.filter(({ type }) => type === 'result_overturned').length,
    },
    played: countPlayed(state, simulation.played),
    strikes: count(events, (event) => (event.type === 'strike_given' ? event.data.reason : null)),
    suspensions: events.filter(({ type }) => type === 'entry_suspended').length,
    rests: events.filter(({ type }) => type === 'rest_began').length,
    places: measurePlaces(events, simulation.strengths),
    won_share: measureWonShare(state, simulation.strengths),
  };
}

function count<Item>(items: Iterable<Item>, toName: (item: Item) => string | null): Counts {
  const counts = new Map<string, number>();
  for (const item of items) {
    const name = toName(item);
    if (name !== null) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return toCounts(counts);
}

const toCounts = (counts: ReadonlyMap<string, number>): Counts =>
  [...counts].sort(([one, first], [other, second]) =>
    first === second ? (one < other ? -1 : 1) : second - first,
  );

/** An automatic act names its rule; a person's ruling cites one too and is not meant here. */
function findClockRule({ actor_id, data }: LadderEvent): string | null {
  return actor_id === null && 'rule' in data ? data.rule : null;
}

type ResultEvent = LadderEventOf<'match_completed' | 'match_forfeited'>;

const isResult = (event: LadderEvent): event is ResultEvent =>
  event.type === 'match_completed' || event.type === 'match_forfeited';

function countResults(events: readonly LadderEvent[]): SimulationReport['results'] {
  const ends = events.filter(
    (event) =>
      isResult(event) || event.type === 'match_voided' || event.type === 'challenge_expired',
  );
  const toReason = ({ data }: (typeof ends)[number]) =>
    'reason' in data ? data.reason : 'expired';
  // One's own forfeit is a person's act, though the clock carries it out ten minutes later.
  const byClock = ends.filter(
    (event) => event.actor_id === null && toReason(event) !== 'own_forfeit',
  );
  return { all: ends.length, by_clock: byClock.length, reasons: count(ends, toReason) };
}

const hour = 3_600_000;

/** From each challenge to its result, of which a match has one, and for each entry from one result to the next. */
function measureWaits(events: readonly LadderEvent[]): SimulationReport['waits'] {
  const challenges = new Map<MatchId, LadderEventOf<'challenge_made'>>();
  const last = new Map<EntryId, number>();
  const toResult: number[] = [];
  const between: number[] = [];
  for (const event of events) {
    const matchId = event.match_id ?? '';
    if (event.type === 'challenge_made') {
      challenges.set(matchId, event);
    }
    const challenge = challenges.get(matchId);
    if (!isResult(event) || !challenge) {
      continue;
    }
    const at = Date.parse(event.at);
    toResult.push((at - Date.parse(challenge.at)) / hour);
    for (const id of [challenge.data.challenger_id, challenge.data.defender_id]) {
      const before = last.get(id);
      if (before !== undefined) {
        between.push((at - before) / hour);
      }
      last.set(id, at);
    }
  }
  return { challenge_to_result: toSpread(toResult), between_results: toSpread(between) };
}

function countPlayed(
  { matches }: LadderState,
  played: Simulation['played'],
): SimulationReport['played'] {
  const ended = Object.values(matches).filter(
    ({ id, status }) => played[id] && (status === 'completed' || status === 'forfeited'),
  );
  const wronged = ended.filter(({ id, result }) => result?.winner !== played[id]);
  return { all: ended.length, wronged: wronged.length };
}

const parts = [0, 0.25, 0.5, 0.75, 1];

/** The log applied once more, with a look at the rungs after each quarter of the season. */
function measurePlaces(
  events: readonly LadderEvent[],
  strengths: Simulation['strengths'],
): PlaceAgreement[] {
  const opened = events.find(({ type }) => type === 'season_opened');
  const [from, until] = [Date.parse(opened?.at ?? ''), Date.parse(events.at(-1)?.at ?? '')];
  if (Number.isNaN(from)) {
    return [];
  }
  const state = structuredClone(emptyLadder);
  const places: PlaceAgreement[] = [];
  const look = (part: number) => {
    const standing = Object.values(state.entries).filter(({ rung }) => rung !== null);
    const correlation = correlate(standing, strengths, ({ rung }) => -(rung ?? 0));
    places.push({ part, entries: standing.length, correlation });
  };
  for (const event of events) {
    const epoch = Date.parse(event.at);
    for (const part of parts.slice(places.length)) {
      if (epoch > from + part * (until - from)) {
        look(part);
      }
    }
    assignPatch(state, toPatch(state, event));
  }
  for (const part of parts.slice(places.length)) {
    look(part);
  }
  return places;
}

function measureWonShare(
  { entries }: LadderState,
  strengths: Simulation['strengths'],
): number | null {
  const known = Object.values(entries).filter(({ record }) => record.wins + record.losses >= 5);
  return correlate(known, strengths, ({ record }) => record.wins / (record.wins + record.losses));
}

function correlate(
  entries: readonly Entry[],
  strengths: Simulation['strengths'],
  toValue: (entry: Entry) => number,
): number | null {
  return findRankCorrelation(entries.map((entry) => [toValue(entry), strengths[entry.id] ?? 0]));
}
