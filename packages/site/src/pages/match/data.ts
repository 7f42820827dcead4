import type {
  Appeal,
  DefaultTimeReason,
  Dispute,
  Draw,
  Instant,
  Judge,
  MapScore,
  Match,
  MatchStatus,
  Refusal,
  Role,
  Rules,
  Side,
  WaitingAct,
} from '@muster/league';
import type { PageHead, Translate } from '../../page-head.ts';
import type { LadderName } from '../ladder/data.ts';
import type { EntryName } from '../ladder/entry-name.ts';
import type { CaseHolder } from '../ruling/case-data.ts';
import type { ServerAtAddress } from '../servers/data.ts';
import type { MatchEvidence } from './evidence-data.ts';
import type { LogLine, Names } from './log-line.ts';

/** Somebody on a side's roster. */
export interface RosterPerson {
  person_id: string;
  username: string;
  user_id: string | null;
  role: Role;
  /** From when they may play for the entry. */
  eligible_from: Instant | null;
}

export interface MatchSide extends EntryName {
  /** The address of its picture. */
  logo: string | null;
  /** The rung at the challenge, and now. */
  rung_then: number | null;
  rung_now: number | null;
  wins: number;
  losses: number;
  form: string;
  people: RosterPerson[];
  /** When it checked in; who plays is known to its own side, and to all after the match. */
  checked_in_at: Instant | null;
  lineup: string[] | null;
  reported: { at: Instant; scores: MapScore[]; winner: Side | null } | null;
}

/** What only the rosters of both sides and the ladder's admins see. */
export interface MatchRoom {
  messages: {
    id: string;
    person_id: string;
    /** Empty where the admins removed it. */
    text: string;
    is_removed: boolean;
    sent_at: Instant;
  }[];
  /** Before a match is agreed there is none to name. */
  server: {
    address: string;
    password: string;
    set_at: Instant;
    /** Where it is one of the league's list. */
    listed: ServerAtAddress | null;
  } | null;
  may_talk: boolean;
}

/** Words that people wrote, kept outside the log, by the id that an event names. */
export type Texts = Record<string, string | null>;

export interface MatchViewer {
  side: Side | null;
  role: Role | null;
  /** Captain or co-captain of a side alone, and not suspended: acts for it. */
  may_act: boolean;
  /** Why a captain or co-captain may not; null for everybody else. */
  refused: Refusal | null;
  /** Runs the ladder and has no part in this match, or is its rules' outsider where nobody in office can judge it. */
  may_rule: boolean;
  /** A site admin who did not give the ruling, or the outsider. */
  may_decide_appeal: boolean;
  /** Why what is open to the viewer's side would be refused as things stand: something is missing, or used up. */
  refusals: Record<'accept' | 'decline' | 'report', Refusal | null>;
}

/** What /matches/:id shows. */
export interface MatchData {
  id: string;
  number: number;
  version: number;
  status: MatchStatus;
  ladder: LadderName;
  /** What the ladder's zone is called in the reader's language. */
  zone_name: string;
  season: { name: string; is_demo: boolean; is_open: boolean };
  rules: Rules;
  sides: Record<Side, MatchSide>;
  is_rematch: boolean;
  challenged_at: Instant;
  deadline: Instant | null;
  ended_at: Instant | null;
  time: { starts_at: Instant; zone: string; by: string; reason: DefaultTimeReason | null } | null;
  offered: Instant[];
  countered: Instant[];
  extension: Match['extension'];
  reschedule: Match['reschedule'];
  reschedules: number;
  cancellation: Match['cancellation'];
  picks: Match['picks'];
  maps: Match['maps'];
  veto: Match['veto'];
  draws: Draw[];
  seed: string | null;
  seed_hash: string;
  nonces: Match['nonces'];
  live_at: Instant | null;
  correction: Match['correction'];
  forfeit: Match['forfeit'];
  /** Who has taken a forfeit back already: each may once. */
  taken_back: Side[];
  result: Match['result'];
  dispute: Dispute | null;
  appeal: Appeal | null;
  /** Which admin has the open dispute or appeal in hand; for both rosters and admins. */
  holder: CaseHolder | null;
  /** Who can decide the open dispute or appeal, and by when; null where none is open. */
  judge: { by: Judge; until: Instant | null } | null;
  texts: Texts;
  room: MatchRoom | null;
  /** What both sides have brought; null for whoever may not see it yet. */
  evidence: MatchEvidence | null;
  /** Who played the last match of the viewer's side, while it may check in: they are chosen until it says otherwise. */
  last_lineup: string[];
  /** What it asks of each side's captains now, what is over first before what takes longer. */
  acts: Record<Side, WaitingAct[]>;
  viewer: MatchViewer | null;
  log: LogLine[];
  names: Names;
}

export function toMatchHead(data: MatchData, translate: Translate): PageHead {
  return {
    title: translate('match.title', {
      challenger: data.sides.challenger.name,
      defender: data.sides.defender.name,
      number: data.number,
    }),
  };
}
