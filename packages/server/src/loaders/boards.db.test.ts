import { randomUUID } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { loadBoards } from './boards.ts';
import { createTestLeague, type TestPerson, testNow, toInput } from './testing/test-league.ts';

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
    });
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

  it('drop the notice of a team that is gone or led by others, and of a deleted account', async () => {
    await using test = await createTestDatabase();
    const { kaarna, loner } = await fill(test.database);
    const count = async () => (await loadBoards(toInput(test.database)))?.posts.length;
    await test.database.query(`update public.rosters set role = 'player' where person_id = $1`, [
      kaarna.captain.id,
    ]);
    expect(await count()).toBe(1);
    await test.database.query('update public.profiles set user_id = null where id = $1', [
      loner.id,
    ]);
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
