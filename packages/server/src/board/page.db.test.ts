import { randomUUID } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { createTestLeague, type TestPerson, testNow, toInput } from '../testing/test-league.ts';
import { loadBoards } from './page.ts';

const hour = 3_600_000;

interface TestPost {
  by: TestPerson;
  kind: string;
  team?: string;
  languages?: string[];
  /** Hours until it comes down. */
  left?: number;
}

async function addPost(database: Queryable, { by, kind, team, languages, left = 48 }: TestPost) {
  await database.query(
    `insert into public.board_posts
       (id, kind, game_slug, team_id, person_id, region, zone, evenings, languages, text, created_at, expires_at)
     values ($1, $2, 'battlefield6', $3, $4, 'EU', 'Europe/Helsinki', '{1,5}', $5, $6, $7, $8)`,
    [
      randomUUID(),
      kind,
      team ?? null,
      by.id,
      languages ?? ['fi'],
      `${by.username} ${kind}`,
      new Date(testNow.getTime() + (left - 336) * hour),
      new Date(testNow.getTime() + left * hour),
    ],
  );
}

async function fill(database: Queryable) {
  const league = await createTestLeague(database);
  const { kaarna, dust, loner } = league;
  await addPost(database, { by: loner, kind: 'player_seeks_team', languages: ['fi', 'en'] });
  await addPost(database, { by: kaarna.captain, kind: 'scrim', team: kaarna.id, left: 72 });
  await addPost(database, { by: dust.captain, kind: 'team_seeks_player', team: dust.id, left: 0 });
  return league;
}

describe('the boards', () => {
  it('show what is up, the newest first, and nothing that has run out', async () => {
    await using test = await createTestDatabase();
    const { loner } = await fill(test.database);
    const data = await loadBoards(toInput(test.database, { path: '/boards' }));
    expect(data?.form).toBeNull();
    expect(data?.posts).toMatchObject([
      {
        kind: 'scrim',
        team: { slug: 'kaarna', name: 'Kaarna', tag: 'KAA' },
        author: { username: 'Kaarna captain' },
        evenings: [1, 5],
        expires_at: '2026-11-24T18:00:00.000Z',
        is_own: false,
      },
      { kind: 'player_seeks_team', team: null, author: { user_id: loner.user_id } },
    ]);
    expect(data?.short_teams).toHaveLength(3);
    expect(data?.zones).toMatchObject([{ zone: 'Europe/Helsinki' }]);
    expect(data?.games.list.map(({ slug }) => slug)).toEqual(['battlefield6']);
    await test.database.query('update public.board_posts set expires_at = $1', [testNow]);
    expect((await loadBoards(toInput(test.database)))?.zones).toEqual([]);
  });

  it('show no notice of a team that is suspended or full, nor of who may not write, but to their own', async () => {
    await using test = await createTestDatabase();
    const { database } = test;
    const { kaarna, dust, loner, season_id } = await createTestLeague(database);
    const ask = { by: kaarna.captain, team: kaarna.id };
    await addPost(database, { ...ask, kind: 'team_seeks_player' });
    await addPost(database, { ...ask, kind: 'scrim' });
    await addPost(database, { by: loner, kind: 'player_seeks_team' });
    const see = async (person: TestPerson = dust.player) =>
      (await loadBoards(toInput(database, { path: '/boards', person })))?.posts
        .map(({ kind, is_withheld }) => `${kind}${is_withheld ? ' withheld' : ''}`)
        .sort();
    const most = (people: number | null) =>
      database.query(
        `update public.seasons set rules = jsonb_set(rules, '{team,rosterMaximum}', $2) where id = $1`,
        [season_id, JSON.stringify(people)],
      );
    const all = ['player_seeks_team', 'scrim', 'team_seeks_player'];
    await most(null);
    expect(await see()).toEqual(all);
    await most(3);
    expect(await see()).toEqual(all);
    await most(2);
    expect(await see()).toEqual(['player_seeks_team', 'scrim']);
    expect(await see(kaarna.captain)).toEqual([all[0], all[1], 'team_seeks_player withheld']);
    await most(3);
    const be = (status: string) =>
      database.query('update public.entries set status = $2, rung = null where id = $1', [
        kaarna.entry_id,
        status,
      ]);
    await be('suspended');
    expect(await see()).toEqual(['player_seeks_team']);
    await be('left');
    expect(await see()).toEqual(all);
    await database.query(
      `insert into public.sanctions (id, person_id, kind, starts_at, ends_at, text_id)
       select gen_random_uuid(), $1, 'mute', $2, $3, gen_random_uuid()`,
      [loner.id, new Date(testNow.getTime() - hour), new Date(testNow.getTime() + hour)],
    );
    expect(await see()).toEqual(['scrim', 'team_seeks_player']);
    expect(await see(loner)).toContain('player_seeks_team withheld');
    await database.query('update public.sanctions set ends_at = $1', [testNow]);
    expect(await see()).toEqual(all);
  });

  it('are narrowed by the address, which may ask for nonsense', async () => {
    await using test = await createTestDatabase();
    await fill(test.database);
    const count = async (query: string) =>
      (await loadBoards(toInput(test.database, { path: `/boards?${query}` })))?.posts.length;
    expect(await count('kind=scrim')).toBe(1);
    expect(await count('kind=team_seeks_player')).toBe(0);
    expect(await count('game=battlefield6&language=fi')).toBe(2);
    expect(await count('language=en')).toBe(1);
    expect(await count('language=pl')).toBe(0);
    expect(await count('kind=%00&game=chess&language=xx')).toBe(2);
    const input = toInput(test.database, { path: '/boards?kind=scrim&game=&language=en' });
    expect((await loadBoards(input))?.filters).toEqual({
      kind: 'scrim',
      game: null,
      language: 'en',
      region: null,
      zone: null,
      day: null,
    });
    expect(await count('region=EU&zone=Europe/Helsinki&day=5')).toBe(2);
    expect(await count('day=3')).toBe(0);
    expect(await count('region=NA')).toBe(0);
    expect(await count('zone=Moon/Base&day=9&region=%00')).toBe(2);
  });

  it('offer a form to who is signed in, and mark what they may take down', async () => {
    await using test = await createTestDatabase();
    const { kaarna } = await fill(test.database);
    const look = (person: TestPerson) =>
      loadBoards(toInput(test.database, { path: '/boards', person }));
    const captain = await look(kaarna.captain);
    expect(captain?.form).toMatchObject({
      teams: [{ slug: 'kaarna', name: 'Kaarna' }],
      taken: ['scrim'],
      zone: 'Europe/Helsinki',
      locale: 'en',
    });
    expect(captain?.posts.map(({ is_own }) => is_own)).toEqual([true, false]);
    const player = await look(kaarna.player);
    expect(player?.form).toMatchObject({ teams: [], taken: [] });
    expect(player?.posts.some(({ is_own }) => is_own)).toBe(false);
  });

  it('show answers to who leads the team, their own to whoever gave it, and scrims to both teams', async () => {
    await using test = await createTestDatabase();
    const { kaarna, dust, loner } = await fill(test.database);
    await test.database.query(
      `insert into private.board_answers (id, post_id, person_id, team_id, starts_at, words, answered_at)
       select $1, id, $2, $3, $4, 'Sunday?', $5 from public.board_posts where kind = 'scrim'`,
      [randomUUID(), dust.captain.id, dust.id, new Date(testNow.getTime() + hour), testNow],
    );
    const scrim = randomUUID();
    await test.database.query(
      `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
       values ($1, 'battlefield6', $2, $3, $4, 'UTC', $4)`,
      [scrim, kaarna.id, dust.id, testNow],
    );
    const look = async (person?: TestPerson) => {
      const about = { path: '/boards', ...(person === undefined ? {} : { person }) };
      const data = await loadBoards(toInput(test.database, about));
      const [post] = data?.posts ?? [];
      return {
        answers: post?.answers.map(({ words }) => words),
        own: post?.own_answer?.status ?? null,
        scrims: data?.scrims.map(({ id }) => id),
      };
    };
    expect(await look(kaarna.captain)).toEqual({
      answers: ['Sunday?'],
      own: null,
      scrims: [scrim],
    });
    expect(await look(kaarna.player)).toEqual({ answers: [], own: null, scrims: [scrim] });
    expect(await look(dust.captain)).toEqual({ answers: [], own: 'open', scrims: [scrim] });
    expect(await look(loner)).toEqual({ answers: [], own: null, scrims: [] });
    expect(await look()).toEqual({ answers: [], own: null, scrims: [] });
  });

  it.each([
    ['before', 1, 1],
    ['at', 0, 0],
    ['after', -1, 0],
  ])(
    'offer an answer to a scrim no more once its hour is over: %s it',
    async (_when, left, count) => {
      await using test = await createTestDatabase();
      const { kaarna, dust } = await fill(test.database);
      await test.database.query(
        `insert into private.board_answers (id, post_id, person_id, team_id, starts_at, answered_at)
       select $1, id, $2, $3, $4, $5 from public.board_posts where kind = 'scrim'`,
        [randomUUID(), dust.captain.id, dust.id, new Date(testNow.getTime() + left), testNow],
      );
      const look = async (person: TestPerson) => {
        const data = await loadBoards(toInput(test.database, { path: '/boards', person }));
        return data?.posts[0];
      };
      expect((await look(kaarna.captain))?.answers).toHaveLength(count);
      // Who gave it may take it back still.
      expect((await look(dust.captain))?.own_answer?.status).toBe('open');
    },
  );

  it('drop the notice of a team that is gone or led by others, and of a deleted account', async () => {
    await using test = await createTestDatabase();
    const { kaarna, loner } = await fill(test.database);
    const count = async () => (await loadBoards(toInput(test.database)))?.posts.length;
    const about = { path: '/boards?kind=scrim', person: kaarna.captain };
    const own = async () => (await loadBoards(toInput(test.database, about)))?.posts;
    expect(await own()).toMatchObject([{ is_up: true, is_withheld: false }]);
    await test.database.query(`update public.rosters set role = 'player' where person_id = $1`, [
      kaarna.captain.id,
    ]);
    expect(await count()).toBe(1);
    // It keeps its author from another of its kind until they take it down.
    expect(await own()).toMatchObject([{ is_own: true, is_up: false, is_withheld: true }]);
    await test.database.query(
      `update public.profiles set user_id = null, username = U&'\\2E3A' where id = $1`,
      [loner.id],
    );
    expect(await count()).toBe(0);
  });

  it('are read by everybody over REST while they are up, and written by nobody', async () => {
    await using test = await createTestDatabase();
    await fill(test.database);
    await test.database.query(
      `update public.board_posts set created_at = now() - interval '15 days', expires_at = now() - interval '1 day'
       where kind = 'scrim'`,
    );
    await test.database.query(
      `update public.board_posts set expires_at = now() + interval '1 day' where kind = 'player_seeks_team'`,
    );
    const scope = { role: 'anon', claims: { role: 'anon' } } as const;
    const kinds = await test.database.transaction(
      (transaction) =>
        transaction.query(`select kind from public.board_posts where kind <> 'team_seeks_player'`),
      { scope },
    );
    expect(kinds).toEqual([{ kind: 'player_seeks_team' }]);
  });
});
