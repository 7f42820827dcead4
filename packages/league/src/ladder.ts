import {
  cancelRest,
  decideAdminRest,
  decideRemoval,
  decideStrike,
  decideSuspension,
  decideSuspensionEnd,
  liftStrike,
  moveEntry,
} from './admin.ts';
import { decideChallenge } from './challenge.ts';
import { decideCheckIn } from './check-in.ts';
import type { LadderCommand, MatchCommand, RulingCommand } from './command.ts';
import type { DecideContext, Decision } from './context.ts';
import { decideDispute, decideStatement } from './dispute.ts';
import { createDraft, type Draft, getMatch } from './draft.ts';
import type { LadderEvent } from './event.ts';
import { announceForfeit, takeBackForfeit } from './forfeit.ts';
import type { Side } from './ids.ts';
import { decideJoin, decideLeave } from './join.ts';
import { machine } from './machine.ts';
import { extendDeadlines } from './outage.ts';
import { requireActor, requireSide, requireSystem } from './permissions.ts';
import type { MatchRuling } from './recompute.ts';
import { Refused, refuse } from './refusal.ts';
import {
  agreeCorrection,
  concede,
  confirmReport,
  decideCorrection,
  decideReport,
} from './report.ts';
import { decideRest, decideRestEnd } from './rest.ts';
import {
  decideAppeal,
  decideAppealRuling,
  decideDeadlineExtension,
  decideRuling,
  decideVoid,
  reviewCase,
} from './ruling.ts';
import {
  decideRun,
  decideRunConfirmation,
  decideRunRejection,
  decideRunWithdrawal,
} from './run.ts';
import {
  decideAcceptance,
  decideCancellation,
  decideConfirmation,
  decideCounterOffer,
  decideDecline,
  decideExtension,
  decideRescheduleAnswer,
  decideRescheduleRequest,
  decideWithdrawal,
} from './schedule.ts';
import {
  closeSeason,
  createLadder,
  editLadder,
  editRules,
  openSeason,
  planSeason,
} from './season.ts';
import { editSeason } from './season-edit.ts';
import { isDiffering } from './sides.ts';
import type { LadderState, Match } from './state.ts';
import {
  addPlayer,
  admitPlayer,
  disbandEntry,
  dropPlayer,
  releasePlayer,
  renameEntry,
  retireDriver,
} from './transfer.ts';
import { decideVetoTurn } from './veto.ts';

type SideHandlers = {
  [T in MatchCommand['type']]: (
    draft: Draft,
    match: Match,
    side: Side,
    command: Extract<MatchCommand, { type: T }>,
  ) => void;
};
type RulingHandlers = {
  [T in RulingCommand['type']]: (
    draft: Draft,
    match: Match,
    command: Extract<RulingCommand, { type: T }>,
  ) => void;
};
type OtherCommand = Exclude<LadderCommand, MatchCommand | RulingCommand>;
type OtherHandlers = {
  [T in OtherCommand['type']]: (draft: Draft, command: Extract<OtherCommand, { type: T }>) => void;
};

const bySide: SideHandlers = {
  accept: (draft, match, _side, command) => decideAcceptance(draft, match, command),
  decline: decideDecline,
  withdraw: decideWithdrawal,
  confirm_time: decideConfirmation,
  counter_offer: (draft, match, _side, command) => decideCounterOffer(draft, match, command),
  ask_extension: (draft, match, side) => decideExtension(draft, match, side, false),
  agree_extension: (draft, match, side) => decideExtension(draft, match, side, true),
  ask_reschedule: (draft, match, side, command) =>
    decideRescheduleRequest(draft, match, side, command.times),
  answer_reschedule: (draft, match, side, command) =>
    decideRescheduleAnswer(draft, match, side, command.time),
  ask_cancellation: (draft, match, side) => decideCancellation(draft, match, side, false),
  agree_cancellation: (draft, match, side) => decideCancellation(draft, match, side, true),
  take_veto_turn: decideVetoTurn,
  check_in: (draft, match, side, command) => decideCheckIn(draft, match, side, command.players),
  report: (draft, match, side, command) => decideReport(draft, match, side, command.scores),
  confirm_report: confirmReport,
  concede,
  correct_scores: (draft, match, side, command) =>
    decideCorrection(draft, match, side, command.scores),
  agree_correction: agreeCorrection,
  announce_forfeit: (draft, match, side, command) =>
    announceForfeit(draft, match, side, command.opponent),
  take_back_forfeit: takeBackForfeit,
  dispute: decideDispute,
  add_statement: (draft, match, side, command) =>
    decideStatement(draft, match, side, command.statement),
  appeal: decideAppeal,
};

const byAdmin: RulingHandlers = {
  rule: decideRuling,
  decide_appeal: decideAppealRuling,
  void_match: decideVoid,
  extend_deadline: decideDeadlineExtension,
};

const others: OtherHandlers = {
  join: decideJoin,
  leave: (draft, command) => decideLeave(draft, command.entry_id),
  announce_rest: decideRest,
  end_rest: decideRestEnd,
  add_player: addPlayer,
  drop_player: dropPlayer,
  challenge: decideChallenge,
  submit_run: decideRun,
  withdraw_run: (draft, command) => decideRunWithdrawal(draft, command.run_id),
  confirm_run: (draft, command) => decideRunConfirmation(draft, command.run_id),
  reject_run: decideRunRejection,
  admit_player: asSystem(admitPlayer),
  release_player: asSystem(releasePlayer),
  rename_entry: asSystem(renameEntry),
  disband_entry: asSystem((draft, command) => disbandEntry(draft, command.team_id)),
  retire_driver: asSystem((draft, command) => retireDriver(draft, command.person_id)),
  review_case: asSystem((draft, command) =>
    reviewCase(draft, getMatch(draft.state, command.match_id)),
  ),
  extend_deadlines: extendDeadlines,
  create_ladder: createLadder,
  edit_ladder: editLadder,
  edit_rules: editRules,
  plan_season: planSeason,
  edit_season: editSeason,
  open_season: openSeason,
  close_season: closeSeason,
  move_entry: moveEntry,
  remove_entry: decideRemoval,
  suspend_entry: decideSuspension,
  end_suspension: decideSuspensionEnd,
  give_strike: decideStrike,
  lift_strike: liftStrike,
  set_rest: decideAdminRest,
  cancel_rest: cancelRest,
};

function asSystem<C>(
  decide: (draft: Draft, command: C) => void,
): (draft: Draft, command: C) => void {
  return (draft, command) => {
    requireSystem(draft);
    decide(draft, command);
  };
}

/**
 * Decides a command at `context.at`: the events to seal and apply, or the refusal. Every deadline
 * due by then must have been applied before (`decideClock`); a match of which one is overdue is refused.
 */
export function decideLadder(
  state: LadderState,
  command: LadderCommand,
  context: DecideContext,
): Decision<LadderEvent> {
  const draft = createDraft(state, context);
  try {
    if (isOnMatch(command)) {
      decideOnMatch(draft, command);
    } else {
      (others[command.type] as (draft: Draft, command: OtherCommand) => void)(draft, command);
    }
    return { ok: true, events: draft.events };
  } catch (error) {
    if (error instanceof Refused) {
      return { ok: false, refusal: error.refusal };
    }
    throw error;
  }
}

const isOnMatch = (command: LadderCommand): command is MatchCommand | RulingCommand =>
  command.type in bySide || command.type in byAdmin;

function decideOnMatch(draft: Draft, command: MatchCommand | RulingCommand): void {
  const match = getMatch(draft.state, command.match_id);
  if (isRuling(command)) {
    requireActor(draft);
    requireOpen(draft, match, command);
    (byAdmin[command.type] as (draft: Draft, match: Match, command: RulingCommand) => void)(
      draft,
      match,
      command,
    );
  } else {
    const side = requireSide(draft, match);
    requireOpen(draft, match, command);
    requireMover(match, command, side);
    (
      bySide[command.type] as (
        draft: Draft,
        match: Match,
        side: Side,
        command: MatchCommand,
      ) => void
    )(draft, match, side, command);
  }
}

const isRuling = (command: MatchCommand | RulingCommand): command is RulingCommand =>
  command.type in byAdmin;

/** The match is as the person saw it, its status takes the command, and its clock has not run out. */
function requireOpen(draft: Draft, match: Match, command: MatchCommand | RulingCommand): void {
  const { status, version, deadline, forfeit } = match;
  if (command.version !== undefined && command.version !== version) {
    refuse('match_changed', { version, status });
  }
  if (!machine[status].commands[command.type]) {
    refuseStatus(match, command.type);
  }
  if (deadline !== null && deadline <= draft.at) {
    refuse('deadline_passed', { at: deadline });
  }
  const isWhileForfeiting = command.type === 'take_back_forfeit' || isRuling(command);
  if (forfeit && !isWhileForfeiting) {
    refuse('forfeit_announced', { until: forfeit.effective_at });
  }
}

const reporting = ['report', 'confirm_report', 'concede'];
const disputing = ['dispute', 'add_statement', 'rule'];

function refuseStatus(
  { status, deadline }: Match,
  type: (MatchCommand | RulingCommand)['type'],
): never {
  if (type === 'check_in' && status === 'scheduled' && deadline) {
    refuse('too_early', { from: deadline });
  }
  if (reporting.includes(type)) {
    refuse('match_not_reportable', { status });
  }
  if (disputing.includes(type)) {
    refuse('dispute_closed', { at: null });
  }
  refuse('match_not_open', { status });
}

/** The table says which side may give the command. */
function requireMover(match: Match, command: MatchCommand, side: Side): void {
  const by = machine[match.status].commands[command.type]?.by;
  if ((by === 'challenger' || by === 'defender') && by !== side) {
    refuse('not_your_turn', {});
  }
  if (by === 'other' && match.reports[side] !== null && !isDiffering(match)) {
    refuse('already_reported', {});
  }
}

/** The ruling of which the decision asks `facts.recompute`: one that may overturn a result. */
export function findRecomputation(state: LadderState, command: LadderCommand): MatchRuling | null {
  if (command.type !== 'rule' && command.type !== 'decide_appeal') {
    return null;
  }
  const { match_id, outcome } = command;
  const match = state.matches[match_id];
  if (match === undefined || !machine[match.status].isFinal) {
    return null;
  }
  return outcome.kind === 'upheld' ? null : { match_id, outcome };
}
