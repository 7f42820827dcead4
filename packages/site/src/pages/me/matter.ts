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

/** What an office lets somebody decide; never what they have a part in. */
export type OfficeMatter =
  | {
      kind: 'rule' | 'decide_appeal';
      /** The dispute, or the appeal. */
      case: string;
      between: { id: string; challenger: string; defender: string } | null;
      ladder: { slug: string; name: string } | null;
    }
  | {
      /** All that is reported: nothing tells one from another before it is opened. */
      kind: 'judge_case';
      count: number;
      /** The cases, the oldest first; of very many not all. */
      cases: string[];
      /** The slugs of the ladders that they are of. */
      ladders: string[];
    }
  | {
      kind: 'judge_appeal';
      /** The case of something reported. */
      case: string;
      ladder: { slug: string; name: string } | null;
    }
  | {
      kind: 'judge_sanction';
      /** The sanction. */
      case: string;
      /** Against whom it holds. */
      who: string;
    };

/** Everything else that can wait for somebody. */
export type OtherMatter =
  | { kind: 'invitation'; team: { slug: string; name: string }; by: string | null }
  | { kind: 'join_request'; team: { slug: string; name: string }; who: string }
  | { kind: 'notice_answered'; who: string }
  | { kind: 'notice_ends' }
  | { kind: 'identity'; identity: string; ladder: { slug: string; name: string } }
  | OfficeMatter
  | { kind: 'runs'; ladder: { slug: string; name: string }; count: number }
  | { kind: 'scrim'; id: string; team_slug: string; team: string; opponent: string };

/** Something that concerns somebody, across all their teams and ladders. */
export type Matter = (MatchMatter | OtherMatter) & Dated;

/** Whether a matter is one of a team's, by the team's slug: its matches and scrims, and who asks to join it. */
export function isOfTeam(matter: Matter, slug: string): boolean {
  if (matter.kind === 'join_request') {
    return matter.team.slug === slug;
  }
  return 'team_slug' in matter && matter.team_slug === slug;
}

/** Whether a matter is one of a ladder's, by the ladder's slug. */
export function isOfLadder(matter: Matter, slug: string): boolean {
  if (isMatchMatter(matter)) {
    return matter.match.ladder.slug === slug;
  }
  return matter.kind === 'judge_case'
    ? matter.ladders.includes(slug)
    : 'ladder' in matter && matter.ladder?.slug === slug;
}

export function isMatchMatter(matter: Matter): matter is Matter & MatchMatter {
  return 'match' in matter;
}
