import { describe, expect, test } from 'vitest';
import type { Line } from '../channel.ts';
import type { Snapshot } from '../snapshot.ts';
import { type Listener, type Subscription, Subscriptions } from './subscriptions.ts';
import { parseWanted } from './wanted.ts';

const never: Snapshot = { text: '', first: '1', includes: () => false };
const limits = { all: 30, ofOne: 20, ofConnection: 10 };

function openLine(address = '192.0.2.1'): Line {
  return { address } as Line;
}

function openListener(line = openLine(), sub?: string): Listener {
  const caller = { role: 'anon', claims: sub === undefined ? {} : { sub }, until: null } as const;
  return {
    name: 'room',
    line,
    joinRef: null,
    caller,
    callerKey: String(sub),
    restart: () => undefined,
  };
}

function wish(listener: Listener, count: number, since = never, entity = 1): Subscription[] {
  const wanted = parseWanted({ table: 'notes' });
  if ('fault' in wanted) {
    throw new Error(wanted.fault);
  }
  return Array.from({ length: count }, (_, id) => {
    return { listener, id, wanted, filterKey: '', selectKey: '', entity, since };
  });
}

describe('how many there may be', () => {
  test.each([
    [9, true],
    [10, true],
    [11, false],
  ])('%i of a connection', (count, isTaken) => {
    const listener = openListener();
    expect(new Subscriptions(limits).set(listener, wish(listener, count))).toBe(isTaken);
  });

  test.each([
    ['a person', (index: number) => openListener(openLine(`192.0.2.${index}`), 'ann')],
    ['who is nobody, of a network', () => openListener(openLine())],
  ])('20 of %s, over all connections', (_who, open) => {
    const subscriptions = new Subscriptions(limits);
    const counts = [9, 9, 2].map((count, index) => {
      const listener = open(index);
      return subscriptions.set(listener, wish(listener, count));
    });
    const one = open(9);
    expect([...counts, subscriptions.set(one, wish(one, 1))]).toEqual([true, true, true, false]);
  });

  test('30 of all', () => {
    const subscriptions = new Subscriptions(limits);
    const taken = [9, 10, 10, 1, 1].map((count, index) => {
      const listener = openListener(openLine(`192.0.2.${index}`), `person ${index}`);
      return subscriptions.set(listener, wish(listener, count));
    });
    expect(taken).toEqual([true, true, true, true, false]);
  });

  test('and what has ended makes room', () => {
    const subscriptions = new Subscriptions(limits);
    const line = openLine();
    const listener = openListener(line);
    subscriptions.set(listener, wish(listener, 10));
    const other = openListener(line);
    expect(subscriptions.set(other, wish(other, 1))).toBe(false);
    subscriptions.remove(listener);
    expect(subscriptions.set(other, wish(other, 10))).toBe(true);
    expect(subscriptions.set(other, wish(other, 10))).toBe(true);
    subscriptions.remove(other);
    expect([subscriptions.entities, subscriptions.listeners]).toEqual([[], []]);
  });
});

test('what goes on keeps its beginning and the channel its place; what does not is gone', () => {
  const subscriptions = new Subscriptions(limits);
  const [first, second] = [openListener(), openListener()];
  subscriptions.set(first, [...wish(first, 1), ...wish(first, 1, never, 2)]);
  subscriptions.set(second, wish(second, 1));
  const later: Snapshot = { text: '', first: '1', includes: () => true };
  subscriptions.set(first, wish(first, 2, later));
  expect([...subscriptions.of(1).keys()]).toEqual([first, second]);
  expect(
    subscriptions
      .of(1)
      .get(first)
      ?.map(({ since }) => since),
  ).toEqual([never, later]);
  expect(subscriptions.entities).toEqual([1]);
});
