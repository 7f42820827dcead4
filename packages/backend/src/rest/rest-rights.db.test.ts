import type { Database } from '@muster/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRest } from './create-rest.ts';
import type { Rest } from './types.ts';

/** Every grant there is: tables, columns, functions, schemas, default privileges and memberships. */
const allGrants = `
  select 'relation' as kind, c.oid::regclass::text as name, c.relacl::text as grants
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_toast') and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  union all
  select 'column', a.attrelid::regclass::text || '.' || a.attname, a.attacl::text
    from pg_attribute a where a.attacl is not null
  union all
  select 'function', p.oid::regprocedure::text, p.proacl::text from pg_proc p
  union all
  select 'schema', nspname, nspacl::text from pg_namespace where nspname not like 'pg_temp%'
  union all
  select 'default', defaclrole::regrole::text || defaclnamespace::text || defaclobjtype::text, defaclacl::text
    from pg_default_acl
  union all
  select 'member', roleid::regrole::text || ' of ' || member::regrole::text, admin_option::text
    from pg_auth_members where member::regrole::text in ('anon', 'authenticated', 'service_role', 'authenticator')
  union all
  select 'role', rolname, concat(rolsuper, rolinherit, rolcreaterole, rolcanlogin, rolbypassrls)
    from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
  order by 1, 2, 3`;

const nobody = '00000000-0000-4000-8000-000000000000';

interface Column {
  table: string;
  column: string;
}

let world: World;
let rest: Rest;
let call: (path: string, init?: RequestInit) => Promise<Response>;
let columns: Column[];
let grantsBefore: unknown;
const errors: unknown[] = [];

beforeAll(async () => {
  world = await createWorld();
  grantsBefore = await world.database.query(allGrants);
  rest = await createRest({ database: world.database, onError: (error) => errors.push(error) });
  const gateway = createGateway({
    auth: { fetch: () => new Response(null, { status: 404 }) },
    rest,
    apiKeys: world.apiKeys,
    verify: world.verify,
  });
  call = async (path, init) => gateway.request(`http://localhost/rest/v1/${path}`, init);
  columns = await world.database.query<Column>(
    `select c.relname as table, a.attname as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  );
  expect(columns.length).toBeGreaterThan(100);
});

afterAll(async () => {
  await rest.close();
  await world[Symbol.asyncDispose]();
  expect(errors).toEqual([]);
});

test('a hundred requests of all kinds change no grant and no default privilege', async () => {
  const send = async (index: number) => {
    const token = [world.ann.token, world.apiKeys.serviceRole, world.apiKeys.anon][index % 3];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const table = columns[(index * 7) % columns.length]?.table;
    const method = ['GET', 'PATCH', 'POST', 'DELETE'][index % 4] ?? 'GET';
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"locale":"de"}' };
    return call(`${table}?limit=1&id=eq.${nobody}`, { method, headers, ...body });
  };
  await send(0);
  expect(await world.database.query(allGrants)).toEqual(grantsBefore);
  for (let index = 0; index < 100; index += 1) {
    await send(index);
  }
  expect(await world.database.query(allGrants)).toEqual(grantsBefore);
});

describe.each(['anon', 'authenticated'] as const)('as %s', (role) => {
  const refused = role === 'anon' ? 401 : 403;

  function toHeaders(more: Record<string, string> = {}): Record<string, string> {
    const token = role === 'anon' ? world.apiKeys.anon : world.ann.token;
    return { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
  }

  function mayUpdate({ table, column }: Column): boolean {
    return (
      role === 'authenticated' && table === 'profiles' && ['username', 'locale'].includes(column)
    );
  }

  async function expectRefused(answer: Response, what: string): Promise<void> {
    const body = (await answer.json()) as { code: string };
    expect([what, answer.status, body.code]).toEqual([what, refused, '42501']);
  }

  test('every column of every table may be read', async () => {
    for (const { table, column } of columns) {
      const answer = await call(`${table}?select=${column}&limit=1`, { headers: toHeaders() });
      expect([table, column, answer.status]).toEqual([table, column, 200]);
    }
  });

  test('no column of any table may be inserted', async () => {
    const before = await getContents(world.database);
    for (const { table, column } of columns) {
      const body = JSON.stringify({ [column]: null });
      const answer = await call(table, { method: 'POST', headers: toHeaders(), body });
      await expectRefused(answer, `insert ${table}.${column}`);
    }
    expect(await getContents(world.database)).toEqual(before);
  });

  test('no column may be updated but those that say who one is', async () => {
    const before = await getContents(world.database);
    for (const each of columns) {
      const filter = mayUpdate(each) ? `?user_id=eq.${world.bob.userId}` : '';
      const answer = await call(`${each.table}${filter}`, {
        method: 'PATCH',
        headers: toHeaders(),
        body: JSON.stringify({ [each.column]: each.column === 'locale' ? 'fi' : null }),
      });
      if (mayUpdate(each)) {
        expect(answer.status).toBe(204);
      } else {
        await expectRefused(answer, `update ${each.table}.${each.column}`);
      }
    }
    expect(await getContents(world.database)).toEqual(before);
  });

  test('no table may be written by deleting, replacing or merging', async () => {
    const before = await getContents(world.database);
    for (const table of new Set(columns.map((each) => each.table))) {
      const deleted = await call(table, { method: 'DELETE', headers: toHeaders() });
      await expectRefused(deleted, `delete ${table}`);
      const headers = toHeaders({ prefer: 'resolution=merge-duplicates' });
      const first = columns.find((each) => each.table === table)?.column ?? '';
      const body = JSON.stringify([{ [first]: null }]);
      const merged = await call(table, { method: 'POST', headers, body });
      await expectRefused(merged, `merge ${table}`);
    }
    const put = await call(`profiles?id=eq.${world.bob.profileId}`, {
      method: 'PUT',
      headers: toHeaders(),
      body: JSON.stringify({ id: world.bob.profileId, username: 'Mallory' }),
    });
    await expectRefused(put, 'put profiles');
    expect(await getContents(world.database)).toEqual(before);
  });

  test.each(['private', 'auth', 'realtime', 'pg_catalog', 'information_schema', 'extensions'])(
    'the schema %s is not there',
    async (schema) => {
      const tables = await world.database.query<{ name: string }>(
        'select relname as name from pg_class where relnamespace = $1::regnamespace limit 20',
        [schema],
      );
      for (const { name } of [...tables, { name: 'secrets' }]) {
        const profiled = await call(name, { headers: toHeaders({ 'accept-profile': schema }) });
        expect([name, profiled.status]).toEqual([name, 406]);
        const dotted = await call(`${schema}.${name}`, { headers: toHeaders() });
        expect([name, dotted.status]).toEqual([name, 404]);
        expect(await dotted.text()).not.toMatch(/Perhaps you meant the table '(private|auth)/);
      }
      const rpc = await call('rpc/uid', {
        method: 'POST',
        headers: toHeaders({ 'content-profile': schema }),
        body: '{}',
      });
      expect(rpc.status).toBe(406);
    },
  );

  test.each(['pg_sleep', 'set_config', 'pg_read_file', 'uid', 'pg_notify', 'current_setting'])(
    'the function %s cannot be called',
    async (name) => {
      const answer = await call(`rpc/${name}`, {
        method: 'POST',
        headers: toHeaders(),
        body: '{}',
      });
      expect(answer.status).toBe(404);
    },
  );

  test.each([
    'select=id;drop table profiles',
    "select=id&username=eq.'; drop table profiles; --",
    'select=id&order=username;delete from profiles',
    'select=id,x:username::text;--',
    'select=username::regclass',
    'select="id"","username"',
    'select=id&limit=1;drop table profiles',
    'select=id&or=(username.eq.x,id.eq.1);--',
    'select=id->>"\'; drop table profiles; --"',
    "select=id&username=fts(english'; drop table profiles; --).x",
  ])('the request %s does no harm', async (query) => {
    const before = await getContents(world.database);
    const answer = await call(`profiles?${encodeURI(query)}`, { headers: toHeaders() });
    expect(answer.status).toBeLessThan(500);
    expect(await getContents(world.database)).toEqual(before);
  });
});

/** The whole content of the schema public, a line a table. */
async function getContents(database: Database): Promise<unknown> {
  return database.query(
    `select relname, query_to_xml(format('select md5(string_agg(t::text, e''\\n'' order by t::text)), count(*) from public.%I t', relname), true, true, '')::text
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
}
