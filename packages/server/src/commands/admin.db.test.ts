import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import { loadAdmins } from '../admin/page.ts';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { command } from './admin.ts';

const lines = catchLines();

type Run = (...words: string[]) => Promise<string>;

/** A league with one person called Ann, and what the command says there. */
async function withAnn(work: (run: Run, database: Database) => Promise<void>) {
  await using own = await createTestDatabase();
  await own.database.query(
    `insert into auth.users (id, aud, role) values (gen_random_uuid(), 'authenticated', 'authenticated')`,
  );
  await own.database.query(`update public.profiles set username = 'Ann'`);
  const config = parseConfig({ DATABASE_URL: own.url, SITE_URL: 'https://league.example' });
  await work(async (...positionals) => {
    lines.length = 0;
    expect(await command.run(config, { values: {}, positionals })).toBe(0);
    return lines.join('\n').replace(/\d{4}-\d\d-\d\d/, 'today');
  }, own.database);
}

/** What the desk's address brings Ann; null is the public list alone. */
async function loadDeskOfAnn(database: Database) {
  const [ann] = await database.query<Viewer>(
    `select id as person_id, user_id, username, false as is_editor,
       exists (select 1 from public.admins where person_id = p.id) as is_site_admin
     from public.profiles p`,
  );
  const data = await loadAdmins({
    ...{ database, viewer: ann ?? null, locale: 'en', zone: 'UTC', now: new Date(), params: {} },
    url: new URL('http://localhost:3000/admins'),
  });
  return data?.desk;
}

it('leads who is granted to a desk, where the public list alone was', () =>
  withAnn(async (run, database) => {
    expect(await loadDeskOfAnn(database)).toBeNull();
    await run('grant', 'Ann');
    expect(await loadDeskOfAnn(database)).toMatchObject({ is_site_admin: true, waiting: 0 });
    await run('revoke', 'Ann');
    expect(await loadDeskOfAnn(database)).toBeNull();
  }));

it('grants, lists and revokes by name, however it is written, and says what was so already and where the desk is', () =>
  withAnn(async (run) => {
    expect(await run('list')).toBe('');
    expect(await run('revoke', 'Ann')).toBe('Ann is no site admin.');
    const desk = 'Their desk: https://league.example/admins';
    expect(await run('grant', 'ann')).toBe(`ann is now a site admin.\n${desk}`);
    expect(await run('grant', 'Ann')).toBe(`Ann is a site admin already.\n${desk}`);
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
