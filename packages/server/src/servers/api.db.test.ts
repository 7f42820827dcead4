import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { createAddressJudge } from '../network-address.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { mostServers } from './api.ts';
import { createHostFinder } from './host.ts';
import { allServersTopic, toServersTopic } from './topic.ts';

let cast: Cast;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  steward = cast.people['site admin'] ?? cast.home.captain;
});
// A person may send so much in a minute; the tests are not about that.
beforeEach(async () => {
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + 61_000).toISOString());
  await cast.own.database.query('delete from public.game_servers');
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const world = {
  page: 'space-engineers',
  name: 'A world',
  protocol: 'a2s',
  host: '1.1.1.1',
  port: 27_016,
  region: 'EU',
};
const add = (body: object) => cast.own.send(steward, { path: '/servers', body: { ...body } });
async function addOne(body: object = {}): Promise<string> {
  const { data } = (await add({ ...world, ...body })).body;
  return String(data?.id);
}
const getRow = async (id: string) => {
  const [row] = await cast.own.database.query<Record<string, unknown>>(
    `select s.*, a.host, a.query_port from public.game_servers s
     left join private.game_server_addresses a on a.game_server_id = s.id where s.id = $1`,
    [id],
  );
  return row;
};

it('adds a server to a page of any name, and says so in the log', async () => {
  const heard: string[] = [];
  const stop = await cast.own.database.listen('muster_hints', (payload) => heard.push(payload));
  const id = await addOne({ page: 'chess', game: 'battlefield6', note: { en: 'No mods' } });
  expect(await getRow(id)).toMatchObject({
    ...{ page: 'chess', game_slug: 'battlefield6', name: 'A world', protocol: 'a2s', region: 'EU' },
    ...{ host: '1.1.1.1', query_port: 27_016, note: { en: 'No mods' }, asked_at: null },
  });
  const acts = await cast.own.database.query(
    `select act, kind, changes from private.audit_log where subject = $1`,
    [id],
  );
  expect(acts).toMatchObject([
    { act: 'server_added', kind: 'server', changes: { host: { from: null, to: '1.1.1.1' } } },
  ]);
  await expect.poll(() => heard.filter((payload) => payload.includes('"servers:'))).toHaveLength(2);
  await stop();
});

it('edits one, and forgets what it heard where it is asked elsewhere', async () => {
  const id = await addOne();
  const heard = `update public.game_servers set players = 3, seen_at = now(), asked_at = now(), misses = 3,
    silent_since = now(), fault = 'silent' where id = $1`;
  await cast.own.database.query(heard, [id]);
  const path = `/servers/${id}/edit`;
  await cast.own.act(steward, { path, body: { name: 'Another', region: '' } });
  expect(await getRow(id)).toMatchObject({ name: 'Another', region: '', players: 3, misses: 3 });
  await cast.own.act(steward, { path, body: { port: 27_017 } });
  expect(await getRow(id)).toMatchObject({
    ...{
      name: 'Another',
      query_port: 27_017,
      players: null,
      asked_at: null,
      misses: 0,
      fault: null,
    },
  });
  await cast.own.act(steward, { path, body: { protocol: 'manual', host: null, port: null } });
  expect(await getRow(id)).toMatchObject({ protocol: 'manual', host: null });
  const acts = await cast.own.database.query<{ act: string }>(
    'select act from private.audit_log where subject = $1 order by at, id',
    [id],
  );
  await cast.own.act(steward, { path, body: { name: 'Another' } });
  expect(acts.map(({ act }) => act)).toEqual(['server_added', ...Array(3).fill('server_edited')]);
});

it('forgets all of what it heard of one that is asked elsewhere, its day as well; it is the demonstration’s no more', async () => {
  const [id, other] = [await addOne(), await addOne({ port: 2 })];
  await cast.own.database.query(
    `update public.game_servers set players = 3, max_players = 16, bots = 1, map = 'Earth', ping = 21, has_password = true,
       version = '1.2', game_port = 7, people = '{Ada}', seen_at = now(), asked_at = now(), misses = 3,
       silent_since = now(), fault = 'silent', is_demo = true`,
  );
  await cast.own.database.query(
    `insert into private.game_server_history (game_server_id, at, players)
     select unnest($1::uuid[]), now(), 3`,
    [[id, other]],
  );
  const heard = await getRow(other);
  await cast.own.act(steward, { path: `/servers/${id}/edit`, body: { host: '1.1.1.2' } });
  expect(await getRow(id)).toMatchObject({
    ...{ players: null, max_players: null, bots: null, map: null, ping: null, has_password: null },
    ...{ version: null, game_port: null, people: null, seen_at: null, asked_at: null, misses: 0 },
    ...{ silent_since: null, fault: null, is_demo: false, name: 'A world', position: 1 },
  });
  expect(await getRow(other)).toEqual(heard);
  expect(
    await cast.own.database.query('select game_server_id as id from private.game_server_history'),
  ).toEqual([{ id: other }]);
});

it('retires one, brings it back, and does nothing twice', async () => {
  const id = await addOne();
  const path = `/servers/${id}/retirement`;
  for (const _again of [1, 2]) {
    await cast.own.act(steward, { path });
    expect((await getRow(id))?.retired_at).toBeInstanceOf(Date);
  }
  expect((await add(world)).status).toBe(200);
  expect((await cast.own.send(steward, { path, method: 'DELETE' })).body.error).toMatchObject({
    code: 'already_exists',
  });
  // Nobody asks it while it is retired, so that it may be doubled until then.
  for (const port of [1, world.port, 1]) {
    await cast.own.act(steward, { path: `/servers/${id}/edit`, body: { port } });
  }
  await cast.own.act(steward, { path, method: 'DELETE' });
  expect(await getRow(id)).toMatchObject({ retired_at: null });
});

it('orders them', async () => {
  const ids = [await addOne(), await addOne({ port: 2 }), await addOne({ port: 3 })];
  const [one = '', two = '', three = ''] = ids;
  await cast.own.act(steward, { path: '/servers/order', body: { ids: [three, one] } });
  const rows = await cast.own.database.query<{ id: string }>(
    'select id from public.game_servers order by position',
  );
  expect(rows.map(({ id }) => id)).toEqual([three, one, two]);
  const unknown = await cast.own.send(steward, {
    path: '/servers/order',
    body: { ids: [one, 'x'] },
  });
  expect(unknown.body.error).toMatchObject({ code: 'field_invalid', field: 'ids.1' });
});

describe('who', () => {
  it.each([
    ['adds one', () => ({ path: '/servers', body: world })],
    ['edits one', (id: string) => ({ path: `/servers/${id}/edit`, body: { name: 'B' } })],
    ['orders them', (id: string) => ({ path: '/servers/order', body: { ids: [id] } })],
    ['retires one', (id: string) => ({ path: `/servers/${id}/retirement` })],
    [
      'brings one back',
      (id: string) => ({ path: `/servers/${id}/retirement`, method: 'DELETE' as const }),
    ],
  ])('%s: site admins', async (_what, toCall) => {
    const answers = await askAll(cast, toCall(await addOne({ port: 9 })));
    expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
  });
});

describe('an address', () => {
  it.each([
    ['127.0.0.1'],
    ['127.1.2.3'],
    ['10.0.0.1'],
    ['100.64.0.1'],
    ['169.254.169.254'],
    ['172.16.0.1'],
    ['192.168.1.1'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['0.0.0.0'],
    ['::1'],
    ['[::1]'],
    ['fe80::1'],
    ['fd00::1'],
    ['ff02::1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::1'],
    ['localhost'],
  ])('of no server of the internet is refused when it is added or edited: %s', async (host) => {
    const refused = {
      status: 422,
      body: { error: { code: 'address_not_allowed', field: 'host' } },
    };
    expect(await add({ ...world, host })).toMatchObject(refused);
    expect(await add({ ...world, protocol: 'manual', host })).toMatchObject(refused);
    const path = `/servers/${await addOne()}/edit`;
    expect(await cast.own.send(steward, { path, body: { host } })).toMatchObject(refused);
  });

  it('of a name that leads there is the same', async () => {
    const find = createHostFinder({
      isAllowed: createAddressJudge([]),
      resolve: async () => ['127.0.0.1'],
    });
    expect(await find('play.example')).toEqual({ kind: 'not_allowed' });
  });

  it('is in the list once', async () => {
    const id = await addOne();
    expect((await add(world)).body.error).toMatchObject({ code: 'already_exists' });
    const path = `/servers/${await addOne({ port: 1 })}/edit`;
    const moved = await cast.own.send(steward, { path, body: { port: world.port } });
    expect(moved.body.error).toMatchObject({ code: 'already_exists' });
    expect(
      (await cast.own.send(steward, { path: `/servers/${id}/edit`, body: world })).status,
    ).toBe(200);
  });
});

describe('a field', () => {
  it.each<[string, unknown, unknown]>([
    ['page', 'x', 'xy'],
    ['page', 'x'.repeat(61), 'x'.repeat(60)],
    ['page', 'new', 'news'],
    ['page', 'Chess', 'chess-960'],
    ['name', '', 'x'],
    ['name', 'x'.repeat(81), 'x'.repeat(80)],
    ['protocol', 'gamespy', 'quake2'],
    ['port', 0, 1],
    ['port', 65_536, 65_535],
    ['port', '1', 1],
    ['port', null, 1],
    ['host', null, '1.1.1.2'],
    ['host', 'not a host', '1.1.1.2'],
    ['host', 'http://x', '1.1.1.2'],
    ['host', '1.1.1.1:27015', '1.1.1.2'],
    ['host', '-x.example', '2A00:0:0::1'],
    ['host', `${'x'.repeat(254)}`, '1.1.1.2'],
    ['region', 'x'.repeat(41), 'x'.repeat(40)],
    ['region', 'a\u202eb', 'Brazil'],
    ['note', { en: 'x'.repeat(201) }, { en: 'x'.repeat(200) }],
    ['note', { sv: 'x' }, 'For all'],
  ])('%s cannot be what is just beyond: %j', async (field, wrong, right) => {
    const { status, body } = await add({ ...world, [field]: wrong });
    expect([status, body.error?.code, body.error?.field?.split('.')[0]]).toEqual([
      400,
      'field_invalid',
      field,
    ]);
    expect((await add({ ...world, [field]: right })).status).toBe(200);
  });

  it('names a game that is there', async () => {
    expect(await add({ ...world, game: 'none' })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', params: { what: 'game' } } },
    });
  });

  it('may be without an address where nobody is asked by it', async () => {
    const { host: _host, port: _port, ...bare } = world;
    expect((await add(bare)).body.error).toMatchObject({ field: 'host' });
    expect((await add({ ...bare, protocol: 'portal' })).status).toBe(200);
    expect((await add({ ...bare, protocol: 'quake2' })).body.error).toMatchObject({
      field: 'host',
    });
    for (const protocol of ['portal', 'manual']) {
      const [half, other] = [
        await add({ ...bare, protocol, port: 1 }),
        await add({ ...bare, protocol, host: world.host }),
      ];
      expect([half.body.error, other.body.error]).toMatchObject([
        { code: 'field_invalid', field: 'host' },
        { code: 'field_invalid', field: 'port' },
      ]);
    }
    expect((await add({ ...bare, protocol: 'manual' })).status).toBe(200);
  });
});

it('lists as many as may be asked', async () => {
  const fill = (count: number) =>
    cast.own.database.query(
      `insert into public.game_servers (id, page, name, protocol, position)
       select gen_random_uuid(), 'chess', 'x', 'manual', n from generate_series(1, $1::int) n`,
      [count],
    );
  await fill(mostServers - 1);
  const id = await addOne();
  const refused = { status: 422, body: { error: { code: 'limit_reached' } } };
  expect(await add({ ...world, port: 1 })).toMatchObject(refused);
  await cast.own.act(steward, { path: `/servers/${id}/retirement` });
  expect((await add({ ...world, port: 1 })).status).toBe(200);
  const back = { path: `/servers/${id}/retirement`, method: 'DELETE' as const };
  expect(await cast.own.send(steward, back)).toMatchObject(refused);
});

it('is one and the same in the log, in whatever letters its id was written', async () => {
  const id = await addOne();
  const path = `/servers/${id.toUpperCase()}`;
  await cast.own.act(steward, { path: `${path}/edit`, body: { name: 'Another' } });
  await cast.own.act(steward, { path: `${path}/retirement` });
  const acts = await cast.own.database.query<{ act: string }>(
    'select act from private.audit_log where subject = $1 order by at, id',
    [id],
  );
  expect(acts.map(({ act }) => act)).toEqual(['server_added', 'server_edited', 'server_retired']);
});

it('knows what is there', async () => {
  for (const id of [crypto.randomUUID(), 'x']) {
    for (const act of ['edit', 'retirement']) {
      const { status, body } = await cast.own.send(steward, { path: `/servers/${id}/${act}` });
      expect([status, body.error?.code]).toEqual([404, 'not_found']);
    }
  }
});

it('takes thirty new ones a minute of a person', async () => {
  const codes = new Set<string>();
  for (let port = 1; port <= 31; port += 1) {
    const { status, body } = await add({ ...world, port });
    codes.add(`${status} ${body.error?.code ?? ''}`);
    expect(status === 429).toBe(port === 31);
  }
  expect([...codes]).toEqual(['200 ', '429 rate_limited']);
});

it('takes thirty changes a minute of a person, beside what is new', async () => {
  const path = `/servers/${await addOne()}/edit`;
  const statuses: number[] = [];
  for (let time = 1; time <= 31; time += 1) {
    statuses.push((await cast.own.send(steward, { path, body: { name: `${time}` } })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect((await add({ ...world, port: 2 })).status).toBe(200);
});

it('tells both pages of one that moves, and neither of one that stays as it was', async () => {
  const id = await addOne({ page: 'chess' });
  const heard: string[] = [];
  const stop = await cast.own.database.listen('muster_hints', (payload) => heard.push(payload));
  /** What was said of servers until now: the mark comes after it. */
  const listHeard = async () => {
    const mark = crypto.randomUUID();
    await cast.own.database.transaction((transaction) => transaction.notify('muster_hints', mark));
    await expect.poll(() => heard).toContain(mark);
    return heard.splice(0).flatMap((payload) => {
      const topic: unknown = payload === mark ? null : JSON.parse(payload).topic;
      return typeof topic === 'string' && topic.startsWith('servers:') ? [topic] : [];
    });
  };
  const path = `/servers/${id}/edit`;
  await cast.own.act(steward, { path, body: { page: 'chess', name: world.name } });
  expect(await listHeard()).toEqual([]);
  await cast.own.act(steward, { path, body: { page: 'draughts' } });
  expect((await listHeard()).toSorted()).toEqual(
    [toServersTopic('chess'), toServersTopic('draughts'), allServersTopic].toSorted(),
  );
  await cast.own.act(steward, { path: `/servers/${id}/retirement` });
  expect((await listHeard()).toSorted()).toEqual(
    [toServersTopic('draughts'), allServersTopic].toSorted(),
  );
  await addOne({ page: 'chess' });
  await listHeard();
  await cast.own.act(steward, { path: '/servers/order', body: { ids: [id] } });
  // Nobody has the page of a retired one open.
  expect((await listHeard()).toSorted()).toEqual(
    [toServersTopic('chess'), allServersTopic].toSorted(),
  );
  await stop();
});
