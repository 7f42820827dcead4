import type { LadderCommand } from '../command.ts';
import { addDuration, laterOf } from '../duration.ts';
import type { Instant, Side } from '../ids.ts';
import { isFinalStatus } from '../machine.ts';
import { bothSides, getEntryId, getOtherSide } from '../sides.ts';
import type { Match, RulingOutcome } from '../state.ts';
import { type Asked, pick, type Step, toCaptain } from './random-step.ts';
import { findTurn, meant, toScores } from './variants.ts';
import {
  asPerson,
  captain,
  judge,
  noon,
  noPicks,
  owner,
  people,
  someNonce,
  text,
  type World,
} from './world.ts';

export const teams = 7;
const waits = ['PT1M', 'PT9M', 'PT11M', 'PT1H', 'PT6H', 'PT25H', 'P3D', 'P11D', 'P31D'];
const scores: [number, number][] = [
  [2, 0],
  [2, 1],
  [0, 2],
  [1, 2],
  [1, 1],
  [3, 0],
];

/** The instant at which a step happens: a minute on, some days on, or just when the clock has its next thing to do. */
export function toInstantOf(world: World, step: Step): Instant {
  const minute = addDuration(world.now, 'PT1M');
  if (step.kind === 'wait') {
    return addDuration(world.now, waits[step.a % waits.length] ?? 'PT1H');
  }
  if (step.kind !== 'tick') {
    return minute;
  }
  return laterOf(findNextMatchDeadline(world) ?? minute, minute);
}

function findNextMatchDeadline({ state }: World): Instant | undefined {
  return Object.values(state.matches)
    .flatMap(({ deadline }) => deadline ?? [])
    .sort()[0];
}

/** What a step asks of the world as it is: often what comes next, sometimes nonsense. */
export function toCommand(world: World, step: Step): Asked {
  const match = pick(
    Object.values(world.state.matches).filter(({ status }) => !isFinalStatus(status)),
    step.a,
  );
  switch (step.kind) {
    case 'next':
      return match ? toNext(world, match, step) : toChallenge(world, step);
    case 'challenge':
      return toChallenge(world, step);
    case 'odd':
      return match ? toOdd(world, match, step) : null;
    case 'stranger':
      return match ? toStranger(world, match, step) : null;
    case 'forfeit':
      return match ? toForfeit(world, match, step) : null;
    case 'dispute':
    case 'rule':
    case 'appeal':
      return toJudgement(world, step);
    case 'wait':
    case 'tick':
      return null;
    default:
      return toLadderCommand(world, step);
  }
}

function toStranger(world: World, match: Match, step: Step): Asked {
  const asked = toNext(world, match, step);
  return asked && { ...asked, actor: captain(1 + (step.c % teams)) };
}

function toChallenge(world: World, { a, b }: Step): Asked {
  const challenger = pick(Object.values(world.state.entries), a);
  const defender = pick(Object.values(world.state.entries), b);
  if (!challenger || !defender) {
    return null;
  }
  world.ids += 1;
  return {
    actor: captain(Number(challenger.team_id?.slice(4))),
    command: {
      type: 'challenge',
      match_id: `match${world.ids}`,
      challenger_id: challenger.id,
      defender_id: defender.id,
      picks: noPicks,
      nonce: someNonce,
    },
  };
}

/** The command that the table expects next. */
function toNext(world: World, match: Match, { b, c }: Step): Asked {
  const on = { match_id: match.id };
  const times = [noon(world, 2 + (b % 6)), noon(world, 3 + (b % 6))];
  const side: Side = b % 2 === 0 ? 'challenger' : 'defender';
  const by = (which: Side, command: LadderCommand): Asked => ({
    actor: toCaptain(world, match, which),
    command,
  });
  switch (match.status) {
    case 'challenged':
      return by(
        'defender',
        c % 8 === 0
          ? { type: 'decline', ...on }
          : { type: 'accept', ...on, times, picks: noPicks, nonce: someNonce },
      );
    case 'offered':
      if (c % 5 === 0) {
        return by('challenger', { type: 'counter_offer', ...on, times });
      }
      return by('challenger', {
        type: 'confirm_time',
        ...on,
        time: pick(match.offered, c) ?? '',
        picks: noPicks,
      });
    case 'countered':
      return by('defender', {
        type: 'confirm_time',
        ...on,
        time: pick([...match.offered, ...match.countered], c) ?? '',
        picks: noPicks,
      });
    case 'scheduled':
      return toScheduled(world, match, c);
    case 'checking_in': {
      const team = Number(world.state.entries[getEntryId(match, side)]?.team_id?.slice(4));
      return c % 4 === 0
        ? toTurn(world, match, c)
        : by(side, { type: 'check_in', ...on, players: people(team).slice(0, 2) });
    }
    case 'veto':
      return toTurn(world, match, c);
    case 'live':
    case 'reported': {
      const [challenger, defender] = pick(scores, c % 3 === 0 ? 1 : c) ?? [2, 0];
      if (match.status === 'reported' && c % 3 === 1) {
        return by(getOtherSide(side), { type: 'confirm_report', ...on });
      }
      return by(side, { type: 'report', ...on, scores: toScores(match, challenger, defender) });
    }
    default:
      return null;
  }
}

function toTurn(world: World, match: Match, c: number): Asked {
  const turn = findTurn(world, match, c);
  const side = turn && (c % 7 === 0 ? getOtherSide(turn.by) : turn.by);
  return side && { actor: toCaptain(world, match, side), command: turn.command };
}

function toScheduled(world: World, match: Match, c: number): Asked {
  if (c % 2 === 1) {
    const turn = toTurn(world, match, c);
    if (turn) {
      return turn;
    }
  }
  const asker: Side = c % 2 === 0 ? 'challenger' : 'defender';
  const on = { match_id: match.id };
  if (match.reschedule && c % 3 === 0) {
    const time = c % 5 === 0 ? null : (match.reschedule.times[0] ?? null);
    return {
      actor: toCaptain(world, match, getOtherSide(match.reschedule.asked_by)),
      command: { type: 'answer_reschedule', ...on, time },
    };
  }
  return {
    actor: toCaptain(world, match, asker),
    command: { type: 'ask_reschedule', ...on, times: [noon(world, 1 + (c % 9))] },
  };
}

/** Commands that a status may or may not take. */
function toOdd(world: World, match: Match, { b, c }: Step): Asked {
  const on = { match_id: match.id };
  const commands: LadderCommand[] = [
    { type: 'withdraw', ...on },
    { type: 'ask_extension', ...on },
    { type: 'agree_extension', ...on },
    { type: 'ask_cancellation', ...on },
    { type: 'agree_cancellation', ...on },
    { type: 'concede', ...on },
    { type: 'decline', ...on },
    { type: 'confirm_report', ...on, version: c % 9 },
    { type: 'report', ...on, scores: toScores(match, 2, 0) },
    { type: 'take_back_forfeit', ...on },
    { type: 'check_in', ...on, players: [] },
  ];
  const command = pick(commands, c);
  return command
    ? { actor: toCaptain(world, match, b % 2 === 0 ? 'challenger' : 'defender'), command }
    : null;
}

function toForfeit(world: World, match: Match, { b }: Step): Asked {
  const side: Side = b % 2 === 0 ? 'challenger' : 'defender';
  const opponent = world.state.entries[getEntryId(match, getOtherSide(side))]?.name ?? '';
  return {
    actor: toCaptain(world, match, side),
    command: { type: 'announce_forfeit', match_id: match.id, opponent },
  };
}

function toJudgement(world: World, { kind, a, b, c }: Step): Asked {
  const isMeant = meant[kind as 'dispute' | 'rule' | 'appeal'];
  const match = pick(
    Object.values(world.state.matches).filter(
      (candidate) => c % 8 === 0 || isMeant(world, candidate),
    ),
    a,
  );
  if (!match) {
    return null;
  }
  const winner = match.result?.winner;
  const side: Side = winner && c % 3 > 0 ? getOtherSide(winner) : bothSides[b % 2 ? 1 : 0];
  const on = { match_id: match.id };
  world.ids += 1;
  const id = `judged${world.ids}`;
  const outcomes: RulingOutcome[] = [
    { kind: 'completed', winner: side, scores: [] },
    { kind: 'forfeited', loser: side },
    { kind: 'voided' },
    { kind: 'upheld' },
    { kind: 'replay', times: [noon(world, 4), noon(world, 5), noon(world, 6)] },
  ];
  const outcome = pick(outcomes, c) ?? { kind: 'voided' };
  if (kind === 'dispute') {
    return {
      actor: toCaptain(world, match, side),
      command: { type: 'dispute', ...on, dispute_id: id, statement: text(id) },
    };
  }
  if (kind === 'rule') {
    return {
      actor: judge,
      command: { type: 'rule', ...on, outcome, rule: 'report.confirmWithin', reason: text(id) },
    };
  }
  if (match.appeal_id) {
    return {
      actor: owner,
      command: {
        type: 'decide_appeal',
        ...on,
        outcome,
        rule: 'report.confirmWithin',
        reason: text(id),
      },
    };
  }
  return {
    actor: toCaptain(world, match, side),
    command: { type: 'appeal', ...on, appeal_id: id, statement: text(id) },
  };
}

function toLadderCommand(world: World, { kind, a, b, c }: Step): Asked {
  const team = 1 + (a % teams);
  const entry = Object.values(world.state.entries).find(
    (candidate) => candidate.team_id === `team${team}` && candidate.status === 'active',
  );
  world.ids += 1;
  const id = `made${world.ids}`;
  if (kind === 'join') {
    return {
      actor: captain(team),
      command: {
        type: 'join',
        entry_id: id,
        team_id: `team${team}`,
        person_id: null,
        name: `Team ${team}`,
        players: people(team),
      },
    };
  }
  if (!entry) {
    return null;
  }
  switch (kind) {
    case 'rest':
      return {
        actor: captain(team),
        command: {
          type: 'announce_rest',
          entry_id: entry.id,
          rest_id: id,
          from: addDuration(world.now, `P${b % 4}D`),
          days: 1 + (c % 7),
        },
      };
    case 'leave':
      return c % 4 === 0
        ? { actor: captain(team), command: { type: 'leave', entry_id: entry.id } }
        : null;
    case 'admit':
      return {
        actor: asPerson('anyone'),
        isSystem: true,
        command: {
          type: 'admit_player',
          team_id: `team${team}`,
          person_id: b % 3 === 0 ? `team${1 + (c % teams)}-b` : id,
        },
      };
    case 'outage':
      return {
        actor: null,
        isSystem: true,
        command: {
          type: 'extend_deadlines',
          from: addDuration(world.now, 'PT0S').replace('T12', 'T11'),
          until: addDuration(world.now, 'PT1S'),
        },
      };
    case 'move':
      return {
        actor: judge,
        command: {
          type: 'move_entry',
          entry_id: entry.id,
          rung: 1 + (b % teams),
          reason: text(id),
        },
      };
    default:
      return toAdminCommand(entry.id, id, { b, c }, world);
  }
}

function toAdminCommand(
  entry: string,
  id: string,
  { b, c }: Pick<Step, 'b' | 'c'>,
  world: World,
): Asked {
  const reason = text(id);
  const commands: LadderCommand[] = [
    { type: 'move_entry', entry_id: entry, rung: 1 + (b % (teams + 1)), reason },
    { type: 'suspend_entry', entry_id: entry, until: addDuration(world.now, 'P5D'), reason },
    { type: 'give_strike', entry_id: entry, strike_id: id, reason },
    { type: 'remove_entry', entry_id: entry, reason },
  ];
  const command = pick(commands, c);
  return command ? { actor: judge, command } : null;
}
