import { type Queryable, takeRow } from '@muster/database';
import type { CaseLine } from '@muster/site/pages/moderation/data.ts';
import { mayDecide } from './case-row.ts';
import { listCases } from './list-cases.ts';

/** The topic on which every change of any case is told; it says nothing of the case. */
export const allCasesTopic = 'case:00000000-0000-0000-0000-000000000000';

/** A case that waits for a decision: reports, a flagged name, or an appeal. Its page is `/admins/cases/{id}`. */
export type WaitingCase = CaseLine;

/** The cases that a person may decide and that wait: appeals first, then the longest waiting. */
export function listWaitingCases(
  queryable: Queryable,
  { personId, at, limit }: { personId: string; at: Date; limit: number },
): Promise<WaitingCase[]> {
  return listCases(queryable, { personId, at, limit, isDone: false, kind: null, offset: 0 });
}

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
