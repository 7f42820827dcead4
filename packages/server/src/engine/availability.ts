import type { Facts, WeeklyAvailability } from '@muster/league';

/** A range of `private.person_settings.availability`, in the person's own zone. */
export interface StoredRange {
  weekday: number;
  from: string;
  to: string;
}

export interface AvailabilityRow {
  person_id: string;
  zone: string | null;
  availability: readonly StoredRange[];
}

/** The hours that people have declared, by person; who has named none is not in it. */
export function toAvailability(rows: readonly AvailabilityRow[]): Facts['availability'] {
  return Object.fromEntries(
    rows
      .filter(({ availability }) => availability.length > 0)
      .map((row): [string, WeeklyAvailability] => [
        row.person_id,
        {
          zone: row.zone ?? 'UTC',
          ranges: row.availability.map(({ weekday, from, to }) => ({ weekday, from, until: to })),
        },
      ]),
  );
}
