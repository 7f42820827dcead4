import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateTypes, tablesPath } from './generate-types.ts';
import { createTestDatabase } from './testing/index.ts';

test('the table types are those of the migrations (else run packages/database/src/generate-types.ts)', async () => {
  await using given = await createTestDatabase();
  expect(await readFile(tablesPath, 'utf8')).toBe(await generateTypes(given.database));
});

test('a type tells what pg gives: null, arrays, allowed values', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  await given.database.query(`create type public.side as enum ('attack', 'defence');
    create domain public.code as text;
    create table public.some_things (
      id uuid primary key, large bigint not null, at timestamptz, tags text[] not null,
      side public.side, code public.code not null, state text not null check (state in ('a', 'b')),
      data jsonb, "odd name" integer)`);
  expect(await generateTypes(given.database)).toContain(`export interface SomeThingsRow {
  id: string;
  large: string;
  at: Date | null;
  tags: string[];
  side: 'attack' | 'defence' | null;
  code: string;
  state: 'a' | 'b';
  data: unknown;
  'odd name': number | null;
}`);
});
