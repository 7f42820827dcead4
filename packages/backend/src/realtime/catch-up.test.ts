import { DatabaseUnavailable } from '@muster/database';
import { expect, it } from 'vitest';
import { CatchUp, lookBack } from './catch-up.ts';
import { HeardSince } from './heard-since.ts';

it('holds back what is heard while it is looked for what was missed, and nothing before or after', async () => {
  const catchingUp = new CatchUp<string>(10);
  expect(catchingUp.hold('before')).toBe(false);
  const caughtUp = await catchingUp.run(async () => {
    expect(catchingUp.hold('one')).toBe(true);
    expect(catchingUp.hold('two')).toBe(true);
    return 'missed';
  });
  expect(caughtUp).toEqual({ missed: 'missed', later: ['one', 'two'] });
  expect(catchingUp.hold('after')).toBe(false);
});

it('looks once more where the connection was lost again meanwhile', async () => {
  const catchingUp = new CatchUp<number>(10);
  let looks = 0;
  const caughtUp = await catchingUp.run(async () => {
    looks += 1;
    if (looks === 1) {
      expect(await catchingUp.run(() => Promise.reject(new Error('twice')))).toBeNull();
    }
    return looks;
  });
  expect(caughtUp).toEqual({ missed: 2, later: [] });
});

it.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 3],
])('of two at most, holds %s back as %s: one more says that some are lost', async (given, held) => {
  const catchingUp = new CatchUp<null>(2);
  const caughtUp = await catchingUp.run(async () => {
    for (let n = 0; n < given; n += 1) {
      expect(catchingUp.hold(String(n))).toBe(true);
    }
    return null;
  });
  expect(caughtUp?.later).toHaveLength(held);
});

it('looks back until the database answers, and never where it is not known from where', async () => {
  const heard = new HeardSince();
  const errors: unknown[] = [];
  const options = {
    ...{ heard, keptMs: 60_000, isClosed: () => false },
    onError: (error: unknown) => errors.push(error),
  };
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks === 1) {
      throw new DatabaseUnavailable('busy', 'not now');
    }
    if (looks === 3) {
      throw new Error('wrong');
    }
    return 'missed';
  };
  expect(await lookBack(options, look)).toBeNull();
  expect(looks).toBe(0);
  heard.begin();
  heard.note('mark');
  heard.made('mark', '1:1:');
  expect(await lookBack({ ...options, isClosed: () => true }, look)).toBeNull();
  expect(looks).toBe(0);
  expect(await lookBack(options, look)).toBe('missed');
  expect([looks, errors]).toEqual([2, []]);
  expect(await lookBack(options, look)).toBeNull();
  expect(errors).toEqual([new Error('wrong')]);
});
