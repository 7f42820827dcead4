import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that begins when it is let in and ends when the test says so. */
function createStage(atOnce: number) {
  const takeTurn = createTurns(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const done = new Map<string, Promise<void>>();
  return {
    begun,
    ask(who: string, name: string) {
      const work = () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      };
      done.set(name, takeTurn(who, work));
    },
    async end(name: string) {
      ends.get(name)?.();
      await done.get(name);
    },
    /** Lets everything that can begin do so. */
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

it('lets in a few at a time and of one person one after the other', async () => {
  const stage = createStage(2);
  for (const name of ['a1', 'a2', 'a3']) {
    stage.ask('a', name);
  }
  await stage.settle();
  expect(stage.begun).toEqual(['a1']);
  stage.ask('b', 'b1');
  stage.ask('c', 'c1');
  await stage.settle();
  expect(stage.begun).toEqual(['a1', 'b1']);
  await stage.end('b1');
  await stage.settle();
  expect(stage.begun).toEqual(['a1', 'b1', 'c1']);
});

it('has who comes wait for what is under way only, however much another has asked for', async () => {
  const stage = createStage(1);
  for (let index = 1; index <= 18; index += 1) {
    stage.ask('a', `a${index}`);
  }
  stage.ask('b', 'b1');
  stage.ask('b', 'b2');
  stage.ask('c', 'c1');
  const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'];
  for (const [index, name] of order.entries()) {
    await stage.settle();
    expect(stage.begun).toEqual(order.slice(0, index + 1));
    await stage.end(name);
  }
});

it('goes on after work that failed, and gives its failure to who asked', async () => {
  const takeTurn = createTurns(1);
  const broken = takeTurn('a', () => Promise.reject(new Error('broken')));
  const next = takeTurn('a', () => Promise.resolve('drawn'));
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('drawn');
  expect(await takeTurn('b', () => Promise.resolve(1))).toBe(1);
});
