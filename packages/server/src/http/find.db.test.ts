import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { createDefaultRules } from '@muster/league';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMatch, createTestLeague, type TestLeague } from '../testing/test-league.ts';
import {
  getEntryStream,
  getId,
  getLadder,
  getLadderRow,
  getLogStream,
  getMatchStream,
  getRunStream,
  getTeam,
  listTeamLadders,
} from './find.ts';
import { findPresentPath, renameSlug, requireFreeSlug } from './former-slugs.ts';

let test: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
  league = await createTestLeague(database);
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => database.query(`delete from public.seasons where id <> $1`, [league.season_id]));

const unknown = (what: string) =>
  expect.objectContaining({
    refusal: expect.objectContaining({
      code: 'not_found',
      params: expect.objectContaining({ what }),
    }),
  });

async function addSeason(status: string, opens: string): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
     values ($1, $2, $3, (select 1 + max(number) from public.seasons), 'Season', $4, $5, 1, $6, $7)`,
    [
      ...[id, league.ladder.id, `ladder:${id}`, status],
      ...[JSON.stringify(createDefaultRules()), opens, '2027-12-31T00:00:00Z'],
    ],
  );
  return id;
}

const setStatus = (status: string) =>
  database.query('update public.seasons set status = $2 where id = $1', [league.season_id, status]);

it('takes an id as the log writes it, and nothing that is none', () => {
  const id = 'ABCDEF00-0000-4000-8000-00000000000A';
  expect(getId({ id }, 'id', 'entry')).toBe(id.toLowerCase());
  for (const given of ['', 'x', `${id}0`, `0${id}`, id.replace('A', 'G')]) {
    expect(() => getId({ id: given }, 'id', 'entry')).toThrow(unknown('entry'));
  }
  expect(() => getId({}, 'id', 'entry')).toThrow(unknown('entry'));
});

it('finds of a ladder the season that runs before the one that is planned, and none that is closed', async () => {
  await setStatus('open');
  const next = await addSeason('registration', '2026-01-01T00:00:00Z');
  const find = async () => (await getLadder(database, 'tanks')).season_id;
  expect(await find()).toBe(league.season_id);
  await setStatus('closed');
  expect(await find()).toBe(next);
  await database.query(`update public.seasons set status = 'closed' where id = $1`, [next]);
  await expect(find()).rejects.toEqual(unknown('ladder'));
  await expect(getLadder(database, 'nowhere')).rejects.toEqual(unknown('ladder'));
});

it('reads the log of the season that runs, else of what is planned, else of the last', async () => {
  const find = () => getLogStream(database, 'tanks');
  const own = `ladder:${league.ladder.id}`;
  await setStatus('open');
  const planned = await addSeason('registration', '2026-01-01T00:00:00Z');
  const later = await addSeason('closed', '2027-01-01T00:00:00Z');
  expect(await find()).toBe(own);
  await setStatus('closed');
  expect(await find()).toBe(`ladder:${planned}`);
  await database.query('delete from public.seasons where id = $1', [planned]);
  expect(await find()).toBe(`ladder:${later}`);
  await expect(getLogStream(database, 'nowhere')).rejects.toEqual(unknown('ladder'));
});

it('names the ladders on which a team stands now', async () => {
  const { kaarna, season_id } = league;
  const list = () => listTeamLadders(database, kaarna.id);
  const setEntry = (status: string) =>
    database.query(
      'update public.entries set status = $2, rung = null where season_id = $1 and team_id = $3',
      [season_id, status, kaarna.id],
    );
  await setStatus('open');
  const own = [`ladder:${league.ladder.id}`];
  const found: Record<string, string[]> = {};
  for (const status of ['active', 'suspended', 'left', 'removed']) {
    await setEntry(status);
    found[status] = await list();
  }
  expect(found).toEqual({ active: own, suspended: own, left: [], removed: [] });
  await setEntry('active');
  await setStatus('closed');
  expect(await list()).toEqual([]);
});

it('finds the log in which a match and an entry stand, and nothing of what is not there', async () => {
  const { kaarna, dust } = league;
  const own = `ladder:${league.ladder.id}`;
  const match = await createMatch(database, league, {
    ...{ challenger: kaarna, defender: dust, number: 1, status: 'scheduled', state: {} },
  });
  expect(await getMatchStream(database, match)).toBe(own);
  expect(await getEntryStream(database, kaarna.entry_id)).toBe(own);
  const none = randomUUID();
  for (const [what, find] of [
    ['match', () => getMatchStream(database, none)],
    ['match', () => getMatchStream(database, 'none')],
    ['entry', () => getEntryStream(database, none)],
    ['run', () => getRunStream(database, none)],
    ['team', () => getTeam(database, 'none')],
    ['ladder', () => getLadderRow(database, 'none')],
  ] as const) {
    await expect(find()).rejects.toEqual(unknown(what));
  }
  await database.query('delete from public.matches');
});

describe('an address word that becomes another', () => {
  const rename = (kind: 'ladders' | 'teams', from: string, to: string) =>
    database.transaction((transaction) => renameSlug(transaction, kind, { from, to }));
  const lead = (...paths: string[]) =>
    Promise.all(paths.map((path) => findPresentPath(database, path)));

  it('leads on from the former one, with what is below it, on the desk too, and from no other', async () => {
    await setStatus('open');
    await rename('ladders', 'tanks', 'panzers');
    await rename('teams', league.kaarna.slug, 'crag');
    expect(
      await lead(
        '/ladders/tanks',
        '/ladders/tanks/log',
        '/admins/ladders/tanks',
        '/teams/kaarna/x',
      ),
    ).toEqual([
      '/ladders/panzers',
      '/ladders/panzers/log',
      '/admins/ladders/panzers',
      '/teams/crag/x',
    ]);
    const none = [
      '/ladders/panzers',
      '/teams/tanks',
      '/ladders',
      '/x/ladders/tanks',
      '/people/tanks',
    ];
    expect(await lead(...none)).toEqual(none.map(() => null));
    expect((await getLadder(database, 'tanks')).season_id).toBe(league.season_id);
    expect(await getLadderRow(database, 'tanks')).toMatchObject({ slug: 'panzers' });
    expect(await getTeam(database, 'kaarna')).toMatchObject({ id: league.kaarna.id, slug: 'crag' });
    await rename('ladders', 'panzers', 'tanks');
    expect(await lead('/ladders/tanks', '/ladders/panzers')).toEqual([null, '/ladders/tanks']);
  });

  it('takes what the lists of the bar lead to along, and what is kept of its texts, and no other’s', async () => {
    const paths = ['/ladders/tanks', '/ladders/tanks/log', '/ladders/tanks-2', '/teams/tanks'];
    await database.query(
      `insert into public.menu_items (id, menu, position, label, path)
       select 'm' || n, 'casual', n, '"x"', path from unnest($1::text[]) with ordinality p (path, n)`,
      [paths],
    );
    await database.query(
      `insert into private.drafts (kind, slug, locale, person_id, revision, texts, at)
       select kind, 'tanks', 'en', $1, 0, '{}', now() from unnest('{ladders,games}'::text[]) kind`,
      [league.loner.id],
    );
    await rename('ladders', 'tanks', 'blitz');
    const rows = await database.query<{ path: string }>(
      'select path from public.menu_items order by position',
    );
    expect(rows.map(({ path }) => path)).toEqual([
      ...['/ladders/blitz', '/ladders/blitz/log', '/ladders/tanks-2', '/teams/tanks'],
    ]);
    const drafts = await database.query('select kind, slug from private.drafts order by kind');
    expect(drafts).toEqual([
      { kind: 'games', slug: 'tanks' },
      { kind: 'ladders', slug: 'blitz' },
    ]);
    await rename('ladders', 'blitz', 'tanks');
  });

  it('is nobody else’s for ever, and is whose it was', async () => {
    const ask = (slug: string, except?: string, kind: 'ladders' | 'teams' = 'ladders') =>
      database
        .transaction((transaction) =>
          requireFreeSlug(transaction, kind, { slug, ...(except === undefined ? {} : { except }) }),
        )
        .then(
          () => null,
          (error: unknown) => (error as { refusal: unknown }).refusal,
        );
    const taken = (id: string) => ({
      ...{ code: 'already_exists', params: { what: 'ladder', id }, field: 'slug' },
    });
    expect(await ask('free')).toBeNull();
    expect(await ask('tanks')).toEqual(taken('tanks'));
    expect(await ask('blitz')).toEqual(taken('blitz'));
    expect(await ask('blitz', 'other')).toEqual(taken('blitz'));
    expect(await ask('blitz', 'tanks')).toBeNull();
    expect(await ask('blitz', undefined, 'teams')).toBeNull();
  });
});
