import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadArticle } from '../article/page.ts';
import { loadGame } from '../game/page.ts';
import { loadAbout } from '../site-page/page-about.ts';
import {
  createMatch,
  createPerson,
  createTestLeague,
  type TestLeague,
  type TestTeam,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadHome } from './page.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;
let number = 0;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from public.matches');
  await database.query('delete from public.articles');
});

const hour = 3600;
const seconds = (count: number) => new Date(testNow.getTime() + count * 1000).toISOString();
const set = (change: string) => database.query(`update ${change}`);
const look = () => loadHome(toInput(database));

async function add(
  status: string,
  about: { starts?: number; ended?: number; climbs?: boolean } = {},
  [challenger, defender]: [TestTeam, TestTeam] = [league.kaarna, league.treadheads],
): Promise<string> {
  number += 1;
  const { starts, ended, climbs = true } = about;
  return createMatch(database, league, {
    ...{ challenger, defender, status, number },
    ...(starts === undefined ? {} : { starts_at: seconds(starts) }),
    ...(ended === undefined ? {} : { ended_at: seconds(ended) }),
    ...(ended !== undefined && climbs ? { climb: [2, 1] as [number, number] } : {}),
  });
}

/** Somebody who stands on the ladder for themselves: nobody has two open challenges. */
async function addEntry(name: string): Promise<TestTeam> {
  const person = await createPerson(database, name);
  const entry_id = randomUUID();
  await database.query(
    `insert into public.entries (id, season_id, person_id, status, joined_at, last_active_at)
     values ($1, $2, $3, 'left', now(), now())`,
    [entry_id, league.season_id, person.id],
  );
  return { ...league.kaarna, entry_id };
}

describe('tonight', () => {
  const list = async () => (await look())?.tonight.map(({ id }) => id);

  it.each([
    ['three hours ago', -3 * hour, true],
    ['before that', -3 * hour - 1, false],
    ['a day from now', 24 * hour, true],
    ['after that', 24 * hour + 1, false],
  ])('has what began %s', async (_when, starts, isShown) => {
    const id = await add('scheduled', { starts });
    expect(await list()).toEqual(isShown ? [id] : []);
  });

  it.each([
    ['scheduled', true],
    ['checking_in', true],
    ['veto', true],
    ['live', true],
    ['reported', false],
    ['disputed', false],
    ['offered', false],
  ])('has what is %s', async (status, isShown) => {
    const id = await add(status, { starts: 60 });
    expect(await list()).toEqual(isShown ? [id] : []);
  });

  it('has eight, the soonest first, and none of a season that is over', async () => {
    const ids: string[] = [];
    for (const starts of [90, 10, 80, 20, 70, 30, 60, 40, 50]) {
      const sides: [TestTeam, TestTeam] = [
        await addEntry(`Out ${starts}`),
        await addEntry(`In ${starts}`),
      ];
      ids[starts / 10] = await add('scheduled', { starts }, sides);
    }
    expect(await list()).toEqual(ids.slice(1, 9));
    await set(`public.matches set ended_at = now() where id = '${ids[1]}'`);
    expect(await list()).toEqual(ids.slice(2, 10));
    await set(`public.seasons set status = 'closed'`);
    expect(await list()).toEqual([]);
    await set(`public.seasons set status = 'open'`);
  });
});

describe('results', () => {
  const list = async () => (await look())?.results.map(({ id }) => id);

  it('are the last eight that moved somebody, of ladders that count and seasons that run', async () => {
    const ids: string[] = [];
    for (const ended of [-90, -10, -80, -20, -70, -30, -60, -40, -50]) {
      ids[-ended / 10] = await add(ended === -20 ? 'forfeited' : 'completed', { ended });
    }
    await add('completed', { ended: -1, climbs: false });
    await add('voided', { ended: -1 });
    expect(await list()).toEqual(ids.slice(1, 9));
    for (const [away, back] of [
      ['public.ladders set is_test = true', 'public.ladders set is_test = false'],
      [`public.seasons set status = 'closed'`, `public.seasons set status = 'open'`],
    ] as const) {
      await set(away);
      expect(await list()).toEqual([]);
      await set(back);
    }
  });
});

it('has the last results of all ladders, not of one', async () => {
  const [ladder, season] = [randomUUID(), randomUUID()];
  await database.query(
    `with made as (
       insert into public.ladders (id, slug, game_slug, name, format, position)
       values ($1, 'duels', 'battlefield6', 'Duels', 'rung', 8))
     insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
     select $2, $1, 'ladder:' || $1::text, 1, 'Duels 1', 'open', rules, 1, opens_at, ends_at
     from public.seasons where id = $3`,
    [ladder, season, league.season_id],
  );
  const duels = { ...league, ladder: { id: ladder, slug: 'duels' }, season_id: season };
  const sides = { challenger: league.dust, defender: league.treadheads, status: 'completed' };
  const ids: string[] = [];
  for (let age = 1; age <= 10; age += 1) {
    number += 1;
    const about = { ...sides, number, ended_at: seconds(-age), winner: 'challenger' } as const;
    ids.push(
      await createMatch(database, age % 2 === 0 ? duels : league, { ...about, climb: [2, 1] }),
    );
  }
  expect((await look())?.results.map(({ id }) => id)).toEqual(ids.slice(0, 8));
  await database.query('delete from public.matches');
  await database.query('delete from public.seasons where id = $1', [season]);
  await database.query('delete from public.ladders where id = $1', [ladder]);
});

describe('articles', () => {
  const publish = (slug: string, at: number | null, game: string | null = 'battlefield6') =>
    database.query(
      `insert into public.articles (slug, title, body, published_at, game_slug)
       values ($1, jsonb_build_object('en', $1::text), '{"en":"x"}', $2, $3)`,
      [slug, at === null ? null : seconds(at), game],
    );
  const slugs = (articles: readonly { slug: string }[] | undefined) =>
    articles?.map(({ slug }) => slug);
  const others = async () =>
    slugs((await loadArticle(toInput(database, { params: { slug: 'own-one' } })))?.others);
  const ofGame = async () =>
    slugs((await loadGame(toInput(database, { params: { game: 'battlefield6' } })))?.articles);

  it('are shown from the second on at which they come out, on every page that lists them', async () => {
    await publish('own-one', -9000);
    await publish('draft', null);
    await publish('ahead', 1);
    await publish('now', 0);
    await publish('past', -1);
    expect(slugs((await look())?.articles)).toEqual(['now', 'past', 'own-one']);
    expect(slugs((await loadAbout(toInput(database)))?.articles)).toEqual([
      'now',
      'past',
      'own-one',
    ]);
    expect(await others()).toEqual(['now', 'past']);
    expect(await ofGame()).toEqual(['now', 'past', 'own-one']);
    const open = async (slug: string) =>
      (await loadArticle(toInput(database, { params: { slug } })))?.slug ?? null;
    expect([await open('now'), await open('ahead'), await open('draft')]).toEqual([
      'now',
      null,
      null,
    ]);
  });

  it('are six at home, eight beside another; a game has its own', async () => {
    await publish('own-one', -9000);
    const all = Array.from({ length: 10 }, (_, place) => `no-${place}`);
    for (const [place, slug] of all.entries()) {
      await publish(slug, -place - 1, null);
    }
    expect(slugs((await look())?.articles)).toEqual(all.slice(0, 6));
    expect(slugs((await loadAbout(toInput(database)))?.articles)).toEqual(all.slice(0, 8));
    expect(await others()).toEqual(all.slice(0, 8));
    expect(await ofGame()).toEqual(['own-one']);
  });
});

describe('ladders and games', () => {
  it('are those that are shown, in their order', async () => {
    const addLadder = (slug: string, position: number, isTest: boolean) =>
      database.query(
        `insert into public.ladders (id, slug, game_slug, name, format, position, is_test)
         values ($1, $2, 'battlefield6', $2, 'rung', $3, $4)`,
        [randomUUID(), slug, position, isTest],
      );
    await addLadder('last', 3, false);
    await addLadder('first', 0, false);
    await addLadder('trial', 2, true);
    await database.query(
      `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes)
       values ('zero', 'Zero', 'Z', 0, true, '{}', '{}', '[]', '{}', '{}'),
              ('even', 'Even', 'E', 0, true, '{}', '{}', '[]', '{}', '{}'),
              ('bare', 'Bare', 'B', 2, false, '{}', '{}', '[]', '{}', '{}')`,
    );
    const data = await look();
    expect(data?.ladders.map(({ slug, is_open }) => [slug, is_open])).toEqual([
      ['first', false],
      ['tanks', true],
      ['last', false],
    ]);
    expect(data?.games.map(({ slug }) => slug)).toEqual(['even', 'zero', 'battlefield6']);
    expect(data?.figures.ladders).toBe(3);
    const game = await loadGame(toInput(database, { params: { game: 'battlefield6' } }));
    expect(game?.ladders.map(({ slug }) => slug)).toEqual(['first', 'tanks', 'last']);
    expect(game?.servers).toBeNull();
    const other = await loadGame(toInput(database, { params: { game: 'zero' } }));
    expect(other?.ladders).toEqual([]);
  });

  it('show the first three of those who stand, and count who is suspended too', async () => {
    const top = async () => {
      const ladder = (await look())?.ladders.find(({ slug }) => slug === 'tanks');
      return [ladder?.entries, ladder?.top.map(({ place, name }) => `${place} ${name}`)];
    };
    expect(await top()).toEqual([3, ['1 Treadheads', '2 Kaarna', '3 Dust Devils']]);
    const stand = (change: string) =>
      set(`public.entries set ${change} where id = '${league.kaarna.entry_id}'`);
    await stand(`status = 'suspended'`);
    expect(await top()).toEqual([3, ['1 Treadheads', '3 Dust Devils']]);
    await stand(`status = 'left', rung = null`);
    expect(await top()).toEqual([2, ['1 Treadheads', '3 Dust Devils']]);
    await stand(`status = 'active', rung = 4`);
    expect(await top()).toEqual([3, ['1 Treadheads', '3 Dust Devils']]);
    await stand(`rung = 2`);
  });
});

describe('teams that are short of people', () => {
  const list = async () =>
    (await look())?.short_teams.map(({ slug, people, size }) => [slug, people, size]);
  const seen = (team: TestTeam, at: number) =>
    database.query('update public.entries set last_active_at = $2 where id = $1', [
      team.entry_id,
      seconds(at),
    ]);

  it('are those with no more than a lineup, who did something last first', async () => {
    const { kaarna, treadheads, dust, loner } = league;
    await seen(dust, -1);
    await seen(kaarna, -2);
    await seen(treadheads, -3);
    const all = [
      ['dust-devils', 2, 2],
      ['kaarna', 2, 2],
      ['treadheads', 2, 2],
    ];
    expect(await list()).toEqual(all);
    await database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, 'player', now())`,
      [kaarna.id, loner.id, loner.user_id],
    );
    expect(await list()).toEqual([all[0], all[2]]);
    await database.query('delete from public.rosters where team_id = $1', [kaarna.id]);
    expect(await list()).toEqual([all[0], all[2]]);
    for (const [away, back] of [
      ['public.ladders set is_test = true', 'public.ladders set is_test = false'],
      [`public.seasons set status = 'closed'`, `public.seasons set status = 'open'`],
    ] as const) {
      await set(away);
      expect(await list()).toEqual([]);
      await set(back);
    }
    await set(`public.entries set status = 'suspended' where id = '${dust.entry_id}'`);
    expect(await list()).toEqual([all[2]]);
    await set(`public.entries set status = 'active' where id = '${dust.entry_id}'`);
  });

  it('are five at most', async () => {
    const people = [];
    for (let n = 1; n <= 4; n += 1) {
      people.push(await createPerson(database, `Alone ${n}`));
    }
    await database.query(
      `with made as (
         insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founder_id, founded_at)
         select gen_random_uuid(), 'alone-' || n, 'Alone ' || n, 'A' || n, 'alone-' || n, 'a' || n, 'UTC', 'fi', person, now()
         from unnest($1::uuid[]) with ordinality as given (person, n) returning id, founder_id),
       entered as (
         insert into public.entries (id, season_id, team_id, status, joined_at, last_active_at)
         select gen_random_uuid(), $2, id, 'active', now(), $3 from made)
       insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       select made.id, founder_id, p.user_id, 'captain', now()
       from made join public.profiles p on p.id = founder_id`,
      [people.map(({ id }) => id), league.season_id, seconds(-2)],
    );
    const shown = (await list())?.map(([slug]) => slug);
    expect(shown).toEqual(['dust-devils', 'alone-1', 'alone-2', 'alone-3', 'alone-4']);
  });
});
