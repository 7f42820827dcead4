import { expect, it } from 'vitest';
import { isLive, toLiveState } from './live.ts';
import {
  getMatch,
  startAppealed,
  startCompleted,
  startLive,
  startResultDisputed,
  startRuled,
} from './testing/stations.ts';
import { challenge, type World } from './testing/world.ts';

it.each<[string, () => World, boolean]>([
  ['is live', startLive, true],
  ['with a result is not', startCompleted, false],
  ['whose result is disputed is', startResultDisputed, true],
  ['that is ruled is not', startRuled, false],
  ['of which the ruling is appealed is', startAppealed, true],
])('a match %s', (_name, from, expected) => {
  const { state } = from();
  expect(isLive(state, getMatch({ state } as World))).toBe(expected);
});

it('what is over is left out, unless it is named', () => {
  const world = startRuled();
  challenge(world, 6, 5, 'other');
  const { state } = world;
  const live = toLiveState(state);
  expect(live).toEqual({ ...state, matches: { other: state.matches.other }, disputes: {} });
  expect(toLiveState(state, 'match')).toEqual(state);
});

it('the dispute and the appeal of a live match stay, in their order', () => {
  const { state } = startAppealed();
  const older = { ...state.disputes.dispute, id: 'older', match_id: 'gone', status: 'upheld' };
  const whole = {
    ...state,
    disputes: { older, ...state.disputes } as typeof state.disputes,
  };
  const live = toLiveState(whole);
  expect(Object.keys(live.disputes)).toEqual(['dispute']);
  expect(live.appeals).toEqual(state.appeals);
});

it('where nothing is over the state is the same', () => {
  const { state } = startLive();
  expect(toLiveState(state)).toBe(state);
});
