import type { LadderCommand } from './command.ts';
import type { Side } from './ids.ts';
import type { MatchStatus } from './state.ts';

type CommandType = LadderCommand['type'];

/** Who may give a command: one side, either, or an admin. `turn`: the side whose veto turn it is. `other`: a side that the other's report waits for; both where two reports differ. */
type Mover = Side | 'both' | 'turn' | 'other' | 'loser' | 'ladder_admin' | 'site_admin';

interface MachineRow {
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

const voided: Commands = { void_match: { by: 'ladder_admin', to: ['voided'] } };
const extend: Commands = { extend_deadline: { by: 'ladder_admin', to: [] } };
const forfeit: Commands = {
  announce_forfeit: { by: 'both', to: [] },
  take_back_forfeit: { by: 'both', to: [] },
};
const cancel: Commands = {
  ask_cancellation: { by: 'both', to: [] },
  agree_cancellation: { by: 'both', to: ['cancelled'] },
};
const date: Commands = {
  ask_extension: { by: 'both', to: [] },
  agree_extension: { by: 'both', to: [] },
};
const afterwards: Commands = {
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
export const machine: Record<MatchStatus, MachineRow> = {
  challenged: open({
    mover: 'defender',
    commands: {
      accept: { by: 'defender', to: ['offered'] },
      decline: { by: 'defender', to: ['declined'] },
      withdraw: { by: 'challenger', to: ['withdrawn'] },
      ...voided,
      ...extend,
    },
    clock: ['forfeited', 'expired'],
  }),
  offered: open({
    mover: 'challenger',
    commands: {
      confirm_time: { by: 'challenger', to: ['scheduled'] },
      counter_offer: { by: 'challenger', to: ['countered'] },
      ...date,
      ...cancel,
      ...forfeit,
      ...voided,
      ...extend,
    },
    clock: ['scheduled', 'voided', 'forfeited'],
  }),
  countered: open({
    mover: 'defender',
    commands: {
      confirm_time: { by: 'defender', to: ['scheduled'] },
      ...date,
      ...cancel,
      ...forfeit,
      ...voided,
      ...extend,
    },
    clock: ['scheduled', 'voided', 'forfeited'],
  }),
  scheduled: open({
    mover: 'both',
    commands: {
      take_veto_turn: { by: 'turn', to: [] },
      ask_reschedule: { by: 'both', to: [] },
      answer_reschedule: { by: 'both', to: [] },
      ...cancel,
      ...forfeit,
      ...voided,
    },
    clock: ['checking_in', 'forfeited'],
  }),
  checking_in: open({
    mover: 'both',
    commands: {
      check_in: { by: 'both', to: ['live', 'veto'] },
      take_veto_turn: { by: 'turn', to: [] },
      ...forfeit,
      ...voided,
    },
    clock: ['live', 'forfeited', 'voided'],
  }),
  veto: open({
    mover: 'turn',
    commands: { take_veto_turn: { by: 'turn', to: ['live'] }, ...forfeit, ...voided },
    clock: ['veto', 'live', 'forfeited'],
  }),
  live: open({
    mover: 'both',
    commands: {
      report: { by: 'both', to: ['reported', 'completed'] },
      concede: { by: 'both', to: ['completed'] },
      ...forfeit,
      ...voided,
      ...extend,
    },
    clock: ['disputed', 'forfeited'],
  }),
  reported: open({
    mover: 'other',
    commands: {
      report: { by: 'both', to: ['completed', 'disputed'] },
      confirm_report: { by: 'other', to: ['completed'] },
      dispute: { by: 'other', to: ['disputed'] },
      ...voided,
      ...extend,
    },
    clock: ['completed', 'disputed'],
  }),
  disputed: open({
    holdsPlaces: false,
    mover: 'ladder_admin',
    commands: {
      add_statement: { by: 'both', to: [] },
      rule: { by: 'ladder_admin', to: ['completed', 'offered', 'voided', 'forfeited'] },
      ...voided,
      ...extend,
    },
    clock: ['voided'],
  }),
  completed: final({
    correct_scores: { by: 'both', to: [] },
    agree_correction: { by: 'both', to: [] },
    ...afterwards,
  }),
  forfeited: final(afterwards),
  voided: final(afterwards),
  declined: final(),
  withdrawn: final(),
  expired: final(),
  cancelled: final(),
};

export function isFinalStatus(status: MatchStatus): boolean {
  return machine[status].isFinal;
}
