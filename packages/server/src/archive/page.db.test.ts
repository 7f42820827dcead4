import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMatch, createTestLeague, type TestLeague, toInput } from '../testing/test-league.ts';
import { loadArchive, loadArchiveDebug, loadArchives } from './page.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from public.archives');
});

const set = (change: string) => database.query(`update ${change}`);
const list = async () => (await loadArchives(toInput(database)))?.archives.map(({ slug }) => slug);
const look = (archive: string) => loadArchive(toInput(database, { params: { archive } }));

const keep = (slug: string, closed: string, content: object = {}) =>
  database.query(
    `insert into public.archives (slug, title, content, closed_at) values ($1, '{"en":"Kept"}', $2, $3)`,
    [slug, JSON.stringify(content), closed],
  );

it('is of seasons that are over on ladders that count, what ended last first', async () => {
  await keep('older', '2024-01-01');
  await keep('b-same', '2025-01-01');
  await keep('a-same', '2025-01-01');
  expect(await list()).toEqual(['a-same', 'b-same', 'older']);
  await set(`public.seasons set status = 'closed', closed_at = '2024-06-01'`);
  expect(await list()).toEqual(['a-same', 'b-same', 'tanks-season-1', 'older']);
  await set('public.ladders set is_test = true');
  expect(await list()).toEqual(['a-same', 'b-same', 'older']);
  await set('public.ladders set is_test = false');
  // One that the league has a row of its own for is there once.
  await keep('tanks-season-1', '2026-01-01');
  expect(await list()).toEqual(['tanks-season-1', 'a-same', 'b-same', 'older']);
  expect((await look('tanks-season-1'))?.title).toBe('Kept');
  await set(`public.seasons set status = 'registration'`);
  expect(await list()).toEqual(['tanks-season-1', 'a-same', 'b-same', 'older']);
});

it('ended when it was closed, else when it was to end, else when it opened', async () => {
  await set(`public.seasons set status = 'closed', closed_at = '2026-03-03', ends_at = '2026-02-02',
    opens_at = '2026-01-01'`);
  const closedAt = async () => (await look('tanks-season-1'))?.closed_at.slice(0, 10);
  expect(await closedAt()).toBe('2026-03-03');
  await set('public.seasons set closed_at = null');
  expect(await closedAt()).toBe('2026-02-02');
  await set('public.seasons set ends_at = null');
  expect(await closedAt()).toBe('2026-01-01');
});

it('has the final places of a season, with the records, and counts its results', async () => {
  await set(`public.seasons set status = 'closed', closed_at = '2026-11-01'`);
  const { kaarna, treadheads, dust } = league;
  for (const [team, place, wins] of [
    [treadheads, 2, 1],
    [dust, 1, 2],
    [kaarna, 2, 0],
  ] as const) {
    await database.query(
      'update public.entries set final_place = $2, wins = $3, losses = 3, draws = 4 where id = $1',
      [team.entry_id, place, wins],
    );
  }
  for (const [number, status] of ['completed', 'forfeited', 'voided', 'cancelled'].entries()) {
    await createMatch(database, league, {
      ...{ challenger: kaarna, defender: dust, number, status },
      ended_at: '2026-10-01T00:00:00Z',
    });
  }
  const data = await look('tanks-season-1');
  expect(data?.matches).toBe(2);
  const rest = { losses: 3, draws: 4 };
  expect(data?.standings).toEqual([
    { place: 1, name: 'Dust Devils', href: '/teams/dust-devils', wins: 2, ...rest },
    { place: 2, name: 'Kaarna', href: '/teams/kaarna', wins: 0, ...rest },
    { place: 2, name: 'Treadheads', href: '/teams/treadheads', wins: 1, ...rest },
  ]);
  await database.query('update public.entries set final_place = null where id = $1', [
    kaarna.entry_id,
  ]);
  expect((await look('tanks-season-1'))?.standings.map(({ name }) => name)).toEqual([
    'Dust Devils',
    'Treadheads',
  ]);
});

it('takes of what was kept long ago only what is as expected', async () => {
  await keep('odd', '2024-01-01', {
    matches: '7',
    season: 'Spring',
    standings: [
      null,
      7,
      { place: 3 },
      { name: 'A', place: '1', href: 'https://evil.test', wins: '2' },
      { name: 8, place: 5, href: '/teams/b', losses: 2, draws: 0 },
      { name: 'C', href: 9 },
    ],
  });
  expect(await look('odd')).toMatchObject({
    matches: null,
    season: 'Spring',
    standings: [
      { name: 'A', place: 4, href: null, wins: null, losses: null, draws: null },
      { name: '8', place: 5, href: '/teams/b', wins: null, losses: 2, draws: 0 },
      { name: 'C', place: 6, href: null, wins: null, losses: null, draws: null },
    ],
  });
  await keep('plain', '2024-01-01', { matches: 7, standings: { name: 'A' } });
  expect(await look('plain')).toMatchObject({ matches: 7, standings: [] });
});

it('says of an address that names nothing what it named, no longer than it needs', async () => {
  await keep('plain', '2024-01-01');
  const unknown = async (query: string) =>
    (await loadArchiveDebug(toInput(database, { path: `/archives/debug${query}` })))?.unknown;
  expect(await unknown('')).toBeNull();
  expect(await unknown('?archive=plain')).toBeNull();
  expect(await unknown('?archive=none')).toBe('none');
  expect(await unknown(`?archive=${'x'.repeat(201)}`)).toBe('x'.repeat(200));
});
