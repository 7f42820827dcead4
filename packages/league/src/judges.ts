import type { Actor, Facts } from './context.ts';
import { type Draft, getRules } from './draft.ts';
import { addDuration } from './duration.ts';
import type { Instant } from './ids.ts';
import { hasPart } from './permissions.ts';
import type { LadderState, Match } from './state.ts';

/** What of a match is to be judged. */
export type CaseKind = 'dispute' | 'appeal';
/** Whose office a case falls to. */
export type Judge = 'ladder_admin' | 'site_admin' | 'nobody';

/**
 * Who can judge a match's case: a dispute an admin of the ladder or else of the site, an appeal an admin of the
 * site who did not give the ruling; never who has a part in the match. `judges` are all in office.
 */
export function findJudge(
  state: Pick<LadderState, 'entries'>,
  match: Match,
  { kind, judges }: { kind: CaseKind; judges: readonly Actor[] },
): Judge {
  const free = judges.filter((judge) => !hasPart(state, match, judge));
  if (kind === 'appeal') {
    const others = free.filter(({ person_id }) => person_id !== match.result?.ruled_by);
    return others.some(({ is_site_admin }) => is_site_admin) ? 'site_admin' : 'nobody';
  }
  const admins = free.filter(({ is_ladder_admin }) => is_ladder_admin);
  if (admins.some(({ is_site_admin }) => !is_site_admin)) {
    return 'ladder_admin';
  }
  return admins.length > 0 ? 'site_admin' : 'nobody';
}

/** Where nobody can judge what is about to be asked: when that which stands stands for good. */
export function findStanding(
  draft: Pick<Draft, 'state' | 'at'> & { facts: Pick<Facts, 'judges'> },
  match: Match,
  kind: CaseKind,
): { stands_at?: Instant } {
  const { judges } = draft.facts;
  if (judges === undefined || findJudge(draft.state, match, { kind, judges }) !== 'nobody') {
    return {};
  }
  return { stands_at: addDuration(draft.at, getRules(draft.state).dispute.rulingWithin) };
}
