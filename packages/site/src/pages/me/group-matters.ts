import type { Matter } from './matter.ts';

interface GroupedMatters {
  /** Acts, what is lost first before the rest. */
  waiting: Matter[];
  /** Dates of this day in the reader's zone, those under way included. */
  today: Matter[];
  /** Later dates. */
  coming: Matter[];
  /** What others are at work on. */
  others: Matter[];
}

/** Somebody's matters by what they mean for the day, each group in the order given. */
export function groupMatters(
  matters: readonly Matter[],
  now: Date,
  timeZone: string,
): GroupedMatters {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const today = day.format(now);
  const isToday = ({ until }: Matter) => until === null || day.format(new Date(until)) <= today;
  const dates = matters.filter(({ weight }) => weight === 'date');
  return {
    waiting: matters.filter(({ weight }) => weight === 'act'),
    today: dates.filter(isToday),
    coming: dates.filter((matter) => !isToday(matter)),
    others: matters.filter(({ weight }) => weight === 'news'),
  };
}
