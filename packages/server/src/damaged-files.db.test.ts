import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@muster/database';
import { locales } from '@muster/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadHealth } from './admin/page-health.ts';
import { backUpNightly } from './backup/back-up-nightly.ts';
import { tellOfDamage } from './backup/notices.ts';
import { parseConfig } from './config.ts';
import type { Viewer } from './context.ts';
import { openLeague } from './open-league.ts';
import { type TestBuild, writeTestBuild } from './render/testing/test-build.ts';
import { createTestSite } from './render/testing/test-site.ts';
import { ApiLeague } from './testing/api-league.ts';
import { toInput } from './testing/test-league.ts';
import { getTranslator } from './translate.ts';

let root: string;
let build: TestBuild;
let owner: Viewer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-damaged-'));
  build = await writeTestBuild({ hasAllPages: true });
  await within(async (own) => {
    owner = await own.addAdmin('Owner');
    await own.database.query(
      `insert into public.articles (slug, title, summary, body, published_at) values ('old', '{}', '{}', '{}', now())`,
    );
    await own.database.query(
      `insert into private.server_ends (ended_at, reason) values (now(), 'signal SIGKILL')`,
    );
  });
});
afterAll(async () => {
  await build[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

const getConfig = () => parseConfig({ DATA_DIR: join(root, 'data'), BACKUP_DIR: root });

/** One life of the league's process, over its own embedded database. */
async function within(work: (own: ApiLeague) => Promise<void>): Promise<void> {
  await using opened = await openLeague(getConfig());
  const { database } = opened;
  await work(new ApiLeague({ database, url: database.url, [Symbol.asyncDispose]: async () => {} }));
}

/** Turns a byte of a table's first page while nothing runs; gives the file, as PostgreSQL names it. */
async function damage(table: string): Promise<string> {
  let path = '';
  await within(async ({ database }) => {
    const [row] = await database.query<{ path: string }>(
      'select pg_relation_filepath($1::text::regclass) as path',
      [table],
    );
    path = row?.path ?? expect.fail();
  });
  const file = await open(join(root, 'data/postgres', path), 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 8000);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 8000).finally(() => file.close());
  return path;
}

const toWords = (path: string) => `invalid page in block 0 of relation "${path}"`;

/** The database's part of the page of health, as a site admin sees it, and how many parts there are. */
async function lookAtHealth(database: Database) {
  const input = toInput(database, {
    person: { id: owner.person_id, user_id: owner.user_id, username: owner.username } as never,
    isSiteAdmin: true,
  });
  const { parts } = (await loadHealth(input)) ?? expect.fail();
  const { facts = [], ...part } = parts?.find(({ name }) => name === 'database') ?? {};
  return { ...part, facts: new Map(facts.map((fact) => [fact.name, fact.value])), all: parts };
}

const listTold = async (database: Database) =>
  (
    await database.query<{ origin: string }>(
      `select origin from private.notices where kind = 'database_damaged' order by origin`,
    )
  ).map(({ origin }) => origin);

it('a damaged file is named to visitors in their language, to site admins with the way back, and to the backup', async () => {
  await within(async ({ database, league }) => {
    expect(await lookAtHealth(database)).toMatchObject({ state: 'well' });
    await tellOfDamage(league);
    expect(await listTold(database)).toEqual([]);
  });
  const articles = toWords(await damage('public.articles'));
  await within(async (own) => {
    const { database, league } = own;
    const site = await createTestSite(own, { build });
    const hints = new Set<string>();
    for (const { code } of locales) {
      const answer = await site.fetch(
        new Request('http://localhost:3000/articles/_payload.json', {
          headers: { 'accept-language': code },
        }),
        {},
      );
      const { error } = (await answer.json()) as { error: { hint: string } };
      const hint = getTranslator(code, 'refusals')('database_damaged');
      expect([answer.status, error]).toEqual([500, { status: 500, message: '', hint }]);
      hints.add(hint);
    }
    expect(hints.size).toBe(7);

    const seen = await lookAtHealth(database);
    expect(seen).toMatchObject({ state: 'look', is_damaged: true });
    expect(seen.facts.get('damage')).toBe(articles);
    expect(seen.all?.length).toBeGreaterThan(5);
    await tellOfDamage(league);
    await tellOfDamage(league);
    expect(await listTold(database)).toHaveLength(1);

    const { signal } = new AbortController();
    const night = backUpNightly({ league, config: getConfig(), signal });
    await expect(night).rejects.toThrow(articles);
    const [run] = await database.query('select failure from private.backup_runs');
    expect(run).toEqual({ failure: `the database’s files are damaged: ${articles}` });
  });
  // A process that has met nothing yet knows by what PostgreSQL has counted.
  await within(async ({ database }) => {
    expect(database.damage).toBeNull();
    const seen = await lookAtHealth(database);
    expect(seen).toMatchObject({ state: 'look', is_damaged: true });
    expect([...seen.facts.keys()].slice(0, 2)).toEqual(['damaged_at', 'size']);
  });
  // Also where the page of health itself reads what is damaged.
  const ends = toWords(await damage('private.server_ends'));
  await within(async ({ database }) => {
    const seen = await lookAtHealth(database);
    expect(seen).toMatchObject({ state: 'look', is_damaged: true, all: [{}] });
    expect([...seen.facts]).toEqual([
      ['damaged_at', expect.any(String)],
      ['damage', ends],
    ]);
  });
});
