import type { Facts, WeeklyAvailability } from './context.ts';
import { getEntry, getLadder, getRules, getSeason } from './draft.ts';
import { addDuration, toInstant } from './duration.ts';
import type { EntryId, Instant } from './ids.ts';
import type { DefaultTimeReason, Entry, LadderState, Match } from './state.ts';
import {
  createApartCheck,
  findTooClose,
  getLatest,
  getReplayEarliest,
  type Pair,
  toAllowedHours,
} from './times.ts';
import { fromLocalTime, getWeekday, isWithin, toLocalTime, toMinutes, toWindow } from './zone.ts';

export interface DefaultTime {
  starts_at: Instant;
  reason: DefaultTimeReason;
}

/** How many of an entry have declared hours, and how many of them are free at each hour of a search. */
interface Side {
  declared: number;
  free: readonly number[];
}

/** The hours between two instants at which a match may start by the rules, each with who is free: reckoned once, when asked. */
interface Search {
  state: LadderState;
  from: Instant;
  until: Instant;
  hours: () => readonly number[];
  side: (entryId: EntryId) => Side;
}

/** An hour that is shown must still be allowed when somebody has made up their mind. */
const timeToChoose = 'PT10M';

const quarter = 900_000;
const dayMs = 86_400_000;

type ScheduleFacts = Pick<Facts, 'availability'>;

function createSearch(
  state: LadderState,
  { from, at }: { from: Instant; at: Instant },
  { availability }: ScheduleFacts,
): Search {
  const until = getLatest(state, at);
  let hours: readonly number[] | null = null;
  const sides = new Map<EntryId, Side>();
  const search: Search = {
    state,
    from,
    until,
    hours() {
      hours ??= listHours(search);
      return hours;
    },
    side(entryId) {
      const known = sides.get(entryId);
      if (known) {
        return known;
      }
      const people = listDeclared(getEntry(state, entryId), availability);
      const side = { declared: people.length, free: countFree(people, search.hours()) };
      sides.set(entryId, side);
      return side;
    },
  };
  return search;
}

const createUsualSearch = (state: LadderState, at: Instant, facts: ScheduleFacts): Search =>
  createSearch(state, { from: addDuration(at, getRules(state).schedule.earliest), at }, facts);

/** The hour that the rules set when the sides agree on none, and why it is that one; null when there is none. */
export function findDefaultTime(
  state: LadderState,
  match: Match,
  at: Instant,
  facts: ScheduleFacts,
): DefaultTime | null {
  const search = createUsualSearch(state, at, facts);
  if (match.replays > 0) {
    return findNamedTime(search, match, at);
  }
  return findOverlap(search, match) ?? findWeeklyDefault(search, match);
}

/**
 * Finds the hour ahead at which most people of two entries are free, both sides having said so; null where
 * none is. Made once for all the pairs that are asked about.
 */
export function createCommonHours(
  state: LadderState,
  at: Instant,
  facts: ScheduleFacts,
): (pair: Pair) => DefaultTime | null {
  const search = createUsualSearch(state, at, facts);
  return (pair) => {
    const hasAny = (id: EntryId) => search.side(id).declared > 0;
    return hasAny(pair.challenger_id) && hasAny(pair.defender_id)
      ? findOverlap(search, pair)
      : null;
  };
}

/** How many of each side have said that they are free at an instant. */
export interface FreeAt {
  time: Instant;
  challenger: number;
  defender: number;
}

export interface FreeHours {
  /** How many of each side have named any hours at all. */
  declared: { challenger: number; defender: number };
  /** Every hour that the rules allow, soonest first. */
  hours: FreeAt[];
  /** The times that the two sides have named. */
  named: FreeAt[];
}

/**
 * The hours at which a match may start by the rules, and the times already named, with who has said to
 * be free then. A match that is agreed moves at shorter notice than one that is not, and to another hour
 * than its own; a replay is named for after the sides' time to choose.
 */
export function listFreeHours(
  state: LadderState,
  match: Match,
  at: Instant,
  facts: ScheduleFacts,
): FreeHours {
  const from = addDuration(getEarliest(state, match, at), timeToChoose);
  const search = createSearch(state, { from, at }, facts);
  const list = (id: EntryId) => listDeclared(getEntry(state, id), facts.availability);
  const [challenger, defender] = [list(match.challenger_id), list(match.defender_id)];
  const toFreeAt = (epochs: readonly number[]): FreeAt[] => {
    const [own, theirs] = [countFree(challenger, epochs), countFree(defender, epochs)];
    return epochs.map((epoch, index) => ({
      time: toInstant(epoch),
      challenger: own[index] ?? 0,
      defender: theirs[index] ?? 0,
    }));
  };
  const findOther = createApartCheck(state, match);
  const named = [...match.offered, ...match.countered, ...(match.reschedule?.times ?? [])];
  return {
    declared: { challenger: challenger.length, defender: defender.length },
    hours: toFreeAt(
      search
        .hours()
        .filter((epoch) => findOther(epoch) === null && toInstant(epoch) !== match.time?.starts_at),
    ),
    named: toFreeAt([...new Set(named)].sort().map(Date.parse)),
  };
}

function getEarliest(state: LadderState, { status }: Match, at: Instant): Instant {
  if (status === 'disputed') {
    return getReplayEarliest(state, at);
  }
  const { schedule } = getRules(state);
  return addDuration(at, status === 'scheduled' ? schedule.rescheduleUntil : schedule.earliest);
}

function listDeclared(entry: Entry, availability: Facts['availability']): WeeklyAvailability[] {
  return entry.players.flatMap(({ person_id }) => {
    const declared = availability[person_id];
    return declared && declared.ranges.length > 0 ? [declared] : [];
  });
}

/** A ruling named three times: the first that is still ahead and free. */
function findNamedTime({ state, until }: Search, match: Match, at: Instant): DefaultTime | null {
  const named = match.offered.find(
    (time) =>
      time > addDuration(at, getRules(state).checkIn.opens) && !findTooClose(state, match, time),
  );
  const counts = {
    challenger_free: 0,
    defender_free: 0,
    challenger_declared: 0,
    defender_declared: 0,
  };
  return named
    ? {
        starts_at: named,
        reason: {
          rule: 'dispute.rulingWithin',
          kind: 'named_by_ruling',
          ...counts,
          window: { from: at, until },
        },
      }
    : null;
}

/** Whole hours of the ladder's clocks inside its windows, soonest first; none is the season's end, as no time that is offered. */
function listHours({ state, from, until }: Search): number[] {
  const { zone } = getLadder(state);
  const allowed = toAllowedHours(getRules(state).schedule);
  const hours: number[] = [];
  const first = Math.ceil(Date.parse(from) / quarter) * quarter;
  const last = Date.parse(until);
  const end = Date.parse(getSeason(state).ends_at);
  for (let epoch = first; epoch <= last && epoch < end; epoch += quarter) {
    const local = toLocalTime(zone, epoch);
    if (local.minutes % 60 === 0 && isWithin(local, allowed)) {
      hours.push(epoch);
    }
  }
  return hours;
}

/** Where most of the smaller number, then most of both together, are free; the soonest of equals. */
function findOverlap(search: Search, pair: Pair): DefaultTime | null {
  const [challenger, defender] = [search.side(pair.challenger_id), search.side(pair.defender_id)];
  const findOther = createApartCheck(search.state, pair);
  let best: { epoch: number; free: [number, number]; score: number } | null = null;
  for (const [index, epoch] of search.hours().entries()) {
    const free: [number, number] = [challenger.free[index] ?? 0, defender.free[index] ?? 0];
    // A side of which nobody declared anything says nothing against any hour.
    const least = Math.min(
      challenger.declared > 0 ? free[0] : free[1],
      defender.declared > 0 ? free[1] : free[0],
    );
    const score = least * 1000 + free[0] + free[1];
    const isBetter = least > 0 && score > (best?.score ?? 0);
    if (isBetter && findOther(epoch) === null) {
      best = { epoch, free, score };
    }
  }
  if (!best) {
    return null;
  }
  const [challenger_free, defender_free] = best.free;
  return {
    starts_at: toInstant(best.epoch),
    reason: {
      rule: 'schedule.latest',
      kind: 'overlap',
      challenger_free,
      defender_free,
      challenger_declared: challenger.declared,
      defender_declared: defender.declared,
      window: { from: search.from, until: search.until },
    },
  };
}

/** How many people are free for an hour at each of some instants. */
function countFree(people: readonly WeeklyAvailability[], epochs: readonly number[]): number[] {
  const weeks = people.map(({ zone, ranges }) => ({
    zone,
    windows: ranges.map(({ weekday, from, until }) =>
      toWindow({ weekdays: [weekday], from, until }),
    ),
  }));
  return epochs.map((epoch) => {
    const isFree = ({ zone, windows }: (typeof weeks)[number]) => {
      const local = toLocalTime(zone, epoch);
      return windows.some((window) => isWithin(local, window, 60));
    };
    return weeks.filter(isFree).length;
  });
}

/** The ladder's weekly hour, the first that lies ahead and is free for both. */
function findWeeklyDefault({ state, from, until, side }: Search, match: Match): DefaultTime | null {
  const { defaultWeekday, defaultTime } = getRules(state).schedule;
  const { zone } = getLadder(state);
  const { day } = toLocalTime(zone, Date.parse(from));
  for (let shown = day; shown <= Date.parse(until) + dayMs; shown += dayMs) {
    if (getWeekday(shown) !== defaultWeekday) {
      continue;
    }
    const time = toInstant(fromLocalTime(zone, { day: shown, minutes: toMinutes(defaultTime) }));
    const isAhead = time >= from && time <= until && time < getSeason(state).ends_at;
    if (!isAhead || findTooClose(state, match, time)) {
      continue;
    }
    return {
      starts_at: time,
      reason: {
        rule: 'schedule.defaultTime',
        kind: 'weekly_default',
        challenger_free: 0,
        defender_free: 0,
        challenger_declared: side(match.challenger_id).declared,
        defender_declared: side(match.defender_id).declared,
        window: { from, until },
      },
    };
  }
  return null;
}
