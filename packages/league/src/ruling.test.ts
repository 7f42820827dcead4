import { expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import type { RulingOutcome } from './state.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import {
  appeal,
  at,
  coCaptain,
  dispute,
  getMatch,
  notIdle,
  onMatch,
  player,
  rule,
  startAppealed,
  startCompleted,
  startDisputed,
  startLive,
  startReported,
  startResultDisputed,
  startRuled,
} from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  challenge,
  getEntry,
  judge,
  noon,
  owner,
  schedule,
  scores,
  statusOf,
  text,
  tryCommand,
  type World,
} from './testing/world.ts';

const both = asPerson('both', {}, { is_ladder_admin: true, is_site_admin: true });
const defender: RulingOutcome = { kind: 'completed', winner: 'defender', scores: [] };
const decide = (outcome: RulingOutcome) => ({ ...rule(outcome), type: 'decide_appeal' }) as const;

/** Nobody has reported; the clock has opened the dispute. */
function startSilent(): World {
  const world = startLive();
  return at(world, addDuration(world.now, 'PT25H'));
}

function startClosed(from: () => World): World {
  const world = from();
  asSystem(world, { type: 'close_season', void_open: true, reason: text('end') });
  return world;
}

rows(
  'a dispute is ruled',
  (actor: Actor | null) => ({ world: startDisputed(), actor, command: rule({ kind: 'voided' }) }),
  {
    'by an admin of the ladder': [judge, ['ruling_given', 'match_voided']],
    'not by one of the site': [owner, { code: 'not_admin', params: {} }],
    'not by a captain': [captain(1), 'not_admin'],
    'not by somebody who is not signed in': [null, 'not_signed_in'],
    'not by an admin who plays in it': [
      { ...player(4), is_ladder_admin: true },
      { code: 'own_match', params: {} },
    ],
    'nor for the other side': [{ ...coCaptain(2), is_ladder_admin: true }, 'own_match'],
  },
);

rows(
  'a ruling on a match in play',
  ({ from, outcome }: { from: () => World; outcome: RulingOutcome }) => ({
    world: from(),
    actor: judge,
    command: rule(outcome),
  }),
  {
    'upholds the report': [
      { from: startDisputed, outcome: { kind: 'upheld' } },
      [
        {
          type: 'ruling_given',
          match_id: 'match',
          data: {
            dispute_id: 'dispute',
            outcome: { kind: 'upheld' },
            status: 'upheld',
            rule: 'report.confirmWithin',
            text: text('reason'),
          },
        },
        {
          type: 'match_completed',
          data: like({
            winner: 'challenger',
            scores: scores(2, 1),
            reason: 'ruling',
            ruled: true,
            rule: null,
          }),
        },
      ],
    ],
    'says the same in words of its own': [
      { from: startDisputed, outcome: { kind: 'completed', winner: 'challenger', scores: [] } },
      [
        { type: 'ruling_given', data: like({ status: 'upheld' }) },
        { type: 'match_completed', data: like({ winner: 'challenger', scores: [] }) },
      ],
    ],
    'gives the win to the other': [
      {
        from: startDisputed,
        outcome: { kind: 'completed', winner: 'defender', scores: scores(0, 2) },
      },
      [
        { type: 'ruling_given', data: like({ status: 'overturned' }) },
        {
          type: 'match_completed',
          data: like({ winner: 'defender', scores: scores(0, 2), reason: 'ruling', ruled: true }),
        },
      ],
    ],
    'gives a win where nobody reported': [
      { from: startSilent, outcome: defender },
      [
        { type: 'ruling_given', data: like({ status: 'overturned' }) },
        { type: 'match_completed', data: like({ winner: 'defender' }) },
      ],
    ],
    'says that one side forfeits': [
      { from: startDisputed, outcome: { kind: 'forfeited', loser: 'challenger' } },
      [
        { type: 'ruling_given', data: like({ status: 'overturned' }) },
        {
          type: 'match_forfeited',
          data: like({ winner: 'defender', reason: 'ruling', ruled: true }),
        },
      ],
    ],
    'voids it': [
      { from: startDisputed, outcome: { kind: 'voided' } },
      [
        { type: 'ruling_given', data: like({ status: 'overturned' }) },
        { type: 'match_voided', data: like({ reason: 'ruling', ruled: true }) },
      ],
    ],
    'cannot uphold where nobody reported': [
      { from: startSilent, outcome: { kind: 'upheld' } },
      { code: 'ruling_impossible', params: { status: 'disputed' } },
    ],
    'has scores that name its winner': [
      {
        from: startDisputed,
        outcome: { kind: 'completed', winner: 'defender', scores: scores(2, 0) },
      },
      { code: 'field_invalid', params: { field: 'winner' }, field: 'winner' },
    ],
    'has scores that the rules allow': [
      {
        from: startDisputed,
        outcome: { kind: 'completed', winner: 'defender', scores: scores(0, 1) },
      },
      'score_undecided',
    ],
    'names a winner where the rules know no draw': [
      { from: startDisputed, outcome: { kind: 'completed', winner: null, scores: [] } },
      { code: 'score_undecided', params: {}, field: 'winner' },
    ],
    'may be a draw where they do': [
      {
        from: () => startDisputed({ score: { draws: true } }),
        outcome: { kind: 'completed', winner: null, scores: [] },
      },
      ['ruling_given', { type: 'match_completed', data: like({ winner: null }) }],
    ],
  },
);

rows(
  'a ruling',
  (from: () => World) => ({ world: from(), actor: judge, command: rule(defender) }),
  {
    'is given in a dispute': [startDisputed, ['ruling_given', 'match_completed']],
    'is given in one of a result': [startResultDisputed, ['ruling_given', 'result_overturned']],
    'is not given where nobody disputes': [
      startReported,
      { code: 'dispute_closed', params: { at: null } },
    ],
    'is not given of a result that nobody disputes': [
      startCompleted,
      { code: 'dispute_closed', params: { at: null } },
    ],
    'is not given twice': [startRuled, { code: 'dispute_closed', params: { at: null } }],
    'is not given when the season is over': [
      () => startClosed(startResultDisputed),
      'season_closed',
    ],
  },
);

rows(
  'a ruling names a rule',
  (name: string) => ({
    world: startDisputed(),
    actor: judge,
    command: { ...rule({ kind: 'voided' }), rule: name },
  }),
  {
    'of eighty letters': ['r'.repeat(80), ['ruling_given', 'match_voided']],
    'of no more': [
      'r'.repeat(81),
      { code: 'field_invalid', params: { field: 'rule' }, field: 'rule' },
    ],
    'of one at least': ['r', ['ruling_given', 'match_voided']],
    'and not nothing': ['   ', 'field_invalid'],
  },
);

const first = '2026-03-05T12:30:00.000Z';
const second = '2026-03-06T12:00:00.000Z';
const third = '2026-03-07T12:00:00.000Z';

const replay = (times: string[], world = startDisputed(), actor = judge) => ({
  world,
  actor,
  command: rule({ kind: 'replay', times }),
});

rows('a replay', (times: string[]) => replay(times), {
  'names three times': [
    [shift(first, 1), second, third],
    [
      { type: 'ruling_given', data: like({ status: 'overturned' }) },
      {
        type: 'replay_ordered',
        data: { times: [shift(first, 1), second, third], deadline: '2026-03-05T12:00:00.000Z' },
      },
    ],
  ],
  'not two': [
    [second, third],
    { code: 'times_count', params: { has: 2, minimum: 3, maximum: 3 }, field: 'times' },
  ],
  'not four': [
    [second, third, noon0(8), noon0(9)],
    { code: 'times_count', params: { has: 4, minimum: 3, maximum: 3 }, field: 'times' },
  ],
  'not one twice': [
    [second, third, second],
    { code: 'times_not_distinct', params: { time: second }, field: 'times' },
  ],
  'not what is no time': [
    [second, 'soon', third],
    { code: 'field_invalid', params: { field: 'times' }, field: 'times' },
  ],
});

function noon0(day: number): string {
  return `2026-03-0${day}T12:00:00.000Z`;
}

// Two days to choose, and half an hour to check in.
limit(
  'a replay begins after both have chosen and the check-in has opened',
  (away) => replay([second, shift(first, away), third]),
  {
    before: {
      code: 'time_out_of_window',
      params: {
        time: shift(first, -1),
        from: first,
        until: '2026-08-28T12:00:00.000Z',
      },
      field: 'times',
    },
    at: 'time_out_of_window',
    after: ['ruling_given', 'replay_ordered'],
  },
);

limit(
  'a replay begins before the season’s end',
  (away) => replay([second, third, shift('2026-08-28T12:00:00.000Z', away)]),
  {
    before: ['ruling_given', 'replay_ordered'],
    at: 'time_out_of_window',
    after: 'time_out_of_window',
  },
);

limit(
  'a replay keeps its distance from another match',
  (away) => {
    const world = startDisputed();
    // Team 4 defends in another match, two hours before the second time less what the row is away.
    const start = schedule(world, 6, 4, 'other');
    expect(start).toBe('2026-03-05T12:00:00.000Z');
    const time = shift('2026-03-05T14:00:00.000Z', away);
    return replay([second, third, time], world);
  },
  {
    before: {
      code: 'time_too_close',
      params: { time: shift('2026-03-05T14:00:00.000Z', -1), match_id: 'other', apart: 'PT2H' },
      field: 'times',
    },
    at: ['ruling_given', 'replay_ordered'],
    after: ['ruling_given', 'replay_ordered'],
  },
);

rows(
  'a replay needs both sides free and there',
  (prepare: (world: World) => void) => {
    const world = startDisputed();
    prepare(world);
    return replay([second, third, noon0(8)], world);
  },
  {
    'as they are': [() => {}, ['ruling_given', 'replay_ordered']],
    'not when the challenger has challenged another': [
      (world: World) => challenge(world, 4, 3, 'other'),
      { code: 'open_match', params: { match_id: 'other' } },
    ],
    'not when the defender is challenged by another': [
      (world: World) => challenge(world, 5, 2, 'other'),
      { code: 'open_match', params: { match_id: 'other' } },
    ],
    'still when the challenger is challenged': [
      (world: World) => challenge(world, 5, 4, 'other'),
      ['ruling_given', 'replay_ordered'],
    ],
    'not when the challenger has left': [
      (world: World) => act(world, captain(4), { type: 'leave', entry_id: 'entry4' }),
      { code: 'ruling_impossible', params: { status: 'disputed' } },
    ],
    'not when the defender has left': [
      (world: World) => act(world, captain(2), { type: 'leave', entry_id: 'entry2' }),
      'ruling_impossible',
    ],
  },
);

rows(
  'a ruling on a result',
  (outcome: RulingOutcome) => ({
    world: startResultDisputed(),
    actor: judge,
    command: rule(outcome),
  }),
  {
    'upholds it': [
      { kind: 'upheld' },
      [{ type: 'ruling_given', data: like({ status: 'upheld' }) }],
    ],
    'says the same': [
      { kind: 'completed', winner: 'challenger', scores: scores(2, 1) },
      [{ type: 'ruling_given', data: like({ status: 'upheld' }) }],
    ],
    'says the same without scores': [
      { kind: 'completed', winner: 'challenger', scores: [] },
      [{ type: 'ruling_given', data: like({ status: 'upheld' }) }],
    ],
    'has other scores': [
      { kind: 'completed', winner: 'challenger', scores: scores(2, 0) },
      [{ type: 'ruling_given', data: like({ status: 'overturned' }) }, 'result_overturned'],
    ],
    'has another winner': [
      defender,
      [
        { type: 'ruling_given', data: like({ status: 'overturned' }) },
        {
          type: 'result_overturned',
          match_id: 'match',
          data: like({
            outcome: defender,
            dispute_id: 'dispute',
            appeal_id: null,
            result_moves: [],
          }),
        },
      ],
    ],
    'says that the winner forfeits': [
      { kind: 'forfeited', loser: 'challenger' },
      ['ruling_given', 'result_overturned'],
    ],
    'makes a forfeit of the same win': [
      { kind: 'forfeited', loser: 'defender' },
      ['ruling_given', 'result_overturned'],
    ],
    'voids it': [{ kind: 'voided' }, ['ruling_given', 'result_overturned']],
    'orders no replay': [
      { kind: 'replay', times: [noon0(6), noon0(7), noon0(8)] },
      { code: 'ruling_impossible', params: { status: 'completed' } },
    ],
  },
);

function startForfeitDisputed(): World {
  const world = startLive();
  act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  at(world, addDuration(world.now, 'PT10M'));
  act(world, captain(4), dispute());
  return world;
}

rows(
  'a ruling on a forfeit',
  (outcome: RulingOutcome) => ({
    world: startForfeitDisputed(),
    actor: judge,
    command: rule(outcome),
  }),
  {
    'says the same': [
      { kind: 'forfeited', loser: 'challenger' },
      [{ type: 'ruling_given', data: like({ status: 'upheld' }) }],
    ],
    'turns it round': [
      { kind: 'forfeited', loser: 'defender' },
      [{ type: 'ruling_given', data: like({ status: 'overturned' }) }, 'result_overturned'],
    ],
    'voids it': [{ kind: 'voided' }, ['ruling_given', 'result_overturned']],
    'makes a played match of it': [defender, ['ruling_given', 'result_overturned']],
  },
);

it('a result that is overturned needs the season reckoned anew', () => {
  const world = startResultDisputed();
  world.facts = { recompute: undefined } as never;
  expect(() => tryCommand(world, judge, rule(defender))).toThrow('the season recomputed');
  expect(tryCommand(world, judge, rule({ kind: 'upheld' }))).toBeNull();
});

it('a replay gives both their places again, and the match its beginning', () => {
  const world = startDisputed();
  expect(getEntry(world, 'entry4').challenging).toBeNull();
  act(world, judge, rule({ kind: 'replay', times: [second, third, noon0(8)] }));
  expect(statusOf(world)).toBe('offered');
  expect(getEntry(world, 'entry4').challenging).toBe('match');
  expect(getMatch(world)).toMatchObject({
    replays: 1,
    time: null,
    dispute_id: null,
    reports: { challenger: null, defender: null },
  });
});

const voiding = { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') } as const;

rows(
  'a match is voided by hand',
  ({ actor, rule: name = 'any' }: { actor: Actor; rule?: string }) => ({
    world: startLive(),
    actor,
    command: { ...voiding, rule: name },
  }),
  {
    'by an admin of the ladder': [
      { actor: judge },
      [
        {
          type: 'match_voided',
          data: { reason: 'by_admin', rule: null, ruled: true, text: text('why') },
        },
      ],
    ],
    'not by one of the site': [{ actor: owner }, 'not_admin'],
    'not by one who plays in it': [{ actor: { ...player(2), is_ladder_admin: true } }, 'own_match'],
    'not without a rule': [
      { actor: judge, rule: '' },
      { code: 'field_invalid', params: { field: 'rule' }, field: 'rule' },
    ],
  },
);

it('a match that is over is not voided', () => {
  expect(tryCommand(startCompleted(), judge, voiding)).toEqual({
    code: 'match_not_open',
    params: { status: 'completed' },
  });
});

const deadline = '2026-03-04T12:00:00.000Z';
const extend = (
  until: string,
  actor: Actor = judge,
): {
  world: World;
  actor: Actor;
  command: LadderCommand;
} => ({
  world: startLive(),
  actor,
  command: { type: 'extend_deadline', ...onMatch, until, reason: text('ill') },
});

limit('a deadline only moves on', (away) => extend(shift(deadline, away)), {
  before: { code: 'field_invalid', params: { field: 'until' }, field: 'until' },
  at: 'field_invalid',
  after: [{ type: 'deadline_extended', data: { deadline: shift(deadline, 1), text: text('ill') } }],
});

rows(
  'a deadline is moved',
  ({ actor, until }: { actor: Actor; until: string }) => extend(until, actor),
  {
    'by an admin of the ladder': [{ actor: judge, until: noon0(7) }, ['deadline_extended']],
    'to an instant': [{ actor: judge, until: 'tomorrow' }, 'field_invalid'],
    'not by one of the site': [{ actor: owner, until: noon0(7) }, 'not_admin'],
    'not by one who plays in it': [
      { actor: { ...player(4), is_ladder_admin: true }, until: noon0(7) },
      'own_match',
    ],
  },
);

rows(
  'a ruling is appealed',
  ({ from, team }: { from: () => World; team: number }) => ({
    world: from(),
    actor: captain(team),
    command: appeal(),
  }),
  {
    'by the side that lost': [
      { from: startRuled, team: 2 },
      [
        {
          type: 'appeal_made',
          data: {
            appeal_id: 'appeal',
            dispute_id: 'dispute',
            by: 'defender',
            statement: text('appeal'),
          },
        },
      ],
    ],
    'by the side that won': [
      { from: startRuled, team: 4 },
      [{ type: 'appeal_made', data: like({ by: 'challenger' }) }],
    ],
    'not by another team': [{ from: startRuled, team: 1 }, 'not_captain'],
    once: [
      { from: startAppealed, team: 4 },
      { code: 'appeal_used', params: {} },
    ],
    'not where nobody has ruled': [
      { from: startCompleted, team: 2 },
      { code: 'match_not_open', params: { status: 'completed' } },
    ],
    'not while the dispute goes on': [
      { from: startDisputed, team: 2 },
      { code: 'match_not_open', params: { status: 'disputed' } },
    ],
    'not when the season is over': [
      { from: () => startClosed(startRuled), team: 2 },
      'season_closed',
    ],
  },
);

it('what an admin voided without a dispute is appealed too', () => {
  const world = startLive();
  act(world, judge, voiding);
  expect(tryCommand(world, captain(2), appeal())).toBeNull();
  expect(world.state.appeals.appeal).toMatchObject({ dispute_id: null, status: 'open' });
  expect(tryCommand(world, owner, decide(defender))).toBeNull();
  expect(world.events.at(-1)?.data).toMatchObject({ dispute_id: null, appeal_id: 'appeal' });
});

it('what is void may be void for good', () => {
  const world = startLive();
  act(world, judge, voiding);
  act(world, captain(2), appeal());
  act(world, owner, decide({ kind: 'voided' }));
  expect(world.events.at(-1)).toMatchObject({ type: 'appeal_decided', data: { status: 'upheld' } });
});

it('a win that a ruling gives moves the challenger up', () => {
  const world = startLive();
  act(world, captain(4), { type: 'concede', ...onMatch });
  act(world, captain(4), dispute());
  act(world, judge, rule({ kind: 'completed', winner: 'challenger', scores: [] }));
  expect(world.events.at(-1)).toMatchObject({
    type: 'result_overturned',
    data: {
      result_moves: [
        { entry_id: 'entry4', from: 4, to: 2 },
        { entry_id: 'entry2', from: 2, to: 3 },
        { entry_id: 'entry3', from: 3, to: 4 },
      ],
    },
  });
});

limit(
  'a ruling is appealed within two days',
  (away) => {
    const world = startRuled();
    const end = addDuration(world.now, 'PT48H');
    return { world: at(world, shift(end, away)), actor: captain(2), command: appeal() };
  },
  {
    before: ['appeal_made'],
    at: { code: 'deadline_passed', params: { at: '2026-03-05T12:00:00.000Z' } },
    after: 'deadline_passed',
  },
);

limit(
  'the two days of a ruling on a result begin with the ruling',
  (away) => {
    const world = startResultDisputed(notIdle);
    world.now = addDuration(world.now, 'PT30H');
    act(world, judge, rule({ kind: 'voided' }));
    const end = addDuration(world.now, 'PT48H');
    return { world: at(world, shift(end, away)), actor: captain(4), command: appeal() };
  },
  {
    before: ['appeal_made'],
    at: { code: 'deadline_passed', params: { at: '2026-03-06T18:00:00.000Z' } },
    after: 'deadline_passed',
  },
);

function startAppealedOf(admin: Actor): World {
  const world = startDisputed();
  act(world, admin, rule({ kind: 'upheld' }));
  act(world, captain(2), appeal());
  return world;
}

rows(
  'an appeal is decided',
  ({ actor, from = startAppealed }: { actor: Actor; from?: () => World }) => ({
    world: from(),
    actor,
    command: decide({ kind: 'upheld' }),
  }),
  {
    'by an admin of the site': [
      { actor: owner },
      [
        {
          type: 'appeal_decided',
          data: {
            appeal_id: 'appeal',
            dispute_id: 'dispute',
            outcome: { kind: 'upheld' },
            status: 'upheld',
            rule: 'report.confirmWithin',
            text: text('reason'),
          },
        },
      ],
    ],
    'not by one of the ladder': [{ actor: judge }, { code: 'not_admin', params: {} }],
    'not by whoever gave the ruling': [
      { actor: both, from: () => startAppealedOf(both) },
      { code: 'own_match', params: {} },
    ],
    'but by another with both offices': [
      { actor: { ...both, person_id: 'third' }, from: () => startAppealedOf(both) },
      ['appeal_decided'],
    ],
    'not by one who plays in it': [{ actor: { ...player(2), is_site_admin: true } }, 'own_match'],
    'not where nobody appeals': [
      { actor: owner, from: startRuled },
      { code: 'not_found', params: { what: 'appeal', id: '' } },
    ],
    'not twice': [
      { actor: owner, from: () => decided() },
      { code: 'not_found', params: { what: 'appeal', id: 'appeal' } },
    ],
    'not when the season is over': [
      { actor: owner, from: () => startClosed(startAppealed) },
      'season_closed',
    ],
  },
);

function decided(): World {
  const world = startAppealed();
  act(world, owner, decide({ kind: 'upheld' }));
  return world;
}

rows(
  'an appeal',
  ({ outcome, name = 'report' }: { outcome: RulingOutcome; name?: string }) => ({
    world: startAppealed(),
    actor: owner,
    command: { ...decide(outcome), rule: name },
  }),
  {
    'says the same': [
      { outcome: { kind: 'completed', winner: 'challenger', scores: [] } },
      [{ type: 'appeal_decided', data: like({ status: 'upheld' }) }],
    ],
    'overturns the result': [
      { outcome: defender },
      [
        { type: 'appeal_decided', data: like({ status: 'overturned' }) },
        {
          type: 'result_overturned',
          data: like({ outcome: defender, dispute_id: 'dispute', appeal_id: 'appeal' }),
        },
      ],
    ],
    'orders no replay': [
      { outcome: { kind: 'replay', times: [noon0(6), noon0(7), noon0(8)] } },
      { code: 'ruling_impossible', params: { status: 'completed' } },
    ],
    'names a rule': [
      { outcome: { kind: 'upheld' }, name: ' ' },
      { code: 'field_invalid', params: { field: 'rule' }, field: 'rule' },
    ],
    'has scores that name its winner': [
      { outcome: { kind: 'completed', winner: 'defender', scores: scores(2, 0) } },
      { code: 'field_invalid', params: { field: 'winner' }, field: 'winner' },
    ],
  },
);

it('an appeal that is decided is ruled by who decided it', () => {
  const world = startAppealed();
  expect(noon(world, 1)).toBe(noon0(4));
  act(world, owner, decide(defender));
  expect(getMatch(world).result).toMatchObject({ winner: 'defender', ruled_by: 'owner' });
  expect(world.state.appeals.appeal).toMatchObject({ status: 'overturned' });
});
