import type {
  AppealId,
  DisputeId,
  Duration,
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
  Side,
  StrikeId,
  TeamId,
  TextReference,
  Zone,
} from './ids.ts';
import type { RulePath, Rules, VetoAction } from './rules.ts';
import type {
  DefaultTimeReason,
  Dispute,
  Draw,
  EntryRating,
  EntryRecord,
  MapScore,
  MatchMap,
  Move,
  Picks,
  ResultReason,
  RulingOutcome,
  StrikeReason,
} from './state.ts';
import type { Member, SanctionKind } from './team-state.ts';

/** Ratings before and after a result. */
export type RatingChange = { entry_id: EntryId; from: EntryRating; to: EntryRating };

/** What a result does, spelled out so that applying it needs nothing else. */
type ResultData = {
  winner: Side | null;
  scores: MapScore[];
  reason: ResultReason;
  /** The rule that made it, for results that nobody reported. */
  rule: RulePath | null;
  moves: Move[];
  ratings: RatingChange[];
  /** Immunity won by the challenger. */
  immune_until: Instant | null;
  ruled: boolean;
  /** Of a match that ends amid its veto, where something had been drawn; logs of before keep it secret. */
  seed?: string;
};

/** Where an entry stands after a recomputation. */
export type Restanding = {
  entry_id: EntryId;
  rung: number | null;
  record: EntryRecord;
  streak: number;
  rating: EntryRating | null;
};

/** Data of a ladder's events by type. */
export interface LadderEventData {
  ladder_created: {
    ladder_id: LadderId;
    name: string;
    game: string;
    format: FormatName;
    zone: Zone;
    is_test: boolean;
  };
  ladder_edited: { name: string; zone: Zone };
  rules_edited: { rules: Rules; rules_version: number };
  season_planned: {
    season_id: SeasonId;
    name: string;
    starts_at: Instant;
    ends_at: Instant;
    rules: Rules;
    rules_version: number;
  };
  season_edited: { season_id: SeasonId; name: string; starts_at: Instant; ends_at: Instant };
  season_opened: { season_id: SeasonId };
  season_closed: {
    season_id: SeasonId;
    standings: { entry_id: EntryId; subject_id: string; place: number }[];
  };

  entry_joined: {
    entry_id: EntryId;
    team_id: TeamId | null;
    person_id: PersonId | null;
    name: string;
    players: PersonId[];
    rung: number | null;
    moves: Move[];
    rating: EntryRating | null;
    /** The entry that they had this season before, whose strikes, rests and declines go on, and from when each player may play. */
    former?: { entry_id: EntryId; eligible_from: Instant[] };
  };
  entry_left: { entry_id: EntryId; reason: 'left' | 'disbanded'; moves: Move[] };
  entry_removed: {
    entry_id: EntryId;
    reason: 'by_admin' | 'idle';
    rule: RulePath | null;
    text: TextReference | null;
    moves: Move[];
  };
  entry_renamed: { entry_id: EntryId; name: string };
  player_admitted: { entry_id: EntryId; person_id: PersonId; eligible_from: Instant };
  player_released: { entry_id: EntryId; person_id: PersonId };
  entry_moved: { entry_id: EntryId; rung: number; moves: Move[]; text: TextReference };
  entry_suspended: {
    entry_id: EntryId;
    until: Instant;
    reason: 'strikes' | 'by_admin';
    rule: RulePath | null;
    text: TextReference | null;
    moves: Move[];
  };
  suspension_ended: {
    entry_id: EntryId;
    rung: number | null;
    rule: RulePath | null;
    text: TextReference | null;
  };
  strike_given: {
    entry_id: EntryId;
    strike_id: StrikeId;
    reason: StrikeReason;
    rule: RulePath;
    lapses_at: Instant;
    text: TextReference | null;
  };
  strike_lifted: { entry_id: EntryId; strike_id: StrikeId; text: TextReference };
  rest_announced: {
    entry_id: EntryId;
    rest_id: RestId;
    from: Instant;
    until: Instant;
    days: number;
    /** An admin's reason; absent where a captain announced it. */
    text?: TextReference;
  };
  rest_began: { entry_id: EntryId; rest_id: RestId; from: Instant; until: Instant };
  rest_ended: {
    entry_id: EntryId;
    rest_id: RestId;
    days: number;
    /** An admin's reason; absent where a captain or the clock ended it. */
    text?: TextReference;
  };
  idle_warned: { entry_id: EntryId; drops_at: Instant; rule: RulePath };
  idle_excused: {
    entry_id: EntryId;
    reason: 'resting' | 'in_match' | 'nobody_free' | 'suspended';
    rule: RulePath;
  };
  idle_dropped: { entry_id: EntryId; moves: Move[]; rule: RulePath };

  challenge_made: {
    challenger_id: EntryId;
    defender_id: EntryId;
    is_rematch: boolean;
    deadline: Instant;
    seed_hash: string;
    nonce: string;
    picks: Picks;
    rules_version: number;
    rungs: { challenger: number | null; defender: number | null };
  };
  challenge_accepted: { times: Instant[]; picks: Picks; nonce: string; deadline: Instant };
  challenge_declined: { entry_id: EntryId; counts: boolean };
  challenge_withdrawn: {
    reason: 'by_challenger' | 'entry_left' | 'entry_removed' | 'entry_suspended';
  };
  challenge_expired: { rule: RulePath };
  counter_offered: { times: Instant[]; deadline: Instant };
  extension_asked: { by: Side };
  extension_agreed: { by: Side; deadline: Instant; rule: RulePath };
  match_scheduled: {
    starts_at: Instant;
    zone: Zone;
    by: 'agreement' | 'default';
    reason: DefaultTimeReason | null;
    picks: Picks;
    maps: MatchMap[];
    draws: Draw[];
    seed: string | null;
    deadline: Instant;
  };
  reschedule_asked: { by: Side; times: Instant[] };
  reschedule_refused: { by: Side };
  match_rescheduled: { starts_at: Instant; zone: Zone; deadline: Instant };
  cancellation_asked: { by: Side };
  /** `seed` as of a result. */
  match_cancelled: { by: Side; seed?: string };
  /** `draw` is set when the clock or the sequence itself (`decider`) drew. */
  veto_turn_taken: {
    action: VetoAction;
    by: Side | 'draw';
    value: string;
    draws: Draw[];
    maps: MatchMap[];
    seed: string | null;
    deadline: Instant | null;
    rule: RulePath | null;
  };
  check_in_opened: { deadline: Instant };
  /** `salt` keeps the lineup from being found by trying until it is shown; logs of before have none. */
  checked_in: { by: Side; players: PersonId[]; deadline: Instant; salt?: string };
  veto_started: { deadline: Instant };
  match_started: { deadline: Instant };
  match_reported: { by: Side; scores: MapScore[]; winner: Side | null; deadline: Instant };
  /** Of a match in play: it becomes `disputed`. `report` is the second side's, when reports differ. */
  match_disputed: {
    dispute_id: DisputeId;
    by: Side | null;
    reason: Dispute['reason'];
    statement: TextReference | null;
    report: { by: Side; scores: MapScore[]; winner: Side | null } | null;
    statements_until: Instant;
    ruling_aimed_at: Instant;
    deadline: Instant;
    rule: RulePath | null;
  };
  /** Of a result: the match keeps its status. */
  result_disputed: {
    dispute_id: DisputeId;
    by: Side;
    statement: TextReference;
    statements_until: Instant;
    ruling_aimed_at: Instant;
    /** Where nobody can judge: when the result stands for good. */
    stands_at?: Instant;
  };
  statement_added: { dispute_id: DisputeId; by: Side; statement: TextReference };
  forfeit_announced: { by: Side; effective_at: Instant };
  forfeit_taken_back: { by: Side; deadline: Instant | null };
  match_completed: ResultData;
  match_forfeited: ResultData;
  match_voided: {
    reason: ResultReason;
    rule: RulePath | null;
    ruled: boolean;
    text: TextReference | null;
    /** As of a result. */
    seed?: string;
  };
  correction_asked: { by: Side; scores: MapScore[] };
  scores_corrected: { by: Side; scores: MapScore[] };
  deadline_extended: { deadline: Instant; text: TextReference };
  deadlines_extended: {
    from: Instant;
    until: Instant;
    length: Duration;
    matches: { match_id: MatchId; deadline: Instant; starts_at: Instant | null }[];
  };
  ruling_given: {
    dispute_id: DisputeId;
    outcome: RulingOutcome;
    status: 'upheld' | 'overturned';
    rule: string;
    /** Null where nobody could judge and the clock let the result stand. */
    text: TextReference | null;
  };
  replay_ordered: { times: Instant[]; deadline: Instant };
  appeal_made: {
    appeal_id: AppealId;
    dispute_id: DisputeId | null;
    by: Side;
    statement: TextReference;
    /** Where nobody can judge: when the ruling stands for good. */
    stands_at?: Instant;
  };
  appeal_decided: {
    appeal_id: AppealId;
    dispute_id: DisputeId | null;
    outcome: RulingOutcome;
    status: 'upheld' | 'overturned';
    rule: string;
    /** Null where nobody could judge and the clock let the ruling stand. */
    text: TextReference | null;
  };
  /** Who could judge a case of a result cannot any more: when it stands for good. One of the ids is null. */
  case_unjudged: { dispute_id: DisputeId | null; appeal_id: AppealId | null; stands_at: Instant };
  result_overturned: {
    outcome: RulingOutcome;
    dispute_id: DisputeId | null;
    appeal_id: AppealId | null;
    moves: Move[];
    standings: Restanding[];
    /** What the result moves where it stands in the season; logs of before do not say. */
    result_moves?: Move[];
  };

  run_submitted: {
    run_id: RunId;
    entry_id: EntryId;
    person_id: PersonId;
    stage: string;
    time_ms: number;
    penalty_ms: number;
    proof: TextReference | null;
  };
  run_withdrawn: { run_id: RunId };
  run_confirmed: { run_id: RunId; by: PersonId };
  run_verified: { run_id: RunId; by: PersonId };
  run_rejected: { run_id: RunId; by: PersonId; text: TextReference };
}

/** Data of a team's events by type. */
export interface TeamEventData {
  team_founded: {
    team_id: TeamId;
    name: string;
    tag: string;
    zone: Zone;
    locale: string;
    founder_id: PersonId;
  };
  team_edited: { name: string; tag: string; zone: Zone; locale: string };
  invite_made: { invite_id: string; role: Role; person_id: PersonId | null; expires_at: Instant };
  invite_revoked: { invite_id: string };
  join_asked: { person_id: PersonId };
  join_refused: { person_id: PersonId };
  join_withdrawn: { person_id: PersonId };
  member_joined: { person_id: PersonId; role: Role; invite_id: string | null };
  member_left: { person_id: PersonId; why: 'left' | 'banned' | 'suspended' | 'deleted' };
  member_removed: { person_id: PersonId };
  role_changed: { person_id: PersonId; from: Role; to: Role };
  captaincy_passed: { from: PersonId; to: PersonId; why: 'banned' | 'suspended' | 'deleted' };
  team_disbanded: { why: 'by_captain' | 'by_admin' | 'nobody_left'; text?: TextReference };
  /** Everybody who came back, in the order of their ids. */
  team_restored: { members: Member[]; text: TextReference };
}

/** Data of the site's events by type. */
export interface SiteEventData {
  site_admin_granted: { person_id: PersonId };
  site_admin_revoked: { person_id: PersonId };
  ladder_admin_granted: { person_id: PersonId; ladder_id: LadderId };
  ladder_admin_revoked: { person_id: PersonId; ladder_id: LadderId };
  editor_granted: { person_id: PersonId };
  editor_revoked: { person_id: PersonId };
  sanction_given: {
    sanction_id: SanctionId;
    kind: SanctionKind;
    person_id: PersonId;
    ladder_id: LadderId | null;
    from: Instant;
    until: Instant | null;
    /** The rule that it cites; absent where none is. */
    rule?: string;
    text: TextReference;
  };
  sanction_lifted: { sanction_id: SanctionId; text: TextReference };
  demo_cleared: { ladder_ids: LadderId[] };
  log_restored: {
    /** Of the last event in it; null where it has none. */
    instant: Instant | null;
    /** The last event of the site's stream in it: 0 and 64 zeros where it has none. */
    sequence: number;
    hash: string;
  };
}

/** A league's file that a league was restored from. */
export type RestoredFrom = SiteEventData['log_restored'];

type Draft<Data> = {
  [T in keyof Data & string]: {
    type: T;
    /** The version of this event type's data. */
    version: 1;
    ladder_id: LadderId | null;
    match_id: MatchId | null;
    actor_id: PersonId | null;
    at: Instant;
    data: Data[T];
  };
}[keyof Data & string];

export type LadderEventType = keyof LadderEventData;
export type TeamEventType = keyof TeamEventData;
export type SiteEventType = keyof SiteEventData;
export type LadderEvent = Draft<LadderEventData>;
export type TeamEvent = Draft<TeamEventData>;
export type SiteEvent = Draft<SiteEventData>;
/** An event before it is sealed into its stream. */
export type EventDraft = LadderEvent | TeamEvent | SiteEvent;
/** One ladder event by its type. */
export type LadderEventOf<T extends LadderEventType> = Extract<LadderEvent, { type: T }>;
