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
  RunId,
  SeasonId,
  Side,
  StrikeId,
  TeamId,
  TextReference,
  Zone,
} from './ids.ts';
import type { RulePath, Rules, VetoAction } from './rules.ts';

/** What a ladder is, whatever its season. */
export type LadderSettings = {
  id: LadderId;
  name: string;
  game: string;
  format: FormatName;
  zone: Zone;
  is_test: boolean;
};

/** A dated run of a ladder; its rules never change. */
export type Season = {
  id: SeasonId;
  name: string;
  /** `registration`: entries may join, nobody may challenge. */
  status: 'registration' | 'open' | 'closed';
  rules: Rules;
  rules_version: number;
  starts_at: Instant;
  ends_at: Instant;
  opened_at: Instant | null;
};

/** Somebody on an entry's eligible roster. */
export type EntryPlayer = { person_id: PersonId; eligible_from: Instant };

export type EntryRecord = {
  wins: number;
  losses: number;
  draws: number;
  forfeits_won: number;
  forfeits_lost: number;
};

export type EntryRating = {
  mu: number;
  sigma: number;
  matches: number;
  /** When mu and sigma were last computed: idle weeks count from here. */
  at: Instant;
};

/** `until` is the first instant that is not rest any more. */
export type Rest = {
  id: RestId;
  announced_at: Instant;
  from: Instant;
  until: Instant;
  days: number;
  status: 'announced' | 'running' | 'over';
};

export type Strike = {
  id: StrikeId;
  at: Instant;
  lapses_at: Instant;
  reason: StrikeReason;
  match_id: MatchId | null;
  lifted: boolean;
};
export type StrikeReason = 'no_show' | 'not_reported' | 'by_admin';

/** A team's place on a season; for `time_attack` a person's. */
export type Entry = {
  id: EntryId;
  season_id: SeasonId;
  team_id: TeamId | null;
  person_id: PersonId | null;
  name: string;
  status: 'active' | 'suspended' | 'left' | 'removed';
  /** 1 at the top; null when it stands on no rung (other formats, suspended, gone). */
  rung: number | null;
  joined_at: Instant;
  players: EntryPlayer[];
  record: EntryRecord;
  /** Wins in a row, or losses as a negative number. */
  streak: number;
  rating: EntryRating | null;
  immune_until: Instant | null;
  suspended_until: Instant | null;
  rests: Rest[];
  strikes: Strike[];
  /** Whom it has declined this season, each at most once. */
  declined: EntryId[];
  challenges_made: number;
  /** When it last finished a match against each opponent. */
  met: Record<EntryId, Instant>;
  /** Its open challenge out and in; a disputed match counts as neither. */
  challenging: MatchId | null;
  challenged_by: MatchId | null;
  /** Last played, challenged, or was excused; idleness counts from here. */
  active_at: Instant;
  challenged_at: Instant | null;
  idle_warned_at: Instant | null;
  idle_dropped_at: Instant | null;
};

export type OpenStatus =
  | 'challenged'
  | 'offered'
  | 'countered'
  | 'scheduled'
  | 'checking_in'
  | 'veto'
  | 'live'
  | 'reported'
  | 'disputed';
export type FinalStatus =
  | 'completed'
  | 'forfeited'
  | 'voided'
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'cancelled';
export type MatchStatus = OpenStatus | FinalStatus;

/** What one side named: one value for each of its letters, in the order of the letters. */
export type Picks = { maps: string[]; sides: string[] };

export type MapScore = { map: string; challenger: number; defender: number };

/** A map of the match, who chose it, and who starts on which of its sides. */
export type MatchMap = {
  map: string;
  by: Side | 'draw' | 'decider';
  /** The side that the challenger starts on; null where the game has none or it is not chosen yet. */
  challenger_side: string | null;
  side_by: Side | 'draw' | null;
};

/** A draw that anybody can check: value = options[SHA-256(seed, nonce C, nonce D, match id, n) mod options.length]. */
export type Draw = {
  n: number;
  purpose: 'map' | 'side' | 'ban' | 'pick' | 'decider';
  options: string[];
  value: string;
};

export type VetoTurn = {
  action: VetoAction;
  by: Side | 'draw';
  /** The map; for `side`, the side that `by` starts on. */
  value: string;
  at: Instant;
};

export type SideReport = {
  by: Side;
  person_id: PersonId;
  at: Instant;
  scores: MapScore[];
  winner: Side | null;
};

export type ScheduledTime = {
  starts_at: Instant;
  /** The zone it was agreed in. */
  zone: Zone;
  by: 'agreement' | 'default' | 'reschedule' | 'ruling';
  reason: DefaultTimeReason | null;
};

/** Why the default time is that hour: the rule and its inputs. */
export type DefaultTimeReason = {
  rule: RulePath;
  kind: 'overlap' | 'weekly_default' | 'named_by_ruling';
  /** How many of each roster are free at that hour, of how many who declared. */
  challenger_free: number;
  defender_free: number;
  challenger_declared: number;
  defender_declared: number;
  window: { from: Instant; until: Instant };
};

export type MatchResult = {
  kind: 'completed' | 'forfeited' | 'voided';
  winner: Side | null;
  scores: MapScore[];
  reason: ResultReason;
  at: Instant;
  /** The admin whose ruling it is. */
  ruled_by: PersonId | null;
  ruled_at: Instant | null;
  moves: Move[];
  /** What its overturning moved on the day of the ruling, which is another thing than what it moves. */
  restanding?: Move[];
};
export type ResultReason =
  | 'reported'
  | 'conceded'
  | 'unanswered_report'
  | 'ruling'
  | 'no_answer'
  | 'no_show'
  | 'both_absent'
  | 'own_forfeit'
  | 'entry_left'
  | 'entry_removed'
  | 'entry_suspended'
  | 'nobody_reported'
  | 'not_ruled'
  | 'no_time'
  | 'by_admin'
  | 'season_closed';

/** One entry's way on the ladder; null: on no rung. */
export type Move = { entry_id: EntryId; from: number | null; to: number | null };

/** One aggregate from challenge to result. */
export type Match = {
  id: MatchId;
  season_id: SeasonId;
  challenger_id: EntryId;
  defender_id: EntryId;
  status: MatchStatus;
  /** Rises with status, deadline, time, maps or scores. */
  version: number;
  rules_version: number;
  is_rematch: boolean;
  created_at: Instant;
  changed_at: Instant;
  /** When the clock acts next; null in a final status. */
  deadline: Instant | null;
  /** SHA-256 of the secret seed, logged with the challenge. */
  seed_hash: string;
  /** Published with the last draw. */
  seed: string | null;
  nonces: { challenger: string | null; defender: string | null };
  picks: { C: Picks; D: Picks; A: Picks };
  maps: MatchMap[];
  draws: Draw[];
  veto: VetoTurn[];
  /** Offered by the defender, then the challenger's counter-offer. */
  offered: Instant[];
  countered: Instant[];
  time: ScheduledTime | null;
  extension: { asked_by: Side; asked_at: Instant; agreed_at: Instant | null } | null;
  reschedule: { asked_by: Side; asked_at: Instant; times: Instant[] } | null;
  reschedules: number;
  cancellation: { asked_by: Side; asked_at: Instant } | null;
  check_ins: { challenger: CheckIn | null; defender: CheckIn | null };
  live_at: Instant | null;
  reports: { challenger: SideReport | null; defender: SideReport | null };
  correction: { asked_by: Side; asked_at: Instant; scores: MapScore[] } | null;
  forfeit: {
    by: Side;
    at: Instant;
    effective_at: Instant;
    stopped_deadline: Instant | null;
  } | null;
  /** Each side may take a forfeit back once a match. */
  taken_back: Side[];
  result: MatchResult | null;
  /** A replay ordered by a ruling: its times are the ruling's. */
  replays: number;
  dispute_id: DisputeId | null;
  appeal_id: AppealId | null;
};

/** A side's lineup, frozen from check-in to result. */
export type CheckIn = { at: Instant; person_id: PersonId; players: PersonId[] };

export type RulingOutcome =
  | { kind: 'completed'; winner: Side | null; scores: MapScore[] }
  | { kind: 'forfeited'; loser: Side }
  | { kind: 'voided' }
  | { kind: 'replay'; times: Instant[] }
  | { kind: 'upheld' };

export type Ruling = {
  by: PersonId;
  at: Instant;
  outcome: RulingOutcome;
  rule: string;
  /** Null where nobody could judge: the clock let stand what stood. */
  reason: TextReference | null;
};

/** A dispute of a match in play or of a result. */
export type Dispute = {
  id: DisputeId;
  match_id: MatchId;
  /** null: nobody reported, the clock opened it. */
  opened_by: Side | null;
  opened_at: Instant;
  reason:
    | 'reports_differ'
    | 'disputed'
    | 'nobody_reported'
    | 'result_disputed'
    | 'unanswered_report';
  /** After a result the match keeps its status while the dispute is open. */
  after_result: boolean;
  statements: { by: Side; person_id: PersonId; at: Instant; text: TextReference }[];
  statements_until: Instant;
  ruling_aimed_at: Instant;
  /** Where nobody can judge a result: when it stands for good. */
  stands_at?: Instant;
  status: 'open' | 'upheld' | 'overturned';
  ruling: Ruling | null;
};

/** An appeal against a ruling: once, decided by a site admin who did not give it. */
export type Appeal = {
  id: AppealId;
  match_id: MatchId;
  /** null: the ruling closed no dispute (a match voided by an admin). */
  dispute_id: DisputeId | null;
  by: Side;
  person_id: PersonId;
  at: Instant;
  text: TextReference;
  /** Where nobody can judge: when the ruling stands for good. */
  stands_at?: Instant;
  status: 'open' | 'upheld' | 'overturned';
  ruling: Ruling | null;
};

/** A time-attack run. */
export type Run = {
  id: RunId;
  entry_id: EntryId;
  person_id: PersonId;
  stage: string;
  time_ms: number;
  penalty_ms: number;
  /** A link kept outside the log, as evidence is. */
  proof: TextReference | null;
  at: Instant;
  status: 'submitted' | 'confirmed' | 'verified' | 'rejected' | 'withdrawn';
  confirmed_by: PersonId | null;
  verified_by: PersonId | null;
};

/** A ladder's stream, applied. Plain JSON; unchanged parts keep their identity from state to state. */
export type LadderState = {
  ladder: LadderSettings | null;
  season: Season | null;
  /** The rules of the next season, as its admins have edited them. */
  next_rules: { rules: Rules; version: number } | null;
  /** Teams (or persons) of the last season in its final order. */
  previous_order: string[];
  /** The season's entries, those that left included. */
  entries: Record<EntryId, Entry>;
  /** How many stand on a rung. */
  size: number;
  matches: Record<MatchId, Match>;
  disputes: Record<DisputeId, Dispute>;
  appeals: Record<AppealId, Appeal>;
  runs: Record<RunId, Run>;
};
