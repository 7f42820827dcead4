import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRestWorld, type RestWorld, type Sent } from '../testing/rest-world.ts';

/** What a write answers, word for word: its status, its headers and what it leaves. */

const tables = `
  create table public.toys (id integer primary key, name text, price numeric, data json, unique (name));
  create table public.pairs (one text, two integer, note text, primary key (one, two));
  create table public.notes (body text);
  create table public.times (at text primary key);
  create table public.owners (id integer primary key, toy_id integer references public.toys, rank integer);
  grant all on public.toys, public.pairs, public.notes, public.times, public.owners to service_role;`;

let rest: RestWorld;
beforeAll(async () => {
  rest = await createRestWorld(tables);
});
beforeEach(async () => {
  await rest.world.database.query(`truncate public.toys, public.pairs, public.notes, public.owners;
    insert into public.toys values (1, 'ball', 2, '{"a": {"b": 1}}'), (2, 'kite', 3, null);
    insert into public.pairs values ('a', 1, 'first')`);
});
afterEach(() => expect(rest.errors).toEqual([]));
afterAll(() => rest[Symbol.asyncDispose]());

async function send(path: string, sent: Sent) {
  const { status, headers, text, json } = await rest.send(path, sent);
  return {
    status,
    text,
    json,
    range: headers.get('content-range'),
    applied: headers.get('preference-applied'),
    location: headers.get('location'),
    type: headers.get('content-type'),
  };
}

const names = async () => {
  const rows = await rest.world.database.query<{ name: string }>(
    'select name from public.toys order by id',
  );
  return rows.map(({ name }) => name);
};

describe('an answer', () => {
  const shown = 'return=representation';
  test.each<[string, string, unknown, string, number, string, string | null]>([
    // How, to what, with what, under which preferences: status, range, and what was applied.
    ['POST', 'toys', { id: 3 }, '', 201, '*/*', null],
    ['POST', 'toys', { id: 3 }, 'return=minimal', 201, '*/*', 'return=minimal'],
    ['POST', 'toys', { id: 3 }, shown, 201, '*/*', shown],
    [
      'POST',
      'toys',
      [{ id: 3 }, { id: 4 }],
      `${shown}, count=exact`,
      201,
      '*/2',
      `${shown}, count=exact`,
    ],
    ['POST', 'toys', { id: 3 }, 'count=estimated', 201, '*/1', 'count=estimated'],
    ['POST', 'toys', { id: 3 }, 'count=planned', 201, '*/*', 'count=planned'],
    ['POST', 'toys', { id: 3 }, 'missing=default', 201, '*/*', 'missing=default'],
    [
      'POST',
      'toys',
      { id: 3 },
      'resolution=merge-duplicates',
      201,
      '*/*',
      'resolution=merge-duplicates',
    ],
    ['POST', 'notes', { body: 'x' }, 'resolution=merge-duplicates', 201, '*/*', null],
    ['POST', 'toys', [], shown, 201, '*/*', shown],
    ['PATCH', 'toys?id=eq.1', { name: 'x' }, '', 204, '0-0/*', null],
    ['PATCH', 'toys?id=eq.1', { name: 'x' }, shown, 200, '0-0/*', shown],
    [
      'PATCH',
      'toys?price=gt.0',
      { price: 1 },
      `${shown}, count=exact`,
      200,
      '0-1/2',
      `${shown}, count=exact`,
    ],
    ['PATCH', 'toys?id=eq.9', { name: 'x' }, 'count=exact', 204, '*/0', 'count=exact'],
    ['PATCH', 'toys?id=eq.1', {}, shown, 200, '*/*', shown],
    ['PATCH', 'toys?id=eq.1', { name: 'x' }, 'missing=default', 204, '0-0/*', 'missing=default'],
    ['PATCH', 'toys?id=eq.1', { name: 'x' }, 'resolution=merge-duplicates', 204, '0-0/*', null],
    ['DELETE', 'toys?id=eq.1', undefined, '', 204, '*/*', null],
    ['DELETE', 'toys?id=eq.1', undefined, shown, 200, '*/*', shown],
    ['DELETE', 'toys?price=gt.0', undefined, 'count=exact', 204, '*/2', 'count=exact'],
    ['DELETE', 'toys?id=eq.1', undefined, 'missing=default', 204, '*/*', null],
  ])('%s %s %j under %j is %i', async (method, path, body, prefer, status, range, applied) => {
    const headers: Record<string, string> = prefer === '' ? {} : { prefer };
    const answer = await send(path, { method, body, headers });
    expect(answer).toMatchObject({ status, range, applied });
    const isShown = prefer.includes('representation');
    expect(answer.text === '').toBe(!isShown);
    expect(answer.type).toBe(isShown ? 'application/json; charset=utf-8' : null);
  });

  test.each([
    ['id=eq.3', { id: 3, name: 'new' }, '', 204],
    ['id=eq.1', { id: 1, name: 'new' }, '', 204],
    ['id=eq.3', { id: 3, name: 'new' }, shown, 201],
    ['id=eq.1', { id: 1, name: 'new' }, shown, 200],
  ])('PUT %s %j under %j is %i and has no range', async (query, body, prefer, status) => {
    const headers: Record<string, string> = prefer === '' ? {} : { prefer };
    const answer = await send(`toys?${query}`, { method: 'PUT', body, headers });
    expect(answer).toMatchObject({ status, range: null });
    expect(await names()).toContain('new');
  });
});

describe('PUT names its row by its key and nothing else', () => {
  test.each([
    'id=eq(any).{3}',
    'id=neq.3',
    'id=in.(3)',
    'id=is.null',
    'not.and=(id.eq.3)',
    'and=(id.eq.3)',
    'id=eq.3&name=eq.x',
    'id=eq.3&id=eq.3',
    'data->>id=eq.3',
    'id->>x=eq.3',
    '',
  ])('not by %s', async (query) => {
    const answer = await send(`toys?${query}`, { method: 'PUT', body: { id: 3, name: 'x' } });
    expect(answer).toMatchObject({ status: 405, json: { code: 'PGRST105' } });
    expect(await names()).toEqual(['ball', 'kite']);
  });

  test('and there is none where there is no key', async () => {
    const answer = await send('notes?body=eq.x', { method: 'PUT', body: { body: 'x' } });
    expect(answer).toMatchObject({ status: 405, json: { code: 'PGRST105' } });
    const empty = await send('notes', { method: 'PUT', body: { body: 'x' } });
    expect(empty).toMatchObject({ status: 405, json: { code: 'PGRST105' } });
  });

  test('and brings one row', async () => {
    const put = (body: unknown) => send('toys?id=eq.3', { method: 'PUT', body });
    const refused = { status: 400, json: { code: 'PGRST115' } };
    expect(await put([{ id: 3 }, { id: 4 }])).toMatchObject({ status: 204 });
    expect(await put({ id: 4, name: 'x' })).toMatchObject(refused);
    expect(await names()).toHaveLength(3);
  });

  test('and takes no columns from the query', async () => {
    await send('toys?id=eq.1&columns=id', { method: 'PUT', body: { id: 1, name: 'x' } });
    expect(await names()).toEqual(['x', 'kite']);
  });
});

describe('where a new row is', () => {
  const headers = { prefer: 'return=headers-only' };
  test.each<[string, unknown, string | null]>([
    ['toys', { id: 3 }, '/toys?id=eq.3'],
    ['pairs', { one: 'b c', two: 2 }, '/pairs?one=eq.b+c&two=eq.2'],
    ['times', { at: '10:00 & more' }, '/times?at=eq.10%3A00+%26+more'],
    ['toys', [{ id: 3 }, { id: 4 }], null],
    ['notes', { body: 'x' }, null],
    ['toys', [], null],
  ])('%s %j: %s', async (path, body, location) => {
    const answer = await send(path, { method: 'POST', body, headers });
    expect(answer).toMatchObject({ status: 201, location, text: '' });
  });

  test('is told by a new row alone', async () => {
    const plain = await send('toys', { method: 'POST', body: { id: 3 } });
    expect(plain.location).toBeNull();
    const changed = await send('toys?id=eq.1', { method: 'PATCH', body: { name: 'x' }, headers });
    expect([changed.status, changed.location]).toEqual([204, null]);
  });
});

describe('rows that are there', () => {
  const upsert = (path: string, body: unknown, resolution: string) =>
    send(path, {
      method: 'POST',
      body,
      headers: { prefer: `resolution=${resolution}, return=representation` },
    });

  test.each([
    [
      'merge-duplicates',
      [
        { id: 1, name: 'x' },
        { id: 2, name: 'y' },
      ],
      200,
      ['x', 'y'],
      2,
    ],
    [
      'merge-duplicates',
      [
        { id: 1, name: 'x' },
        { id: 3, name: 'y' },
      ],
      201,
      ['x', 'kite', 'y'],
      2,
    ],
    [
      'ignore-duplicates',
      [
        { id: 1, name: 'x' },
        { id: 3, name: 'y' },
      ],
      201,
      ['ball', 'kite', 'y'],
      1,
    ],
    ['ignore-duplicates', [{ id: 1, name: 'x' }], 201, ['ball', 'kite'], 0],
  ])('under %s with %j', async (resolution, body, status, left, rows) => {
    const answer = await upsert('toys', body, resolution);
    expect([answer.status, await names()]).toEqual([status, left]);
    expect(answer.json).toHaveLength(rows);
  });

  test('are known by the columns that are named', async () => {
    const body = { id: 9, name: 'kite', price: 5 };
    const answer = await upsert('toys?on_conflict=name', body, 'merge-duplicates');
    expect(answer).toMatchObject({ status: 200, json: [{ id: 9, name: 'kite', price: 5 }] });
    const other = await upsert('toys', { id: 8, name: 'kite' }, 'merge-duplicates');
    expect(other).toMatchObject({ status: 409, json: { code: '23505' } });
  });

  test('are refused where nothing is said', async () => {
    const answer = await send('toys', { method: 'POST', body: { id: 1 } });
    expect(answer).toMatchObject({ status: 409, json: { code: '23505' } });
  });

  test('are nothing to a table without a key', async () => {
    const answer = await upsert('notes', { body: 'x' }, 'merge-duplicates');
    expect(answer).toMatchObject({ status: 201, json: [{ body: 'x' }] });
  });
});

describe('which rows are written', () => {
  test.each([
    ['id=eq.1', ['new', 'kite']],
    ['price=gt.2', ['ball', 'new']],
    ['data->a->>b=eq.1', ['new', 'kite']],
    ['or=(id.eq.1,price.gt.9)', ['new', 'kite']],
    ['id=gt.1&name=eq.ball', ['ball', 'kite']],
  ])('PATCH %s', async (query, left) => {
    await send(`toys?${query}`, { method: 'PATCH', body: { name: 'new' } });
    expect(await names()).toEqual(left);
  });

  test('all that is named holds of them', async () => {
    await send('toys?price=gt.2&name=eq.ball', { method: 'PATCH', body: { price: 9 } });
    await send('toys?price=gt.2&name=eq.ball', { method: 'DELETE' });
    const rows = await rest.world.database.query(
      'select price::integer as price from public.toys order by id',
    );
    expect(rows).toEqual([{ price: 2 }, { price: 3 }]);
  });

  test('DELETE takes what is named, and all where nothing is', async () => {
    await send('toys?id=eq.1', { method: 'DELETE' });
    expect(await names()).toEqual(['kite']);
    await send('toys', { method: 'DELETE' });
    expect(await names()).toEqual([]);
  });

  test('an object is one row, or nothing is done', async () => {
    const headers = {
      accept: 'application/vnd.pgrst.object+json',
      prefer: 'return=representation',
    };
    const patch = (query: string) =>
      send(`toys?${query}&select=id`, { method: 'PATCH', body: { price: 9 }, headers });
    expect(await patch('id=gt.0')).toMatchObject({ status: 406, json: { code: 'PGRST116' } });
    expect(await patch('id=gt.9')).toMatchObject({ status: 406, json: { code: 'PGRST116' } });
    expect(await patch('id=eq.1')).toMatchObject({ status: 200, text: '{"id":1}' });
    const rows = await rest.world.database.query('select id from public.toys where price = 9');
    expect(rows).toEqual([{ id: 1 }]);
  });

  test('an insert is not held to a number of rows', async () => {
    const headers = { prefer: 'handling=strict, max-affected=1' };
    const answer = await send('toys', { method: 'POST', body: [{ id: 3 }, { id: 4 }], headers });
    expect(answer).toMatchObject({ status: 201, applied: 'handling=strict' });
  });

  test('limits and orders of the answer are none of what is written', async () => {
    const headers = { prefer: 'return=representation' };
    const answer = await send('toys?price=gt.0&select=id&order=id.desc&limit=1&offset=1', {
      method: 'PATCH',
      body: { price: 7 },
      headers,
    });
    expect(answer).toMatchObject({ status: 200, json: [{ id: 2 }, { id: 1 }] });
  });
});

describe('what is read', () => {
  const read = async (query: string) => (await send(`toys?select=name&${query}`, {})).json;
  const toys = (...list: string[]) => list.map((name) => ({ name }));

  beforeEach(async () => {
    await rest.world.database.query(
      `insert into public.toys values (3, 'top', null, null), (4, 'doll', 3, null);
       insert into public.owners values (1, 1, 3), (2, 2, 1), (3, 1, 2), (4, null, null)`,
    );
  });

  test.each([
    ['order=name', toys('ball', 'doll', 'kite', 'top')],
    ['order=name.desc', toys('top', 'kite', 'doll', 'ball')],
    ['order=price,id', toys('ball', 'kite', 'doll', 'top')],
    ['order=price.nullsfirst,id', toys('top', 'ball', 'kite', 'doll')],
    ['order=price.desc,id', toys('top', 'kite', 'doll', 'ball')],
    ['order=price.desc.nullslast,id.desc', toys('doll', 'kite', 'ball', 'top')],
    ['order=data->a->>b,id.desc', toys('ball', 'doll', 'top', 'kite')],
    ['order=id&limit=2', toys('ball', 'kite')],
    ['order=id&limit=2&offset=1', toys('kite', 'top')],
    ['order=id&limit=0', []],
    ['order=id&offset=4', []],
  ])('%s', async (query, rows) => {
    expect(await read(query)).toEqual(rows);
  });

  test.each([
    ['', '0-3/*', 200],
    ['limit=2', '0-1/*', 200],
    ['limit=2&offset=3', '3-3/*', 200],
    ['limit=0', '*/*', 200],
    ['id=gt.9', '*/*', 200],
  ])('the range of %j is %s', async (query, range, status) => {
    expect(await send(`toys?${query}`, {})).toMatchObject({ range, status });
  });

  test.each([
    ['', '0-3/4', 200],
    ['limit=2', '0-1/4', 206],
    ['limit=2&offset=2', '2-3/4', 206],
    ['offset=4', '*/4', 206],
    ['limit=0', '*/4', 206],
    ['id=gt.9', '*/0', 200],
    ['price=eq.3', '0-1/2', 200],
  ])('the range of %j with its number is %s', async (query, range, status) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await send(`toys?${query}`, { method, headers: { prefer: 'count=exact' } });
      expect(answer).toMatchObject({ range, status, applied: 'count=exact' });
      expect(answer.text === '').toBe(method === 'HEAD');
    }
  });

  test('one row where an object is wanted', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    const one = async (query: string) => (await send(`toys?${query}`, { headers })).status;
    expect([await one('id=eq.1'), await one('id=lt.3'), await one('id=eq.9')]).toEqual([
      200, 406, 406,
    ]);
  });

  test('what is there and not there of an embed', async () => {
    const some = 'select=name,owners(id)&owners.order=id&order=id';
    const list = async (query: string) => (await send(`toys?${some}&${query}`, {})).json;
    expect(await list('owners=not.is.null')).toEqual([
      { name: 'ball', owners: [{ id: 1 }, { id: 3 }] },
      { name: 'kite', owners: [{ id: 2 }] },
    ]);
    expect(await list('owners=is.null')).toEqual([
      { name: 'top', owners: [] },
      { name: 'doll', owners: [] },
    ]);
    expect(await list('owners=not.is.not_null')).toEqual(await list('owners=is.null'));
    const counted = await send(`toys?${some}&owners=is.null&limit=1`, {
      headers: { prefer: 'count=exact' },
    });
    expect(counted.range).toBe('0-0/2');
    const there = await send(`toys?${some}&owners=not.is.null&limit=1&owners.rank=gt.2`, {
      headers: { prefer: 'count=exact' },
    });
    expect([there.range, there.json]).toEqual(['0-0/1', [{ name: 'ball', owners: [{ id: 1 }] }]]);
  });

  test('what is ordered by the one that a row belongs to', async () => {
    const list = async (order: string) =>
      (await send(`owners?select=id,toys(name,data)&order=${order}`, {})).json;
    const ids = (rows: unknown) => (rows as { id: number }[]).map(({ id }) => id);
    expect(ids(await list('toys(name),id'))).toEqual([1, 3, 2, 4]);
    expect(ids(await list('toys(name).desc.nullslast,id.desc'))).toEqual([2, 3, 1, 4]);
    expect(ids(await list('toys(data->a->>b).nullslast,id.desc'))).toEqual([3, 1, 4, 2]);
  });

  test('of each embed as many as are asked for, in its own order', async () => {
    const rows = await send(
      'toys?select=name,owners(id)&owners.order=rank&owners.limit=1&owners.offset=1&id=eq.1',
      {},
    );
    expect(rows.json).toEqual([{ name: 'ball', owners: [{ id: 1 }] }]);
    const none = await send('toys?select=name,owners(id)&owners.rank=is.null&id=eq.1', {});
    expect(none.json).toEqual([{ name: 'ball', owners: [] }]);
  });

  test('as sums, of all and of each', async () => {
    const sums = async (select: string, query = '') =>
      (await send(`toys?select=${select}&${query}`, {})).json;
    expect(await sums('count()')).toEqual([{ count: 4 }]);
    expect(await sums('price.sum(),price.max(),least:price.min(),price.avg()::int')).toEqual([
      { sum: 8, max: 3, least: 2, avg: 3 },
    ]);
    expect(await sums('price,count()', 'order=price')).toEqual([
      { price: 2, count: 1 },
      { price: 3, count: 2 },
      { price: null, count: 1 },
    ]);
    expect(await sums('price.count()')).toEqual([{ count: 3 }]);
    expect(await sums('price::text', 'id=eq.1')).toEqual([{ price: '2' }]);
  });
});

describe('a schema', () => {
  test.each([
    ['GET', 'accept-profile', 'public', 200],
    ['GET', 'accept-profile', 'private', 406],
    ['HEAD', 'accept-profile', 'private', 406],
    ['GET', 'content-profile', 'private', 200],
    ['POST', 'content-profile', 'public', 201],
    ['POST', 'content-profile', 'private', 406],
    ['POST', 'accept-profile', 'private', 201],
    ['DELETE', 'content-profile', 'private', 406],
  ])('%s with %s %s is %i', async (method, name, schema, status) => {
    const body = method === 'POST' ? { id: 3 } : undefined;
    const answer = await send('toys?id=eq.3', { method, body, headers: { [name]: schema } });
    expect(answer.status).toBe(status);
  });

  test('is told where it was named', async () => {
    const named = await rest.send('toys', { headers: { 'accept-profile': 'public' } });
    expect(named.headers.get('content-profile')).toBe('public');
    expect((await rest.send('toys')).headers.get('content-profile')).toBeNull();
  });
});

describe('a path', () => {
  test.each([
    ['toys', 200, undefined],
    ['t%6fys', 200, undefined],
    ['toyz', 404, 'PGRST205'],
    ['toys/', 404, 'PGRST125'],
    ['toys/1', 404, 'PGRST125'],
    ['rpc/', 404, 'PGRST125'],
    ['rpc', 404, 'PGRST205'],
    ['rpc/a/b', 404, 'PGRST125'],
    ['%ff', 404, 'PGRST125'],
  ])('%s: %i %s', async (path, status, code) => {
    const answer = await send(path, {});
    expect([answer.status, (answer.json as { code?: string } | null)?.code]).toEqual([
      status,
      code,
    ]);
  });

  test('is not asked by another method', async () => {
    const answer = await send('toys', { method: 'QUERY' });
    expect(answer).toMatchObject({ status: 405, json: { code: 'PGRST117' } });
  });

  test('that is nearly right is told', async () => {
    const answer = await send('toyz', {});
    expect(answer.json).toMatchObject({ hint: "Perhaps you meant the table 'public.toys'" });
    expect((await send('zzzzzzzz', {})).json).toMatchObject({ hint: null });
  });
});
