import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadOffices } from '../admin/page-offices.ts';
import type { Loader, Viewer } from '../context.ts';
import { loadOwnedLadder, loadOwnedLadders } from '../ladder-admin/page-owned.ts';
import { loadMenus } from '../menu/page.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { toInput } from '../testing/test-league.ts';
import { loadGame } from './page.ts';
import { loadOwnedGame, loadOwnedGames } from './page-owned.ts';
import { loadGamesStep } from './setup-step.ts';

let cast: Cast;

beforeAll(async () => {
  cast = await createCast();
});
afterAll(async () => cast.own[Symbol.asyncDispose]());

function load<Data>(loader: Loader<Data>, viewer: Viewer | null, slug?: string, search = '') {
  const params = slug === undefined ? {} : { slug };
  const url = new URL(`https://league.example/x${search}`);
  return loader({ ...toInput(cast.own.database, { params }), viewer, url });
}

const owner = (): Viewer => ({ ...cast.home.captain, is_site_admin: true, is_editor: true });

it.each([
  ['games', loadOwnedGames, undefined],
  ['a game', loadOwnedGame, 'battlefield6'],
  ['a new game', loadOwnedGame, 'new'],
  ['ladders', loadOwnedLadders, undefined],
  ['a ladder', loadOwnedLadder, 'tanks'],
  ['a new ladder', loadOwnedLadder, 'new'],
  ['menus', loadMenus, undefined],
  ['offices', loadOffices, undefined],
] as [string, Loader<unknown>, string | undefined][])(
  'shows %s to site admins, and to nobody else that they are there',
  async (_what, loader, slug) => {
    expect(await load(loader, owner(), slug)).not.toBeNull();
    expect(await load(loader, { ...owner(), is_site_admin: false }, slug)).toBeNull();
    expect(await load(loader, null, slug)).toBeNull();
  },
);

it('offers a game and a ladder as entries of the menus until they are, and says which readers do not see', async () => {
  const { own } = cast;
  const ask = async (search: string) => (await load(loadMenus, owner(), undefined, search))?.adding;
  const game = { menu: 'casual', item: { label: 'Battlefield 6', path: '/games/battlefield6' } };
  const ladder = { menu: 'competitions', item: { label: 'tanks', path: '/ladders/tanks' } };
  expect(await ask('?game=battlefield6')).toMatchObject(game);
  expect(await ask('?ladder=tanks')).toMatchObject(ladder);
  expect([await ask(''), await ask('?game=none'), await ask('?ladder=battlefield6')]).toEqual([
    null,
    null,
    null,
  ]);
  await own.database.query(
    `insert into public.menu_items (id, menu, position, label, path)
     values ('kept', 'casual', 1, '"Battlefield 6"', '/games/battlefield6')`,
  );
  expect(await ask('?game=battlefield6')).toBeNull();
  const listHidden = async () => (await load(loadMenus, owner()))?.hidden;
  expect(await listHidden()).toEqual([]);
  await own.database.query(
    `update public.games set retired_at = now() where slug = 'battlefield6'`,
  );
  expect(await listHidden()).toEqual(['kept']);
  await own.database.query(`update public.games set retired_at = null where slug = 'battlefield6'`);
  // A list without room offers nothing.
  await own.database.query(
    `insert into public.menu_items (id, menu, position, label, path)
     select 'e' || n, 'competitions', n, '"E"', '/e' from generate_series(1, 49) n`,
  );
  expect(await ask('?ladder=tanks')).toMatchObject(ladder);
  await own.database.query(
    `insert into public.menu_items (id, menu, position, label, path) values ('e', 'competitions', 50, '"E"', '/e')`,
  );
  expect(await ask('?ladder=tanks')).toBeNull();
  await own.database.query('delete from public.menu_items');
});

it('says what there is of each, and finds nothing under another word', async () => {
  expect(await load(loadOwnedGames, owner())).toMatchObject({
    games: [{ slug: 'battlefield6', short_name: 'BF6', ladders: 2, is_retired: false }],
  });
  expect(await load(loadOwnedGame, owner(), 'new')).toEqual({ game: null });
  expect(await load(loadOwnedGame, owner(), 'none')).toBeNull();
  expect(await load(loadOwnedLadder, owner(), 'none')).toBeNull();
  expect(await load(loadOwnedLadder, owner(), 'tanks')).toMatchObject({
    ladder: { slug: 'tanks', season: 'open', zone: 'UTC' },
    only_game: { slug: 'battlefield6', name: 'Battlefield 6' },
  });
  const offices = await load(loadOffices, owner());
  expect(offices?.admins.map(({ username }) => username)).toEqual(['Steward']);
  expect(offices?.editors.map(({ username }) => username)).toEqual(['Editor']);
  const judges = offices?.ladders.map(({ slug, admins }) => [slug, admins[0]?.username]);
  expect(judges).toEqual(expect.arrayContaining([['tanks', 'Judge']]));
});

it('lists games that are kept before the others, in their order, a hundred at a time, found by any of their names', async () => {
  const { database } = cast.own;
  await database.query(
    `insert into public.games (slug, name, short_name, position, tagline, about, retired_at)
     select 'g-' || n, 'Many ' || n, 'SH' || n, n + 1, '{}', '{}', case n when 0 then now() end
     from generate_series(0, 101) n`,
  );
  const look = (search: string) => load(loadOwnedGames, owner(), undefined, search);
  const slugs = async (search: string) => (await look(search))?.games.map(({ slug }) => slug);
  const many = Array.from({ length: 101 }, (_, place) => `g-${place + 1}`);
  expect(await slugs('?q=MANY')).toEqual(many.slice(0, 100));
  expect(await slugs('?q=many&from=101')).toEqual(['g-101', 'g-0']);
  expect(await slugs('?q=sh99')).toEqual(['g-99']);
  expect(await slugs('?q=g-100')).toEqual(['g-100']);
  expect((await look('?q=many'))?.part).toEqual({
    ...{ query: 'many', from: 1, limit: 100, total: 102, kept: 102 },
  });
  expect((await look('?q=g-0'))?.games).toMatchObject([{ is_retired: true, ladders: 0 }]);
  const step = async () => {
    const { is_done, facts } = await loadGamesStep({
      ...toInput(database),
      viewer: owner(),
    });
    return [is_done, facts];
  };
  expect(await step()).toEqual([true, ['BF6', 'SH1', 'SH2', 'SH3', 'SH4']]);
  await database.query('update public.games set retired_at = now()');
  expect(await step()).toEqual([false, []]);
  await database.query(`delete from public.games where slug like 'g-%'`);
  await database.query('update public.games set retired_at = null');
});

it('names the games that ship and are kept, whatever is looked for', async () => {
  const { database } = cast.own;
  const read = async () => (await load(loadOwnedGames, owner()))?.shipped;
  expect(await read()).toEqual([]);
  await database.query('update public.seasons set is_demo = true');
  await database.query(
    `insert into private.laid_texts (kind, slug, locale, hash)
     values ('games', 'battlefield6', 'en', 'x'), ('games', 'battlefield6', 'pt', 'x'), ('ladders', 'tanks', 'en', 'x')`,
  );
  expect(await read()).toEqual(['battlefield6']);
  const searched = await loadOwnedGames({
    ...toInput(database, { path: '/admins/games?q=nothing' }),
    viewer: owner(),
  });
  expect(searched).toMatchObject({ games: [], shipped: ['battlefield6'] });
  await database.query('update public.seasons set is_demo = false');
  expect(await read()).toEqual([]);
  await database.query(`update public.games set retired_at = now() where slug = 'battlefield6'`);
  expect(await read()).toEqual([]);
  await database.query(`update public.games set retired_at = null where slug = 'battlefield6'`);
  await database.query('delete from private.laid_texts');
});

it('says of a game whether a season keeps it from retiring', async () => {
  const { database } = cast.own;
  const read = async () => [
    (await load(loadOwnedGames, owner()))?.games[0]?.is_running,
    (await load(loadOwnedGame, owner(), 'battlefield6'))?.game?.is_running,
  ];
  const kept = await database.query<{ id: string; status: string }>(
    'select id, status from public.seasons',
  );
  expect(await read()).toEqual([true, true]);
  for (const [change, isRunning] of [
    [`status = 'closed'`, false],
    [`status = 'registration'`, true],
    ['is_demo = true', false],
  ] as const) {
    await database.query(`update public.seasons set ${change}`);
    expect(await read()).toEqual([isRunning, isRunning]);
  }
  for (const { id, status } of kept) {
    await database.query('update public.seasons set status = $2, is_demo = false where id = $1', [
      id,
      status,
    ]);
  }
});

it('says of a ladder that its game is retired, whatever it is itself', async () => {
  const { database } = cast.own;
  const read = async () => {
    const data = await load(loadOwnedLadders, owner());
    const tanks = data?.ladders.find(({ slug }) => slug === 'tanks');
    return [tanks?.is_retired, tanks?.is_game_retired];
  };
  expect(await read()).toEqual([false, false]);
  await database.query(`update public.games set retired_at = now() where slug = 'battlefield6'`);
  expect(await read()).toEqual([false, true]);
  await database.query(`update public.games set retired_at = null where slug = 'battlefield6'`);
});

it('shows readers a game’s picture and when the first season of its ladder opens', async () => {
  const { database } = cast.own;
  const steward = cast.people['site admin'] ?? cast.home.captain;
  await cast.own.act(steward, {
    path: '/ladders',
    body: {
      game: 'battlefield6',
      slug: 'new-one',
      name: 'New',
      format: 'rung',
      region: 'EU',
      zone: 'UTC',
    },
  });
  const read = async () => {
    const input = toInput(database, { params: { game: 'battlefield6' } });
    const data = await loadGame({ ...input, viewer: null });
    const line = data?.ladders.find(({ slug }) => slug === 'new-one');
    return { picture: data?.picture, game: line?.game, opens_at: line?.opens_at };
  };
  expect(await read()).toEqual({ picture: null, game: 'BF6', opens_at: null });
  const starts_at = cast.own.at(3);
  await cast.own.act(steward, {
    path: '/ladders/new-one/seasons',
    body: { name: 'First', starts_at, ends_at: cast.own.at(30) },
  });
  await database.query("update public.games set picture_path = '/api/game-pictures/ab'");
  const { opens_at, ...others } = await read();
  expect(others).toEqual({ picture: '/api/game-pictures/ab', game: 'BF6' });
  expect(new Date(opens_at ?? '').toISOString()).toBe(starts_at);
});

it('never takes the last site admin', async () => {
  const { own, people } = cast;
  const steward = people['site admin'] ?? cast.home.captain;
  const path = `/admins/${steward.person_id}`;
  expect((await own.send(steward, { path, method: 'DELETE' })).body.error?.code).toBe('last_admin');
});
