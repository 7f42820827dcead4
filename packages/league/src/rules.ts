import type { ClockTime, Duration, PersonId } from './ids.ts';

/** Who names a map or a side: challenger with the challenge, defender with the acceptance, challenger with the confirmation, or the draw. */
export type PickLetter = 'C' | 'D' | 'A' | 'R';
/** One step of a veto sequence. `side` is taken by the other side than the last picker. */
export type VetoAction = 'ban' | 'pick' | 'side' | 'decider';

/** A season's rules: frozen at its start, versioned, every field described in `ruleFields`. */
export interface Rules {
  team: {
    size: number;
    /** null: as many as the size on the field. */
    rosterMinimum: number | null;
    /** null: twice the size and two more. */
    rosterMaximum: number | null;
    oneEntryPerPerson: boolean;
    identityRequired: string | null;
  };
  reach: {
    top: number;
    topRungs: number;
    rungs: number;
    percent: number;
    newEntryChallenges: number;
  };
  challenge: {
    answerWithin: Duration;
    unanswered: 'forfeit' | 'expire';
    declines: number;
    rematchWithin: Duration;
    immunity: Duration;
  };
  schedule: {
    timesMinimum: number;
    timesMaximum: number;
    earliest: Duration;
    latest: Duration;
    /** ISO weekdays, Monday 1. */
    weekdays: number[];
    hoursFrom: ClockTime;
    /** Earlier than `hoursFrom`: through midnight. */
    hoursUntil: ClockTime;
    apart: Duration;
    confirmWithin: Duration;
    datePending: Duration;
    rescheduleUntil: Duration;
    reschedules: number;
    defaultWeekday: number;
    defaultTime: ClockTime;
  };
  maps: {
    pool: string[];
    count: number;
    distinct: boolean;
    choice: 'letters' | 'veto';
    letters: PickLetter[];
    veto: VetoAction[];
    turn: Duration;
    /** Names of the two sides of a map; empty where a game has none. */
    sides: string[];
    sideLetters: PickLetter[];
  };
  checkIn: { opens: Duration; closes: Duration };
  score: { by: 'maps' | 'points'; mapLimit: number | null; draws: boolean };
  report: {
    reportWithin: Duration;
    confirmWithin: Duration;
    unanswered: 'accept' | 'dispute';
    /** How long two reports that differ wait for their sides. Missing in seasons of before the field: not at all. */
    differ?: Duration;
    evidence: 'none' | 'optional' | 'required';
    /** Missing in seasons that were planned before the field was. */
    evidenceShown?: 'everybody' | 'sides';
    correctWithin: Duration;
  };
  dispute: {
    disputeWithin: Duration;
    statementsWithin: Duration;
    rulingWithin: Duration;
    appealWithin: Duration;
    voidUnreported: Duration;
    voidUnruled: Duration;
    /** Who judges a case alone where nobody in office can. Missing in seasons of before the field: nobody. */
    outsider?: PersonId | null;
  };
  forfeit: { takeBackWithin: Duration };
  rest: { days: number; minimum: number; maximum: number };
  idle: { warnAfter: Duration; dropAfter: Duration; dropRungs: number; removeAfter: Duration };
  strikes: { lapseAfter: Duration; limit: number; suspension: Duration };
  transfer: { wait: Duration };
  rating: { provisionalMatches: number; idleGrowth: number };
  timeAttack: { stages: string[]; ranking: 'points' | 'time'; points: number[] };
}

/** A field's place in the rules, `section.field`. */
export type RulePath = {
  [S in keyof Rules]: `${S}.${Extract<keyof Rules[S], string>}`;
}[keyof Rules];
