import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { createDefaultRules } from '@muster/league';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestLeague, type TestLeague } from '../testing/test-league.ts';
import { getId, getLadder, getLogStream, listTeamLadders } from './find.ts';

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
