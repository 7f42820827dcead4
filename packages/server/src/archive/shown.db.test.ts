import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeTestSeason } from '../testing/close-season.ts';
import {
  createTestLeague,
  type TestLeague,
  type TestPerson,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { joinFacts, planImport } from './import-archive.ts';
import { loadArchive, loadArchives } from './page.ts';
import { loadArchiveDebug } from './page-debug.ts';
import { loadArchiveImport } from './page-import.ts';
import { readImport } from './read-import.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;
let slug = '';
let number = 0;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
  const { id: editor } = league.dust.captain;
  await database.query('insert into public.editors (person_id, granted_at) values ($1, now())', [
    editor,
  ]);
  await database.query('insert into public.admins (person_id) values ($1)', [
    league.kaarna.captain.id,
  ]);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from public.imported_archives; delete from public.archives');
});

const set = (change: string) => database.query(`update ${change}`);

/** An imported history with so many rows of a section, of which each has these fields. */
async function bring(
  about: Partial<Record<'ladder' | 'season' | 'game' | 'ended', string>>,
  rows: Record<string, object[]> = {},
): Promise<string> {
  number += 1;
  slug = `past-${number}`;
  const { ladder = '', season = '', game = null, ended = '2019-05-31' } = about;
  const counts = Object.fromEntries(
    Object.entries(rows).map(([section, of]) => [section, of.length]),
  );
  await database.query(
    `with made as (
       insert into public.imported_archives (id, slug, title, origin, ladder_name, season_name, game_slug, ended_on, imported_at,
         imported_by, file_name, file_hash, counts, content_hash, raw_hash)
       values (gen_random_uuid(), $1::text, 'Past ' || $1::text, 'Elsewhere', $2, $3, $4, $5, $6, $7, 'past.csv', $1::text, $8, 'c', 'r') returning id)
     insert into public.imported_archive_rows (archive_id, section, position, line, raw, content)
     select made.id, section.key, place, place + 1, 'raw ' || place, content
     from made, jsonb_each($9::jsonb) section,
       jsonb_array_elements(section.value) with ordinality as given (content, place)`,
    [
      ...[slug, ladder, season, game, ended, testNow, league.loner.id],
      ...[JSON.stringify(counts), JSON.stringify(rows)],
    ],
  );
  return slug;
}

const toViewer = (
  person: TestPerson | undefined,
  offices: { is_site_admin: boolean; is_editor: boolean },
) =>
  person === undefined
    ? null
    : { user_id: person.user_id, person_id: person.id, username: person.username, ...offices };
const viewers = () =>
  [
    null,
    toViewer(league.loner, { is_site_admin: false, is_editor: false }),
    toViewer(league.dust.captain, { is_site_admin: false, is_editor: true }),
    toViewer(league.kaarna.captain, { is_site_admin: true, is_editor: true }),
  ] as const;

const look = async (query = '', archive = slug) =>
  (await loadArchive(
    toInput(database, { params: { archive }, path: `/archives/${archive}${query}` }),
  )) ?? expect.fail();

describe('the list of what is over', () => {
  it('has its years, the last first, and finds what was brought in by its ladder’s name', async () => {
    await bring({ ended: '2019-12-31', ladder: 'TANKS', game: 'battlefield6' });
    await bring({ ended: '2021-01-01' });
    await database.query(
      `insert into public.archives (slug, title, summary, closed_at, game_slug)
       values ('kept', '{"en":"Kept","fi":"Talletettu"}', '{"en":"Short"}', '2020-06-01', 'battlefield6')`,
    );
    const list = async (query = '', locale = 'en') =>
      (await loadArchives({ ...toInput(database, { path: `/archives${query}` }), locale })) ??
      expect.fail();
    const all = await list();
    expect([all.years, all.total, all.from, all.limit]).toEqual([[2021, 2020, 2019], 3, 1, 50]);
    expect((await list('', 'fi')).archives).toEqual([
      expect.objectContaining({ kind: 'imported', closed_at: '2021-01-01T00:00:00.000Z' }),
      {
        ...{ kind: 'text', slug: 'kept', title: 'Talletettu', summary: 'Short', ladder: null },
        ...{ closed_at: '2020-06-01T00:00:00.000Z', origin: null, is_demo: false },
      },
      expect.objectContaining({ kind: 'imported', origin: 'Elsewhere', summary: '', ladder: null }),
    ]);
    const slugs = async (query: string) =>
      (await list(query)).archives.map(({ closed_at }) => closed_at.slice(0, 4));
    expect(await slugs('?ladder=tanks')).toEqual(['2019']);
    expect(await slugs('?game=battlefield6')).toEqual(['2020', '2019']);
    expect(await slugs('?year=2020')).toEqual(['2020']);
    expect(await slugs('?year=10000')).toEqual(['2021', '2020', '2019']);
    expect((await list()).ladders.list).toEqual([{ slug: 'tanks', name: 'Tanks' }]);
  });

  it('offers editors and site admins to bring more in, and to change what was', async () => {
    await bring({});
    const input = toInput(database, { params: { archive: slug } });
    const may = [];
    for (const viewer of viewers()) {
      const form = await loadArchiveImport({
        ...{ ...input, viewer, url: new URL(`http://localhost/?archive=${slug}`) },
      });
      may.push([
        (await loadArchives({ ...input, viewer }))?.may_import,
        (await loadArchive({ ...input, viewer }))?.may_edit,
        form?.edited?.may_remove ?? null,
      ]);
    }
    expect(may).toEqual([
      [false, false, null],
      [false, false, null],
      [true, true, false],
      [true, true, true],
    ]);
  });

  it('has in the form what was said of it, a bare form where none is named, and none of what is not there', async () => {
    await bring({ ladder: 'Old', season: 'Spring', game: 'battlefield6' });
    const viewer = viewers()[3];
    const form = (query: string) =>
      loadArchiveImport({
        ...toInput(database),
        viewer,
        url: new URL(`http://localhost/${query}`),
      });
    expect(await form(`?archive=${slug}`)).toEqual({
      edited: {
        ...{ slug, title: `Past ${slug}`, origin: 'Elsewhere', ladder: 'Old', season: 'Spring' },
        ...{ ended_on: '2019-05-31', may_remove: true },
      },
      game: { slug: 'battlefield6', name: 'Battlefield 6' },
    });
    expect(await form('')).toEqual({ edited: null, game: null });
    expect(await form('?archive=none')).toBeNull();
  });
});

describe('an imported history', () => {
  it('has its whole, and of each section fifty rows from the one that is asked for', async () => {
    const standing = Array.from({ length: 51 }, (_, place) => ({ name: `N${place + 1}`, place }));
    const match = Array.from({ length: 3 }, () => ({}));
    await bring({ ladder: 'Old', season: 'Spring', game: 'battlefield6' }, { standing, match });
    const first = await look();
    expect(first).toMatchObject({
      ...{ kind: 'imported', title: `Past ${slug}`, summary: 'Old', season: 'Spring' },
      ...{ game: 'Battlefield 6', closed_at: '2019-05-31T00:00:00.000Z', is_demo: false },
      ...{ counts: { standing: 51, match: 3, run: 0, roster: 0 }, part: 'overview', from: 1 },
      imported: { at: testNow.toISOString(), by: { name: 'Loner' } },
    });
    const places = ({ standings }: typeof first) => standings.map(({ position }) => position);
    expect(places(first)).toEqual(Array.from({ length: 50 }, (_, place) => place + 1));
    expect(places(await look('?from=51'))).toEqual([51]);
    expect((await look('?part=matches')).standings).toEqual([]);
    expect((await look('?part=none')).part).toBe('overview');
    await bring({});
    expect(await look()).toMatchObject({ season: null, game: null, summary: '' });
  });

  it('has of a match who won and how, of a record what it is, of a team who played', async () => {
    const side = (name: string, score: number | null) => ({ name, score });
    const won = (winner: string | null, change: object = {}) => ({
      ...{ challenger: side('A', 1), defender: side('B', 2), winner, status: 'completed' },
      ...{ ended_at: '2019-05-01', maps: ['Nexus', 'Bridge'], ...change },
    });
    await bring(
      {},
      {
        match: [
          won('challenger'),
          won('defender', { status: 'forfeited' }),
          won('draw', { challenger: side('A', null) }),
          won(null, { maps: null, ended_at: '' }),
        ],
        roster: [{ name: 'A', players: [{ name: 'Ann', role: 'captain' }, { name: '' }] }],
        trophy: [{ name: 'A', place: 2, title: 'Cup' }],
        record: [
          { name: 'A', record: 'most_wins', value: 7 },
          { name: 'B', record: 'odd', title: 'Fastest', value: '1:02' },
        ],
      },
    );
    const { matches } = await look('?part=matches');
    expect(matches.map(({ winner, is_forfeit, score }) => [winner, is_forfeit, score])).toEqual([
      ['one', false, [1, 2]],
      ['other', true, [1, 2]],
      ['draw', false, null],
      [null, false, [1, 2]],
    ]);
    expect(matches[0]).toMatchObject({
      ...{ at: '2019-05-01', maps: ['Nexus', 'Bridge'], href: null },
      ...{ one: { name: 'A' }, other: { name: 'B' } },
    });
    expect(matches[3]).toMatchObject({ at: null, maps: [] });
    expect((await look('?part=rosters')).rosters).toMatchObject([
      {
        who: { name: 'A' },
        players: [
          { position: 1, who: { name: 'Ann' }, role: 'captain' },
          { position: 2, who: { name: null }, role: null },
        ],
      },
    ]);
    const { trophies, records } = await look();
    expect(trophies).toMatchObject([{ place: 2, title: 'Cup', who: { name: 'A' } }]);
    expect(records.map(({ kind, title, value }) => [kind, title, value])).toEqual([
      ['most_wins', '', 7],
      [null, 'Fastest', '1:02'],
    ]);
  });

  it('is looked into section by section, twenty rows at a time, its first section first', async () => {
    const standing = Array.from({ length: 21 }, () => ({}));
    await bring({}, { standing, match: [{}] });
    const open = async (query = '') => {
      const path = `/archives/debug?archive=${slug}${query}`;
      return (await loadArchiveDebug(toInput(database, { path })))?.chosen ?? expect.fail();
    };
    expect(await open()).toMatchObject({ section: 'match', next_row: null, check: null });
    const first = await open('&section=standing');
    expect([first.rows.length, first.next_row, first.rows[0]?.line]).toEqual([20, 21, 2]);
    expect(first).toMatchObject({
      ...{ kind: 'imported', content_hash: 'c', head: null, at: testNow.toISOString() },
      file: { name: 'past.csv', hash: slug, origin: 'Elsewhere' },
    });
    const rest = await open('&section=standing&row=21');
    expect([rest.rows.map(({ position }) => position), rest.next_row]).toEqual([[21], null]);
    expect((await open('&section=none')).section).toBe('match');
    const list = await loadArchiveDebug(toInput(database, { path: '/archives/debug?from=1' }));
    expect([list?.total, list?.from, list?.limit]).toEqual([1, 1, 50]);
    expect((await loadArchiveDebug(toInput(database, { path: '/x?from=2' })))?.archives).toEqual(
      [],
    );
  });
});

describe('a frozen season', () => {
  it('leads to its line of the log while the ladder shows that, and says what it is of', async () => {
    await closeTestSeason(database, league);
    const read = () => look('', 'tanks-season-1');
    const frozen = { sequence: 1, hash: 'a'.repeat(64), log: '/ladders/tanks/log?before=2' };
    expect(await read()).toMatchObject({
      ...{ kind: 'season', title: 'Tanks · Season 1', summary: 'Two tanks', format: 'rung' },
      ...{ game: 'Battlefield 6', season: 'Season 1', origin: null, may_edit: false },
      ...{ frozen, imported: null, is_demo: false, closed_at: '2026-11-10T00:00:00.000Z' },
    });
    await database.query(
      `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
       select gen_random_uuid(), ladder_id, 'ladder:' || gen_random_uuid()::text, 2, 'Season 2', 'closed', rules, 1, opens_at, ends_at
       from public.seasons`,
    );
    expect((await read()).frozen?.log).toBeNull();
    await set(`public.seasons set number = 0 where number = 2`);
    expect((await read()).frozen?.log).toBe(frozen.log);
    await set(`public.seasons set status = 'open' where number = 0`);
    expect((await read()).frozen?.log).toBeNull();
    await set(`public.seasons set is_demo = true where number = 1`);
    expect((await read()).is_demo).toBe(true);
  });
});

it('says of a file what it comes to: what is said beside it first, and its last match’s day where nobody says when it ended', async () => {
  const rows = ['row,name,one,other,date', 'match,,A,B,2019-05-31', 'match,,A,B,2019-06-01'];
  for (let place = 1; place <= 19; place += 1) {
    rows.push(`standing,N${place},,,`);
  }
  const read = await readImport(Buffer.from(rows.join('\n')));
  expect(joinFacts(read, {})).toEqual({ ended_on: '2019-06-01' });
  const told = { ...read, facts: { title: 'Told', origin: 'there', ended_on: '2018-01-01' } };
  expect(joinFacts(told, { title: 'Said', origin: '' })).toEqual({
    ...{ title: 'Said', origin: 'there', ended_on: '2018-01-01' },
  });
  expect(joinFacts({ ...read, rows: [] }, {})).toEqual({});
  const plan = planImport(read, {});
  expect([plan.total, plan.rows.length, plan.counts]).toEqual([21, 20, { match: 2, standing: 19 }]);
  expect(plan.rows[0]).toMatchObject({ section: 'match', line: 2 });
  expect(plan.rows[0]).not.toHaveProperty('raw');
});
