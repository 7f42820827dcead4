import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AskQueue } from './ask-queue.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const [ann, bob, cleo] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;
const limits = { atOnce: 2, atOnceOfOne: 1, waiting: 4, waitingOfOne: 3, patienceMs: 100 };
const busy = { name: 'DatabaseUnavailable' };

/** Questions by their names, each asked until it is ended by hand. */
function open(given = limits) {
  const queue = new AskQueue(given);
  const ends = new Map<string, () => void>();
  const asked: string[] = [];
  return {
    asked,
    ask: (address: string, name: string) =>
      queue.ask(address, () => {
        asked.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('questions', () => {
  test('are asked so many at once and of one network, networks one after the other', async () => {
    const { ask, end, asked } = open();
    for (const [address, name] of [
      ...([
        [ann, 'a1'],
        [ann, 'a2'],
        [ann, 'a3'],
      ] as const),
      ...([
        [bob, 'b1'],
        [bob, 'b2'],
        [cleo, 'c1'],
      ] as const),
    ]) {
      void ask(address, name);
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['a1', 'b1']);
    await end('b1');
    expect(asked).toEqual(['a1', 'b1', 'b2']);
    await end('a1');
    expect(asked.slice(3)).toEqual(['a2']);
    await end('a2');
    expect(asked.slice(4)).toEqual(['c1']);
    await end('c1');
    expect(asked.slice(5)).toEqual(['a3']);
    await end('a3');
    await end('b2');
    expect(asked).toHaveLength(6);
  });

  test('that fail let the next one in', async () => {
    const queue = new AskQueue(limits);
    const failing = () => queue.ask(ann, () => Promise.reject(new Error('mine')));
    await expect(failing()).rejects.toThrow('mine');
    await expect(failing()).rejects.toThrow('mine');
  });
});

describe('what is too much is refused', () => {
  test('of one network', async () => {
    const { ask } = open();
    const kept = ['1', '2', '3', '4'].map((name) => ask(ann, name));
    await expect(ask(ann, '5')).rejects.toMatchObject(busy);
    void ask(bob, '6');
    expect(kept).toHaveLength(4);
    await Promise.allSettled([vi.advanceTimersByTimeAsync(100), ...kept.slice(1)]);
  });

  test('of all', async () => {
    const { ask } = open();
    const kept = [ann, bob, ann, ann, ann, bob].map((address, name) => ask(address, `${name}`));
    await expect(ask(cleo, 'one more')).rejects.toMatchObject(busy);
    await Promise.allSettled([vi.advanceTimersByTimeAsync(100), ...kept.slice(2)]);
  });

  test('as is what waited for too long', async () => {
    const { ask, end, asked } = open();
    void ask(ann, 'slow');
    const [soon, late] = [ask(ann, 'soon'), ask(ann, 'late').catch((thrown: unknown) => thrown)];
    await vi.advanceTimersByTimeAsync(99);
    await end('slow');
    expect(asked).toEqual(['slow', 'soon']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toMatchObject(busy);
    await end('soon');
    await soon;
    expect(asked).toEqual(['slow', 'soon']);
  });

  test('and leaves its place to others, of its network and of all', async () => {
    const { ask } = open();
    const told: unknown[] = [];
    const wait = (address: string, name: string) =>
      ask(address, name).catch((thrown: unknown) => told.push(thrown));
    for (const [at, address] of [ann, bob, ann, ann, ann, bob].entries()) {
      void wait(address, `first ${at}`);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toHaveLength(4);
    for (const [at, address] of [ann, ann, ann, bob].entries()) {
      void wait(address, `second ${at}`);
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveLength(4);
    void wait(cleo, 'one more');
    await vi.advanceTimersByTimeAsync(0);
    expect(told.slice(4)).toEqual([expect.objectContaining(busy)]);
  });
});
