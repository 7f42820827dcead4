import type { Duration, Instant, Role } from '@muster/league';

export interface TeamInvite {
  invite_id: string;
  code: string;
  role: Role;
  /** Whom alone it lets in, by name; null for whoever has the link. */
  person: string | null;
  expires_at: Instant;
}

/** What the address' invite comes to, for the person who looks. */
export interface InviteOffer {
  code: string;
  state: 'good' | 'expired' | 'unknown' | 'member';
}

/** Somebody who asks to be let in. */
export interface TeamRequest {
  person_id: string;
  username: string;
  user_id: string | null;
  words: string;
  at: Instant;
}

/** What the person who looks may do with the team. */
export interface TeamViewer {
  person_id: string;
  /** Null for somebody who is not on it. */
  role: Role | null;
  /** False while they are suspended from the site. */
  may_act: boolean;
  /** True for the only captain who may act: they hand over before they leave. */
  is_last_captain: boolean;
  /** To whom a captain may hand the team over: those of it whom nothing keeps from acting; empty for everybody else. */
  heirs: string[];
  /** Open invites; empty for everybody but captains and co-captains. */
  invites: TeamInvite[];
  /** Who waits for an answer; empty for everybody but captains and co-captains. */
  requests: TeamRequest[];
  /** An invitation by name that waits for the person's own answer. */
  invitation: { invite_id: string; role: Role; by: string } | null;
  /** Whether they have asked to join, and what they were answered. */
  request: { state: 'waiting' | 'declined'; reason: string; at: Instant } | null;
}

/** Who may play for an entry, and within which limits its captain may change that. */
export interface Eligibility {
  players: {
    person_id: string;
    username: string;
    user_id: string | null;
    eligible_from: Instant;
  }[];
  /** Whom the captain who looks may add, and take away, now; nobody for everybody else. */
  may_add: string[];
  may_drop: string[];
  minimum: number;
  maximum: number;
  /** How long somebody waits who is new to it. */
  wait: Duration;
}

export interface ChangePerson {
  person_id: string;
  username: string;
  user_id: string | null;
}

/** One line of a team's history. */
export interface TeamChange {
  sequence: number;
  at: Instant;
  type:
    | 'team_founded'
    | 'renamed'
    | 'retagged'
    | 'member_joined'
    | 'member_left'
    | 'member_removed'
    | 'role_changed'
    | 'captaincy_passed'
    | 'team_disbanded'
    | 'team_restored';
  /** Whom it is about. */
  person: ChangePerson | null;
  /** The name, tag, role or captain before. */
  from: string;
  to: string;
}
