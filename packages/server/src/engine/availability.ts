import type { Facts, WeeklyAvailability } from '@muster/league';
import { toReaderZoneSql } from '../page/reader-zone.ts';

/** A range of `private.person_settings.availability`, in the zone of `toHoursZoneSql`. */
export interface StoredRange {
  weekday: number;
  from: string;
  to: string;
}

export interface AvailabilityRow {
  person_id: string;
  zone: string;
  availability: readonly StoredRange[];
}

/**
 * The zone in which the free hours of a row of settings are meant, by its name in the statement: that in which they were
 * entered; where that was not kept, the one in which the person reads times.
 */
export const toHoursZoneSql = (settings: string) =>
  `coalesce(${settings}.availability_zone, ${toReaderZoneSql(`${settings}.person_id`)}, 'UTC')`;

/** The free hours that people ($1) have declared. */
export const availabilityStatement = `
  select s.person_id, ${toHoursZoneSql('s')} as zone, s.availability
  from private.person_settings s where s.person_id = any($1::uuid[])`;

/** The hours that people have declared, by person; who has named none is not in it. */
export function toAvailability(rows: readonly AvailabilityRow[]): Facts['availability'] {
  return Object.fromEntries(
    rows
      .filter(({ availability }) => availability.length > 0)
      .map((row): [string, WeeklyAvailability] => [
        row.person_id,
        {
          zone: row.zone,
          ranges: row.availability.map(({ weekday, from, to }) => ({ weekday, from, until: to })),
        },
      ]),
  );
}
