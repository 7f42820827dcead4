import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMatch,
  createTestLeague,
  type TestLeague,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadMe } from './page.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());

const after = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000).toISOString();
const look = async (person: TestLeague['loner']) => loadMe(toInput(database, { person }));

it('has one’s places and last results', async () => {
  const { kaarna, dust } = league;
  await createMatch(database, league, {
    ...{ challenger: kaarna, defender: dust, number: 9, status: 'completed' },
    ...{ ended_at: after(-60), winner: 'challenger', scores: [2, 1] },
  });
  const data = await look(kaarna.player);
  expect(data?.results).toMatchObject([{ winner: 'challenger' }]);
  expect(data?.stands).toMatchObject([
    {
      team: { slug: 'kaarna', name: 'Kaarna' },
      role: 'player',
      ladder: { slug: 'tanks' },
      rung: 2,
    },
  ]);
});

describe('one’s places', () => {
  const stands = async (person = league.dust.captain) =>
    (await look(person))?.stands.map(({ team, role, ladder, rung, wins, losses }) => [
      ...[team?.slug ?? null, role, ladder?.slug ?? null, rung, wins, losses],
    ]);
  const set = (table: string, to: string, back: string) => ({
    to: () => database.query(`update public.${table} set ${to}`),
    back: () => database.query(`update public.${table} set ${back}`),
  });
  const own = [['dust-devils', 'captain', 'tanks', 3, 4, 5]];
  const none = [['dust-devils', 'captain', null, null, 0, 0]];

  it.each([
    ['one plays', set('entries', 'wins = 4', 'wins = 4'), own],
    ['is suspended', set('entries', `status = 'suspended'`, `status = 'active'`), own],
    ['is over', set('seasons', `status = 'closed'`, `status = 'open'`), none],
  ])('say of a team and its ladder how it stands: %s', async (_what, change, expected) => {
    await database.query('update public.entries set wins = 4, losses = 5 where id = $1', [
      league.dust.entry_id,
    ]);
    await change.to();
    const found = await stands();
    await change.back();
    expect(found).toEqual(expected);
  });

  it('are one’s own alone where one drives alone, while one is on the ladder', async () => {
    const { dust, loner } = league;
    const give = (team: string | null, person: string | null) =>
      database.query('update public.entries set team_id = $2, person_id = $3 where id = $1', [
        ...[dust.entry_id, team, person],
      ]);
    const stand = (status: string, rung: number | null) =>
      database.query('update public.entries set status = $2, rung = $3 where id = $1', [
        ...[dust.entry_id, status, rung],
      ]);
    await give(null, loner.id);
    const found = [await stands(loner), await stands()];
    await stand('left', null);
    found.push(await stands(loner));
    await give(dust.id, null);
    found.push(await stands());
    await stand('active', 3);
    expect(found).toEqual([[[null, 'captain', 'tanks', 3, 4, 5]], none, [], none]);
  });

  it('stand in the order of their ladders, then of their teams’ names, and last where one plays on none', async () => {
    const { dust, kaarna } = league;
    await database.query(
      `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founder_id, founded_at)
       select gen_random_uuid(), word, word, word, word, word, 'UTC', 'fi', $1, $2 from unnest(array['bbb', 'aaa']) word`,
      [dust.captain.id, testNow],
    );
    await database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       select id, $1, $2, 'player', $3 from public.teams where slug in ('aaa', 'bbb', 'kaarna')`,
      [dust.captain.id, dust.captain.user_id, testNow],
    );
    const found = (await stands())?.map(([slug]) => slug);
    await database.query(`delete from public.rosters where person_id = $1 and role = 'player'`, [
      dust.captain.id,
    ]);
    await database.query(`delete from public.teams where slug in ('aaa', 'bbb')`);
    expect(found).toEqual([dust.slug, kaarna.slug, 'aaa', 'bbb']);
  });
});
