import type { Calm, Matter as Dated, SideAct, WaitingEnd } from '@muster/league';
import type { MatchLine } from '../team/match-line.ts';

/** What a match asks of somebody, or what it is to them while it asks nothing. */
export interface MatchMatter {
  kind: SideAct | Calm;
  match: MatchLine;
  /** Null on a ladder of persons. */
  team_slug: string | null;
  team: string;
  opponent: string;
  /** What becomes of it by then if nobody does anything; null for what is only to be known. */
  otherwise: WaitingEnd | null;
}

/** Everything else that can wait for somebody. */
export type OtherMatter =
  | { kind: 'invitation'; team: { slug: string; name: string }; by: string | null }
  | { kind: 'join_request'; team: { slug: string; name: string }; who: string }
  | { kind: 'notice_answered'; who: string }
  | { kind: 'notice_ends' }
  | { kind: 'identity'; identity: string; ladder: { slug: string; name: string } }
  | { kind: 'scrim'; id: string; team: string; opponent: string };

/** Something that concerns somebody, across all their teams and ladders. */
export type Matter = (MatchMatter | OtherMatter) & Dated;

export function isMatchMatter(matter: Matter): matter is Matter & MatchMatter {
  return 'match' in matter;
}
