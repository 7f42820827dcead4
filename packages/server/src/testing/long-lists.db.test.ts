import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAdmins } from '../admin/page.ts';
import { loadOffices } from '../admin/page-offices.ts';
import { loadArchives } from '../archive/page.ts';
import { loadArticles } from '../article/page-list.ts';
import { loadBoards } from '../board/page.ts';
import type { Loader, Viewer } from '../context.ts';
import { loadOwnedGames } from '../game/page-owned.ts';
import { loadOwnedLadder, loadOwnedLadders } from '../ladder-admin/page-owned.ts';
import { loadAdminLog, loadOfficeLog } from '../log/page-offices.ts';
import { loadSetup } from '../setup/page.ts';
import { loadWritingList } from '../writing/page-list.ts';
import { type ApiLeague, createApiLeague } from './api-league.ts';
import { toInput } from './test-league.ts';

const many = 3000;
let own: ApiLeague;
let owner: Viewer;

/**
 * A league with three thousand of everything that its owners keep. People run the ladders in the order of their names:
 * by chance the last could run one whose address begins a hundred others', and the owner none.
 */
async function fill(): Promise<void> {
  await own.database.query(
    `insert into public.games (slug, name, short_name, position, tagline, about)
       select 'game-' || n, 'Game ' || n, 'G' || n, n, '{}', '{}' from generate_series(1, ${many}) n;
     insert into public.ladders (id, game_slug, slug, name, format, region, zone, position, summary, description, created_at)
       select gen_random_uuid(), 'game-' || n, 'ladder-' || n, 'Ladder ' || n, 'rung', 'EU', 'UTC', n, '{}', '{}', now()
       from generate_series(1, ${many}) n;
     insert into public.articles (slug, title, summary, body, game_slug, published_at)
       select 'article-' || n, jsonb_build_object('en', 'Article ' || n), jsonb_build_object('en', repeat('s', 300)),
         jsonb_build_object('en', repeat('b', 20000)), 'game-' || n, '2026-01-01'::timestamptz - n * interval '1 minute'
       from generate_series(1, ${many}) n;
     insert into public.imported_archives (id, slug, title, origin, ladder_name, game_slug, ended_on, imported_at,
         file_name, file_hash, counts, content_hash, raw_hash)
       select gen_random_uuid(), 'past-' || n, 'Past ' || n, 'Elsewhere', 'ladder ' || n, 'game-' || n,
         '2014-01-01'::date - n, now(), 'f', 'h', '{}', 'c', 'r'
       from generate_series(1, ${many}) n;
     insert into auth.users (id, aud, role)
       select gen_random_uuid(), 'authenticated', 'authenticated' from generate_series(1, ${many});
     insert into public.editors (person_id, granted_at) select id, now() from public.profiles on conflict do nothing;
     insert into public.admins (person_id, ladder_id)
       select p.id, l.id from (select id, row_number() over (order by lower(username)) as n from public.profiles) p
       join public.ladders l on l.position = p.n;`,
  );
}

beforeAll(async () => {
  own = await createApiLeague();
  owner = { ...(await own.addAdmin('Olga')), is_site_admin: true };
  await fill();
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function load<Data>(loader: Loader<Data>, search = '', slug?: string): Promise<Data> {
  const input = toInput(own.database, slug === undefined ? {} : { params: { slug } });
  const url = new URL(`http://localhost/x${search}`);
  const data = await loader({ ...input, url, viewer: owner });
  if (data === null) {
    throw new Error('There is no such page.');
  }
  return data;
}

const kilobyte = 1024;

describe('three thousand of each', () => {
  it.each<[string, Loader<unknown>, string, number]>([
    ['games', loadOwnedGames, '', 32],
    ['ladders', loadOwnedLadders, '', 32],
    ['offices', loadOffices, '', 64],
    ['admins', loadAdmins, '', 64],
    ['texts', loadWritingList, '', 32],
    ['articles', loadArticles, '', 256],
    ['boards', loadBoards, '', 64],
    ['archives', loadArchives, '', 32],
    ['the log of offices', loadAdminLog, '', 64],
    ['what everybody may read of it', loadOfficeLog, '', 64],
    ['the set-up’s games', loadSetup, '?step=games', 40],
    ['the set-up’s ladders', loadSetup, '?step=ladder', 40],
    ['the set-up’s helpers', loadSetup, '?step=helpers', 64],
  ])('%s: a page of them and no more', async (_what, loader, search, most) => {
    for (const from of [1, many - 10]) {
      const separator = search === '' ? '?' : '&';
      const data = await load(loader, `${search}${separator}from=${from}`);
      expect(JSON.stringify(data).length).toBeLessThan(most * kilobyte);
    }
  });

  it('a form that names one is as small as with two, and is given twenty of them at a time', async () => {
    expect(await load(loadOwnedLadder, '', 'new')).toMatchObject({
      has_games: true,
      only_game: null,
      has_ladders: true,
    });
    for (const kind of ['game', 'ladder']) {
      const find = (q: string) =>
        own.act(owner, { path: `/choices/${kind}s?q=${q}`, method: 'GET' });
      const first = await find('');
      expect(first).toMatchObject({ total: many });
      expect(first.choices).toHaveLength(20);
      expect(JSON.stringify(first).length).toBeLessThan(4 * kilobyte);
      expect(await find(`${kind}%202999`)).toMatchObject({
        total: 1,
        choices: [{ slug: `${kind}-2999` }],
      });
    }
  });

  it('a reader’s filter brings none of them but what is chosen, and few as a list', async () => {
    const long = { is_long: true, list: [] };
    const game = { slug: 'game-2999', name: 'Game 2999' };
    const ladder = { slug: 'ladder-2999', name: 'Ladder 2999' };
    const both = { games: { ...long, chosen: game }, ladders: { ...long, chosen: ladder } };
    const asked = '?game=game-2999&ladder=ladder-2999';
    expect(await load(loadArticles, '?game=game-2999')).toMatchObject({
      total: 1,
      articles: [{ slug: 'article-2999' }],
      games: both.games,
      ladders: { is_long: false, list: [], chosen: null },
    });
    expect(await load(loadArchives, asked)).toMatchObject({ ...both, total: 1 });
    expect(await load(loadBoards, asked)).toMatchObject({
      games: both.games,
      filters: { game: 'game-2999' },
      form: { game },
    });
    expect(await load(loadBoards)).toMatchObject({ form: { game: { slug: 'game-1' } } });
    expect(await load(loadOfficeLog, asked)).toMatchObject({ ladders: both.ladders });
    expect(await load(loadAdminLog, asked)).toMatchObject({ log: { ladders: both.ladders } });
    for (const unknown of ['?game=nothing&ladder=nothing', '?game=%00&ladder=%00']) {
      const none = { ...long, chosen: null };
      expect(await load(loadArchives, unknown)).toMatchObject({ games: none, ladders: none });
      expect(await load(loadBoards, unknown)).toMatchObject({ games: none });
    }
  });

  it('a reader’s filter brings those that bear the words that were typed without a script, fifty at most', async () => {
    const toThing = (kind: 'Game' | 'Ladder', number: number) => ({
      slug: `${kind.toLowerCase()}-${number}`,
      name: `${kind} ${number}`,
    });
    const toList = (kind: 'Game' | 'Ladder') => ({
      ...{ is_long: true, chosen: null },
      list: [299, 1299, 2299, ...Array.from({ length: 10 }, (_, n) => 2990 + n)].map((number) =>
        toThing(kind, number),
      ),
    });
    const asked = '?game_words=299&ladder_words=299&game=game-1';
    const games = toList('Game');
    expect(await load(loadArticles, asked)).toMatchObject({ games, game: null, total: many });
    const archives = await load(loadArchives, asked);
    expect(archives).toMatchObject({ games, ladders: toList('Ladder'), total: many });
    expect(await load(loadBoards, asked)).toMatchObject({ games, filters: { game: null } });
    const log = await load(loadAdminLog, asked);
    expect(log).toMatchObject({ log: { ladders: toList('Ladder'), filter: { ladder: '' } } });
    expect((await load(loadArticles, '?game_words=game')).games.list).toHaveLength(50);
    expect((await load(loadArticles, '?game_words=%25')).games.list).toEqual([]);
  });

  it('ladders of a game that is retired stand behind those of others, in the list and in its order', async () => {
    await own.act(owner, { path: '/games/game-1/retirement' });
    const first = await load(loadOwnedLadders);
    expect(first.ladders[0]).toMatchObject({ slug: 'ladder-2', place: 1 });
    expect(first.part.kept).toBe(many - 1);
    const last = await load(loadOwnedLadders, `?from=${many}`);
    expect(last.ladders).toMatchObject([{ slug: 'ladder-1', is_game_retired: true }]);
    await own.act(owner, { path: '/ladders/order', body: { slugs: ['ladder-5'], from: 2 } });
    const moved = await load(loadOwnedLadders);
    expect(moved.ladders.slice(0, 3).map(({ slug, place }) => [slug, place])).toEqual([
      ['ladder-2', 1],
      ['ladder-5', 2],
      ['ladder-3', 3],
    ]);
    expect((await load(loadOffices)).ladders[0]).toMatchObject({ slug: 'ladder-2' });
    await own.act(owner, { path: '/games/game-1/retirement', method: 'DELETE' });
    await own.act(owner, { path: '/ladders/order', body: { slugs: ['ladder-1'], from: 1 } });
    await own.act(owner, { path: '/ladders/order', body: { slugs: ['ladder-5'], from: 5 } });
  });

  it('a page is found by its place and a thing by its name', async () => {
    const last = await load(loadOwnedLadders, `?from=${many - 1}`);
    expect(last.ladders.map(({ slug, place }) => [slug, place])).toEqual([
      [`ladder-${many - 1}`, many - 1],
      [`ladder-${many}`, many],
    ]);
    expect(last.part).toEqual({ query: '', from: many - 1, limit: 100, total: many, kept: many });
    const found = await load(loadOwnedGames, '?q=game-2999');
    expect(found.games).toMatchObject([{ slug: 'game-2999', ladders: 1 }]);
    expect(found.part).toMatchObject({ query: 'game-2999', total: 1 });
    expect((await load(loadOwnedGames, '?q=%25')).games).toEqual([]);
    expect((await load(loadOwnedGames, `?from=${10 * many}`)).games).toEqual([]);
  });

  it('people in office are found by their names, and it is said how many there are', async () => {
    const all = await load(loadOffices);
    expect([all.editors.length, all.editors_total > many, all.ladders.length]).toEqual([
      100,
      true,
      50,
    ]);
    const name = all.editors.at(-1)?.username ?? '';
    const found = await load(loadOffices, `?q=${encodeURIComponent(name)}`);
    expect(found.editors.map(({ username }) => username)).toContain(name);
    expect(found.editors_total).toBe(all.editors_total);
  });
});

describe('the page of admins', () => {
  it('has fifty of them, finds others by their names and their ladders, and says how many there are', async () => {
    const all = await load(loadAdmins);
    expect(all.admins).toHaveLength(50);
    expect(all.admins[0]).toMatchObject({ username: owner.username, is_site_admin: true });
    // The owner runs one of the ladders too.
    expect([all.site_total, all.ladder_total]).toEqual([1, many - 1]);
    const { total, kept } = all.part;
    expect([total, kept]).toEqual([many, many]);
    const last = await load(loadAdmins, `?from=${many}`);
    expect(last.admins).toHaveLength(1);
    for (const words of [last.admins[0]?.username ?? '', last.admins[0]?.ladders[0]?.slug ?? '']) {
      const found = await load(loadAdmins, `?q=${encodeURIComponent(words)}`);
      expect(found.admins).toContainEqual(last.admins[0]);
      expect([found.part.total < 20, found.site_total]).toEqual([true, 1]);
    }
  });

  it('names twenty of the ladders that somebody runs on their desk and ten beside their name', async () => {
    const judge = await own.addPerson('Judge');
    const run = (count: number) =>
      own.database.query(
        `insert into public.admins (person_id, ladder_id)
         select $1, id from public.ladders where position <= $2`,
        [judge.person_id, count],
      );
    const read = async (search = '') => {
      const url = new URL(`http://localhost/admins${search}`);
      const data = await loadAdmins({ ...toInput(own.database), url, viewer: judge });
      const line = data?.admins.find(({ username }) => username === judge.username);
      return { data, line, desk: data?.desk };
    };
    for (const [count, onDesk, beside] of [
      [9, 9, 9],
      [10, 10, 10],
      [11, 11, 10],
      [20, 20, 10],
      [21, 20, 10],
      [many, 20, 10],
    ]) {
      await own.database.query('delete from public.admins where person_id = $1', [judge.person_id]);
      await run(count ?? 0);
      const { line, desk } = await read('?q=Judge');
      expect(line).toMatchObject({ ladders_total: count });
      expect(line?.ladders).toHaveLength(beside ?? 0);
      expect(desk).toMatchObject({ ladders_total: count, ladders: [] });
      const whole = (await read()).desk;
      expect(whole?.ladders).toHaveLength(onDesk ?? 0);
      expect(JSON.stringify((await read()).data).length).toBeLessThan(64 * kilobyte);
    }
    expect((await read('?q=ladder-2999')).desk?.ladders).toEqual([
      { slug: 'ladder-2999', name: 'Ladder 2999' },
    ]);
    await own.database.query('delete from public.admins where person_id = $1', [judge.person_id]);
  });
});

describe('the order of three thousand', () => {
  const order = (body: Record<string, unknown>) =>
    own.send(owner, { path: '/ladders/order', body });
  const read = async (from: number, count: number) => {
    const { ladders } = await load(loadOwnedLadders, `?from=${from}`);
    return ladders.slice(0, count).map(({ slug }) => slug.slice('ladder-'.length));
  };

  it('is changed within a page, and the pages around it stay', async () => {
    const slugs = ['ladder-103', 'ladder-101', 'ladder-102'];
    expect((await order({ slugs, from: 101 })).status).toBe(200);
    expect(await read(100, 5)).toEqual(['100', '103', '101', '102', '104']);
    expect((await order({ slugs: slugs.toSorted(), from: 101 })).status).toBe(200);
    expect(await read(100, 5)).toEqual(['100', '101', '102', '103', '104']);
  });

  it('takes one from the last page to the first, and back', async () => {
    expect((await order({ slugs: [`ladder-${many}`], from: 1 })).status).toBe(200);
    expect(await read(1, 2)).toEqual([`${many}`, '1']);
    expect((await order({ slugs: [`ladder-${many}`], from: many })).status).toBe(200);
    expect(await read(1, 2)).toEqual(['1', '2']);
    expect(await read(many, 2)).toEqual([`${many}`]);
  });

  it('has no place beyond the last, and those that are retired behind it', async () => {
    await own.database.query(
      `update public.ladders set retired_at = now() where slug = 'ladder-5'`,
    );
    expect((await order({ slugs: ['ladder-7'], from: 1_000_000 })).status).toBe(200);
    const [row] = await own.database.query<{ most: number }>(
      'select max(position) as most from public.ladders',
    );
    expect(row).toEqual({ most: many });
    expect(await read(many - 2, 3)).toEqual([`${many}`, '7', '5']);
  });

  it.each([0, 1.5, 1_000_001, 'x'])('takes no %s as a place', async (from) => {
    expect((await order({ slugs: ['ladder-1'], from })).body.error).toMatchObject({
      code: 'field_invalid',
      field: 'from',
    });
  });
});
