import { PassThrough } from 'node:stream';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { layContent } from '../content/lay-content.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { OperatorError } from './command.ts';
import { command } from './demo.ts';

const lines = catchLines();

/** A season and a person that are marked as the demonstration's. */
async function mark({ database }: TestDatabase): Promise<void> {
  await database.query(
    `insert into public.games (slug, name, short_name, position) values ('chess', 'Chess', 'Chess', 1)`,
  );
  await database.query(
    `insert into public.ladders (id, slug, game_slug, name, format, zone, position)
     values (gen_random_uuid(), 'chess', 'chess', 'Chess', 'rung', 'UTC', 1)`,
  );
  await database.query(
    `insert into auth.users (id, aud, role, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'authenticated', 'authenticated', '{"is_demo": true}', '{"full_name": "Figure"}')`,
  );
}

const countFigures = async ({ database }: TestDatabase) =>
  (await database.query('select 1 from public.profiles where is_demo')).length;

/** What is typed, or comes from a script; the input ends after it. */
function type(text: string) {
  const input = new PassThrough();
  input.end(text);
  const own = Object.getOwnPropertyDescriptor(process, 'stdin');
  Object.defineProperty(process, 'stdin', { configurable: true, get: () => input });
  return {
    [Symbol.dispose]() {
      if (own !== undefined) {
        Object.defineProperty(process, 'stdin', own);
      }
    },
  };
}

const clear = (at: TestDatabase, values: Record<string, boolean> = {}) =>
  command.run(parseConfig({ DATABASE_URL: at.url }), { values, positionals: ['clear'] });

it.each(['', 'n\n', 'yesterday\n', '\n'])('clears nothing for the answer %j', async (answer) => {
  await using own = await createTestDatabase();
  await mark(own);
  using _typed = type(answer);
  await expect(clear(own)).rejects.toThrow(OperatorError);
  expect(lines[0]).toBe(
    'The demonstration: 0 seasons, 0 teams, 1 person, 0 matches, 0 notices, 0 lines of the log.',
  );
  expect(await countFigures(own)).toBe(1);
});

it.each(['y\n', 'YES\n'])('clears it for the answer %j', async (answer) => {
  await using own = await createTestDatabase();
  await mark(own);
  using _typed = type(answer);
  expect(await clear(own)).toBe(0);
  expect(lines.at(-1)).toBe('The demonstration is gone; the ladders are open.');
  expect(await countFigures(own)).toBe(0);
});

it('asks nobody where --yes is given, and has nothing to do a second time', async () => {
  await using own = await createTestDatabase();
  await mark(own);
  using _typed = type('');
  expect(await clear(own, { yes: true, everything: true })).toBe(0);
  expect(await countFigures(own)).toBe(0);
  expect(await clear(own, { yes: true, everything: true })).toBe(0);
  expect(lines.at(-1)).toBe('There is no demonstration.');
});

it('loads none in place of a season of one’s own, and says of which ladders', async () => {
  await using own = await createTestDatabase();
  await layContent(own.database);
  const [ladder] = await own.database.query<{ id: string; name: string }>(
    `select id, name from public.ladders where slug = 'bf6-10v10-eu'`,
  );
  await own.database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, rules, rules_version, status, opens_at)
     values (gen_random_uuid(), $1::uuid, 'ladder:' || $1::uuid, 1, '1', '{}', 1, 'open', now())`,
    [ladder?.id],
  );
  const load = () =>
    command.run(parseConfig({ DATABASE_URL: own.url }), { values: {}, positionals: ['load'] });
  await expect(load()).rejects.toThrow(`these ladders have one: ${ladder?.name}.`);
  expect(await countFigures(own)).toBe(0);
});

it('knows load and clear only', async () => {
  const run = command.run(parseConfig({}), { values: {}, positionals: ['drop'] });
  await expect(run).rejects.toThrow('demo takes load or clear.');
});
