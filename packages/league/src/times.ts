import { getLadder, getRules, getSeason } from './draft.ts';
import { addDuration, earlierOf, isInstant, toMilliseconds } from './duration.ts';
import type { EntryId, Instant, MatchId } from './ids.ts';
import { refuse } from './refusal.ts';
import type { Rules } from './rules.ts';
import type { LadderState, Match } from './state.ts';
import {
  getWeekday,
  isWithin,
  toLocalTime,
  toMinutes,
  toWindow,
  type WeeklyWindow,
} from './zone.ts';

/** The two entries of a match, made or only thought of. */
export type Pair = Pick<Match, 'id' | 'challenger_id' | 'defender_id'>;

interface TimesInput {
  state: LadderState;
  match: Match;
  at: Instant;
}

/** Times offered: as many as the rules ask, all different, each allowed for both entries. */
export function requireTimes(
  input: TimesInput,
  times: readonly Instant[],
  earliest: Instant,
  minimum?: number,
): Instant[] {
  const { schedule } = getRules(input.state);
  const least = minimum ?? schedule.timesMinimum;
  if (times.length < least || times.length > schedule.timesMaximum) {
    refuse(
      'times_count',
      { has: times.length, minimum: least, maximum: schedule.timesMaximum },
      'times',
    );
  }
  for (const [index, time] of times.entries()) {
    if (!isInstant(time)) {
      refuse('field_invalid', { field: 'times' }, 'times');
    }
    if (times.indexOf(time) < index) {
      refuse('times_not_distinct', { time }, 'times');
    }
    requireWindow(input, time, earliest);
    requireApart(input, time);
  }
  return [...times].sort();
}

/** The last instant at which a match may start. */
export function getLatest(state: LadderState, at: Instant): Instant {
  const latest = addDuration(at, getRules(state).schedule.latest);
  return earlierOf(latest, getSeason(state).ends_at);
}

/** What a replay that is ordered now must begin after: both sides have chosen among its times by then, and the check-in has opened. */
export function getReplayEarliest(state: LadderState, at: Instant): Instant {
  const { schedule, checkIn } = getRules(state);
  return addDuration(addDuration(at, schedule.confirmWithin), checkIn.opens);
}

/** A time inside the window ahead, the season, and the ladder's weekdays and hours. */
function requireWindow({ state, at }: TimesInput, time: Instant, from: Instant): void {
  const until = getLatest(state, at);
  if (time < from || time > until || time >= getSeason(state).ends_at) {
    refuse('time_out_of_window', { time, from, until }, 'times');
  }
  const { schedule } = getRules(state);
  const { zone } = getLadder(state);
  const local = toLocalTime(zone, Date.parse(time));
  if (isWithin(local, toAllowedHours(schedule))) {
    return;
  }
  const hasDay =
    schedule.weekdays.includes(getWeekday(local.day)) || isAfterMidnight(schedule, local.minutes);
  if (!hasDay) {
    refuse('weekday_not_allowed', { time, weekdays: schedule.weekdays, zone }, 'times');
  }
  refuse(
    'hour_not_allowed',
    { time, from: schedule.hoursFrom, until: schedule.hoursUntil, zone },
    'times',
  );
}

function isAfterMidnight({ hoursFrom, hoursUntil }: Rules['schedule'], minutes: number): boolean {
  return toMinutes(hoursUntil) <= toMinutes(hoursFrom) && minutes <= toMinutes(hoursUntil);
}

/** The ladder's weekly hours, in its own zone. */
export function toAllowedHours({
  weekdays,
  hoursFrom,
  hoursUntil,
}: Rules['schedule']): WeeklyWindow {
  return toWindow({ weekdays, from: hoursFrom, until: hoursUntil });
}

/** Starts of an entry's other open matches. */
function listStarts(
  { entries, matches }: LadderState,
  entryId: EntryId,
  except: MatchId,
): { id: MatchId; start: number }[] {
  const entry = entries[entryId];
  return [entry?.challenging, entry?.challenged_by].flatMap((id) => {
    const match = id ? matches[id] : undefined;
    return match?.time && match.id !== except
      ? [{ id: match.id, start: Date.parse(match.time.starts_at) }]
      : [];
  });
}

/** Starts of both entries' other open matches: none of them may be too near to a match's time. */
export function listOtherStarts(state: LadderState, match: Pair): { id: MatchId; start: number }[] {
  return [
    ...listStarts(state, match.challenger_id, match.id),
    ...listStarts(state, match.defender_id, match.id),
  ];
}

/** Finds the open match, of either entry, that stands too near to an instant. */
export function createApartCheck(
  state: LadderState,
  match: Pair,
): (epoch: number) => MatchId | null {
  const apart = toMilliseconds(getRules(state).schedule.apart);
  const others = listOtherStarts(state, match);
  return (epoch) => others.find(({ start }) => Math.abs(start - epoch) < apart)?.id ?? null;
}

export function findTooClose(state: LadderState, match: Pair, time: Instant): MatchId | null {
  return createApartCheck(state, match)(Date.parse(time));
}

export function requireApart(
  { state, match }: Pick<TimesInput, 'state' | 'match'>,
  time: Instant,
): void {
  const matchId = findTooClose(state, match, time);
  if (matchId) {
    refuse(
      'time_too_close',
      { time, match_id: matchId, apart: getRules(state).schedule.apart },
      'times',
    );
  }
}
