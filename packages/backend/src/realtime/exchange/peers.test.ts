import { describe, expect, test } from 'vitest';
import { Peers } from './peers.ts';

describe('what a process hears of another', () => {
  test('is new, next, again, or comes after something that was lost', () => {
    const peers = new Peers();
    expect(peers.isEmpty).toBe(true);
    const heard = [3, 4, 4, 3, 5, 7, 8].map((count) => peers.hear('b', count));
    expect(heard).toEqual(['new', 'next', 'again', 'again', 'next', 'gap', 'next']);
    expect(peers.hear('c', 1)).toBe('new');
    peers.begin('b', 1);
    expect([1, 2].map((count) => peers.hear('b', count))).toEqual(['again', 'next']);
    peers.forget('b');
    peers.forget('c');
    expect(peers.isEmpty).toBe(true);
  });

  test('is next, whatever it is, after nothing was heard for a while', () => {
    const peers = new Peers();
    peers.hear('b', 3);
    peers.loseCount();
    expect([9, 10, 12].map((count) => peers.hear('b', count))).toEqual(['next', 'next', 'gap']);
  });
});

test('who is silent for four of one’s own beats is there, for five is gone', () => {
  const peers = new Peers();
  peers.hear('b', 1);
  peers.hear('c', 1);
  const beats = [1, 2, 3, 4].map(() => peers.beat());
  expect(beats).toEqual([[], [], [], []]);
  peers.hear('c', 2);
  expect(peers.beat()).toEqual(['b']);
  expect([peers.hear('b', 2), peers.hear('c', 3)]).toEqual(['new', 'next']);
});
