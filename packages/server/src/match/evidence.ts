import type { Match } from '@muster/league';
import type { MatchEvidence } from '@muster/site/pages/match/evidence-data.ts';
import type { LoaderInput } from '../context.ts';
import { isOpenForEvidence } from '../evidence/rights.ts';
import { toInstant, toInstantOrNull } from '../page/instants.ts';
import type { MatchPageRow } from './query.ts';

/** Whether nothing silences who looks, as who speaks and who brings something is asked; a strike silences nobody. */
export const hasVoice = ({ asker }: MatchPageRow): boolean =>
  asker?.sanctions.every(({ kind }) => kind === 'strike') === true;

export type Looker = Pick<LoaderInput, 'viewer' | 'now'>;

/** What the sides have brought; null for whoever may not see it yet. */
export function toEvidence(
  page: MatchPageRow,
  { status }: Match,
  { viewer, now }: Looker,
): MatchEvidence | null {
  if (page.evidence === null) {
    return null;
  }
  const endedAt = toInstantOrNull(page.ended_at);
  const isOpen = isOpenForEvidence({
    status,
    ended_at: endedAt === null ? null : new Date(endedAt),
    is_contested: page.dispute?.status === 'open' || page.appeal?.status === 'open',
    rules: page.rules,
    at: now.toISOString(),
  });
  return {
    pieces: page.evidence.map((row) => ({
      ...row,
      added_at: toInstant(row.added_at),
      is_own: !page.is_ruled && row.person_id === viewer?.person_id,
    })),
    may_bring: page.rights.is_member && isOpen && hasVoice(page),
    is_public_later: page.rules.report.evidenceShown !== 'sides',
  };
}
