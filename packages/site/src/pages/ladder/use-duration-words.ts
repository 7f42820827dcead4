import { parseDuration } from '@muster/league';
import { useFormatter } from 'use-intl';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** A duration of the rules in words: 'PT72H' is 72 hours, 'P10D' ten days, 'PT90M' 90 minutes. */
export function useDurationWords(): (duration: string) => string {
  const format = useFormatter();
  return (duration) => {
    const length = parseDuration(duration) ?? 0;
    const isInDays = /^P\d+D$/.test(duration);
    const unit =
      units.find(
        ([name, size]) => (isInDays || name !== 'day') && length > 0 && length % size === 0,
      ) ?? units[3];
    return format.number(length / unit[1], { style: 'unit', unit: unit[0], unitDisplay: 'long' });
  };
}
