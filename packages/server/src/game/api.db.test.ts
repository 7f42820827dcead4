import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { findPresentPath } from '../http/former-slugs.ts';
import { createShellLoader } from '../page/shell.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  steward = cast.people['site admin'] ?? cast.home.captain;
});
// A person may send so much in a minute; the tests are not about that.
beforeEach(() => cast.own.moveTo(new Date(cast.own.league.now().getTime() + 61_000).toISOString()));
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const chess = { slug: 'chess', name: 'Chess', short_name: 'Chess' };

async function getGame(slug: string) {
  const rows = await cast.own.database.query('select * from public.games where slug = $1', [slug]);
  return rows[0];
}

async function listActs(subject: string) {
  const rows = await cast.own.database.query<{ act: string; changes: unknown }>(
    `select act, changes from private.audit_log where kind = 'game' and subject = $1 order by at, id`,
    [subject],
  );
  return rows;
}

it('takes a game of which little is known, and all else later', async () => {
  const { own } = cast;
  expect(await own.act(steward, { path: '/games', body: chess })).toMatchObject({ slug: 'chess' });
  expect(await getGame('chess')).toMatchObject({ ...chess, maps: [], has_casual_page: false });
  const more = {
    tagline: { pt: 'O jogo dos reis', en: '' },
    about: { pt: 'Antigo.' },
    facts: [
      { key: 'equipment', value: 'Board, clock' },
      { key: 'federation', value: 'FIDE' },
      { key: 'released', value: '1475' },
    ],
    maps: ['Board'],
    modes: ['Blitz'],
    sides: ['White', 'Black'],
    identity_kinds: ['steam'],
    has_casual_page: true,
  };
  await own.act(steward, { path: '/games/chess/edit', body: { ...more, revision: 0 } });
  expect(await getGame('chess')).toMatchObject({ ...more, tagline: { pt: 'O jogo dos reis' } });
  const texts = { revision: 1, tagline: { fi: 'Kuninkaiden peli', pt: '' } };
  await own.act(steward, { path: '/games/chess/edit', body: texts });
  expect(await getGame('chess')).toMatchObject({ tagline: { fi: 'Kuninkaiden peli' } });
  expect(await listActs('chess')).toMatchObject([
    { act: 'game_added', changes: { name: { from: null, to: 'Chess' } } },
    { act: 'game_edited', changes: { maps: { from: [], to: ['Board'] } } },
    { act: 'game_edited' },
  ]);
  await own.act(steward, { path: '/games/chess/edit', body: texts });
  expect(await listActs('chess')).toHaveLength(3);
});

it('takes no texts from who does not say at which revision they were read', async () => {
  const send = (body: Record<string, unknown>) =>
    cast.own.send(steward, { path: '/games/chess/edit', body });
  const written = await send({ about: { fi: 'Vanha.' } });
  expect([written.status, written.body.error?.field]).toEqual([400, 'revision']);
  const stale = await send({ about: { pt: 'Novo.' }, revision: 0 });
  expect([stale.status, stale.body.error?.code]).toEqual([409, 'revision_stale']);
  expect((await send({ maps: ['Board', 'Table'] })).status).toBe(200);
});

describe('who', () => {
  it.each([
    ['adds a game', { path: '/games', body: { slug: 'who-game', name: 'Who', short_name: 'W' } }],
    ['renames one', { path: '/games/battlefield6/edit', body: { name: 'Battlefield 6' } }],
    ['orders them', { path: '/games/order', body: { slugs: ['battlefield6'] } }],
    ['retires several', { path: '/games/retirement', body: { slugs: [] } }],
    ['brings one back', { path: '/games/battlefield6/retirement', method: 'DELETE' as const }],
  ])('%s: site admins', async (_what, call) => {
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
  });

  it('writes of one: editors', async () => {
    const body = { revision: 0, tagline: { en: 'Walls' } };
    const answers = await askAll(cast, { path: '/games/battlefield6/edit', body });
    expect(answers).toEqual(onlyTo(['site admin', 'editor'], 'not_editor')(answers));
  });
});

describe('a field', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `Map ${index}`);
  const facts = (count: number) =>
    Array.from({ length: count }, () => ({ key: 'engine', value: 'x' }));
  const kinds = (count: number) => Array.from({ length: count }, (_, index) => `kind-${index}`);
  it.each([
    ['slug', 'a', 'ab', undefined],
    ['slug', 'x'.repeat(41), 'x'.repeat(40), undefined],
    ['slug', 'Hex', 'hex', undefined],
    ['slug', 'hex-', 'hex-2', undefined],
    ['name', ' ', ' Go ', undefined],
    ['name', 'x'.repeat(81), 'x'.repeat(80), undefined],
    ['short_name', 'x'.repeat(21), 'x'.repeat(20), undefined],
    ['maps', many(201), many(200), undefined],
    ['maps', ['One', 'One'], ['One', 'Two'], undefined],
    ['modes', many(201), many(200), undefined],
    ['modes', ['x'.repeat(81)], ['x'.repeat(80)], 'modes.0'],
    ['sides', ['White'], ['White', 'Black'], undefined],
    ['sides', ['White', 'Black', 'Red'], [], undefined],
    ['facts', [{ key: 'colour', value: 'x' }], [{ key: 'engine', value: 'x' }], 'facts.0.key'],
    [
      'facts',
      [{ key: 'engine', value: 'x'.repeat(201) }],
      [{ key: 'engine', value: 'x'.repeat(200) }],
      'facts.0.value',
    ],
    ['facts', facts(21), facts(20), undefined],
    ['tagline', { en: 'x'.repeat(301) }, { en: 'x'.repeat(300) }, 'tagline.en'],
    ['tagline', { sv: 'x' }, { fi: 'x' }, 'tagline.sv'],
    ['about', { en: 'x'.repeat(20_001) }, { en: 'x'.repeat(20_000) }, 'about.en'],
    ['identity_kinds', ['Steam!'], ['steam'], 'identity_kinds.0'],
    ['identity_kinds', ['a'], ['ea'], 'identity_kinds.0'],
    ['identity_kinds', ['x'.repeat(33)], ['x'.repeat(32)], 'identity_kinds.0'],
    ['identity_kinds', kinds(21), kinds(20), undefined],
    ['position', -1, 0, undefined],
    ['position', 100_001, 100_000, undefined],
    ['position', 1.5, 1, undefined],
  ])('%s cannot be what is just beyond', async (field, wrong, right, named = field) => {
    const { own } = cast;
    const slug = `limit-${crypto.randomUUID().slice(0, 8)}`;
    await own.act(steward, { path: '/games', body: { ...chess, slug } });
    const path = `/games/${slug}/edit`;
    expect(await own.send(steward, { path, body: { [field]: wrong } })).toMatchObject({
      status: 400,
      body: { error: { code: 'field_invalid', field: named } },
    });
    await own.act(steward, { path, body: { revision: 0, [field]: right } });
  });
});

it('leads on for ever from a former address, which nobody else can have', async () => {
  const { own } = cast;
  const present = (path: string) => findPresentPath(own.database, path);
  await own.act(steward, { path: '/games', body: { ...chess, slug: 'draughts' } });
  await own.act(steward, { path: '/games', body: { ...chess, slug: 'shogi' } });
  await own.database.query(
    `insert into public.menu_items (id, menu, position, label, path)
     values ('d', 'casual', 1, '"Draughts"', '/games/draughts')`,
  );
  const rename = (from: string, slug: string) =>
    own.send(steward, { path: `/games/${from}/edit`, body: { slug } });
  expect((await rename('draughts', 'shogi')).body.error).toMatchObject({
    code: 'already_exists',
    field: 'slug',
  });
  expect((await rename('draughts', 'checkers')).body.data).toMatchObject({ slug: 'checkers' });
  expect((await rename('checkers', 'dames')).status).toBe(200);
  expect(await present('/games/draughts')).toBe('/games/dames');
  expect(await present('/games/checkers/x')).toBe('/games/dames/x');
  expect(await present('/games/dames')).toBeNull();
  const [item] = await own.database.query(`select path from public.menu_items where id = 'd'`);
  expect(item).toEqual({ path: '/games/dames' });
  // A form that was open meanwhile goes on working; others cannot take the address.
  expect((await own.send(steward, { path: '/games/draughts/edit', body: {} })).status).toBe(200);
  const taken = { path: '/games', body: { ...chess, slug: 'draughts' } };
  expect((await own.send(steward, taken)).body.error?.code).toBe('already_exists');
  expect((await rename('dames', 'draughts')).status).toBe(200);
  expect(await present('/games/draughts')).toBeNull();
  expect(await present('/games/dames')).toBe('/games/draughts');
});

it('takes its ladders, articles and posts along when its address changes', async () => {
  const { own } = cast;
  await own.act(steward, { path: '/games/battlefield6/edit', body: { slug: 'bf6' } });
  const rows = await own.database.query('select distinct game_slug from public.ladders');
  expect(rows).toEqual([{ game_slug: 'bf6' }]);
  await own.act(steward, { path: '/games/bf6/edit', body: { slug: 'battlefield6' } });
});

it('is retired when nothing runs in it, and leaves the lists until it is back', async () => {
  const { own } = cast;
  await own.act(steward, { path: '/games', body: { ...chess, slug: 'go' } });
  await own.database.query(
    `insert into public.menu_items (id, menu, position, label, path)
     values ('go', 'casual', 2, '{"en": "Go"}', '/games/go')`,
  );
  const listed = async () => {
    const { menus } = await createShellLoader()({ database: own.database });
    return menus.casual.some(({ path }) => path === '/games/go');
  };
  const path = '/games/go/retirement';
  expect(await listed()).toBe(true);
  await own.act(steward, { path });
  expect(await listed()).toBe(false);
  await own.act(steward, { path, method: 'DELETE' });
  expect(await listed()).toBe(true);
  expect((await listActs('go')).map(({ act }) => act)).toEqual([
    'game_added',
    'game_retired',
    'game_brought_back',
  ]);
  const running = { path: '/games/battlefield6/retirement' };
  expect((await own.send(steward, running)).body.error?.code).toBe('season_running');
  expect((await own.send(steward, { path: '/games/none/retirement' })).status).toBe(404);
});

it('stands behind all others where it is added, and what it is already does not make it anew', async () => {
  const { own } = cast;
  await own.database.query('update public.games set position = least(position, 699)');
  await own.act(steward, { path: '/games', body: { ...chess, slug: 'last', position: 700 } });
  await own.act(steward, { path: '/games', body: { ...chess, slug: 'behind' } });
  expect(await getGame('behind')).toMatchObject({ position: 701, retired_at: null });
  const path = '/games/behind/retirement';
  await own.act(steward, { path, method: 'DELETE' });
  await own.act(steward, { path });
  const retired = own.league.now();
  expect(await getGame('behind')).toMatchObject({ retired_at: retired });
  own.moveTo(new Date(retired.getTime() + 1000).toISOString());
  await own.act(steward, { path });
  expect(await getGame('behind')).toMatchObject({ retired_at: retired });
  expect((await listActs('behind')).map(({ act }) => act)).toEqual(['game_added', 'game_retired']);
});

it('is retired whatever of the demonstration runs in it, and what is closed', async () => {
  const { own } = cast;
  const path = '/games/battlefield6/retirement';
  const retire = async (change: string) => {
    await own.database.query(`update public.seasons set ${change}`);
    const { status } = await own.send(steward, { path });
    await own.send(steward, { path, method: 'DELETE' });
    return status;
  };
  expect(await retire('is_demo = true')).toBe(200);
  expect(await retire(`is_demo = false, status = 'registration'`)).toBe(422);
  expect(await retire(`status = 'closed'`)).toBe(200);
  expect(await retire(`status = 'open'`)).toBe(422);
});

it('retires several at once or none of them, and brings them back', async () => {
  const { own } = cast;
  const slugs = Array.from({ length: 101 }, (_, index) => `many-${index}`);
  await own.database.query(
    `insert into public.games (slug, name, short_name, position)
     select slug, slug, 'M', 100 from unnest($1::text[]) slug`,
    [slugs],
  );
  const path = '/games/retirement';
  const countRetired = async () => {
    const [row] = await own.database.query<{ count: number }>(
      `select count(*)::int as count from public.games where retired_at is not null and slug = any($1)`,
      [slugs],
    );
    return row?.count;
  };
  const send = async (named: string[]) => {
    const { status, body } = await own.send(steward, { path, body: { slugs: named } });
    return [status, body.error?.code];
  };
  expect(await send(slugs)).toEqual([400, 'field_invalid']);
  expect(await send(['many-0', 'many-0'])).toEqual([400, 'field_invalid']);
  expect(await send(['many-0', 'none'])).toEqual([404, 'not_found']);
  // What is refused for one comes after others that were retired by then.
  await own.database.query(
    `update public.games set slug = 'zz-running' where slug = 'battlefield6'`,
  );
  expect(await send(['many-0', 'zz-running'])).toEqual([422, 'season_running']);
  await own.database.query(
    `update public.games set slug = 'battlefield6' where slug = 'zz-running'`,
  );
  expect(await countRetired()).toBe(0);
  expect(await send(slugs.slice(1))).toEqual([200, undefined]);
  expect(await countRetired()).toBe(100);
  expect((await listActs('many-100')).map(({ act }) => act)).toEqual(['game_retired']);
  await own.act(steward, { path, method: 'DELETE', body: { slugs: ['many-100', 'many-7'] } });
  expect(await countRetired()).toBe(98);
  await own.database.query('delete from public.games where slug = any($1)', [slugs]);
});

it('orders games as they are named, the others behind them', async () => {
  const { own } = cast;
  await own.act(steward, { path: '/games/order', body: { slugs: ['go', 'shogi'] } });
  const rows = await own.database.query<{ slug: string }>(
    'select slug from public.games order by position limit 2',
  );
  expect(rows.map(({ slug }) => slug)).toEqual(['go', 'shogi']);
  const wrong = { path: '/games/order', body: { slugs: ['go', 'none'] } };
  expect((await own.send(steward, wrong)).body.error).toMatchObject({ field: 'slugs.1' });
  const twice = { path: '/games/order', body: { slugs: ['go', 'go'] } };
  expect((await own.send(steward, twice)).status).toBe(400);
});

it('has a picture that site admins choose, drawn anew, and take away', async () => {
  const { own } = cast;
  const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const send = (who: Viewer | null, bytes: Uint8Array) =>
    own.app.fetch(
      new Request('http://localhost:3000/api/games/go/picture', {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          origin: 'http://localhost:3000',
          host: 'localhost:3000',
          ...(who === null ? {} : { 'x-test-person': who.person_id }),
        },
        body: new Uint8Array(bytes),
      }),
    );
  expect((await send(null, png)).status).toBe(401);
  expect((await send(cast.people.editor ?? null, png)).status).toBe(403);
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  expect((await send(steward, script)).status).toBe(415);
  const answer = await send(steward, png);
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { picture: string } };
  expect(await getGame('go')).toMatchObject({ picture_path: data.picture });
  const look = (size: string) =>
    own.app.fetch(new Request(`http://localhost:3000${data.picture}/${size}`));
  for (const size of [64, 256]) {
    const shown = await look(`${size}.webp`);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { width, height } = await sharp(await shown.arrayBuffer()).metadata();
    expect([width, height]).toEqual([size, size]);
  }
  expect((await look('1.webp')).status).toBe(404);
  expect((await look('toString')).status).toBe(404);
  const acts = async () => (await listActs('go')).map(({ act }) => act).slice(-2);
  expect((await acts())[1]).toBe('game_picture_chosen');
  // Another takes its place.
  const blue = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  expect((await send(steward, blue)).status).toBe(200);
  expect((await look('256.webp')).status).toBe(404);
  expect((await send(steward, png)).status).toBe(200);
  expect((await look('256.webp')).status).toBe(200);
  await own.act(steward, { path: '/games/go/picture', method: 'DELETE' });
  expect(await getGame('go')).toMatchObject({ picture_path: null });
  expect((await look('256.webp')).status).toBe(404);
  expect(await acts()).toEqual(['game_picture_chosen', 'game_picture_removed']);
  const none = { path: '/games/none/picture', method: 'DELETE' } as const;
  expect((await own.send(steward, none)).body.error?.code).toBe('not_found');
});

it('has a picture of whoever has the office when it is kept, and of no site admin who is banned', async () => {
  const { own } = cast;
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'green' } })
    .png()
    .toBuffer();
  /** Sends a picture whose bytes come once something else has happened: its first check is over by then. */
  const send = async (slug: string, who: Viewer, happen: () => Promise<unknown>) => {
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await happen();
          controller.enqueue(new Uint8Array(png));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    // Half duplex is asked for with a body that comes in pieces; the types do not know it.
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: {
        ...{ origin: 'http://localhost:3000', host: 'localhost:3000' },
        'x-test-person': who.person_id,
      },
      ...{ body, duplex: 'half' },
    };
    const address = `http://localhost:3000/api/games/${slug}/picture`;
    return (await own.app.fetch(new Request(address, init))).status;
  };
  const nothing = async () => undefined;
  const count = async () => (await own.database.query('select from private.files')).length;
  const [second, third] = [await own.addAdmin('Second'), await own.addAdmin('Third')];
  expect(await send('none', second, nothing)).toBe(404);
  expect(await send('go', second, nothing)).toBe(200);
  const [row] = await own.database.query('select set_by, set_at from private.game_pictures');
  expect(row).toEqual({ set_by: second.person_id, set_at: own.league.now() });
  const before = await count();
  const revoke = () =>
    own.database.query('delete from public.admins where person_id = $1', [third.person_id]);
  expect(await send('go', third, revoke)).toBe(403);
  await own.database.query(
    `insert into public.sanctions (id, person_id, kind, starts_at, text_id)
     values (gen_random_uuid(), $1, 'ban', $2, gen_random_uuid())`,
    [second.person_id, own.league.now()],
  );
  expect(await send('go', second, nothing)).toBe(403);
  // Nothing of what was refused stays.
  expect(await count()).toBe(before);
});
