import type { ClockTime, Zone } from './ids.ts';
import { keepAnswers } from './kept.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A date and time of day as the clocks of a zone show it. */
export interface LocalTime {
  /** The day as UTC midnight of the same date: days differ by exactly 86,400,000. */
  day: number;
  /** Minutes since midnight, as the clock shows them. */
  minutes: number;
}

/** More than there are zones under all their names; a name may be written in any case. */
const zones = 1000;
/** Days that are reckoned at once, and how many such spans of a zone are kept: some years. */
const spanMs = 32 * dayMs;
const spans = 64;

/** From an instant on, a zone's clocks are so far from UTC; both in milliseconds. */
interface Offset {
  from: number;
  offset: number;
}

const getFormat = keepAnswers(
  zones,
  (zone: Zone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** Whether a text names a zone that this machine knows, by its IANA name. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) {
    return false;
  }
  try {
    getFormat(zone);
    return true;
  } catch {
    return false;
  }
}

function askOffset(zone: Zone, epoch: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of getFormat(zone).formatToParts(epoch)) {
    parts[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(epoch / 1000) * 1000;
}

const getSpans = keepAnswers(zones, (zone: Zone) =>
  keepAnswers(spans, (span: number) => listOffsets(zone, span * spanMs)),
);

/** The offsets of a span, the latest first. Asks `Intl` once a day, because no zone's clocks change twice in one. */
function listOffsets(zone: Zone, start: number): Offset[] {
  const offsets: Offset[] = [{ from: start, offset: askOffset(zone, start) }];
  for (let day = start; day < start + spanMs; day += dayMs) {
    const offset = askOffset(zone, day + dayMs);
    if (offset === offsets[0]?.offset) {
      continue;
    }
    offsets.unshift({ from: findChange(zone, day, offset), offset });
  }
  return offsets;
}

/** The second after `before`, within a day, from which on the offset is what it is a day later. */
function findChange(zone: Zone, before: number, offset: number): number {
  let [old, fresh] = [before, before + dayMs];
  while (fresh - old > 1000) {
    const middle = old + Math.floor((fresh - old) / 2000) * 1000;
    if (askOffset(zone, middle) === offset) {
      fresh = middle;
    } else {
      old = middle;
    }
  }
  return fresh;
}

/** The offset of a zone from UTC at an instant, both in milliseconds. Reckoned once for a month around it, then kept. */
export function getZoneOffset(zone: Zone, epoch: number): number {
  const offsets = getSpans(zone)(Math.floor(epoch / spanMs));
  for (const { from, offset } of offsets) {
    if (epoch >= from) {
      return offset;
    }
  }
  throw new RangeError(`${epoch} is no instant`);
}

export function toLocalTime(zone: Zone, epoch: number): LocalTime {
  const shown = epoch + getZoneOffset(zone, epoch);
  const day = Math.floor(shown / dayMs) * dayMs;
  return { day, minutes: Math.floor((shown - day) / minuteMs) };
}

/** The instant at which a zone's clocks show a time. Skipped by a change: as much later as was skipped. Shown twice: the first. */
export function fromLocalTime(zone: Zone, local: LocalTime): number {
  const shown = local.day + local.minutes * minuteMs;
  const before = getZoneOffset(zone, shown - dayMs);
  const after = getZoneOffset(zone, shown + dayMs);
  const first = shown - Math.max(before, after);
  const second = shown - Math.min(before, after);
  if (first + getZoneOffset(zone, first) === shown) {
    return first;
  }
  return second + getZoneOffset(zone, second) === shown ? second : shown - before;
}

/** ISO weekday, Monday 1. */
export function getWeekday(day: number): number {
  return ((((Math.floor(day / dayMs) + 3) % 7) + 7) % 7) + 1;
}

export function toMinutes(time: ClockTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Weekly hours; `until` at or before `from` runs through midnight, and the weekday is the one on which they begin. */
export interface WeeklyHours {
  weekdays: readonly number[];
  from: ClockTime;
  until: ClockTime;
}

/** Weekly hours as minutes since the midnight of the weekday on which they begin. */
export interface WeeklyWindow {
  weekdays: readonly number[];
  from: number;
  end: number;
}

export function toWindow({ weekdays, from, until }: WeeklyHours): WeeklyWindow {
  const [start, end] = [toMinutes(from), toMinutes(until)];
  return { weekdays, from: start, end: end > start ? end : end + 1440 };
}

/** Whether an instant's local time lies in weekly hours. `minutes` more must fit before they end. */
export function isWithin(local: LocalTime, { weekdays, from, end }: WeeklyWindow, minutes = 0) {
  for (let back = 0; back < 2; back += 1) {
    const shown = local.minutes + back * 1440;
    const isInside = shown >= from && shown + minutes <= end;
    if (isInside && weekdays.includes(getWeekday(local.day - back * dayMs))) {
      return true;
    }
  }
  return false;
}
