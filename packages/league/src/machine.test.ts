import { expect, it } from 'vitest';
import { isFinalStatus, machine } from './machine.ts';
import type { MatchStatus } from './state.ts';

/** Each status: who may give which command, where that leads, and where the clock does. */
const table: Record<
  MatchStatus,
  {
    is: 'open, and takes its places' | 'open' | 'over';
    mover: string | null;
    commands: string[];
    clock: string[];
  }
> = {
  challenged: {
    is: 'open, and takes its places',
    mover: 'defender',
    commands: [
      'accept by defender: offered',
      'decline by defender: declined',
      'withdraw by challenger: withdrawn',
      'void_match by ladder_admin: voided',
      'extend_deadline by ladder_admin',
    ],
    clock: ['forfeited', 'expired'],
  },
  offered: {
    is: 'open, and takes its places',
    mover: 'challenger',
    commands: [
      'confirm_time by challenger: scheduled',
      'counter_offer by challenger: countered',
      'ask_extension by both',
      'agree_extension by both',
      'ask_cancellation by both',
      'agree_cancellation by both: cancelled',
      'announce_forfeit by both',
      'take_back_forfeit by both',
      'void_match by ladder_admin: voided',
      'extend_deadline by ladder_admin',
    ],
    clock: ['scheduled', 'voided', 'forfeited'],
  },
  countered: {
    is: 'open, and takes its places',
    mover: 'defender',
    commands: [
      'confirm_time by defender: scheduled',
      'ask_extension by both',
      'agree_extension by both',
      'ask_cancellation by both',
      'agree_cancellation by both: cancelled',
      'announce_forfeit by both',
      'take_back_forfeit by both',
      'void_match by ladder_admin: voided',
      'extend_deadline by ladder_admin',
    ],
    clock: ['scheduled', 'voided', 'forfeited'],
  },
  scheduled: {
    is: 'open, and takes its places',
    mover: 'both',
    commands: [
      'take_veto_turn by turn',
      'ask_reschedule by both',
      'answer_reschedule by both',
      'ask_cancellation by both',
      'agree_cancellation by both: cancelled',
      'announce_forfeit by both',
      'take_back_forfeit by both',
      'void_match by ladder_admin: voided',
    ],
    clock: ['checking_in', 'forfeited'],
  },
  checking_in: {
    is: 'open, and takes its places',
    mover: 'both',
    commands: [
      'check_in by both: live, veto',
      'take_veto_turn by turn',
      'announce_forfeit by both',
      'take_back_forfeit by both',
      'void_match by ladder_admin: voided',
    ],
    clock: ['live', 'forfeited', 'voided'],
  },
  veto: {
    is: 'open, and takes its places',
    mover: 'turn',
    commands: [
      'take_veto_turn by turn: live',
      'announce_forfeit by both',
      'take_back_forfeit by both',
      'void_match by ladder_admin: voided',
    ],
    clock: ['veto', 'live', 'forfeited'],
  },
  live: {
    is: 'open, and takes its places',
    mover: 'both',
    commands: [
      'report by both: reported, completed',
      'concede by both: completed',
      'announce_forfeit by both',
      'take_back_forfeit by both',
      'void_match by ladder_admin: voided',
      'extend_deadline by ladder_admin',
    ],
    clock: ['disputed', 'forfeited'],
  },
  reported: {
    is: 'open, and takes its places',
    mover: 'other',
    commands: [
      'report by both: completed, disputed',
      'confirm_report by other: completed',
      'dispute by other: disputed',
      'void_match by ladder_admin: voided',
      'extend_deadline by ladder_admin',
    ],
    clock: ['completed', 'disputed'],
  },
  disputed: {
    is: 'open',
    mover: 'ladder_admin',
    commands: [
      'add_statement by both',
      'rule by ladder_admin: completed, offered, voided, forfeited',
      'void_match by ladder_admin: voided',
      'extend_deadline by ladder_admin',
    ],
    clock: ['voided'],
  },
  completed: {
    is: 'over',
    mover: null,
    commands: [
      'correct_scores by both',
      'agree_correction by both',
      'dispute by loser',
      'add_statement by both',
      'rule by ladder_admin: completed, forfeited, voided',
      'appeal by both',
      'decide_appeal by site_admin: completed, forfeited, voided',
    ],
    clock: [],
  },
  forfeited: {
    is: 'over',
    mover: null,
    commands: [
      'dispute by loser',
      'add_statement by both',
      'rule by ladder_admin: completed, forfeited, voided',
      'appeal by both',
      'decide_appeal by site_admin: completed, forfeited, voided',
    ],
    clock: [],
  },
  voided: {
    is: 'over',
    mover: null,
    commands: [
      'dispute by loser',
      'add_statement by both',
      'rule by ladder_admin: completed, forfeited, voided',
      'appeal by both',
      'decide_appeal by site_admin: completed, forfeited, voided',
    ],
    clock: [],
  },
  declined: {
    is: 'over',
    mover: null,
    commands: [],
    clock: [],
  },
  withdrawn: {
    is: 'over',
    mover: null,
    commands: [],
    clock: [],
  },
  expired: {
    is: 'over',
    mover: null,
    commands: [],
    clock: [],
  },
  cancelled: {
    is: 'over',
    mover: null,
    commands: [],
    clock: [],
  },
};

it.each(Object.keys(table) as MatchStatus[])('a match that is %s', (status) => {
  const { isFinal, holdsPlaces, mover, commands, clock } = machine[status];
  const open = holdsPlaces ? 'open, and takes its places' : 'open';
  expect({
    is: isFinal ? 'over' : open,
    mover,
    commands: Object.entries(commands).map(
      ([type, { by, to }]) => `${type} by ${by}${to.length > 0 ? `: ${to.join(', ')}` : ''}`,
    ),
    clock,
  }).toEqual(table[status]);
  expect(isFinalStatus(status)).toBe(table[status].is === 'over');
  if (isFinal) {
    expect(holdsPlaces).toBe(false);
  }
});
