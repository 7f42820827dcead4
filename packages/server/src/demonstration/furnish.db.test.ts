import { createTestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import { createLeague } from '../engine/league.ts';
import { furnishLeague } from './furnish.ts';

it('plays no demonstration in a league that began with games of its own, however often it starts', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  await database.query(
    "insert into public.games (slug, name, short_name, position) values ('chess', 'Chess', 'Chess', 1)",
  );
  const progress: string[] = [];
  for (let start = 0; start < 2; start += 1) {
    await furnishLeague(createLeague(database), { onProgress: (line) => progress.push(line) });
  }
  expect(progress).toEqual([]);
  expect(await database.query('select slug from public.games')).toEqual([{ slug: 'chess' }]);
  expect(await database.query('select 1 from public.ladders')).toEqual([]);
  expect(await database.query('select 1 from public.profiles')).toEqual([]);
});
