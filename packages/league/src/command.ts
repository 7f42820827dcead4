import type { RestoredFrom } from './event.ts';
import type {
  AppealId,
  DisputeId,
  EntryId,
  FormatName,
  Instant,
  LadderId,
  MatchId,
  PersonId,
  RestId,
  Role,
  RunId,
  SanctionId,
  SeasonId,
  StrikeId,
  TeamId,
  TextReference,
  Zone,
} from './ids.ts';
import type { MapScore, Picks, RulingOutcome } from './state.ts';
import type { SanctionKind } from './team-state.ts';

type OnMatch = {
  match_id: MatchId;
  /** The match's version that the person saw; an older one is refused with `match_changed`. */
  version?: number;
};

/** A match's commands by its two sides. */
export type MatchCommand =
  | (OnMatch & { type: 'accept'; times: Instant[]; picks: Picks; nonce: string })
  | (OnMatch & { type: 'decline' })
  | (OnMatch & { type: 'withdraw' })
  | (OnMatch & { type: 'confirm_time'; time: Instant; picks: Picks })
  | (OnMatch & { type: 'counter_offer'; times: Instant[] })
  | (OnMatch & { type: 'ask_extension' })
  | (OnMatch & { type: 'agree_extension' })
  | (OnMatch & { type: 'ask_reschedule'; times: Instant[] })
  | (OnMatch & { type: 'answer_reschedule'; time: Instant | null })
  | (OnMatch & { type: 'ask_cancellation' })
  | (OnMatch & { type: 'agree_cancellation' })
  | (OnMatch & { type: 'take_veto_turn'; action: 'ban' | 'pick' | 'side'; value: string })
  | (OnMatch & { type: 'check_in'; players: PersonId[] })
  | (OnMatch & { type: 'report'; scores: MapScore[] })
  | (OnMatch & { type: 'confirm_report' })
  | (OnMatch & { type: 'concede' })
  | (OnMatch & { type: 'correct_scores'; scores: MapScore[] })
  | (OnMatch & { type: 'agree_correction' })
  /** `opponent`: the opponent's name as typed, so that nobody forfeits by accident. */
  | (OnMatch & { type: 'announce_forfeit'; opponent: string })
  | (OnMatch & { type: 'take_back_forfeit' })
  | (OnMatch & { type: 'dispute'; dispute_id: DisputeId; statement: TextReference })
  | (OnMatch & { type: 'add_statement'; statement: TextReference })
  | (OnMatch & { type: 'appeal'; appeal_id: AppealId; statement: TextReference });

/** A match's commands by admins. */
export type RulingCommand =
  | (OnMatch & { type: 'rule'; outcome: RulingOutcome; rule: string; reason: TextReference })
  | (OnMatch & {
      type: 'decide_appeal';
      outcome: RulingOutcome;
      rule: string;
      reason: TextReference;
    })
  | (OnMatch & { type: 'void_match'; rule: string; reason: TextReference })
  | (OnMatch & { type: 'extend_deadline'; until: Instant; reason: TextReference });

export type EntryCommand =
  /** `players`: those of the team's roster who may play, or the one person. */
  | {
      type: 'join';
      entry_id: EntryId;
      team_id: TeamId | null;
      person_id: PersonId | null;
      name: string;
      players: PersonId[];
    }
  | { type: 'leave'; entry_id: EntryId }
  | { type: 'announce_rest'; entry_id: EntryId; rest_id: RestId; from: Instant; days: number }
  | { type: 'end_rest'; entry_id: EntryId; rest_id: RestId }
  /** Somebody of the team may play for the entry, or may no more. */
  | { type: 'add_player'; entry_id: EntryId; person_id: PersonId }
  | { type: 'drop_player'; entry_id: EntryId; person_id: PersonId }
  | {
      type: 'challenge';
      match_id: MatchId;
      challenger_id: EntryId;
      defender_id: EntryId;
      picks: Picks;
      nonce: string;
    }
  | {
      type: 'submit_run';
      run_id: RunId;
      entry_id: EntryId;
      stage: string;
      time_ms: number;
      penalty_ms: number;
      proof: TextReference | null;
    }
  | { type: 'withdraw_run'; run_id: RunId }
  | { type: 'confirm_run'; run_id: RunId }
  | { type: 'reject_run'; run_id: RunId; reason: TextReference };

/** What follows on a ladder from what happened elsewhere: made by the server, never by a browser. */
export type SystemCommand =
  | { type: 'admit_player'; team_id: TeamId; person_id: PersonId }
  | { type: 'release_player'; team_id: TeamId; person_id: PersonId }
  | { type: 'rename_entry'; team_id: TeamId; name: string }
  | { type: 'disband_entry'; team_id: TeamId }
  /** Somebody who drove for themselves deleted their account. */
  | { type: 'retire_driver'; person_id: PersonId }
  /** Who could judge a match's case may be gone. */
  | { type: 'review_case'; match_id: MatchId }
  /** An outage from `from` to `until`: what it touched moves by its length. */
  | { type: 'extend_deadlines'; from: Instant; until: Instant };

export type LadderAdminCommand =
  | {
      type: 'create_ladder';
      ladder_id: LadderId;
      name: string;
      game: string;
      format: FormatName;
      zone: Zone;
      is_test: boolean;
    }
  | { type: 'edit_ladder'; name: string; zone: Zone }
  /** `rules` is unknown input: it is parsed by the rules' schema, missing fields take their defaults. */
  | { type: 'edit_rules'; rules: unknown }
  | { type: 'plan_season'; season_id: SeasonId; name: string; starts_at: Instant; ends_at: Instant }
  /** What is not named stays as it is. */
  | {
      type: 'edit_season';
      name?: string | undefined;
      starts_at?: Instant | undefined;
      ends_at?: Instant | undefined;
    }
  | { type: 'open_season' }
  | { type: 'close_season'; void_open: boolean; reason: TextReference | null }
  | { type: 'move_entry'; entry_id: EntryId; rung: number; reason: TextReference }
  | { type: 'remove_entry'; entry_id: EntryId; reason: TextReference }
  | { type: 'suspend_entry'; entry_id: EntryId; until: Instant; reason: TextReference }
  | { type: 'end_suspension'; entry_id: EntryId; reason: TextReference }
  | { type: 'give_strike'; entry_id: EntryId; strike_id: StrikeId; reason: TextReference }
  | { type: 'lift_strike'; entry_id: EntryId; strike_id: StrikeId; reason: TextReference }
  | {
      type: 'set_rest';
      entry_id: EntryId;
      rest_id: RestId;
      from: Instant;
      days: number;
      reason: TextReference;
    }
  | { type: 'cancel_rest'; entry_id: EntryId; rest_id: RestId; reason: TextReference };

/** Everything that can be asked of a ladder. */
export type LadderCommand =
  | MatchCommand
  | RulingCommand
  | EntryCommand
  | SystemCommand
  | LadderAdminCommand;

/** Everything that can be asked of a team. */
export type TeamCommand =
  | { type: 'found_team'; team_id: TeamId; name: string; tag: string; zone: Zone; locale: string }
  | {
      type: 'edit_team';
      name?: string;
      tag?: string;
      zone?: Zone;
      locale?: string;
      /** By a site admin, who need not be of the team. */
      by_office?: true;
    }
  | {
      type: 'make_invite';
      invite_id: string;
      role: Role;
      person_id: PersonId | null;
      expires_at: Instant;
    }
  | { type: 'revoke_invite'; invite_id: string }
  | { type: 'join_team'; invite_id: string }
  | { type: 'ask_to_join' }
  | { type: 'withdraw_request' }
  | { type: 'answer_request'; person_id: PersonId; accept: boolean; role: Role }
  | { type: 'change_role'; person_id: PersonId; role: Role }
  | { type: 'remove_member'; person_id: PersonId }
  | { type: 'leave_team' }
  /** By a captain, or by a site admin who gives a reason. */
  | { type: 'disband_team'; reason?: TextReference }
  /** By a site admin; under another name where somebody has taken the old one. */
  | { type: 'restore_team'; reason: TextReference; name?: string; tag?: string }
  /** A member, or somebody who asked to join, was banned, suspended or deleted their account: made by the server. */
  | {
      type: 'retire_member';
      person_id: PersonId;
      why: 'banned' | 'suspended' | 'deleted';
      leaves: boolean;
    };

/** Everything that can be asked of the site. */
export type SiteCommand =
  | { type: 'grant_site_admin'; person_id: PersonId }
  | { type: 'revoke_site_admin'; person_id: PersonId }
  | { type: 'grant_ladder_admin'; person_id: PersonId; ladder_id: LadderId }
  | { type: 'revoke_ladder_admin'; person_id: PersonId; ladder_id: LadderId }
  | { type: 'grant_editor'; person_id: PersonId }
  | { type: 'revoke_editor'; person_id: PersonId }
  | {
      type: 'sanction';
      sanction_id: SanctionId;
      kind: SanctionKind;
      person_id: PersonId;
      ladder_id: LadderId | null;
      until: Instant | null;
      /** The rule that it cites, in the admin's words. */
      rule?: string;
      reason: TextReference;
    }
  | { type: 'lift_sanction'; sanction_id: SanctionId; reason: TextReference }
  | { type: 'clear_demo'; ladder_ids: LadderId[] }
  | ({ type: 'note_restore' } & RestoredFrom);
