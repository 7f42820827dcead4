import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { createHostReader } from '../host-facts.ts';
import { rememberServedUrl } from '../served-url.ts';

let own: TestDatabase;
let folder: string;
beforeEach(async () => {
  own = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'muster-host-'));
});
afterEach(async () => {
  await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const read = (environment: Record<string, string> = {}) =>
  createHostReader(parseConfig({ DATABASE_URL: own.url, ...environment }), own.database, null)();

it('are the versions, how mail goes, and little more of a league whose database is elsewhere', async () => {
  const file = new URL('../../../../package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(file, 'utf8'));
  expect(await read()).toEqual({
    ...{ muster: version, node: process.versions.node, mailWay: 'mailbox', disk: null },
    ...{ pending: 0, hasBackups: false, journal: null, emergency: null },
  });
  expect((await read({ HOST: '0.0.0.0' })).mailWay).toBe('none');
  expect((await read({ SMTP_URL: 'smtp://mail.example' })).mailWay).toBe('smtp');
});

it('are the disk of a database that the league brings along, and how its journal is', async () => {
  const state = { at: null, since: new Date(0), baseAt: null, failure: null };
  const config = parseConfig({ DATA_DIR: folder });
  const journal = { keep: async () => undefined, readState: async () => state };
  const facts = await createHostReader(config, own.database, journal)();
  const { blocks, bsize } = await statfs(folder);
  expect(facts.disk?.total).toBe(blocks * bsize);
  expect(facts.disk?.free).toBeGreaterThan(0);
  expect(facts.disk?.free).toBeLessThanOrEqual(blocks * bsize);
  expect(facts.journal).toBe(state);
});

it('are where backups lie, for whoever brings the league back to where it was found', async () => {
  const place = { place: folder, s3: null, keys: [] };
  const league = async (more = {}) => (await read({ BACKUP_DIR: folder, ...more })).emergency;
  expect(await league()).toEqual({ ...place, league: 'http://localhost:3000' });
  expect((await read({ BACKUP_DIR: folder })).hasBackups).toBe(true);
  await rememberServedUrl(own.database, 'http://localhost:3900');
  expect(await league()).toEqual({ ...place, league: 'http://localhost:3900' });
  await rememberServedUrl(own.database, 'http://localhost:3901');
  const site = 'https://league.example';
  expect([(await league())?.league, (await league({ SITE_URL: site }))?.league]).toEqual([
    ...['http://localhost:3901', site],
  ]);
});

it('are no backups where another keeps them', async () => {
  const supabase = {
    ...{ SUPABASE_URL: 'https://a.test', SUPABASE_ANON_KEY: 'a' },
    SUPABASE_SERVICE_ROLE_KEY: 'b',
  };
  const facts = await read({ ...supabase, BACKUP_DIR: folder });
  expect([facts.hasBackups, facts.emergency]).toEqual([false, null]);
});

it('are the migrations that the database lacks, and one where it has others', async () => {
  await own.database.query(
    `delete from private.migrations where name in (
       select name from private.migrations where folder = 'league' order by name desc limit 2)`,
  );
  expect((await read()).pending).toBe(2);
  await own.database.query(
    `insert into private.migrations values ('league', '29990101000000_x.sql', '')`,
  );
  expect((await read()).pending).toBe(1);
});
