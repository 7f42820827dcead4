import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Gate } from './shares.ts';

const limits = {
  name: 'pages',
  connections: 2,
  waiting: 2,
  patience: 1000,
  statementTimeout: 10_000,
};
const busy = expect.objectContaining({
  reason: 'busy',
  message: expect.stringContaining('All 2 connections for pages are taken'),
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks to be let in, and keeps how that ends. */
function ask(gate: Gate) {
  const asked: { state: string; failure: unknown } = { state: 'waits', failure: undefined };
  gate.enter().then(
    () => {
      asked.state = 'in';
    },
    (failure: unknown) => {
      asked.state = 'refused';
      asked.failure = failure;
    },
  );
  return asked;
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const toStates = (asked: readonly { state: string }[]) => asked.map(({ state }) => state);

test('so many are in at once, so many wait, and the next is refused at once', async () => {
  const gate = new Gate(limits);
  const asked = Array.from({ length: 5 }, () => ask(gate));
  await settle();
  expect(toStates(asked)).toEqual(['in', 'in', 'waits', 'waits', 'refused']);
  expect(asked[4]?.failure).toEqual(busy);
});

test('whoever leaves lets in who waits longest, and then makes room', async () => {
  const gate = new Gate(limits);
  const asked = Array.from({ length: 4 }, () => ask(gate));
  gate.leave();
  await settle();
  expect(toStates(asked)).toEqual(['in', 'in', 'in', 'waits']);
  // Whoever comes now waits behind who waits already.
  const late = ask(gate);
  gate.leave();
  await settle();
  expect([asked[3]?.state, late.state]).toEqual(['in', 'waits']);
  for (let left = 0; left < 3; left += 1) {
    gate.leave();
  }
  await settle();
  expect(late.state).toBe('in');
  const [next, other] = [ask(gate), ask(gate)];
  await settle();
  expect(toStates([next, other])).toEqual(['in', 'in']);
});

test('nobody waits for longer than their patience, and who has gone takes no place', async () => {
  const gate = new Gate(limits);
  const [first, second, third] = [ask(gate), ask(gate), ask(gate)];
  await vi.advanceTimersByTimeAsync(999);
  const fourth = ask(gate);
  expect(third.state).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(toStates([first, second, third, fourth])).toEqual(['in', 'in', 'refused', 'waits']);
  expect(third.failure).toEqual(busy);
  // The place among those who wait is free again.
  const fifth = ask(gate);
  gate.leave();
  await settle();
  expect(toStates([fourth, fifth])).toEqual(['in', 'waits']);
});

test('who was let in is not refused any more', async () => {
  const gate = new Gate(limits);
  const asked = Array.from({ length: 3 }, () => ask(gate));
  gate.leave();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked[2]?.state).toBe('in');
  expect(vi.getTimerCount()).toBe(0);
});
