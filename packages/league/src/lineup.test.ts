import { expect, it } from 'vitest';
import { addDuration } from './duration.ts';
import {
  act,
  captain,
  challenge,
  createWorld,
  goLive,
  join,
  judge,
  noon,
  schedule,
  scores,
  text,
  tryCommand,
  waitUntil,
} from './testing/world.ts';

// Random play hardly ever comes so far; both were shown to fail with the line left out that they are about.

it('nobody plays for both sides, where the rules let one person stand on two entries', () => {
  const world = createWorld({ rules: { team: { oneEntryPerPerson: false } } });
  join(world, 1);
  act(world, captain(2), {
    type: 'join',
    entry_id: 'entry2',
    team_id: 'team2',
    person_id: null,
    name: 'Team 2',
    players: ['team2-a', 'team2-b', 'team1-b'],
  });
  const starts = schedule(world, 2, 1);
  waitUntil(world, starts);
  const checkIn = (team: number, players: string[]) =>
    tryCommand(world, captain(team), { type: 'check_in', match_id: 'match', players });
  expect(checkIn(1, ['team1-a', 'team1-b'])).toBeNull();
  expect(checkIn(2, ['team2-a', 'team1-b'])).toEqual({
    code: 'same_people_on_both_sides',
    params: { people: ['team1-b'] },
    field: 'players',
  });
  expect(checkIn(2, ['team2-a', 'team2-b'])).toBeNull();
});

it('no replay is ordered while one of the two stands in another match', () => {
  const world = createWorld();
  join(world, 4);
  goLive(world, 3, 2);
  act(world, captain(3), { type: 'report', match_id: 'match', scores: scores(2, 0) });
  act(world, captain(2), { type: 'report', match_id: 'match', scores: scores(0, 2) });
  challenge(world, 3, 1, 'other');
  const times = [4, 5, 6].map((days) => noon(world, days));
  const order = () =>
    tryCommand(world, judge, {
      type: 'rule',
      match_id: 'match',
      outcome: { kind: 'replay', times },
      rule: 'report.confirmWithin',
      reason: text('replay'),
    });
  expect(order()).toEqual({ code: 'open_match', params: { match_id: 'other' } });
  act(world, captain(3), { type: 'withdraw', match_id: 'other' });
  world.now = addDuration(world.now, 'PT1M');
  expect(order()).toBeNull();
  expect(world.state.entries.entry3?.challenging).toBe('match');
});
