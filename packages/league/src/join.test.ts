import { expect, it } from 'vitest';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import { findPlayerRefusal } from './join.ts';
import type { Refusal } from './refusal.ts';
import { close, planNext, startDrivers, startLadder, toDriverJoin } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { coCaptain, player, stranger } from './testing/stations.ts';
import {
  act,
  asPerson,
  captain,
  challenge,
  createWorld,
  getEntry,
  judge,
  people,
  text,
  type World,
  wait,
  worldStart,
} from './testing/world.ts';

const joined: Said = ['entry_joined'];
const toJoin = (team: number, other: object = {}) => ({
  type: 'join' as const,
  entry_id: 'new',
  team_id: `team${team}`,
  person_id: null,
  name: `Team ${team}`,
  players: people(team),
  ...other,
});
const ask = (world: World, team: number, other: object = {}) => ({
  world,
  actor: captain(team),
  command: toJoin(team, other),
});
const ends = '2026-03-11T00:00:00.000Z';

limit(
  'a team joins until the season’s end',
  (away) => {
    const world = startLadder({ ends: ends });
    world.now = shift(ends, away);
    return ask(world, 7);
  },
  { before: joined, at: { code: 'season_closed', params: {} }, after: 'season_closed' },
);

rows('a team joins', ({ world, team = 7, other = {} }: Joining) => ask(world(), team, other), {
  'at the bottom, with its people': [
    { world: () => startLadder({ count: 2 }) },
    [
      {
        type: 'entry_joined',
        data: {
          entry_id: 'new',
          team_id: 'team7',
          person_id: null,
          name: 'Team 7',
          players: people(7),
          rung: 3,
          rating: null,
          moves: [{ entry_id: 'new', from: null, to: 3 }],
        },
      },
    ],
  ],
  'a ladder without rungs on none': [
    { world: () => startLadder({ format: 'rating', count: 2 }) },
    [
      {
        type: 'entry_joined',
        data: {
          entry_id: 'new',
          team_id: 'team7',
          person_id: null,
          name: 'Team 7',
          players: people(7),
          rung: null,
          rating: { mu: 25, sigma: 25 / 3, matches: 0, at: '2026-03-01T12:00:00.000Z' },
          moves: [],
        },
      },
    ],
  ],
  'before the season opens': [{ world: () => planNext(close(startLadder())) }, joined],
  'not after its close': [
    { world: () => close(startLadder()) },
    { code: 'season_closed', params: {} },
  ],
  once: [
    { world: startLadder, team: 3 },
    { code: 'already_entered', params: { entry: 'Team 3' } },
  ],
  'not while it is suspended': [
    { world: () => suspend(3), team: 3 },
    { code: 'already_entered', params: { entry: 'Team 3' } },
  ],
  'again after it has left': [{ world: () => leave(3), team: 3 }, joined],
  'again, with the wait of a transfer for whoever is new': [
    { world: () => leave(3), team: 3, other: { players: ['team3-b', 'new', 'team3-a'] } },
    [
      {
        type: 'entry_joined',
        data: like({
          former: {
            entry_id: 'entry3',
            eligible_from: [worldStart, '2026-03-04T12:00:00.000Z', worldStart],
          },
        }),
      },
    ],
  ],
  'again as a new one before the season has opened': [
    { world: () => leaveNext(3), team: 3 },
    [{ type: 'entry_joined', data: expect.not.objectContaining({ former: expect.anything() }) }],
  ],
  'under an id of its own': [
    { world: startLadder, other: { entry_id: 'entry2' } },
    { code: 'already_exists', params: { what: 'entry', id: 'entry2' } },
  ],
  'with different people': [
    { world: startLadder, other: { players: ['x', 'y', 'x'] } },
    { code: 'field_invalid', params: { field: 'players' } },
  ],
  'not with somebody of another entry': [
    { world: startLadder, other: { players: ['x', 'team3-b', 'team3-c'] } },
    {
      code: 'person_in_other_entry',
      params: { people: ['team3-b', 'team3-c'], entry: 'Team 3' },
    },
  ],
  'not with somebody of a suspended one': [
    { world: () => suspend(3), other: { players: ['x', 'team3-b'] } },
    'person_in_other_entry',
  ],
  'with somebody of one that has left': [
    { world: () => leave(3), other: { players: ['x', 'team3-b'] } },
    joined,
  ],
  'with anybody where the rules say so': [
    {
      world: () => startLadder({ rules: { team: { oneEntryPerPerson: false } } }),
      other: { players: ['x', 'team3-b'] },
    },
    joined,
  ],
  'as a team': [
    { world: startLadder, other: { team_id: null, person_id: 'team7-a' } },
    { code: 'field_invalid', params: { field: 'team_id' } },
  ],
  'not as a team and a person': [
    { world: startLadder, other: { person_id: 'team7-a' } },
    { code: 'field_invalid', params: { field: 'team_id' } },
  ],
  'not as nobody': [
    { world: startLadder, other: { team_id: null } },
    { code: 'field_invalid', params: { field: 'team_id' } },
  ],
});

interface Joining {
  world: () => World;
  team?: number;
  other?: object;
}

function suspend(entry: number): World {
  const world = startLadder();
  act(world, judge, {
    type: 'suspend_entry',
    entry_id: `entry${entry}`,
    until: addDuration(world.now, 'P5D'),
    reason: text('rude'),
  });
  return world;
}

function leave(entry: number): World {
  const world = startLadder();
  act(world, captain(entry), { type: 'leave', entry_id: `entry${entry}` });
  return world;
}

/** Team 3 joins the season that is planned, and leaves it again. */
function leaveNext(entry: number): World {
  const world = planNext(close(startLadder()));
  act(world, captain(entry), toJoin(entry, { entry_id: 'first' }));
  act(world, captain(entry), { type: 'leave', entry_id: 'first' });
  return world;
}

function comeBack(world: World, entry: number, id = 'new'): void {
  act(world, captain(entry), toJoin(entry, { entry_id: id }));
}

const freedAt = '2026-03-06T12:00:00.000Z';
limit(
  'who left while they were suspended comes back when that is over',
  (away) => {
    const world = suspend(3);
    act(world, captain(3), { type: 'leave', entry_id: 'entry3' });
    world.now = shift(freedAt, away);
    return ask(world, 3);
  },
  {
    before: { code: 'entry_suspended', params: { entry: 'Team 3', until: freedAt } },
    at: joined,
    after: joined,
  },
);

limit(
  'a team makes up to ten entries a season',
  (more) => {
    const world = leave(3);
    for (let made = 2; made <= 9 + more; made += 1) {
      comeBack(world, 3, `again${made}`);
      act(world, captain(3), { type: 'leave', entry_id: `again${made}` });
    }
    return ask(world, 3);
  },
  { before: joined, at: joined, after: { code: 'entries_used', params: { limit: 10 } } },
);

it('who comes back has not left behind what the season holds against them', () => {
  const world = startLadder();
  const give = { type: 'give_strike', entry_id: 'entry3', strike_id: 'strike' } as const;
  act(world, judge, { ...give, reason: text('rude') });
  challenge(world, 4, 3);
  act(world, captain(3), { type: 'decline', match_id: 'match' });
  const before = getEntry(world, 'entry3');
  expect([before.strikes.length, before.declined]).toEqual([1, ['entry4']]);
  act(world, captain(3), { type: 'leave', entry_id: 'entry3' });
  comeBack(world, 3);
  const { strikes, declined, rests, met, challenges_made } = before;
  expect(getEntry(world, 'new')).toMatchObject({
    ...{ strikes, declined, rests, met, challenges_made, status: 'active' },
  });
});

/** Comes back, is given a strike, and leaves again. */
function comeAndGo(world: World, entry: number, id: string): void {
  comeBack(world, entry, id);
  const strike = { type: 'give_strike', entry_id: id, strike_id: `strike of ${id}` } as const;
  act(world, judge, { ...strike, reason: text('rude') });
  act(world, captain(entry), { type: 'leave', entry_id: id });
}
const toStruck = (world: World) => getEntry(world, 'new').strikes.map(({ id }) => id);

it('who comes back a third time keeps what the second time brought, in whatever order entries are read', () => {
  const world = leave(3);
  comeAndGo(world, 3, 'second');
  wait(world, 'PT1S');
  comeAndGo(world, 3, 'third');
  const entries = Object.entries(world.state.entries).toReversed();
  world.state = { ...world.state, entries: Object.fromEntries(entries) };
  comeBack(world, 3);
  expect(toStruck(world)).toEqual(['strike of second', 'strike of third']);
});

it('of two entries of one instant the later in the log is the last', () => {
  const world = leave(3);
  comeAndGo(world, 3, 'second');
  comeAndGo(world, 3, 'third');
  comeBack(world, 3);
  expect(toStruck(world)).toEqual(['strike of second', 'strike of third']);
});

const notCaptain: Said = { code: 'not_captain', params: {} };
rows('a team is joined up', (actor: Actor | null) => ({ ...ask(startLadder(), 7), actor }), {
  'by its captain': [captain(7), joined],
  'not by a co-captain': [coCaptain(7), notCaptain],
  'not by the captain of another': [captain(1), notCaptain],
  'not by a visitor': [null, { code: 'not_signed_in', params: {} }],
});

const many = (count: number) => Array.from({ length: count }, (_, index) => `person${index}`);
limit(
  'a roster has as many as a match needs',
  (more) => ask(startLadder(), 7, { players: many(2 + more) }),
  { before: { code: 'roster_too_small', params: { has: 1, needs: 2 } }, at: joined, after: joined },
);
limit(
  'a roster has up to twice as many and two',
  (more) => ask(startLadder(), 7, { players: many(6 + more) }),
  { before: joined, at: joined, after: { code: 'roster_full', params: { limit: 6 } } },
);

rows(
  'where an account of the game is required',
  (identities: Record<string, string[]>) => {
    const world = startLadder({ count: 0, rules: { team: { identityRequired: 'steam' } } });
    world.facts.identities = identities;
    return ask(world, 7, { players: ['x', 'y'] });
  },
  {
    'everybody has one': [{ x: ['steam'], y: ['ea', 'steam'] }, joined],
    'another does not do': [
      { x: ['steam'], y: ['ea'] },
      { code: 'identity_missing', params: { people: ['y'], identity: 'steam' }, field: 'players' },
    ],
    'none does not do': [
      {},
      {
        code: 'identity_missing',
        params: { people: ['x', 'y'], identity: 'steam' },
        field: 'players',
      },
    ],
  },
);

rows(
  'on a ladder for persons',
  ({ as = 3, other = {} }: { as?: number; other?: object }) => ({
    world: startDrivers(2),
    actor: asPerson(`driver${as}`, { team3: 'captain' }),
    command: { ...toDriverJoin(3), ...other },
  }),
  {
    'one joins alone, and the log does not know the name': [
      {},
      [
        {
          type: 'entry_joined',
          data: {
            entry_id: 'entry3',
            team_id: null,
            person_id: 'driver3',
            name: '',
            players: ['driver3'],
            rung: null,
            rating: null,
            moves: [],
          },
        },
      ],
    ],
    'nobody joins for another': [{ as: 4 }, notCaptain],
    'one joins once': [
      { as: 2, other: { person_id: 'driver2', players: ['other'] } },
      { code: 'already_entered', params: { entry: '' } },
    ],
    'no team joins': [
      { other: { person_id: null, team_id: 'team3' } },
      { code: 'field_invalid', params: { field: 'person_id' } },
    ],
    'no person joins with a team': [
      { other: { team_id: 'team3' } },
      { code: 'field_invalid', params: { field: 'person_id' } },
    ],
  },
);

const toLeave = (entry: number) => ({ type: 'leave' as const, entry_id: `entry${entry}` });
rows(
  'a team leaves',
  ({ world, actor }: { world: () => World; actor: Actor }) => ({
    world: world(),
    actor,
    command: toLeave(3),
  }),
  {
    'by its captain’s word, and those below move up': [
      { world: () => startLadder({ count: 4 }), actor: captain(3) },
      [
        {
          type: 'entry_left',
          data: {
            entry_id: 'entry3',
            reason: 'left',
            moves: [
              { entry_id: 'entry3', from: 3, to: null },
              { entry_id: 'entry4', from: 4, to: 3 },
            ],
          },
        },
      ],
    ],
    'not by a co-captain’s': [{ world: startLadder, actor: coCaptain(3) }, notCaptain],
    'not by a player’s': [{ world: startLadder, actor: player(3) }, notCaptain],
    'not by anybody’s': [{ world: startLadder, actor: stranger }, notCaptain],
    'while it is suspended': [{ world: () => suspend(3), actor: captain(3) }, ['entry_left']],
    once: [
      { world: () => leave(3), actor: captain(3) },
      { code: 'entry_gone', params: { entry: 'Team 3' } },
    ],
    'not once it was removed': [
      { world: () => remove(3), actor: captain(3) },
      { code: 'entry_gone', params: { entry: 'Team 3' } },
    ],
    'before the season closes': [
      { world: () => close(startLadder()), actor: captain(3) },
      { code: 'season_closed', params: {} },
    ],
    'only if it was there': [
      { world: createWorld, actor: captain(3) },
      { code: 'not_found', params: { what: 'entry', id: 'entry3' } },
    ],
  },
);

function remove(entry: number): World {
  const world = startLadder();
  const reason = text('cheats');
  act(world, judge, { type: 'remove_entry', entry_id: `entry${entry}`, reason });
  return world;
}

it.each<[string, unknown, string, Refusal | null]>([
  ['in no other entry may', {}, 'new', null],
  [
    'in another entry may not',
    {},
    'team2-c',
    { code: 'person_in_other_entry', params: { people: ['team2-c'], entry: 'Team 2' } },
  ],
  [
    'who is in another may, where the rules let them',
    { team: { oneEntryPerPerson: false } },
    'team2-c',
    null,
  ],
])('among those who join, somebody %s', (_name, rules, person, refusal) => {
  const { state } = startLadder({ rules });
  expect(findPlayerRefusal(state, { identities: {} }, person)).toEqual(refusal);
});

it.each<[string, string, Refusal | null]>([
  ['who has one may', 'new', null],
  [
    'who has another may not',
    'other',
    {
      code: 'identity_missing',
      params: { people: ['other'], identity: 'steam' },
      field: 'players',
    },
  ],
])('where the rules ask for an identity, somebody %s', (_name, person, refusal) => {
  const { state } = createWorld({ rules: { team: { identityRequired: 'steam' } } });
  const identities = { new: ['ea', 'steam'], other: ['ea'] };
  expect(findPlayerRefusal(state, { identities }, person)).toEqual(refusal);
});
