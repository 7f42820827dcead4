import { type Queryable, takeRow } from '@muster/database';
import { mayDecide } from './case-row.ts';

/** The topic on which every change of any case is told; it says nothing of the case. */
export const allCasesTopic = 'case:00000000-0000-0000-0000-000000000000';

/** How many cases wait that a person may decide. */
export async function countWaitingCases(queryable: Queryable, personId: string): Promise<number> {
  const { count } = takeRow(
    await queryable.query<{ count: number }>(
      `select count(*)::integer as count from private.cases c
       where $1::uuid is not null and c.status in ('open', 'appealed') and ${mayDecide}`,
      [personId, personId],
    ),
  );
  return count;
}
