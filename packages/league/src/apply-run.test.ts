import { expect, it } from 'vitest';
import { applyLadder } from './apply.ts';
import type { LadderCommand } from './command.ts';
import type { LadderEvent } from './event.ts';
import { act, asPerson, createWorld, judge, text, type World, wait } from './testing/world.ts';

/** Ann has driven an hour after she joined; Bob looks on. */
function startDriven(): World {
  const world = createWorld({
    format: 'time_attack',
    rules: { team: { size: 1 }, timeAttack: { stages: ['Kofina'] } },
  });
  for (const person of ['ann', 'bob']) {
    act(world, asPerson(person), {
      type: 'join',
      entry_id: `of-${person}`,
      team_id: null,
      person_id: person,
      name: person,
      players: [person],
    });
  }
  wait(world, 'PT1H');
  act(world, asPerson('ann'), {
    type: 'submit_run',
    run_id: 'run',
    entry_id: 'of-ann',
    stage: 'Kofina',
    time_ms: 200_000,
    penalty_ms: 1000,
    proof: text('proof'),
  });
  return world;
}

const driven = {
  id: 'run',
  entry_id: 'of-ann',
  person_id: 'ann',
  stage: 'Kofina',
  time_ms: 200_000,
  penalty_ms: 1000,
  proof: text('proof'),
  at: '2026-03-01T13:00:00.000Z',
  status: 'submitted',
  confirmed_by: null,
  verified_by: null,
};
const confirm: LadderCommand = { type: 'confirm_run', run_id: 'run' };

it('a run is kept as it was driven, and its driver was active then', () => {
  const world = startDriven();
  expect(world.state.runs).toEqual({ run: driven });
  expect(world.state.entries['of-ann']?.active_at).toBe(driven.at);
  expect(world.state.entries['of-bob']?.active_at).toBe('2026-03-01T12:00:00.000Z');
});

it('a run is confirmed by a driver, and verified by an admin', () => {
  const world = startDriven();
  act(world, asPerson('bob'), confirm);
  expect(world.state.runs.run).toEqual({ ...driven, status: 'confirmed', confirmed_by: 'bob' });
  act(world, judge, confirm);
  expect(world.state.runs.run).toEqual({
    ...driven,
    status: 'verified',
    confirmed_by: 'bob',
    verified_by: 'judge',
  });
});

it('a run is rejected, or taken back, and stays', () => {
  const rejected = startDriven();
  act(rejected, judge, { type: 'reject_run', run_id: 'run', reason: text('why') });
  expect(rejected.state.runs.run).toEqual({ ...driven, status: 'rejected' });
  const withdrawn = startDriven();
  act(withdrawn, asPerson('ann'), { type: 'withdraw_run', run_id: 'run' });
  expect(withdrawn.state.runs.run).toEqual({ ...driven, status: 'withdrawn' });
});

it('what is said of a run or a driver that there is not makes nobody active', () => {
  const { state, events } = startDriven();
  const submitted = events.at(-1) as LadderEvent & { type: 'run_submitted' };
  const other = { ...submitted, data: { ...submitted.data, entry_id: 'nobody' } };
  expect(applyLadder(state, other).entries).toEqual(state.entries);
  const unknown = {
    ...submitted,
    type: 'run_withdrawn',
    data: { run_id: 'nothing' },
  } as LadderEvent;
  expect(applyLadder(state, unknown)).toEqual(state);
});
