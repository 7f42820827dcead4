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
