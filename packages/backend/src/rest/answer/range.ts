import { RestFailure } from '../failure.ts';
import { type ReadPlan, refuseRange } from '../plan.ts';
import type { RestRequest } from '../types.ts';

/** Narrows a plan to what the `Range` header of a GET names, on top of its limit and offset. */
export function applyRange(plan: ReadPlan, request: RestRequest): void {
  const header = request.method === 'GET' ? request.headers.get('range') : null;
  const found = header === null ? null : /^(\d+)-(\d*)$/.exec(header);
  if (found === null) {
    return;
  }
  const first = Math.max(Number(found[1]), plan.offset);
  const last = Math.min(
    found[2] ? Number(found[2]) : Number.POSITIVE_INFINITY,
    plan.limit === null ? Number.POSITIVE_INFINITY : plan.offset + plan.limit - 1,
  );
  if (!Number.isSafeInteger(first) || (Number.isFinite(last) && last < first && plan.limit !== 0)) {
    throw refuseRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  if (plan.limit === 0) {
    return;
  }
  plan.offset = first;
  if (Number.isFinite(last)) {
    plan.limit = last - first + 1;
  }
}

/** 200, or 206 where there are more rows than these. Throws PGRST103 where the first is beyond the last. */
export function toRangeStatus(first: number, rows: number, total: number | null): number {
  if (total === null) {
    return 200;
  }
  if (first > total) {
    throw new RestFailure(416, {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: `An offset of ${first} was requested, but there are only ${total} rows.`,
    });
  }
  return rows < total ? 206 : 200;
}
