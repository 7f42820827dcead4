import type { Role } from '@muster/league';
import type { NoticeFacts, NoticeKind } from '@muster/site/pages/notices/kinds.ts';

/** Whom a notice is for, before it is known who they are. */
export type Audience =
  | { of: 'entry' | 'team'; id: string; roles: readonly Role[] }
  | { of: 'person'; id: string }
  | { of: 'ladder_admins'; id: string; judges?: Judging }
  | { of: 'site_admins'; judges?: Judging }
  | { of: 'editors' };

/** Only who may judge a match: nobody who has a part in it, nor who gave the ruling; the outsider where nobody else can. */
interface Judging {
  match_id: string;
  ruled_by: string | null;
}

/** A notice to be written, for everybody of its audience. */
export interface NoticePlan {
  kind: NoticeKind;
  /** What gave rise to it; a person is told once of each. */
  origin: string;
  to: Audience;
  /** Who did it needs no notice of it. */
  except: string | null;
  ladder_id: string | null;
  match_id: string | null;
  team_id: string | null;
  /** Somebody whom it names. */
  other_id: string | null;
  facts: NoticeFacts;
}

export const captains: readonly Role[] = ['captain'];
export const coCaptains: readonly Role[] = ['co_captain'];
/** Who may act for a team. */
export const officers: readonly Role[] = ['captain', 'co_captain'];
export const everybody: readonly Role[] = ['captain', 'co_captain', 'player', 'substitute'];
