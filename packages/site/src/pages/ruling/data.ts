import type { Dispute, RulingEffects, RulingOutcome } from '@muster/league';
import type { PageHead, Translate } from '../../page-head.ts';
import type { MatchData } from '../match/data.ts';
import type { MatchLine } from '../team/match-line.ts';
import type { CaseHolder } from './case-data.ts';

/** A ruling of before, to be measured by. */
export interface Precedent {
  match_id: string;
  ladder: { slug: string; name: string };
  at: string;
  /** The place in the rules that it cites. */
  rule: string;
  outcome: RulingOutcome['kind'];
  status: 'upheld' | 'overturned';
  is_appeal: boolean;
  by: string | null;
  /** Hours from the dispute or the appeal to the ruling. */
  hours: number | null;
  /** Null once its writer has been forgotten. */
  reason: string | null;
}

/** What of a match waits for a ruling. */
export interface OpenCase {
  kind: 'dispute' | 'appeal';
  reason: Dispute['reason'] | null;
  opened_at: string;
  /** When a ruling is aimed at. */
  aimed_at: string | null;
  holder: CaseHolder | null;
}

/** What /matches/:id/ruling shows. */
export interface RulingData {
  match: MatchData;
  /** Null where nothing waits for a ruling. */
  open: OpenCase | null;
  /** Why this person may not rule; null if they may. */
  refusal: 'not_admin' | 'own_match' | 'suspended' | 'season_closed' | null;
  meetings: MatchLine[];
  precedents: Precedent[];
}

export function toRulingHead({ match }: RulingData, translate: Translate): PageHead {
  return {
    title: translate('ruling.title', {
      challenger: match.sides.challenger.name,
      defender: match.sides.defender.name,
    }),
    isPrivate: true,
  };
}

/** What a ruling would change, with the names of whom it concerns. */
export interface ShownEffects extends RulingEffects {
  names: Record<string, string>;
  sides: Record<string, { challenger: string; defender: string }>;
}
