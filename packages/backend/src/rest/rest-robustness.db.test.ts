import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createGateway } from '../gateway.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRest } from './create-rest.ts';
import type { Rest } from './types.ts';

let world: World;
let rest: Rest;
let call: (path: string, init?: RequestInit) => Promise<Response>;
const errors: unknown[] = [];

beforeAll(async () => {
  world = await createWorld();
  rest = await createRest({ database: world.database, onError: (error) => errors.push(error) });
  const gateway = createGateway({
    auth: { fetch: () => new Response(null, { status: 404 }) },
    rest,
    apiKeys: world.apiKeys,
    verify: world.verify,
  });
  call = async (path, init) => gateway.request(`http://localhost/rest/v1/${path}`, init);
});

afterAll(async () => {
  await rest.close();
  await world[Symbol.asyncDispose]();
});

/** Numbers that look random and are the same in every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % sides;
  };
}

const queries = [
  'profiles?select=id,username&order=username.desc.nullslast&limit=1&offset=2',
  'rosters?select=user_id,teams(*)&user_id=eq.x',
  'profiles?id=in.(a,b)',
  'profiles?or=(username.eq.x,and(locale.eq.fi,is_demo.is.true))',
  'games?select=slug,about->en,about->>en&facts=cs.[{}]',
  'entries?select=*,teams!inner(name)&teams.name=ilike.*x*',
  'teams?select=count(),rosters(count)',
  'teams?select=...rosters(role)',
  'profiles?select=n:username::text&username=not.in.(a,b)',
  'games?maps=ov.{a,b}',
  'teams?select=name,rosters(*)&rosters.order=role&rosters.limit=2&rosters=not.is.null',
  'profiles?username=fts(english).x',
  'league_events?select=data->a->0->>b&order=sequence.desc&data->>x=eq.1',
  'rpc/nothing?a=1',
];
const pieces = [
  ...'(){}[].,:;*!"\'\\->%&=?+ /a',
  '%00',
  '%ff',
  '::',
  '->>',
  '...',
  '.not',
  '(any)',
  '%5C',
];
const bodies = [
  '{}',
  '[]',
  '[{"a":1},{"b":2}]',
  'null',
  '1',
  '',
  '{"username":null}',
  '{"a\\u0000b":1}',
  '[[]]',
];
const preferences = [
  'count=exact',
  'return=representation',
  'handling=strict,max-affected=0',
  'garbage',
];
const accepted = ['application/vnd.pgrst.object+json', 'text/csv', 'garbage', '*/*;q=x'];

test('a request may be broken in any way: it is answered as the fault of who sent it', async () => {
  const roll = createDice(20_261_121);
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  for (let round = 0; round < 2_500; round += 1) {
    let query = pick(queries);
    for (let edits = roll(4); edits > 0; edits -= 1) {
      const at = roll(query.length + 1);
      query = query.slice(0, at) + (roll(3) ? pick(pieces) : '') + query.slice(at + roll(3));
    }
    const method = pick(['GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT']);
    const headers = {
      authorization: `Bearer ${roll(2) ? world.apiKeys.anon : world.ann.token}`,
      'content-type': pick(['application/json', 'application/json', 'text/csv', 'text/plain']),
      ...(roll(4) ? {} : { prefer: pick(preferences) }),
      ...(roll(4) ? {} : { accept: pick(accepted) }),
      ...(roll(8) ? {} : { range: pick(['0-1', 'x', '5-1', '9999999999999999-']) }),
    };
    const body = ['POST', 'PATCH', 'PUT'].includes(method) ? { body: pick(bodies) } : {};
    const answer = await call(query, { method, headers, ...body });
    expect([method, query, answer.status < 500]).toEqual([method, query, true]);
  }
  expect(errors).toEqual([]);
});

test('numbers and times come out with every digit', async () => {
  await world.database.query(
    `create table public.digits (id integer primary key, big bigint, exact numeric, ratio float8, data jsonb, at timestamptz)`,
  );
  await world.database.query('grant select on public.digits to anon');
  await world.database.query(
    `insert into public.digits values (1, 9007199254740993, 1.50, 'NaN', '{"n":12345678901234567890.10}', '2026-03-29T01:30:00.000001Z')`,
  );
  await world.database.query(`notify pgrst, 'reload schema'`);
  const expected =
    '[{"id":1,"big":9007199254740993,"exact":1.50,"ratio":"NaN","data":{"n": 12345678901234567890.10},"at":"2026-03-29T01:30:00.000001+00:00"}]';
  await vi.waitFor(
    async () => {
      expect(await (await call('digits')).text()).toBe(expected);
    },
    { timeout: 60_000 },
  );
  await world.database.query('drop table public.digits');
});

test('a connection that PostgreSQL ends is one failed request at most', async () => {
  const readers = Array.from({ length: 20 }, () => call('profiles?select=username'));
  for (const answer of await Promise.all(readers)) {
    expect(answer.status).toBe(200);
  }
  const [ended] = await world.database.query<{ count: string }>(
    `select count(pg_terminate_backend(pid)) from pg_stat_activity
     where datname = current_database() and application_name = 'muster rest'`,
  );
  expect(Number(ended?.count)).toBeGreaterThan(0);
  const during = await Promise.all(
    Array.from({ length: 20 }, () => call('profiles?select=username')),
  );
  for (const answer of during) {
    expect([200, 503]).toContain(answer.status);
  }
  await vi.waitFor(async () => {
    const after = await Promise.all(
      Array.from({ length: 20 }, () => call('profiles?select=username')),
    );
    for (const answer of after) {
      expect(answer.status).toBe(200);
    }
  }, 60_000);
});

test('a connection that ends in the middle of a request is told as such', async () => {
  await world.database.query(
    `create function public.slow() returns integer language sql as 'select pg_sleep(5); select 1'`,
  );
  await world.database.query(`notify pgrst, 'reload schema'`);
  const isSlow = `datname = current_database() and application_name = 'muster rest' and wait_event = 'PgSleep'`;
  const started = vi.waitFor(
    async () => {
      const rows = await world.database.query(`select from pg_stat_activity where ${isSlow}`);
      expect(rows).toHaveLength(1);
    },
    { timeout: 60_000 },
  );
  await expect.poll(async () => (await call('rpc/unknown')).status).toBe(404);
  const answer = vi.waitFor(async () => {
    const given = await call('rpc/slow', { method: 'POST' });
    expect(given.status).not.toBe(404);
    return given;
  }, 60_000);
  await started;
  await world.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${isSlow}`,
  );
  expect((await answer).status).toBe(503);
  expect((await call('profiles')).status).toBe(200);
  await world.database.query('drop function public.slow()');
});

test('a function that is called finds the extensions, and has the time of its role', async () => {
  await world.database.query(
    `create function public.show_settings() returns jsonb language sql stable as $$
       select jsonb_build_object('timeout', current_setting('statement_timeout'),
         'path', current_setting('search_path'), 'method', current_setting('request.method'),
         'role', current_user, 'login', session_user)
     $$`,
  );
  await world.database.query(`notify pgrst, 'reload schema'`);
  await vi.waitFor(async () => {
    const answer = await call('rpc/show_settings');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      timeout: '3s',
      path: 'public, extensions',
      method: 'GET',
      role: 'anon',
      login: 'authenticator',
    });
  }, 60_000);
  await world.database.query('drop function public.show_settings()');
});

test('a function that writes cannot do so when it is only read', async () => {
  await world.database.query(
    `create function public.rename_all() returns void language sql security definer as
     $$ update public.profiles set username = username || 'x' $$`,
  );
  await world.database.query(`notify pgrst, 'reload schema'`);
  await vi.waitFor(async () => {
    const answer = await call('rpc/rename_all');
    expect(await answer.json()).toMatchObject({ code: '25006' });
    expect(answer.status).toBe(405);
  }, 60_000);
  await world.database.query('drop function public.rename_all()');
});

test('values for JSON and array columns arrive as they were sent', async () => {
  await world.database.query(
    'create table public.kinds (id integer primary key, a jsonb, b text[], c json, d int4range)',
  );
  await world.database.query('grant all on public.kinds to service_role');
  await world.database.query(`notify pgrst, 'reload schema'`);
  const headers = {
    authorization: `Bearer ${world.apiKeys.serviceRole}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  const rows = [
    { id: 1, a: [1, { x: 'y' }], b: ['x', 'y,"z\\'], c: { k: [1] }, d: '[1,5)' },
    { id: 2, a: 'text', b: [], c: true, d: null },
    { id: 3, a: true, b: null, c: 7, d: 'empty' },
  ];
  await vi.waitFor(async () => {
    const body = JSON.stringify(rows);
    const answer = await call('kinds', { method: 'POST', headers, body });
    expect(await answer.json()).toEqual(rows);
  }, 60_000);
  const found = await call('kinds?a=cs.[1]&b=cs.{x}&select=id', { headers });
  expect(await found.json()).toEqual([{ id: 1 }]);
  const quoted = await call(`kinds?a=eq.${encodeURIComponent(`["'; drop table kinds; --"]`)}`, {
    headers,
  });
  expect(await quoted.json()).toEqual([]);
  await world.database.query('drop table public.kinds');
});
