import { expect, it } from 'vitest';
import { Busy, createRoom } from './room.ts';

it('gives out no more than there is, and again what came back', () => {
  const take = createRoom(100);
  const leave = take('a', 60);
  take('b', 39);
  expect(() => take('c', 2)).toThrow(Busy);
  take('c', 1);
  expect(() => take('d', 1)).toThrow(Busy);
  leave();
  take('d', 60);
  expect(() => take('e', 1)).toThrow(Busy);
});

it('gives no more to who has some once half is in use', () => {
  const take = createRoom(100);
  const leave = take('a', 20);
  take('a', 30);
  expect(() => take('a', 1)).toThrow(Busy);
  take('b', 50);
  expect(() => take('b', 1)).toThrow(Busy);
  leave();
  // Two thirds are in use, and of what `a` took one part is left.
  expect(() => take('a', 1)).toThrow(Busy);
  take('c', 20);
});

it('has who gave all of theirs back for anybody, and says when to come again', () => {
  const take = createRoom(100);
  const [first, second] = [take('a', 10), take('a', 10)];
  take('b', 60);
  expect(() => take('a', 10)).toThrow(Busy);
  first();
  expect(() => take('a', 10)).toThrow(Busy);
  second();
  take('a', 40);
  expect(() => take('c', 1)).toThrow(expect.objectContaining({ seconds: 10 }));
});
