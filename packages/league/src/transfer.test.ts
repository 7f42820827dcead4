import { expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import { limit, rows, type Said } from './testing/rows.ts';
import { coCaptain } from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  createWorld,
  join,
  judge,
  text,
  tryCommand,
  type World,
  worldStart,
} from './testing/world.ts';
import { findTeamEntry } from './transfer.ts';

function start(): World {
  const world = createWorld({ rules: { team: { size: 2, rosterMaximum: 5 } } });
  join(world, 2);
  world.facts = { ...world.facts, teams: { new: ['team1'], stranger: ['team9'] } };
  return world;
}

const onEntry = (world: World) =>
  (world.state.entries.entry1?.players ?? []).map(({ person_id }) => person_id);

it('lets the captain name who may play, with the transfer’s wait', () => {
  const world = start();
  act(world, captain(1), { type: 'add_player', entry_id: 'entry1', person_id: 'new' });
  expect(world.state.entries.entry1?.players.at(-1)).toMatchObject({
    person_id: 'new',
    eligible_from: addDuration(world.now, 'PT72H'),
  });
  const again = { type: 'add_player', entry_id: 'entry1', person_id: 'new' } as const;
  expect(tryCommand(world, captain(1), again)).toMatchObject({ code: 'already_member' });
  world.facts = { ...world.facts, teams: { more: ['team1'] } };
  const more = { ...again, person_id: 'more' };
  expect(tryCommand(world, captain(1), more)).toMatchObject({
    code: 'roster_full',
    params: { limit: 5 },
  });
});

it('takes nobody who is not on the team, and nothing from others', () => {
  const world = start();
  const add = (person_id: string) =>
    ({ type: 'add_player', entry_id: 'entry1', person_id }) as const;
  expect(tryCommand(world, captain(1), add('stranger'))).toMatchObject({ code: 'not_on_roster' });
  expect(tryCommand(world, captain(2), add('new'))).toMatchObject({ code: 'not_captain' });
  expect(tryCommand(world, asPerson('new'), add('new'))).toMatchObject({ code: 'not_captain' });
  const drop = { type: 'drop_player', entry_id: 'entry1', person_id: 'team1-c' } as const;
  expect(tryCommand(world, captain(2), drop)).toMatchObject({ code: 'not_captain' });
});

it('drops players as long as enough are left', () => {
  const world = start();
  const drop = (person_id: string) =>
    tryCommand(world, captain(1), { type: 'drop_player', entry_id: 'entry1', person_id });
  const [, ...others] = onEntry(world);
  const results = others.map(drop);
  expect(onEntry(world)).toHaveLength(2);
  expect(results.at(-1)).toEqual({ code: 'roster_too_small', params: { has: 1, needs: 2 } });
  expect(drop('nobody')).toMatchObject({ code: 'not_on_roster' });
});

const add = (person_id = 'new', entry_id = 'entry1') =>
  ({ type: 'add_player', entry_id, person_id }) as const;
const drop = (person_id: string, entry_id = 'entry1') =>
  ({ type: 'drop_player', entry_id, person_id }) as const;

/** A roster of so many, of five at most. */
function startWith(players: number): World {
  const world = createWorld({ rules: { team: { size: 2, rosterMaximum: 5 } } });
  act(world, captain(1), {
    type: 'join',
    entry_id: 'entry1',
    team_id: 'team1',
    person_id: null,
    name: 'Team 1',
    players: ['team1-a', 'team1-b', 'c', 'd', 'e'].slice(0, players),
  });
  world.facts = { teams: { new: ['team1', 'team2'] } };
  return world;
}

limit(
  'five play at most',
  (away) => ({ world: startWith(4 + away), actor: captain(1), command: add() }),
  {
    before: ['player_admitted'],
    at: [
      {
        type: 'player_admitted',
        data: {
          entry_id: 'entry1',
          person_id: 'new',
          eligible_from: addDuration(worldStart, 'PT72H'),
        },
      },
    ],
    after: { code: 'roster_full', params: { limit: 5 } },
  },
);

limit(
  'two stay at least',
  (away) => ({
    world: startWith(3 + away),
    actor: captain(1),
    command: drop('team1-b'),
  }),
  {
    before: { code: 'roster_too_small', params: { has: 1, needs: 2 } },
    at: [{ type: 'player_released', data: { entry_id: 'entry1', person_id: 'team1-b' } }],
    after: ['player_released'],
  },
);

const gone = () => {
  const world = start();
  act(world, captain(1), { type: 'leave', entry_id: 'entry1' });
  return world;
};
const elsewhere = () => {
  const world = start();
  asSystem(world, { type: 'admit_player', team_id: 'team2', person_id: 'new' });
  return world;
};
const suspended = () => {
  const world = start();
  act(world, judge, {
    type: 'suspend_entry',
    entry_id: 'entry1',
    until: addDuration(worldStart, 'P5D'),
    reason: text('why'),
  });
  return world;
};

type Given = { from?: () => World; actor?: Actor; command?: LadderCommand };
rows(
  'somebody of the team is named for its entry',
  ({ from = start, actor = captain(1), command = add() }: Given) => ({
    world: from(),
    actor,
    command,
  }),
  {
    'by the captain': [{}, ['player_admitted']],
    'not by the co-captain': [{ actor: coCaptain(1) }, { code: 'not_captain', params: {} }],
    'not by another captain': [{ actor: captain(2) }, 'not_captain'],
    'also when the entry is suspended': [{ from: suspended }, ['player_admitted']],
    'not when the entry has gone': [
      { from: gone },
      { code: 'entry_gone', params: { entry: 'Team 1' } },
    ],
    'not where there is no entry': [
      { command: add('new', 'entry9') },
      { code: 'not_found', params: { what: 'entry', id: 'entry9' } },
    ],
    'not somebody of another team': [
      { command: add('stranger') },
      { code: 'not_on_roster', params: { people: ['stranger'] } },
    ],
    'not somebody of no team': [{ command: add('lone') }, 'not_on_roster'],
    'not who plays already': [
      { command: add('team1-b'), from: withOwn },
      { code: 'already_member', params: {} },
    ],
    'not who plays for another entry': [
      { from: elsewhere },
      { code: 'person_in_other_entry', params: { people: ['new'], entry: 'Team 2' } },
    ],
  },
);

function withOwn(): World {
  const world = start();
  world.facts = { teams: { 'team1-b': ['team1'] } };
  return world;
}

rows(
  'who may play is dropped',
  ({ from = start, actor = captain(1), command = drop('team1-c') }: Given) => ({
    world: from(),
    actor,
    command,
  }),
  {
    'by the captain': [{}, ['player_released']],
    'not by the co-captain': [{ actor: coCaptain(1) }, 'not_captain'],
    'not who does not play': [
      { command: drop('team2-a') },
      { code: 'not_on_roster', params: { people: ['team2-a'] } },
    ],
    'not when the entry has gone': [{ from: gone }, 'entry_gone'],
  },
);

rows(
  'an identity',
  (linked: string[]) => {
    const world = createWorld({ rules: { team: { identityRequired: 'steam', size: 1 } } });
    world.facts = { identities: { 'team1-a': ['steam'], new: linked }, teams: { new: ['team1'] } };
    act(world, captain(1), {
      type: 'join',
      entry_id: 'entry1',
      team_id: 'team1',
      person_id: null,
      name: 'Team 1',
      players: ['team1-a'],
    });
    return { world, actor: captain(1), command: add() };
  },
  {
    'is what the rules ask for': [['steam'], ['player_admitted']],
    'is not another': [
      ['ea'],
      {
        code: 'identity_missing',
        params: { people: ['new'], identity: 'steam' },
        field: 'players',
      },
    ],
  },
);

const system = ({ command, from = start }: { command: LadderCommand; from?: () => World }) => ({
  world: from(),
  actor: null,
  command,
  isSystem: true,
});
const forTeam = { team_id: 'team1' } as const;
const noEntry: Said = { code: 'not_found', params: { what: 'entry', id: 'team1' } };

rows('what happens on a team', system, {
  'admits who joined': [
    { command: { type: 'admit_player', ...forTeam, person_id: 'new' } },
    ['player_admitted'],
  ],
  'admits nobody where it has no entry': [
    { command: { type: 'admit_player', ...forTeam, person_id: 'new' }, from: gone },
    noEntry,
  ],
  'releases who left': [
    { command: { type: 'release_player', ...forTeam, person_id: 'team1-d' } },
    [{ type: 'player_released', data: { entry_id: 'entry1', person_id: 'team1-d' } }],
  ],
  'releases nobody who did not play': [
    { command: { type: 'release_player', ...forTeam, person_id: 'new' } },
    { code: 'not_found', params: { what: 'member', id: 'new' } },
  ],
  'releases nobody where it has no entry': [
    { command: { type: 'release_player', ...forTeam, person_id: 'team1-d' }, from: gone },
    noEntry,
  ],
  'renames its entry': [
    { command: { type: 'rename_entry', ...forTeam, name: 'New' } },
    [{ type: 'entry_renamed', data: { entry_id: 'entry1', name: 'New' } }],
  ],
  'renames nothing where the name is the same': [
    { command: { type: 'rename_entry', ...forTeam, name: 'Team 1' } },
    [],
  ],
  'takes its entry out': [
    { command: { type: 'disband_entry', ...forTeam } },
    [
      {
        type: 'entry_left',
        data: {
          entry_id: 'entry1',
          reason: 'disbanded',
          moves: [
            { entry_id: 'entry1', from: 1, to: null },
            { entry_id: 'entry2', from: 2, to: 1 },
          ],
        },
      },
    ],
  ],
  'takes a suspended entry out too': [
    { command: { type: 'disband_entry', ...forTeam }, from: suspended },
    [{ type: 'entry_left', data: { entry_id: 'entry1', reason: 'disbanded', moves: [] } }],
  ],
  'takes nothing out where it has no entry': [
    { command: { type: 'disband_entry', ...forTeam }, from: gone },
    noEntry,
  ],
});

function startDriver(): World {
  const world = createWorld({ format: 'time_attack', rules: { team: { size: 1 } } });
  for (const person of ['bob', 'ann']) {
    act(world, asPerson(person), {
      type: 'join',
      entry_id: `of-${person}`,
      team_id: null,
      person_id: person,
      name: person,
      players: [person],
    });
  }
  return world;
}

rows(
  'a driver',
  (command: LadderCommand) => {
    const world = startDriver();
    world.facts = { teams: { zoe: ['team'] } };
    return { world, actor: asPerson('ann'), command };
  },
  {
    'drives alone': [add('zoe', 'of-ann'), { code: 'not_on_roster', params: { people: ['zoe'] } }],
    'does not go without themselves': [
      drop('ann', 'of-ann'),
      { code: 'roster_too_small', params: { has: 0, needs: 1 } },
    ],
  },
);

rows(
  'a driver who is deleted',
  (person_id: string) =>
    system({ command: { type: 'retire_driver', person_id }, from: startDriver }),
  {
    leaves: [
      'ann',
      [{ type: 'entry_left', data: { entry_id: 'of-ann', reason: 'left', moves: [] } }],
    ],
    'and has no entry is nothing to the ladder': [
      'zoe',
      { code: 'not_found', params: { what: 'entry', id: 'zoe' } },
    ],
  },
);

it('a team’s entry is the one that has not gone', () => {
  const world = gone();
  expect(findTeamEntry(world.state, 'team1')).toBeUndefined();
  expect(findTeamEntry(world.state, 'team2')?.id).toBe('entry2');
});
