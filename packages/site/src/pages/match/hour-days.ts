import { type FreeAt, toLocalTime } from '@muster/league';

/** A day of the viewer's calendar with the hours of it that may be chosen. */
export interface HourDay {
  /** UTC midnight of the date. */
  date: number;
  hours: FreeAt[];
}

/** The hours by the days on which they fall for the viewer. */
export function toHourDays(hours: readonly FreeAt[], zone: string): HourDay[] {
  const days: HourDay[] = [];
  for (const hour of hours) {
    const date = toLocalTime(zone, Date.parse(hour.time)).day;
    const last = days.at(-1);
    if (last?.date === date) {
      last.hours.push(hour);
    } else {
      days.push({ date, hours: [hour] });
    }
  }
  return days;
}

const eveningFrom = 17 * 60;

/** The hours that people play at: evenings, and those at which somebody has said to be free. */
export function listUsualHours(hours: readonly FreeAt[], zone: string): FreeAt[] {
  return hours.filter(
    ({ time, challenger, defender }) =>
      challenger + defender > 0 || toLocalTime(zone, Date.parse(time)).minutes >= eveningFrom,
  );
}

/**
 * The best hour of each of the days that suit both sides most, by the rule of the default time: the
 * smaller number first, then both together, then the sooner.
 */
export function listBestHours(hours: readonly FreeAt[], zone: string, count: number): FreeAt[] {
  const least = ({ challenger, defender }: FreeAt) => Math.min(challenger, defender);
  const compare = (one: FreeAt, other: FreeAt) =>
    least(other) - least(one) ||
    other.challenger + other.defender - one.challenger - one.defender ||
    (one.time < other.time ? -1 : 1);
  const shared = hours.filter((hour) => least(hour) > 0);
  return toHourDays(shared, zone)
    .flatMap((day) => day.hours.sort(compare).slice(0, 1))
    .sort(compare)
    .slice(0, count);
}
