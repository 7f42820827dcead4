import type { Facts, WeeklyAvailability, ZoneOffset } from './context.ts';
import { getEntry, getLadder, getRules } from './draft.ts';
import { addDuration, toInstant } from './duration.ts';
import type { Duration, Instant } from './ids.ts';
import type { Rules } from './rules.ts';
import type { DefaultTimeReason, Entry, LadderState, Match } from './state.ts';
import { findTooClose, getLatest, isAllowedHour, type Pair } from './times.ts';
import {
  createOffsetCache,
  fromLocalTime,
  getWeekday,
  isWithinHours,
  toLocalTime,
  toMinutes,
} from './zone.ts';

export interface DefaultTime {
  starts_at: Instant;
  reason: DefaultTimeReason;
}

interface Search {
  state: LadderState;
  match: Pair;
  from: Instant;
  until: Instant;
  offset: ZoneOffset;
}

/** An hour that is shown must still be allowed when somebody has made up their mind. */
const timeToChoose = 'PT10M';

const QUARTER = 900_000;
const DAY = 86_400_000;

type ScheduleFacts = Pick<Facts, 'availability' | 'zoneOffset'>;

function createSearch(
  state: LadderState,
  match: Pair,
  at: Instant,
  { zoneOffset }: Pick<ScheduleFacts, 'zoneOffset'>,
): Search {
  const from = addDuration(at, getRules(state).schedule.earliest);
  return { state, match, from, until: getLatest(state, at), offset: createOffsetCache(zoneOffset) };
}

/** The hour that the rules set when the sides agree on none, and why it is that one; null when there is none. */
export function findDefaultTime(
  state: LadderState,
  match: Match,
  at: Instant,
  facts: ScheduleFacts,
): DefaultTime | null {
  const search = createSearch(state, match, at, facts);
  if (match.replays > 0) return findNamedTime(search, match, at);
  const challenger = listDeclared(getEntry(state, match.challenger_id), facts.availability);
  const defender = listDeclared(getEntry(state, match.defender_id), facts.availability);
  const best =
    challenger.length + defender.length > 0 ? findOverlap(search, challenger, defender) : null;
  return best ?? findWeeklyDefault(search, challenger.length, defender.length);
}

/** The hour ahead at which most people of two entries are free, both sides having said so; null where none is. */
export function findCommonHour(
  state: LadderState,
  pair: Pair,
  at: Instant,
  facts: ScheduleFacts,
): DefaultTime | null {
  const challenger = listDeclared(getEntry(state, pair.challenger_id), facts.availability);
  const defender = listDeclared(getEntry(state, pair.defender_id), facts.availability);
  if (challenger.length === 0 || defender.length === 0) return null;
  return findOverlap(createSearch(state, pair, at, facts), challenger, defender);
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
 * be free then. A match that is agreed moves at shorter notice than one that is not; a replay is
 * named for after the sides' time to choose.
 */
export function listFreeHours(
  state: LadderState,
  match: Match,
  at: Instant,
  facts: ScheduleFacts,
): FreeHours {
  const { schedule } = getRules(state);
  const notice = getNotice(match, schedule);
  const from = addDuration(addDuration(at, notice), timeToChoose);
  const search = { ...createSearch(state, match, at, facts), from };
  const challenger = listDeclared(getEntry(state, match.challenger_id), facts.availability);
  const defender = listDeclared(getEntry(state, match.defender_id), facts.availability);
  const toFreeAt = (time: Instant): FreeAt => ({
    time,
    challenger: countFree(challenger, time, search.offset),
    defender: countFree(defender, time, search.offset),
  });
  const named = [...match.offered, ...match.countered, ...(match.reschedule?.times ?? [])];
  return {
    declared: { challenger: challenger.length, defender: defender.length },
    hours: [...listHours(search)].map(toFreeAt),
    named: [...new Set(named)].sort().map(toFreeAt),
  };
}

function getNotice({ status }: Match, schedule: Rules['schedule']): Duration {
  if (status === 'scheduled') return schedule.rescheduleUntil;
  return status === 'disputed' ? schedule.confirmWithin : schedule.earliest;
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

/** Whole hours of the ladder's clocks inside its windows, free for both entries, soonest first. */
function* listHours({ state, match, from, until, offset }: Search): Generator<Instant> {
  const { schedule } = getRules(state);
  const { zone } = getLadder(state);
  const first = Math.ceil(Date.parse(from) / QUARTER) * QUARTER;
  for (let epoch = first; epoch <= Date.parse(until); epoch += QUARTER) {
    const local = toLocalTime(zone, epoch, offset);
    if (local.minutes % 60 !== 0 || !isAllowedHour(schedule, local)) continue;
    const time = toInstant(epoch);
    if (!findTooClose(state, match, time)) yield time;
  }
}

/** Where most of the smaller number, then most of both together, are free; the soonest of equals. */
function findOverlap(
  search: Search,
  challenger: WeeklyAvailability[],
  defender: WeeklyAvailability[],
): DefaultTime | null {
  let best: { time: Instant; free: [number, number]; score: number } | null = null;
  for (const time of listHours(search)) {
    const free: [number, number] = [
      countFree(challenger, time, search.offset),
      countFree(defender, time, search.offset),
    ];
    // A side of which nobody declared anything says nothing against any hour.
    const least = Math.min(
      challenger.length > 0 ? free[0] : free[1],
      defender.length > 0 ? free[1] : free[0],
    );
    const score = least * 1000 + free[0] + free[1];
    if (least > 0 && score > (best?.score ?? 0)) best = { time, free, score };
  }
  if (!best) return null;
  const [challenger_free, defender_free] = best.free;
  return {
    starts_at: best.time,
    reason: {
      rule: 'schedule.latest',
      kind: 'overlap',
      challenger_free,
      defender_free,
      challenger_declared: challenger.length,
      defender_declared: defender.length,
      window: { from: search.from, until: search.until },
    },
  };
}

function countFree(people: WeeklyAvailability[], time: Instant, offset: ZoneOffset): number {
  return people.filter(({ zone, ranges }) => {
    const local = toLocalTime(zone, Date.parse(time), offset);
    return ranges.some(({ weekday, from, until }) =>
      isWithinHours(local, { weekdays: [weekday], from, until }, 60),
    );
  }).length;
}

/** The ladder's weekly hour, the first that lies ahead and is free for both. */
function findWeeklyDefault(
  search: Search,
  challengerDeclared: number,
  defenderDeclared: number,
): DefaultTime | null {
  const { state, match, from, until, offset } = search;
  const { defaultWeekday, defaultTime } = getRules(state).schedule;
  const { zone } = getLadder(state);
  const { day } = toLocalTime(zone, Date.parse(from), offset);
  for (let shown = day; shown <= Date.parse(until) + DAY; shown += DAY) {
    if (getWeekday(shown) !== defaultWeekday) continue;
    const time = toInstant(
      fromLocalTime(zone, { day: shown, minutes: toMinutes(defaultTime) }, offset),
    );
    if (time < from || time > until || findTooClose(state, match, time)) continue;
    return {
      starts_at: time,
      reason: {
        rule: 'schedule.defaultTime',
        kind: 'weekly_default',
        challenger_free: 0,
        defender_free: 0,
        challenger_declared: challengerDeclared,
        defender_declared: defenderDeclared,
        window: { from, until },
      },
    };
  }
  return null;
}
