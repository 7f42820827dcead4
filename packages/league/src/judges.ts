import type { Actor, Facts } from './context.ts';
import { type Draft, getRules } from './draft.ts';
import { addDuration } from './duration.ts';
import type { Instant, PersonId } from './ids.ts';
import {
  type AskerOnLadder,
  hasPart,
  requireActor,
  requireLadderAdmin,
  requireSiteAdmin,
} from './permissions.ts';
import { findRefusal, type Refusal } from './refusal.ts';
import type { Match, Season } from './state.ts';

/** What of a match is to be judged. */
export type CaseKind = 'dispute' | 'appeal';
/** Whose office a case falls to. */
export type Judge = 'ladder_admin' | 'site_admin' | 'outsider' | 'nobody';

interface Bench {
  kind: CaseKind;
  /** All in office, and the outsider; nobody who is suspended. */
  judges: readonly Actor[];
  /** Whom the season's rules name. */
  outsider?: PersonId | null;
}

/**
 * Who can judge a match's case: a dispute an admin of the ladder or else of the site, an appeal an admin of the
 * site who did not give the ruling; where there is none the outsider whom the rules name, if they did not give it
 * either. Never who has a part in the match.
 */
export function findJudge(
  state: AskerOnLadder['state'],
  match: Match,
  { kind, judges, outsider = null }: Bench,
): Judge {
  const ruledBy = kind === 'appeal' ? match.result?.ruled_by : null;
  const free = judges.filter(
    (judge) => judge.person_id !== ruledBy && !hasPart(state, match, judge),
  );
  if (kind === 'dispute' && free.some((judge) => judge.is_ladder_admin && !judge.is_site_admin)) {
    return 'ladder_admin';
  }
  if (free.some(({ is_site_admin }) => is_site_admin)) {
    return 'site_admin';
  }
  return free.some(({ person_id }) => person_id === outsider) ? 'outsider' : 'nobody';
}

/** Who asks to judge on a ladder, of whose season no more than the rules need be there. */
export interface AskerOnCase extends AskerOnLadder {
  readonly state: AskerOnLadder['state'] & { readonly season?: Pick<Season, 'rules'> | null };
  readonly facts: AskerOnLadder['facts'] & Pick<Facts, 'judges'>;
}

/** Who decides a match's case: in the office that it falls to, or the outsider to whom it falls alone. */
export function requireJudge(draft: AskerOnCase, match: Match, kind: CaseKind): Actor {
  const actor = requireActor(draft);
  const outsider = findOutsider(draft);
  if (actor.person_id === outsider && toJudge(draft, match, kind) === 'outsider') {
    return actor;
  }
  return kind === 'appeal' ? requireSiteAdmin(draft, match) : requireLadderAdmin(draft, match);
}

const findOutsider = ({ state }: Pick<AskerOnCase, 'state'>): PersonId | null =>
  state.season?.rules.dispute.outsider ?? null;

/** Whose a case is; null where it was not asked who could judge. */
function toJudge(
  draft: Pick<AskerOnCase, 'state'> & { facts: Pick<Facts, 'judges'> },
  match: Match,
  kind: CaseKind,
): Judge | null {
  const { judges } = draft.facts;
  return judges === undefined
    ? null
    : findJudge(draft.state, match, { kind, judges, outsider: findOutsider(draft) });
}

/** Why a person may not rule on a match's dispute; null if they may. */
export const findRulingRefusal = (asker: AskerOnCase, match: Match): Refusal | null =>
  findRefusal(() => requireJudge(asker, match, 'dispute'));

/** Why a person may not decide an appeal about a match, whoever gave the ruling; null if they may. */
export const findAppealRulingRefusal = (asker: AskerOnCase, match: Match): Refusal | null =>
  findRefusal(() => requireJudge(asker, match, 'appeal'));

/** Where nobody can judge what is about to be asked: when that which stands stands for good. */
export function findStanding(
  draft: Pick<Draft, 'state' | 'at'> & { facts: Pick<Facts, 'judges'> },
  match: Match,
  kind: CaseKind,
): { stands_at?: Instant } {
  if (toJudge(draft, match, kind) !== 'nobody') {
    return {};
  }
  return { stands_at: addDuration(draft.at, getRules(draft.state).dispute.rulingWithin) };
}
