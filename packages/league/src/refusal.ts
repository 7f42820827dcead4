import type { ClockTime, Instant, MatchId, PersonId } from './ids.ts';
import type { MatchStatus } from './state.ts';

type Nothing = Record<string, never>;

/** Every refusal of the rules by its code, with the figures that its sentence shows. */
export interface RefusalParams {
  not_signed_in: Nothing;
  not_captain: Nothing;
  not_admin: Nothing;
  not_member: Nothing;
  own_match: Nothing;
  suspended: { until: Instant | null };
  muted: { until: Instant | null };
  entry_suspended: { entry: string; until: Instant | null };
  entry_resting: { entry: string; until: Instant };
  entry_immune: { entry: string; until: Instant };
  entry_gone: { entry: string };
  out_of_reach: { own: number; theirs: number; reach: number };
  already_challenging: { match_id: MatchId; entry: string };
  already_challenged: { match_id: MatchId; entry: string; by: string };
  same_people_on_both_sides: { people: PersonId[] };
  same_entry: Nothing;
  already_entered: { entry: string };
  person_in_other_entry: { people: PersonId[]; entry: string };
  roster_too_small: { has: number; needs: number };
  roster_full: { limit: number };
  lineup_wrong_size: { has: number; needs: number };
  not_on_roster: { people: PersonId[] };
  player_suspended: { people: PersonId[]; until: Instant | null };
  identity_missing: { people: PersonId[]; identity: string };
  transfer_too_recent: { people: PersonId[]; from: Instant };
  decline_used: { limit: number };
  decline_repeated: { entry: string };
  times_count: { has: number; minimum: number; maximum: number };
  times_not_distinct: { time: Instant };
  time_out_of_window: { time: Instant; from: Instant; until: Instant };
  hour_not_allowed: { time: Instant; from: ClockTime; until: ClockTime; zone: string };
  weekday_not_allowed: { time: Instant; weekdays: number[]; zone: string };
  time_too_close: { time: Instant; match_id: MatchId; apart: string };
  time_not_offered: { time: Instant };
  already_asked: Nothing;
  nothing_asked: Nothing;
  extension_used: Nothing;
  reschedules_used: { limit: number };
  map_not_in_pool: { map: string };
  map_twice: { map: string };
  pick_count: { has: number; limit: number };
  side_unknown: { side: string };
  not_your_turn: Nothing;
  too_early: { from: Instant };
  already_checked_in: Nothing;
  match_not_open: { status: MatchStatus };
  match_not_reportable: { status: MatchStatus };
  score_impossible: { map: string; limit: number | null };
  /** The report names a map in a place where the match has another. */
  map_not_picked: { map: string; picked: string };
  /** A map that ended level where the rules know no draw. */
  score_drawn: { map: string; rule: 'score.draws' };
  score_undecided: Nothing;
  already_reported: Nothing;
  correction_changes_winner: Nothing;
  /** Another admin has the dispute or the appeal in hand. */
  case_taken: { by: string; since: Instant };
  not_the_loser: Nothing;
  dispute_open: Nothing;
  dispute_closed: { at: Instant | null };
  ruling_impossible: { status: MatchStatus };
  appeal_used: Nothing;
  forfeit_announced: { until: Instant };
  take_back_used: Nothing;
  evidence_missing: Nothing;
  scrim_over: Nothing;
  /** The other side has already dealt with an answer to a notice. */
  answer_settled: { status: 'accepted' | 'declined' };
  wrong_opponent: { opponent: string };
  match_changed: { version: number; status: MatchStatus };
  deadline_passed: { at: Instant };
  season_closed: Nothing;
  /** No time is left in it at which a new challenge could be played. */
  season_ending: { at: Instant };
  season_not_open: { opens: Instant | null };
  season_running: Nothing;
  /** The season would end before what two sides have agreed on or may still choose. */
  match_after_end: { match_id: MatchId; time: Instant };
  format_has_no_matches: Nothing;
  open_match: { match_id: MatchId };
  open_dispute: { match_id: MatchId };
  rest_too_long: { days: number; minimum: number; maximum: number };
  rest_days_used: { left: number; limit: number };
  rest_overlaps: { from: Instant; until: Instant };
  rung_out_of_range: { rung: number; limit: number };
  rules_invalid: { path: string; minimum: string | null; maximum: string | null };
  stage_unknown: { stage: string };
  time_impossible: Nothing;
  /** A run on a ladder that asks for evidence. */
  proof_missing: Nothing;
  run_closed: Nothing;
  run_shares_team: Nothing;
  name_taken: { name: string };
  name_confusable: { name: string };
  name_removed: { name: string };
  nobody_leads: Nothing;
  name_invalid: { minimum: number; maximum: number };
  tag_invalid: { minimum: number; maximum: number };
  zone_unknown: { zone: string };
  too_many_teams: { limit: number };
  limit_reached: { limit: number };
  daily_limit: { limit: number };
  entries_used: { limit: number };
  already_member: Nothing;
  invite_closed: Nothing;
  last_captain: Nothing;
  last_admin: Nothing;
  team_disbanded: Nothing;
  not_found: {
    what:
      | 'ladder'
      | 'season'
      | 'entry'
      | 'match'
      | 'dispute'
      | 'appeal'
      | 'run'
      | 'team'
      | 'member'
      | 'invite'
      | 'request'
      | 'sanction'
      | 'strike'
      | 'rest'
      | 'game'
      | 'post'
      | 'answer'
      | 'evidence'
      | 'person'
      | 'scrim';
    id: string;
  };
  already_exists: {
    what: 'ladder' | 'season' | 'entry' | 'match' | 'team' | 'admin' | 'post';
    id: string;
  };
  field_invalid: { field: string };
  /** The server's own, listed here so that every code has its sentence. */
  command_reused: Nothing;
}

export type RefusalCode = keyof RefusalParams;
/** A command refused: nothing has changed. */
export type Refusal = {
  [C in RefusalCode]: { code: C; params: RefusalParams[C]; field?: string };
}[RefusalCode];

/**
 * How a decision's helpers give up: `decide…` turns it into a refused decision. No Error: a ladder's
 * page asks for a refusal on each of its rows, and gathering stacks would be the whole cost.
 */
export class Refused {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

/** Why a question to the rules would be refused; null where it would not. */
export function findRefusal(ask: () => unknown): Refusal | null {
  try {
    ask();
    return null;
  } catch (error) {
    if (error instanceof Refused) {
      return error.refusal;
    }
    throw error;
  }
}

export function refuse<C extends RefusalCode>(
  code: C,
  params: RefusalParams[C],
  field?: string,
): never {
  throw new Refused({ code, params, ...(field === undefined ? {} : { field }) } as Refusal);
}
