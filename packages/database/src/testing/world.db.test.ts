import { expect, it } from 'vitest';
import type { Database } from '../types.ts';
import { createTestDatabase } from './index.ts';

it('makes a world once, however many ask for it at once', async () => {
  const made: Database[] = [];
  const world = {
    name: 'asked_at_once',
    async make(database: Database) {
      made.push(database);
      await database.query('create table public.made ()');
    },
  };
  const all = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase({ world })));
  for (const one of all) {
    expect(await one.database.query('select from public.made')).toEqual([]);
    await one[Symbol.asyncDispose]();
  }
  expect(made).toHaveLength(1);
});

it('makes a world anew that could not be made, and then no more', async () => {
  const makes = [() => Promise.reject(new Error('halfway')), () => Promise.resolve()];
  const world = { name: 'made_anew', make: () => makes.shift()?.() ?? expect.fail() };
  const ask = async () => {
    await using asked = await createTestDatabase({ world });
    expect(await asked.database.query('select 1 as one')).toEqual([{ one: 1 }]);
  };
  await expect(ask()).rejects.toThrow('halfway');
  await ask();
  await ask();
  expect(makes).toEqual([]);
});
