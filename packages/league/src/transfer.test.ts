import { expect, it } from 'vitest';
import { addDuration } from './duration.ts';
import {
  act,
  asPerson,
  captain,
  createWorld,
  join,
  tryCommand,
  type World,
} from './testing/world.ts';

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
