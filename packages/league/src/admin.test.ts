import { expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { at, notIdle } from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  challenge,
  getEntry,
  judge,
  owner,
  rungs,
  start,
  statusOf,
  text,
  tryCommand,
  type World,
  worldStart,
} from './testing/world.ts';

const reason = text('why');
const entry = { entry_id: 'entry4', reason } as const;
const move = (rung: number): LadderCommand => ({ type: 'move_entry', ...entry, rung });
const suspend = (until = addDuration(worldStart, 'P5D')): LadderCommand => ({
  type: 'suspend_entry',
  ...entry,
  until,
});
const strike = (id: string): LadderCommand => ({ type: 'give_strike', ...entry, strike_id: id });
const lift = (id: string): LadderCommand => ({ type: 'lift_strike', ...entry, strike_id: id });
const setRest = (days: number, from = worldStart): LadderCommand => ({
  type: 'set_rest',
  ...entry,
  rest_id: 'rest',
  from,
  days,
});
const cancelRest: LadderCommand = { type: 'cancel_rest', ...entry, rest_id: 'rest' };
const end: LadderCommand = { type: 'end_suspension', ...entry };
const remove: LadderCommand = { type: 'remove_entry', ...entry };

const quiet = () => start(6, notIdle);
const after =
  (...commands: LadderCommand[]) =>
  () => {
    const world = quiet();
    for (const command of commands) {
      act(world, judge, command);
    }
    return world;
  };
const left = () => {
  const world = quiet();
  act(world, captain(4), { type: 'leave', entry_id: 'entry4' });
  return world;
};
const closed = (from: () => World) => () => {
  const world = from();
  asSystem(world, { type: 'close_season', void_open: true, reason });
  return world;
};

const doneRows: [string, LadderCommand, () => World, Said][] = [
  ['moves an entry', move(1), quiet, ['entry_moved']],
  ['removes it', remove, quiet, ['entry_removed']],
  ['suspends it', suspend(), quiet, ['entry_suspended']],
  ['ends a suspension', end, after(suspend()), ['suspension_ended']],
  ['gives a strike', strike('one'), quiet, ['strike_given']],
  ['lifts one', lift('one'), after(strike('one')), ['strike_lifted']],
  ['lets it rest', setRest(2), quiet, ['rest_announced', 'rest_began']],
  ['calls a rest off', cancelRest, after(setRest(2)), ['rest_ended']],
];

for (const [what, command, from, done] of doneRows) {
  rows(`who ${what}`, (actor: Actor | null) => ({ world: from(), actor, command }), {
    'is an admin of the ladder': [judge, done],
    'is an admin who plays elsewhere': [{ ...captain(3), is_ladder_admin: true }, done],
    'is none of the site': [owner, { code: 'not_admin', params: {} }],
    'is not its captain': [captain(4), 'not_admin'],
    'is no admin of its team': [
      { ...asPerson('new', { team4: 'substitute' }), is_ladder_admin: true },
      { code: 'own_match', params: {} },
    ],
    'is no admin on its roster': [
      { ...asPerson('team4-c'), is_ladder_admin: true },
      { code: 'own_match', params: {} },
    ],
    'is nobody who is not signed in': [null, 'not_signed_in'],
  });
  rows(
    `an admin ${what}`,
    (id: string) => {
      return {
        world: from(),
        actor: judge,
        command: { ...command, entry_id: id } as LadderCommand,
      };
    },
    {
      'that there is': ['entry4', done],
      'not one that there is not': [
        'entry9',
        { code: 'not_found', params: { what: 'entry', id: 'entry9' } },
      ],
    },
  );
  rows(
    `an admin ${what}, of an entry`,
    (world: () => World) => {
      return { world: world(), actor: judge, command };
    },
    {
      'that is on the ladder': [from, done],
      'not one that has gone': [left, { code: 'entry_gone', params: { entry: 'Team 4' } }],
    },
  );
}

limit(
  'the first rung is the top',
  (away) => ({
    world: quiet(),
    actor: judge,
    command: move(1 + away),
  }),
  {
    before: { code: 'rung_out_of_range', params: { rung: 0, limit: 6 }, field: 'rung' },
    at: [
      {
        type: 'entry_moved',
        data: {
          entry_id: 'entry4',
          rung: 1,
          text: reason,
          moves: [
            { entry_id: 'entry4', from: 4, to: 1 },
            { entry_id: 'entry1', from: 1, to: 2 },
            { entry_id: 'entry2', from: 2, to: 3 },
            { entry_id: 'entry3', from: 3, to: 4 },
          ],
        },
      },
    ],
    after: [{ type: 'entry_moved', data: like({ rung: 2 }) }],
  },
);

limit(
  'the last rung is the bottom',
  (away) => ({
    world: quiet(),
    actor: judge,
    command: move(6 + away),
  }),
  {
    before: ['entry_moved'],
    at: [
      {
        type: 'entry_moved',
        data: like({
          rung: 6,
          moves: [
            { entry_id: 'entry4', from: 4, to: 6 },
            { entry_id: 'entry5', from: 5, to: 4 },
            { entry_id: 'entry6', from: 6, to: 5 },
          ],
        }),
      },
    ],
    after: { code: 'rung_out_of_range', params: { rung: 7, limit: 6 }, field: 'rung' },
  },
);

rows(
  'a rung',
  ({ from, rung }: { from: () => World; rung: number }) => ({
    world: from(),
    actor: judge,
    command: move(rung),
  }),
  {
    'is a whole number': [
      { from: quiet, rung: 1.5 },
      { code: 'rung_out_of_range', params: { rung: 1.5, limit: 6 }, field: 'rung' },
    ],
    'may be the one it has': [
      { from: quiet, rung: 4 },
      [{ type: 'entry_moved', data: like({ moves: [] }) }],
    ],
    'is none for one that is suspended': [
      { from: after(suspend()), rung: 1 },
      { code: 'rung_out_of_range', params: { rung: 1, limit: 5 }, field: 'rung' },
    ],
  },
);

it('an entry that is removed leaves its rung to who stands below', () => {
  const world = quiet();
  act(world, judge, remove);
  expect(world.events.at(-1)).toMatchObject({
    type: 'entry_removed',
    data: { reason: 'by_admin', rule: null, text: reason },
  });
  expect(getEntry(world, 'entry4')).toMatchObject({ status: 'removed', rung: null });
  expect(rungs(world)).toEqual(['entry1', 'entry2', 'entry3', 'entry5', 'entry6']);
});

limit(
  'a suspension ends later than it is given',
  (away) => ({
    world: quiet(),
    actor: judge,
    command: suspend(shift(worldStart, away)),
  }),
  {
    before: { code: 'field_invalid', params: { field: 'until' }, field: 'until' },
    at: 'field_invalid',
    after: [
      {
        type: 'entry_suspended',
        data: like({ until: shift(worldStart, 1), reason: 'by_admin', rule: null, text: reason }),
      },
    ],
  },
);

rows(
  'an entry is suspended',
  ({ from, until }: { from: () => World; until?: string }) => ({
    world: from(),
    actor: judge,
    command: suspend(until),
  }),
  {
    'until an instant': [{ from: quiet }, ['entry_suspended']],
    'not until what is none': [{ from: quiet, until: 'soon' }, 'field_invalid'],
    'not twice': [
      { from: after(suspend()) },
      {
        code: 'entry_suspended',
        params: { entry: 'Team 4', until: addDuration(worldStart, 'P5D') },
      },
    ],
    'not when the season is over': [{ from: closed(quiet) }, { code: 'season_closed', params: {} }],
  },
);

limit(
  'a suspension ends by itself on its day',
  (away) => ({
    world: after(suspend())(),
    until: shift(addDuration(worldStart, 'P5D'), away),
  }),
  {
    before: [],
    at: [
      {
        type: 'suspension_ended',
        at: addDuration(worldStart, 'P5D'),
        data: { entry_id: 'entry4', rung: 6, rule: 'strikes.suspension', text: null },
      },
    ],
    after: ['suspension_ended'],
  },
);

rows(
  'a suspension is ended by hand',
  (from: () => World) => ({
    world: from(),
    actor: judge,
    command: end,
  }),
  {
    'where there is one': [
      after(suspend()),
      [
        {
          type: 'suspension_ended',
          data: { entry_id: 'entry4', rung: 6, rule: null, text: reason },
        },
      ],
    ],
    'not where there is none': [
      quiet,
      { code: 'not_found', params: { what: 'sanction', id: 'entry4' } },
    ],
  },
);

rows(
  'a strike is given',
  ({ from, id }: { from: () => World; id: string }) => ({
    world: from(),
    actor: judge,
    command: strike(id),
  }),
  {
    'with its reason, for sixty days': [
      { from: quiet, id: 'one' },
      [
        {
          type: 'strike_given',
          match_id: null,
          data: {
            entry_id: 'entry4',
            strike_id: 'one',
            reason: 'by_admin',
            rule: 'strikes.limit',
            lapses_at: addDuration(worldStart, 'P60D'),
            text: reason,
          },
        },
      ],
    ],
    'a second one': [{ from: after(strike('one')), id: 'two' }, ['strike_given']],
    'not the same again': [
      { from: after(strike('one')), id: 'one' },
      { code: 'already_exists', params: { what: 'entry', id: 'one' } },
    ],
    'not when the season is over': [{ from: closed(quiet), id: 'one' }, 'season_closed'],
  },
);

limit(
  'the third strike suspends',
  (away) => {
    const given = ['a', 'b', 'c'].slice(0, 2 + away);
    return { world: after(...given.map(strike))(), actor: judge, command: strike('last') };
  },
  {
    before: ['strike_given'],
    at: [
      'strike_given',
      {
        type: 'entry_suspended',
        data: like({
          until: addDuration(worldStart, 'P14D'),
          reason: 'strikes',
          rule: 'strikes.limit',
          text: null,
        }),
      },
    ],
    // The entry is suspended already.
    after: ['strike_given'],
  },
);

rows(
  'a strike is lifted',
  ({ from, id }: { from: () => World; id: string }) => ({
    world: from(),
    actor: judge,
    command: lift(id),
  }),
  {
    'that there is': [
      { from: after(strike('one'), strike('two')), id: 'two' },
      [{ type: 'strike_lifted', data: { entry_id: 'entry4', strike_id: 'two', text: reason } }],
    ],
    'not another': [
      { from: after(strike('one')), id: 'two' },
      { code: 'not_found', params: { what: 'strike', id: 'two' } },
    ],
    'not twice': [
      { from: after(strike('one'), lift('one')), id: 'one' },
      { code: 'not_found', params: { what: 'strike', id: 'one' } },
    ],
  },
);

it('a strike that is lifted counts no more, and others stay', () => {
  const world = after(strike('a'), strike('b'), lift('a'), strike('c'))();
  expect(getEntry(world, 'entry4')).toMatchObject({
    status: 'active',
    strikes: [{ lifted: true }, { lifted: false }, { lifted: false }],
  });
  act(world, judge, strike('d'));
  expect(getEntry(world, 'entry4').status).toBe('suspended');
});

limit(
  'an admin lets an entry rest for sixty days',
  (away) => ({
    world: quiet(),
    actor: judge,
    command: setRest(60 + away),
  }),
  {
    before: ['rest_announced', 'rest_began'],
    at: [
      {
        type: 'rest_announced',
        data: {
          entry_id: 'entry4',
          rest_id: 'rest',
          from: worldStart,
          until: addDuration(worldStart, 'P60D'),
          days: 60,
          text: reason,
        },
      },
      'rest_began',
    ],
    after: {
      code: 'rest_too_long',
      params: { days: 61, minimum: 1, maximum: 60 },
      field: 'days',
    },
  },
);

rows(
  'a rest is called off',
  (from: () => World) => ({ world: from(), actor: judge, command: cancelRest }),
  {
    'that there is': [
      after(setRest(2)),
      [
        {
          type: 'rest_ended',
          data: { entry_id: 'entry4', rest_id: 'rest', days: 0, text: reason },
        },
      ],
    ],
    'not where there is none': [quiet, { code: 'not_found', params: { what: 'rest', id: 'rest' } }],
    'not twice': [
      after(setRest(2), cancelRest),
      { code: 'not_found', params: { what: 'rest', id: 'rest' } },
    ],
  },
);

it('an entry that is suspended leaves its matches, and comes back at the bottom', () => {
  const world = quiet();
  challenge(world, 4, 2, 'own');
  act(world, judge, suspend());
  expect(statusOf(world, 'own')).toBe('withdrawn');
  expect(rungs(world)).toEqual(['entry1', 'entry2', 'entry3', 'entry5', 'entry6']);
  at(world, addDuration(worldStart, 'P5D'));
  expect(tryCommand(world, judge, end)).toMatchObject({ code: 'not_found' });
  expect(rungs(world).at(-1)).toBe('entry4');
});
