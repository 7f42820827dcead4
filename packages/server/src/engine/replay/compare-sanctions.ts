import type { Queryable } from '@muster/database';
import type { SiteState } from '@muster/league';
import { toSanctionRow } from '../project/site.ts';
import { findStateDifference } from './state-difference.ts';

/** The first difference between the sanctions and what the site's log comes to. */
export async function compareSanctions(
  queryable: Queryable,
  { sanctions }: SiteState,
): Promise<string | null> {
  const rows = await queryable.query<ReturnType<typeof toSanctionRow>>(
    `select id, person_id, ladder_id, kind, given_by, rule, text_id, is_lifted,
       to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at,
       to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at
     from public.sanctions`,
  );
  if (rows.length !== Object.keys(sanctions).length) {
    return `the table has ${rows.length} sanctions, the log ${Object.keys(sanctions).length}`;
  }
  for (const row of rows) {
    const sanction = sanctions[row.id];
    const replayed = sanction && toSanctionRow(sanction);
    const difference = findStateDifference(`sanction ${row.id}`, row, replayed);
    if (difference !== null) {
      return difference;
    }
  }
  return null;
}
