import { randomUUID } from 'node:crypto';
import { connect } from '@muster/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld } from '../testing/world.ts';
import { type RequestScope, readScoped, writeScoped } from './scoped-transaction.ts';

let world: Awaited<ReturnType<typeof createWorld>>;
// One connection, so that whoever is next has the one that a request had.
let database: ReturnType<typeof connect>;

beforeAll(async () => {
  world = await createWorld();
  database = connect({ url: world.database.url, maxConnections: 1 });
});
afterAll(async () => {
  await database.close();
  await world[Symbol.asyncDispose]();
});

const toScope = (): RequestScope => ({
  role: 'authenticated',
  claims: { sub: world.ann.userId, role: 'authenticated', email: 'ann@players.test' },
  method: 'POST',
  path: '/rpc/x',
  headers: new Headers({ cookie: 'muster-zone=UTC', 'x-client': 'ann' }),
  timezone: 'Asia/Tokyo',
});

const names = [
  'request.jwt.claims',
  'request.jwt.claim.sub',
  'request.jwt.claim.role',
  'request.jwt.claim.email',
  'request.method',
  'request.path',
  'request.headers',
  'request.cookies',
  'search_path',
  'statement_timeout',
  'timezone',
  'role',
];
const settings = {
  text: `select json_object_agg(name, coalesce(current_setting(name, true), '')) as found from unnest($1::text[]) name`,
  values: [names],
};
type Settings = { found: Record<string, string> };

const readBetween = async () => {
  const [row] = await database.query<Settings>(settings.text, settings.values);
  return row?.found;
};

it.each([
  ['anon', '3s'],
  ['authenticated', '8s'],
  ['service_role', '8s'],
] as const)('a statement of %s has %s', async (role, time) => {
  const scope = { ...toScope(), role, claims: { role } };
  const [row] = await readScoped<Settings>(database, scope, [settings]);
  expect(row?.found).toMatchObject({ role, statement_timeout: time });
});

it.each([
  ['a=1; b=2', '{"a":"1","b":"2"}'],
  ['a=b=c', '{"a":"b=c"}'],
  ['a', '{"a":""}'],
  ['; =1', '{}'],
])('of the cookies %j it is told %s', async (cookie, told) => {
  const scope = { ...toScope(), headers: new Headers({ cookie }) };
  const [row] = await readScoped<Settings>(database, scope, [settings]);
  expect(row?.found['request.cookies']).toBe(told);
});

it('claims that are no texts are none, and whoever names no zone has the database’s', async () => {
  const claims = { sub: 7, email: null, role: 'anon' };
  const scope = { ...toScope(), role: 'anon', claims, timezone: null } as const;
  const before = await readBetween();
  const [row] = await readScoped<Settings>(database, scope, [settings]);
  expect(row?.found).toMatchObject({
    ...{ 'request.jwt.claim.sub': '', 'request.jwt.claim.email': '' },
    timezone: before?.timezone,
  });
});

it('a token that names a session that is none reads nothing and writes nothing', async () => {
  const statement = { text: 'select 1 as one', values: [] };
  for (const session of [randomUUID(), 'none', 7]) {
    const scope = { ...toScope(), claims: { ...toScope().claims, session_id: session } };
    await expect(readScoped(database, scope, [statement])).rejects.toMatchObject({ code: 'PT401' });
    const more = { check: () => {}, isUndone: false };
    await expect(writeScoped(database, scope, statement, more)).rejects.toMatchObject({
      code: 'PT401',
    });
  }
  const keys = { ...toScope(), claims: { ...toScope().claims, session_id: '' } };
  expect(await readScoped(database, keys, [statement])).toEqual([{ one: 1 }]);
});

describe('what a request says of itself', () => {
  const said = () => ({
    'request.jwt.claims': JSON.stringify(toScope().claims),
    'request.jwt.claim.sub': world.ann.userId,
    'request.jwt.claim.role': 'authenticated',
    'request.jwt.claim.email': 'ann@players.test',
    'request.method': 'POST',
    'request.path': '/rpc/x',
    'request.headers': '{"x-client":"ann"}',
    'request.cookies': '{"muster-zone":"UTC"}',
    search_path: 'public, extensions',
    statement_timeout: '8s',
    timezone: 'Asia/Tokyo',
    role: 'authenticated',
  });

  it('holds while it reads, and for nobody behind it', async () => {
    const before = await readBetween();
    const [row] = await readScoped<Settings>(database, toScope(), [settings]);
    expect(row?.found).toEqual(said());
    expect(await readBetween()).toEqual(before);
  });

  it.each([false, true])(
    'holds while it writes, undone: %s, and for nobody behind it',
    async (isUndone) => {
      const before = await readBetween();
      const row = await writeScoped<Settings>(database, toScope(), settings, {
        check: () => {},
        isUndone,
      });
      expect(row?.found).toEqual(said());
      expect(await readBetween()).toEqual(before);
    },
  );
});
