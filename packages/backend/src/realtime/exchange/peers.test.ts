import { describe, expect, test } from 'vitest';
import { Peers } from './peers.ts';

const said = (count: number, kind: 'broadcast' | 'other' | 'track' = 'broadcast') => ({
  ...{ count, said: { kind } },
});
const beat = (count: number, spoken: number | null) => ({
  ...{ count, said: { kind: 'beat', spoken } as const },
});

describe('what a process hears of another', () => {
  test('is new, next, again, or comes after something that was lost', () => {
    const peers = new Peers();
    expect(peers.isEmpty).toBe(true);
    const heard = [3, 4, 4, 3, 5, 7, 8].map((count) => peers.hear('b', said(count)));
    expect(heard).toEqual(['new', 'next', 'again', 'again', 'next', 'gap', 'next']);
    expect(peers.hear('c', said(1))).toBe('new');
    peers.begin('b', 1);
    expect([1, 2].map((count) => peers.hear('b', said(count)))).toEqual(['again', 'next']);
    peers.forget('b');
    peers.forget('c');
    expect(peers.isEmpty).toBe(true);
  });

  test('is next, whatever it is, after nothing was heard for a while', () => {
    const peers = new Peers();
    peers.hear('b', said(3));
    peers.loseCount();
    expect([9, 10, 12].map((count) => peers.hear('b', said(count)))).toEqual([
      'next',
      'next',
      'gap',
    ]);
  });
});

describe('after nothing was heard for a while', () => {
  const away = (...heard: ReturnType<typeof beat>[]) => {
    const peers = new Peers();
    for (const one of heard) {
      peers.hear('b', one);
    }
    peers.loseCount();
    return peers;
  };

  test('the next beat of another tells that it said nothing meanwhile', () => {
    const peers = away(beat(3, 2));
    expect(peers.hear('b', beat(9, 2))).toBe('next');
    expect(peers.hear('b', said(10))).toBe('next');
    expect(peers.hear('b', said(11, 'track'))).toBe('next');
    expect(peers.hear('b', beat(12, 3))).toBe('next');
    expect(peers.hear('b', said(13, 'other'))).toBe('next');
    expect(peers.hear('b', beat(14, 4))).toBe('next');
  });

  test('or that it said something', () => {
    const peers = away(beat(3, 2));
    expect(peers.hear('b', said(9))).toBe('next');
    expect(peers.hear('b', beat(10, 4))).toBe('gap');
    expect(peers.hear('b', beat(11, 4))).toBe('next');
  });

  test.each([null, 5])('of whom it was not known how much it had said: %s', (spoken) => {
    const peers = new Peers();
    peers.begin('b', 1);
    peers.loseCount();
    expect(peers.hear('b', beat(5, spoken))).toBe('gap');
    expect(peers.hear('b', beat(6, spoken))).toBe('next');
  });

  test('nothing is asked where all began anew', () => {
    const peers = away(beat(3, 2));
    peers.startAnew();
    expect(peers.hear('b', beat(9, 7))).toBe('next');
  });
});

test('who is silent for four of one’s own beats is there, for five is gone', () => {
  const peers = new Peers();
  peers.hear('b', said(1));
  peers.hear('c', said(1));
  const beats = [1, 2, 3, 4].map(() => peers.beat());
  expect(beats).toEqual([[], [], [], []]);
  peers.hear('c', said(2));
  expect(peers.beat()).toEqual(['b']);
  expect([peers.hear('b', said(2)), peers.hear('c', said(3))]).toEqual(['new', 'next']);
});
