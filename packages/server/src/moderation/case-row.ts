import type { PrivateCasesRow, Queryable } from '@muster/database';
import type { CaseClaim } from '@muster/site/pages/moderation/kinds.ts';
import { refuse } from '../engine/refusal.ts';
import { isUuid } from '../http/find.ts';
import { toMayDecideSql } from '../page/case-office.ts';
import { toClaimEnd } from '../page/claims.ts';

/** A case as the database has it. */
export type CaseRow = PrivateCasesRow;

const day = 24 * 3600 * 1000;
/** Who is concerned may appeal for so long after the decision. */
export const appealWithin = 14 * day;

/** A case's id out of an address; what is no id names nothing. */
export function getCaseId({ id = '' }: Record<string, string>): string {
  return isUuid(id)
    ? id.toLowerCase()
    : refuse({ code: 'not_found', params: { what: 'case', id } });
}

/** SQL: whether the person $2 may decide the case `c`. */
export const mayDecide = toMayDecideSql('$2');

/** The case, locked until the transaction ends, with what the person may do in it; undefined where there is none. */
export async function lockCase(queryable: Queryable, id: string, personId: string) {
  const [row] = await queryable.query<CaseRow & { may_decide: boolean; is_party: boolean }>(
    `select c.*, ${mayDecide} as may_decide, private.is_case_party(c.id, $2) as is_party
     from private.cases c where c.id = $1 for update of c`,
    [id, personId],
  );
  return row;
}

/** A case that waits, locked until the transaction ends, for whom no office stands in the way: the host. */
export async function lockOpenCase(queryable: Queryable, id: string): Promise<CaseRow> {
  const [row] = await queryable.query<CaseRow>(
    `select * from private.cases where id = $1 and status = 'open' for update`,
    [id],
  );
  return row ?? refuse({ code: 'not_found', params: { what: 'case', id } });
}

/** Until when a claim holds; null where nobody has the case. */
export function findClaimEnd({ holder_id, held_at }: Pick<CaseRow, 'holder_id' | 'held_at'>) {
  return holder_id === null || held_at === null ? null : toClaimEnd('case', held_at);
}

/** A claim that holds, as pages show it. */
export function toClaim(
  username: string,
  claim: Pick<CaseRow, 'holder_id' | 'held_at'>,
  viewerId: string,
): CaseClaim {
  return {
    username,
    since: claim.held_at?.toISOString() ?? '',
    until: findClaimEnd(claim) ?? '',
    is_own: claim.holder_id === viewerId,
  };
}
