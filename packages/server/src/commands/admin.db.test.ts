import { createTestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { command } from './admin.ts';

const lines = catchLines();

/** A league with one person called Ann, and what the command says there. */
async function withAnn(work: (run: (...words: string[]) => Promise<string>) => Promise<void>) {
  await using own = await createTestDatabase();
  await own.database.query(
    `insert into auth.users (id, aud, role) values (gen_random_uuid(), 'authenticated', 'authenticated')`,
  );
  await own.database.query(`update public.profiles set username = 'Ann'`);
  const config = parseConfig({ DATABASE_URL: own.url });
  await work(async (...positionals) => {
    lines.length = 0;
    expect(await command.run(config, { values: {}, positionals })).toBe(0);
    return lines.join('\n').replace(/\d{4}-\d\d-\d\d/, 'today');
  });
}

it('grants, lists and revokes by name, however it is written, and says what was so already', () =>
  withAnn(async (run) => {
    expect(await run('list')).toBe('');
    expect(await run('revoke', 'Ann')).toBe('Ann is no site admin.');
    expect(await run('grant', 'ann')).toBe('ann is now a site admin.');
    expect(await run('grant', 'Ann')).toBe('Ann is a site admin already.');
    expect(await run('list')).toBe('Ann  since today');
    expect(await run('revoke', 'ANN')).toBe('ANN is no longer a site admin.');
    expect(await run('list')).toBe('');
  }));

it.each([[[]], [['grant']], [['revoke']], [['make', 'Ann']]])('takes no %j', (words) =>
  withAnn(async (run) => {
    await expect(run(...words)).rejects.toThrow('admin takes list, grant NAME or revoke NAME.');
    expect(await run('list')).toBe('');
  }),
);

it('knows only people who have signed in', () =>
  withAnn(async (run) => {
    await expect(run('grant', 'Ben')).rejects.toThrow('Nobody is called Ben');
  }));
