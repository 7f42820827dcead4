import type { FreeHours } from './data.ts';

/** A range in the form; the id tells two of the same hours apart. */
export interface FormHours extends FreeHours {
  id: string;
}

/** Monday first, as ISO counts them. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** A day that falls on the weekday, to be named by Intl. */
export function toWeekdayDate(weekday: number): Date {
  // The first of January 2024 was a Monday.
  return new Date(Date.UTC(2024, 0, weekday));
}

/** The hours that can be chosen: each half hour; a range may end at 24:00 and not begin there. */
export function listClockTimes(isEnd: boolean): string[] {
  const times = Array.from({ length: 48 }, (_, half) => toClock(half * 30));
  return isEnd ? [...times.slice(1), '24:00'] : times;
}

function toClock(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** One more range on a day: an evening, or what follows the last one. */
export function addHours(hours: readonly FormHours[], weekday: number, id: string): FormHours[] {
  const last = hours.filter((range) => range.weekday === weekday).at(-1);
  const isFirst = last === undefined || last.to === '24:00';
  const range = isFirst
    ? {
        weekday,
        from: last === undefined ? '18:00' : '12:00',
        to: last === undefined ? '23:00' : '14:00',
      }
    : { weekday, from: last.to, to: '24:00' };
  return [...hours, { id, ...range }];
}

export function removeHours(hours: readonly FormHours[], id: string): FormHours[] {
  return hours.filter((range) => range.id !== id);
}

/** The hours as the form begins with them, and as they are sent. */
export function toFormHours(hours: readonly FreeHours[]): FormHours[] {
  return hours.map((range, place) => ({ ...range, id: `kept-${place}` }));
}

export function toFreeHours(hours: readonly FormHours[]): FreeHours[] {
  return hours.map(({ weekday, from, to }) => ({ weekday, from, to }));
}

interface ChosenHours {
  /** The zone to read in; empty where the browser says it. */
  zone: string;
  browserZone: string;
  hours: readonly FormHours[];
}

/** What the form sends: the hours count in the zone that is chosen, else in the browser's, which nobody else knows. */
export function toSettings({ zone, browserZone, hours }: ChosenHours) {
  return {
    zone: zone === '' ? null : zone,
    availability: toFreeHours(hours),
    availability_zone: zone === '' ? browserZone : zone,
  };
}
