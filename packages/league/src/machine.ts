import type { LadderCommand } from './command.ts';
import type { Side } from './ids.ts';
import type { MatchStatus } from './state.ts';

type CommandType = LadderCommand['type'];

/** Who may give a command: one side, either, or an admin. `turn`: the side whose veto turn it is. `other`: the side that did not report first. */
export type Mover = Side | 'both' | 'turn' | 'other' | 'loser' | 'ladder_admin' | 'site_admin';

export interface MachineRow {
  /** From `challenged` to `reported` a match takes its sides' one place out and in; a `disputed` one does not. */
  holdsPlaces: boolean;
  isFinal: boolean;
  /** Who must act next, as the pages say it; null: nobody or only the clock. */
  mover: Mover | null;
  commands: Partial<Record<CommandType, { by: Mover; to: readonly MatchStatus[] }>>;
  /** Where the clock alone leads from here. */
  clock: readonly MatchStatus[];
}

type Commands = MachineRow['commands'];

const VOID: Commands = { void_match: { by: 'ladder_admin', to: ['voided'] } };
const EXTEND: Commands = { extend_deadline: { by: 'ladder_admin', to: [] } };
const FORFEIT: Commands = {
  announce_forfeit: { by: 'both', to: [] },
  take_back_forfeit: { by: 'both', to: [] },
};
const CANCEL: Commands = {
  ask_cancellation: { by: 'both', to: [] },
  agree_cancellation: { by: 'both', to: ['cancelled'] },
};
const DATE: Commands = {
  ask_extension: { by: 'both', to: [] },
  agree_extension: { by: 'both', to: [] },
};
const AFTERWARDS: Commands = {
  dispute: { by: 'loser', to: [] },
  add_statement: { by: 'both', to: [] },
  rule: { by: 'ladder_admin', to: ['completed', 'forfeited', 'voided'] },
  appeal: { by: 'both', to: [] },
  decide_appeal: { by: 'site_admin', to: ['completed', 'forfeited', 'voided'] },
};

const open = (
  row: Omit<MachineRow, 'isFinal' | 'holdsPlaces'> & { holdsPlaces?: boolean },
): MachineRow => ({
  holdsPlaces: true,
  isFinal: false,
  ...row,
});
const final = (commands: Commands = {}): MachineRow => ({
  holdsPlaces: false,
  isFinal: true,
  mover: null,
  commands,
  clock: [],
});

/** The match machine of the rules of competition, one row a status. An empty `to` keeps the status. */
export const MACHINE: Record<MatchStatus, MachineRow> = {
  challenged: open({
    mover: 'defender',
    commands: {
      accept: { by: 'defender', to: ['offered'] },
      decline: { by: 'defender', to: ['declined'] },
      withdraw: { by: 'challenger', to: ['withdrawn'] },
      ...VOID,
      ...EXTEND,
    },
    clock: ['forfeited', 'expired'],
  }),
  offered: open({
    mover: 'challenger',
    commands: {
      confirm_time: { by: 'challenger', to: ['scheduled'] },
      counter_offer: { by: 'challenger', to: ['countered'] },
      ...DATE,
      ...CANCEL,
      ...FORFEIT,
      ...VOID,
      ...EXTEND,
    },
    clock: ['scheduled', 'voided', 'forfeited'],
  }),
  countered: open({
    mover: 'defender',
    commands: {
      confirm_time: { by: 'defender', to: ['scheduled'] },
      ...DATE,
      ...CANCEL,
      ...FORFEIT,
      ...VOID,
      ...EXTEND,
    },
    clock: ['scheduled', 'voided', 'forfeited'],
  }),
  scheduled: open({
    mover: 'both',
    commands: {
      take_veto_turn: { by: 'turn', to: [] },
      ask_reschedule: { by: 'both', to: [] },
      answer_reschedule: { by: 'both', to: [] },
      ...CANCEL,
      ...FORFEIT,
      ...VOID,
    },
    clock: ['checking_in', 'forfeited'],
  }),
  checking_in: open({
    mover: 'both',
    commands: {
      check_in: { by: 'both', to: ['live', 'veto'] },
      take_veto_turn: { by: 'turn', to: [] },
      ...FORFEIT,
      ...VOID,
    },
    clock: ['live', 'forfeited', 'voided'],
  }),
  veto: open({
    mover: 'turn',
    commands: { take_veto_turn: { by: 'turn', to: ['live'] }, ...FORFEIT, ...VOID },
    clock: ['veto', 'live', 'forfeited'],
  }),
  live: open({
    mover: 'both',
    commands: {
      report: { by: 'both', to: ['reported', 'completed'] },
      concede: { by: 'both', to: ['completed'] },
      ...FORFEIT,
      ...VOID,
      ...EXTEND,
    },
    clock: ['disputed', 'forfeited'],
  }),
  reported: open({
    mover: 'other',
    commands: {
      report: { by: 'both', to: ['completed', 'disputed'] },
      confirm_report: { by: 'other', to: ['completed'] },
      dispute: { by: 'other', to: ['disputed'] },
      ...VOID,
      ...EXTEND,
    },
    clock: ['completed', 'disputed'],
  }),
  disputed: open({
    holdsPlaces: false,
    mover: 'ladder_admin',
    commands: {
      add_statement: { by: 'both', to: [] },
      rule: { by: 'ladder_admin', to: ['completed', 'offered', 'voided', 'forfeited'] },
      ...VOID,
      ...EXTEND,
    },
    clock: ['voided'],
  }),
  completed: final({
    correct_scores: { by: 'both', to: [] },
    agree_correction: { by: 'both', to: [] },
    ...AFTERWARDS,
  }),
  forfeited: final(AFTERWARDS),
  voided: final(AFTERWARDS),
  declined: final(),
  withdrawn: final(),
  expired: final(),
  cancelled: final(),
};

export function isFinalStatus(status: MatchStatus): boolean {
  return MACHINE[status].isFinal;
}
