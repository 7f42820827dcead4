import type { ZoneOffset } from './context.ts';
import type { ClockTime, Zone } from './ids.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** A date and time of day as the clocks of a zone show it. */
export interface LocalTime {
  /** The day as UTC midnight of the same date: days differ by exactly 86,400,000. */
  day: number;
  /** Minutes since midnight, as the clock shows them. */
  minutes: number;
}

const formats = new Map<Zone, Intl.DateTimeFormat>();

function getFormat(zone: Zone): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** Whether a text names a zone that this machine knows, by its IANA name. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    getFormat(zone);
    return true;
  } catch {
    return false;
  }
}

/** The offset from UTC by `Intl`, in milliseconds. */
export const getZoneOffset: ZoneOffset = (zone, epoch) => {
  const parts: Record<string, number> = {};
  for (const { type, value } of getFormat(zone).formatToParts(epoch)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(epoch / 1000) * 1000;
};

/** An offset function that asks `ask` once an hour of time: a search through ten days asks 240 times, not for each step and person. */
export function createOffsetCache(ask: ZoneOffset = getZoneOffset): ZoneOffset {
  const zones = new Map<Zone, Map<number, number>>();
  return (zone, epoch) => {
    const known = zones.get(zone) ?? new Map<number, number>();
    if (known.size === 0) zones.set(zone, known);
    // Offsets change on quarter hours of UTC at the finest.
    const quarter = Math.floor(epoch / (15 * MINUTE));
    const offset = known.get(quarter) ?? ask(zone, quarter * 15 * MINUTE);
    known.set(quarter, offset);
    return offset;
  };
}

export function toLocalTime(
  zone: Zone,
  epoch: number,
  offset: ZoneOffset = getZoneOffset,
): LocalTime {
  const shown = epoch + offset(zone, epoch);
  const day = Math.floor(shown / DAY) * DAY;
  return { day, minutes: Math.floor((shown - day) / MINUTE) };
}

/** The instant at which a zone's clocks show a time. Skipped by a change: as much later as was skipped. Shown twice: the first. */
export function fromLocalTime(
  zone: Zone,
  local: LocalTime,
  offset: ZoneOffset = getZoneOffset,
): number {
  const shown = local.day + local.minutes * MINUTE;
  const before = offset(zone, shown - DAY);
  const after = offset(zone, shown + DAY);
  const first = shown - Math.max(before, after);
  const second = shown - Math.min(before, after);
  if (first + offset(zone, first) === shown) return first;
  return second + offset(zone, second) === shown ? second : shown - before;
}

/** ISO weekday, Monday 1. */
export function getWeekday(day: number): number {
  return ((((Math.floor(day / DAY) + 3) % 7) + 7) % 7) + 1;
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

/** Whether an instant's local time lies in weekly hours. `minutes` more must fit before they end. */
export function isWithinHours(local: LocalTime, hours: WeeklyHours, minutes = 0): boolean {
  const from = toMinutes(hours.from);
  const until = toMinutes(hours.until);
  const end = until > from ? until : until + 1440;
  return [0, 1].some((back) => {
    const shown = local.minutes + back * 1440;
    return (
      hours.weekdays.includes(getWeekday(local.day - back * DAY)) &&
      shown >= from &&
      shown + minutes <= end
    );
  });
}
