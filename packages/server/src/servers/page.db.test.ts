import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestLeague, type TestLeague, testNow, toInput } from '../testing/test-league.ts';
import { findServerAt } from './at-address.ts';
import { loadGameServers } from './of-game.ts';
import { loadServers } from './page.ts';
import { loadOwnedServer, loadOwnedServers } from './page-owned.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  database = own.database;
  league = await createTestLeague(database);
});
beforeEach(async () => {
  await database.query('delete from public.game_servers');
  await database.query('delete from private.server_watch');
  await database.query('delete from public.menu_items');
});
afterAll(() => own[Symbol.asyncDispose]());

const heard = {
  ...{ players: 3, max_players: 16, bots: 1, map: 'Earth', ping: 21, has_password: true },
  ...{ version: '1.2', people: ['Ada'], seen_at: '2026-11-21T17:59:50Z' },
  asked_at: '2026-11-21T17:59:50Z',
};
const missed = (misses: number, at = '2026-11-21T17:14:00Z') => ({
  ...{ misses, silent_since: at, fault: 'silent' },
});

/** A server's row, and where it is asked. */
async function add({ host, port, ...given }: Record<string, unknown>): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, page: 'chess', name: 'One', protocol: 'a2s', position: 1, ...given };
  const columns = Object.keys(row).join(', ');
  await database.query(
    `insert into public.game_servers (${columns})
     select ${columns} from jsonb_populate_record(null::public.game_servers, $1::jsonb)`,
    [JSON.stringify(row)],
  );
  if (host !== undefined) {
    await database.query(
      'insert into private.game_server_addresses (game_server_id, host, query_port) values ($1, $2, $3)',
      [id, host, port],
    );
  }
  return id;
}

const look = (server = 'chess') => loadServers(toInput(database, { params: { server } }));
const listStates = async () => (await look())?.servers.map(({ state }) => state);

describe('the page of servers', () => {
  it('is called as the bar has it, or as a game, and is there for each that has servers', async () => {
    expect(await look()).toBeNull();
    expect(await look('battlefield6')).toMatchObject({
      ...{ name: 'Battlefield 6', game_path: '/games/battlefield6', servers: [] },
    });
    await database.query(
      `insert into public.menu_items (id, menu, position, label, path)
       values ('a', 'servers', 1, '"Battlefield 6"', '/servers/bf6'),
         ('b', 'servers', 2, '{"fi": "Shakki", "en": "Chess"}', '/servers/chess')`,
    );
    expect(await look('bf6')).toMatchObject({ game_path: '/games/battlefield6', servers: [] });
    expect(await look()).toMatchObject({ name: 'Chess', game_path: null });
    // The bar's own word goes before another menu's, and its first before the next.
    await database.query(
      `insert into public.menu_items (id, menu, position, label, path)
       values ('c', 'casual', 1, '"Elsewhere"', '/servers/chess'), ('d', 'servers', 3, '"Last"', '/servers/chess')`,
    );
    expect(await look()).toMatchObject({ name: 'Chess' });
    await add({ page: 'draughts', game_slug: 'battlefield6' });
    expect(await look('draughts')).toMatchObject({ name: 'Battlefield 6' });
    await add({ page: 'go' });
    expect(await look('go')).toMatchObject({ name: 'go' });
    await database.query('update public.game_servers set retired_at = now()');
    expect(await look('go')).toBeNull();
  });

  it('has them in their order, each with its claim and where it is joined', async () => {
    await add({ ...heard, name: 'Two', position: 2, host: '2a00::1', port: 5, game_port: 7 });
    await add({ ...heard, note: { en: 'Mods' }, region: 'EU', host: 'play.example', port: 5 });
    await add({ name: 'Gone', retired_at: '2026-01-01T00:00:00Z' });
    expect((await look())?.servers).toMatchObject([
      {
        ...{ name: 'One', region: 'EU', note: 'Mods', address: 'play.example:5' },
        state: {
          kind: 'answers',
          since: null,
          claim: {
            ...{ players: 3, max_players: 16, bots: 1, map: 'Earth', ping: 21 },
            ...{ has_password: true, version: '1.2', people: ['Ada'] },
          },
        },
      },
      { name: 'Two', address: '[2a00::1]:7' },
    ]);
  });

  it.each<[string, Record<string, unknown>, string, string | null]>([
    ['was not asked', {}, 'waiting', null],
    ['missed two questions from the first', missed(2), 'waiting', null],
    ['never answered', missed(3), 'unheard', null],
    ['answered', heard, 'answers', null],
    ['missed two', { ...heard, ...missed(2) }, 'answers', null],
    ['missed three', { ...heard, ...missed(3) }, 'silent', '2026-11-21T17:14:00.000Z'],
    ['is not asked', { protocol: 'manual' }, 'announced', null],
    [
      'is of a service that is off',
      { protocol: 'portal', ...missed(1), fault: 'unavailable' },
      'announced',
      null,
    ],
  ])('says how one is that %s', async (_what, row, kind, since) => {
    await add({ asked_at: 'asked_at' in row ? row.asked_at : '2026-11-21T17:00:00Z', ...row });
    await add({ ...heard, page: 'go' });
    expect(await listStates()).toMatchObject([{ kind, since }]);
  });

  it.each<[string, string, Record<string, unknown>[]]>([
    ['the only one that is asked', 'unknown', []],
    ['one beside a list', 'unknown', [{ protocol: 'manual' }]],
    ['one beside the demonstration’s', 'unknown', [{ ...heard, is_demo: true }]],
    ['one beside a retired one', 'unknown', [{ ...heard, retired_at: '2026-11-20T00:00:00Z' }]],
    ['one of two', 'silent', [heard]],
  ])('can’t tell of a silence whose it is, of %s: %s', async (_which, kind, others) => {
    await add({ ...heard, ...missed(3) });
    for (const other of others) {
      await add({ page: 'go', ...other });
    }
    const since = '2026-11-21T17:14:00.000Z';
    expect(await look()).toMatchObject({
      is_alone: kind === 'unknown',
      blind_since: null,
      servers: [{ state: { kind, since, claim: null } }],
    });
    // A lost packet is no silence of either.
    await database.query('update public.game_servers set misses = 2 where misses = 3');
    expect(await listStates()).toMatchObject([{ kind: 'answers', since: null }]);
  });

  it.each([
    ['unavailable', 'unknown'],
    ['unlisted', 'silent'],
  ])('can’t tell of a server of Portal while the service is gone: %s, %s', async (fault, kind) => {
    await add({ ...heard, ...missed(3), protocol: 'portal', fault });
    await add({ ...heard, page: 'go' });
    expect(await listStates()).toMatchObject([{ kind, since: '2026-11-21T17:14:00.000Z' }]);
  });

  it('calls none dead while nobody answers, but who was before', async () => {
    await add({ ...heard, ...missed(2) });
    await add({ ...heard, position: 2, ...missed(3) });
    await add({ ...heard, position: 3, is_demo: true });
    await database.query(
      `insert into private.server_watch (id, blind_since) values (true, '2026-11-21T17:30:00Z')`,
    );
    expect(await listStates()).toMatchObject([
      { kind: 'unknown', since: '2026-11-21T17:30:00.000Z', claim: null },
      { kind: 'silent', since: '2026-11-21T17:14:00.000Z' },
      { kind: 'answers', claim: { players: 3 } },
    ]);
    expect((await look())?.blind_since).toBe('2026-11-21T17:30:00.000Z');
  });

  it('has a day of each in steps of ten minutes', async () => {
    const id = await add(heard);
    expect((await look())?.servers[0]?.day).toEqual([]);
    await database.query(
      `insert into private.game_server_history (game_server_id, at, players)
       values ($1, $2::timestamptz, 5), ($1, $2::timestamptz - interval '10 minutes', 4),
         ($1, $2::timestamptz - interval '1430 minutes', 3), ($1, $2::timestamptz - interval '1 day', 2)`,
      [id, testNow],
    );
    const day = (await look())?.servers[0]?.day ?? [];
    expect(day).toHaveLength(144);
    expect([day[0], day[1], day[142], day[143]]).toEqual([3, null, 4, 5]);
  });
});

it("is on the game's page with the first eight", async () => {
  const game = { slug: 'battlefield6', name: 'Battlefield 6' };
  expect(await loadGameServers(database, game)).toBeNull();
  await database.query(
    `insert into public.menu_items (id, menu, position, label, path)
     values ('a', 'servers', 1, '"Battlefield 6"', '/servers/bf6')`,
  );
  const none = { path: '/servers/bf6', topic: null, has_more: false, servers: [] };
  expect(await loadGameServers(database, game)).toEqual(none);
  for (let place = 1; place <= 8; place += 1) {
    await add({ ...heard, game_slug: 'battlefield6', position: place, name: `${place}` });
  }
  const found = await loadGameServers(database, game);
  expect(found).toMatchObject({ path: '/servers/chess', has_more: false });
  expect(found?.servers[7]).toMatchObject({ name: '8', state: { kind: 'answers' } });
  await add({ game_slug: 'battlefield6', position: 9 });
  expect(await loadGameServers(database, game)).toMatchObject({ has_more: true });
  expect((await loadGameServers(database, game))?.servers).toHaveLength(8);
});

it.each([
  ['play.example:5', true],
  [' PLAY.example:5 ', true],
  ['steam://connect/play.example:5', true],
  ['play.example:7', true],
  ['play.example:6', false],
  ['play.example', false],
  ['x play.example:5', false],
  ['[2a00::1]:5', false],
  ['in the lobby', false],
  ['play.example:99999', false],
])('is known by the address that two teams agreed on: %s', async (address, isKnown) => {
  await add({ ...heard, host: 'play.example', port: 5, game_port: 7 });
  const found = await findServerAt(database, address);
  expect(found?.name ?? null).toBe(isKnown ? 'One' : null);
  await database.query('update public.game_servers set retired_at = now()');
  expect(await findServerAt(database, address)).toBeNull();
});

it('is, of two at one address, the one that is played there before the one that is asked there, then the first', async () => {
  const at = (name: string, position: number, port: number, game_port: number | null) =>
    add({ ...heard, name, position, host: 'play.example', port, game_port });
  await at('Asked', 1, 5, null);
  await at('Played elsewhere', 2, 5, 6);
  await at('Third', 4, 6, 5);
  await at('Played', 3, 8, 5);
  expect(await findServerAt(database, 'play.example:5')).toMatchObject({ name: 'Played' });
  await database.query('update public.game_servers set game_port = null');
  await at('Last', 9, 5, null);
  expect(await findServerAt(database, 'play.example:5')).toMatchObject({
    ...{ name: 'Asked', path: '/servers/chess', state: { kind: 'answers' } },
  });
});

it('is on the page of its own game alone, in its place, and not once it is retired', async () => {
  const game = { slug: 'battlefield6', name: 'Battlefield 6' };
  await database.query(
    `insert into public.menu_items (id, menu, position, label, path)
     values ('a', 'servers', 1, '"Another"', '/servers/another'), ('b', 'casual', 1, '"Battlefield 6"', '/games/x')`,
  );
  expect(await loadGameServers(database, game)).toBeNull();
  await add({ name: 'Of none' });
  await add({ game_slug: game.slug, name: 'Gone', retired_at: '2026-01-01T00:00:00Z' });
  expect(await loadGameServers(database, game)).toBeNull();
  await add({ game_slug: game.slug, name: 'A', position: 2, page: 'second' });
  await add({ game_slug: game.slug, name: 'C', position: 1, page: 'first' });
  await add({ game_slug: game.slug, name: 'B', position: 1, page: 'first' });
  const found = await loadGameServers(database, game);
  expect(found?.servers.map(({ name }) => name)).toEqual(['B', 'C', 'A']);
  expect(found).toMatchObject({ path: '/servers/first', has_more: false });
});

describe('the pages of its owners', () => {
  const input = (isSiteAdmin: boolean, params = {}) =>
    toInput(database, { person: league.loner, isSiteAdmin, params });

  it('are for site admins', async () => {
    const id = await add({});
    expect(await loadOwnedServers(input(false))).toBeNull();
    expect(await loadOwnedServer(input(false, { id }))).toBeNull();
    expect(await loadOwnedServer(input(true, { id: 'x' }))).toBeNull();
    expect(await loadOwnedServer(input(true, { id: 'new' }))).toMatchObject({ server: null });
    expect(await loadOwnedServer(input(true, { id }))).toMatchObject({
      ...{ server: { slug: id, name: 'One', host: null }, pages: ['chess'] },
      game: null,
    });
  });

  it('list all by their page, place and name, and the pages that there are or that the bar leads to', async () => {
    await database.query(
      `insert into public.menu_items (id, menu, position, label, path)
       values ('a', 'servers', 1, '"Go"', '/servers/go'), ('b', 'servers', 2, '"X"', '/servers/not ok'),
         ('c', 'casual', 1, '"Y"', '/games/yes'), ('d', 'servers', 3, '"Chess"', '/servers/chess')`,
    );
    const game = { slug: 'battlefield6', name: 'Battlefield 6' };
    const last = { page: 'chess', region: 'EU', game_slug: game.slug, host: 'a.example', port: 5 };
    const id = await add({ ...last, name: 'B', position: 2, retired_at: '2026-01-01T00:00:00Z' });
    await add({ name: 'Z' });
    await add({ name: 'A' });
    await add({ page: 'aq', name: 'Q', position: 9 });
    const { servers = [] } = (await loadOwnedServers(input(true))) ?? {};
    expect(servers.map(({ name }) => name)).toEqual(['Q', 'A', 'Z', 'B']);
    expect(servers.map(({ is_retired }) => is_retired)).toEqual([false, false, false, true]);
    expect(servers[3]).toMatchObject({ slug: id, page: 'chess', host: 'a.example', port: 5 });
    expect(await loadOwnedServer(input(true, { id }))).toMatchObject({
      server: { name: 'B', page: 'chess', region: 'EU', host: 'a.example', is_retired: true },
      ...{ game, pages: ['aq', 'chess', 'go'] },
    });
  });

  it('ask after a day of silence whether it has moved', async () => {
    const at = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000).toISOString();
    await add({ ...heard, ...missed(3, at(1440)) });
    await add({ ...heard, ...missed(3, at(1441)), position: 2, fault: 'unresolved' });
    await add({ ...heard, position: 3 });
    const { servers = [] } = (await loadOwnedServers(input(true))) ?? {};
    expect(servers.map(({ is_long_silent, fault }) => [is_long_silent, fault])).toEqual([
      [false, 'silent'],
      [true, 'unresolved'],
      [false, null],
    ]);
  });
});
