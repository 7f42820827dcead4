import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeTestSeason } from '../testing/close-season.ts';
import { createMatch, createTestLeague, type TestLeague, toInput } from '../testing/test-league.ts';
import { loadArchive, loadArchives } from './page.ts';
import { loadArchiveDebug } from './page-debug.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeEach(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterEach(() => own[Symbol.asyncDispose]());

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
  await closeTestSeason(database, league, '2024-06-01T00:00:00.000Z');
  expect(await list()).toEqual(['a-same', 'b-same', 'tanks-season-1', 'older']);
  await set('public.ladders set is_test = true');
  expect(await list()).toEqual(['a-same', 'b-same', 'older']);
  expect(await look('tanks-season-1')).toBeNull();
  await set('public.ladders set is_test = false');
  // The league's own words on it stand with it, at one address.
  await keep('tanks-season-1', '2026-01-01');
  expect(await list()).toEqual(['a-same', 'b-same', 'tanks-season-1', 'older']);
  expect(await look('tanks-season-1')).toMatchObject({ title: 'Kept', kind: 'season' });
});

it('has the final places of a season, with the records, and counts its results', async () => {
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
  await database.query('update public.entries set final_place = null where id = $1', [
    kaarna.entry_id,
  ]);
  await closeTestSeason(database, league);
  const data = await look('tanks-season-1');
  expect(data?.counts.match).toBe(2);
  const rest = { losses: 3, draws: 4 };
  const toPlace = (place: number, name: string, href: string, wins: number) => ({
    place,
    who: { name, href: `/teams/${href}` },
    wins,
    ...rest,
  });
  expect(data?.standings).toMatchObject([
    toPlace(1, 'Dust Devils', 'dust-devils', 2),
    toPlace(2, 'Treadheads', 'treadheads', 1),
  ]);
  expect(data?.standings).toHaveLength(2);
  // Never computed again: what the tables come to since then is no matter of the archive.
  await set('public.entries set wins = 9, final_place = 1');
  await set(`public.teams set name = 'Renamed', slug = 'renamed' where slug = 'dust-devils'`);
  await set(`public.ladders set name = 'Renamed', slug = 'renamed'`);
  expect(await look('tanks-season-1')).toMatchObject({
    title: 'Tanks · Season 1',
    ladder: { slug: 'renamed', name: 'Renamed' },
    standings: [toPlace(1, 'Dust Devils', 'renamed', 2), { place: 2, wins: 1 }],
  });
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
    counts: { match: 0 },
    season: 'Spring',
    standings: [
      { who: { name: 'A', href: null }, place: 4, wins: null, losses: null, draws: null },
      { who: { name: '8', href: '/teams/b' }, place: 5, wins: null, losses: 2, draws: 0 },
      { who: { name: 'C', href: null }, place: 6, wins: null, losses: null, draws: null },
    ],
  });
  await keep('plain', '2024-01-01', { matches: 7, standings: { name: 'A' } });
  expect(await look('plain')).toMatchObject({ counts: { match: 7 }, standings: [] });
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
