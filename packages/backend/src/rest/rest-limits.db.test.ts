import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createRestWorld, type RestWorld, type Sent } from '../testing/rest-world.ts';

const tables = `
  create table public.shelves (id integer primary key);
  create table public.boxes (
    id integer primary key, shelf_id integer references public.shelves, load text, data json
  );
  create function public.all_boxes() returns setof public.boxes language sql stable as
    'select * from public.boxes order by id';
  create function public.one_load(length integer) returns text language sql immutable as
    $$ select repeat('x', length) $$;
  create function public.wait_for_lock() returns void language sql as 'select pg_advisory_xact_lock_shared(42)';
  grant all on public.shelves, public.boxes to service_role;
  insert into public.shelves values (1);`;

const mostBytes = 4 * 1024 * 1024;
/** Each line of an answer is `{"load":"…"}`. */
const lineBytes = '{"load":""}'.length;
const boxes = 8;

let rest: RestWorld;
beforeAll(async () => {
  rest = await createRestWorld(tables);
});
afterEach(() => expect(rest.errors).toEqual([]));
afterAll(() => rest[Symbol.asyncDispose]());

/** Boxes whose lines have so many bytes in all. */
async function fillBoxes(bytes: number): Promise<void> {
  const { database } = rest.world;
  await database.query('truncate public.boxes');
  const each = Math.floor(bytes / boxes);
  const last = bytes - each * (boxes - 1);
  await database.query(
    `insert into public.boxes select n, 1, repeat('x', case when n = $1 then $2::integer else $3::integer end - $4::integer)
     from generate_series(1, $1::integer) n`,
    [boxes, last, each, lineBytes],
  );
}

describe('the bytes of an answer', () => {
  test.each<[string, string, Sent]>([
    ['of rows', 'boxes?select=load&order=id', {}],
    ['of a function', 'rpc/all_boxes?select=load', {}],
    [
      'of rows that were written',
      'boxes?select=load',
      { method: 'PATCH', body: { shelf_id: 1 }, headers: { prefer: 'return=representation' } },
    ],
  ])('%s are given up to the limit', async (_what, path, sent) => {
    await fillBoxes(mostBytes);
    const most = await rest.send(path, sent);
    expect(most.status).toBe(200);
    expect(most.json).toHaveLength(boxes);

    await fillBoxes(mostBytes + 1);
    const beyond = await rest.send(path, sent);
    expect(beyond).toMatchObject({ status: 400, json: { code: 'answer_too_large' } });
    expect(beyond.json).toHaveProperty('hint', expect.stringContaining('limit'));
  });

  test.each([
    ['of an embed', 'shelves?select=boxes(load)'],
    ['of a spread', 'shelves?select=...boxes(load)'],
  ])('%s are counted before they are put together', async (_what, path) => {
    await fillBoxes(mostBytes - 1_000);
    expect((await rest.send(path)).status).toBe(200);
    await fillBoxes(mostBytes + 1);
    const beyond = await rest.send(path);
    expect(beyond).toMatchObject({ status: 400, json: { code: 'answer_too_large' } });
  });

  test.each([
    ['as CSV', 'boxes?select=load', { accept: 'text/csv' }],
    [
      'without nulls',
      'boxes?select=load',
      { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    ],
  ])('%s are bounded too', async (_what, path, headers) => {
    await fillBoxes(mostBytes - 1_000);
    expect((await rest.send(path, { headers })).status).toBe(200);
    await fillBoxes(mostBytes + 1_000);
    expect(await rest.send(path, { headers })).toMatchObject({
      status: 400,
      json: { code: 'answer_too_large' },
    });
  });

  test('of one value are bounded too', async () => {
    const quotes = 2;
    const most = mostBytes - quotes;
    expect((await rest.send(`rpc/one_load?length=${most}`)).text).toHaveLength(mostBytes);
    expect(await rest.send(`rpc/one_load?length=${most + 1}`)).toMatchObject({
      status: 400,
      json: { code: 'answer_too_large' },
    });
  });

  test('what is written and too large to tell is undone', async () => {
    await fillBoxes(mostBytes + 1);
    const headers = { prefer: 'return=representation' };
    const answer = await rest.send('boxes?select=load', { method: 'DELETE', headers });
    expect(answer.status).toBe(400);
    expect(await rest.world.database.query('select from public.boxes')).toHaveLength(boxes);
  });

  test('nobody else can say that theirs is', async () => {
    const words = 'muster: an answer of more bytes than the service gives: 1';
    const answer = await rest.send(`boxes?data=eq.${encodeURIComponent(words)}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

test('rows are as many as the limit, at the top and in each embed', async () => {
  const { database } = rest.world;
  await database.query('truncate public.boxes');
  const insert =
    'insert into public.boxes (id, shelf_id) select n, 1 from generate_series(1, $1::integer) n';
  await database.query(insert, [1_001]);
  expect((await rest.send('boxes?select=id')).json).toHaveLength(1_000);
  expect((await rest.send(`boxes?select=id&limit=1001`)).json).toHaveLength(1_000);
  const { json } = await rest.send('shelves?select=boxes(id)');
  expect((json as { boxes: unknown[] }[])[0]?.boxes).toHaveLength(1_000);
});

describe('a body', () => {
  const post = (body: string) => rest.send('boxes', { method: 'POST', body });
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test('is as deep as the limit', async () => {
    await rest.world.database.query('truncate public.boxes');
    expect((await post(`{"id":1,"data":${nest(63)}}`)).status).toBe(201);
    expect(await post(`{"id":2,"data":${nest(64)}}`)).toMatchObject({
      status: 400,
      json: { code: 'body_too_deep' },
    });
    expect((await post(`{"id":3,"data":"${'['.repeat(1_000)}\\"["}`)).status).toBe(201);
  });

  test.each(['[', '{"a":'])('of 400,000 %s is refused and no fault of ours', async (open) => {
    expect(await post(open.repeat(400_000 / open.length))).toMatchObject({
      status: 400,
      json: { code: 'body_too_deep' },
    });
  });
});

test('a selection 1,200 deep is refused and no fault of ours', async () => {
  const select = `${'a('.repeat(1_200)}id${')'.repeat(1_200)}`;
  const answer = await rest.send(`boxes?select=${select}`, { as: 'anon' });
  expect(answer).toMatchObject({ status: 400, json: { code: 'embeds_too_deep' } });
});

test('many aliases of one embed are refused before any of it is made', async () => {
  const select = Array.from({ length: 20 }, (_, index) => `a${index}:seasons(rules)`);
  const answer = await rest.send(`matches?select=${select.join(',')}`, { as: 'anon' });
  expect(answer).toEqual(
    expect.objectContaining({
      status: 400,
      json: { code: 'too_many_embeds', details: null, hint: null, message: expect.any(String) },
    }),
  );
});

test('one address does not take the connections from another', async () => {
  const { database } = rest.world;
  const waiting = `select from pg_stat_activity where datname = current_database()
    and application_name = 'muster rest' and wait_event = 'advisory'`;
  await database
    .transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock(42)');
      const slow = Array.from({ length: 32 }, () =>
        rest.send('rpc/wait_for_lock', { method: 'POST', address: '2001:db8::1' }),
      );
      await expect.poll(async () => (await database.query(waiting)).length).toBe(4);
      const refused = await rest.send('shelves', { address: '2001:db8::2' });
      expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await rest.send('shelves', { address: '2001:db8:0:1::1' })).status).toBe(200);
      return slow;
    })
    .then(async (slow) => {
      for (const answer of await Promise.all(slow)) {
        expect(answer.status).toBe(204);
      }
    });
  expect((await rest.send('shelves', { address: '2001:db8::2' })).status).toBe(200);
});
