import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRestWorld, type RestWorld, type Sent } from '../testing/rest-world.ts';
import { RestService } from './rest-service.ts';

const patient = { timeout: 60_000, interval: 50 };
const tables = `
  create table public.early (id integer primary key);
  create table public.bare (id integer primary key);
  grant all on public.early, public.bare to service_role;
  insert into public.early values (1);`;

let rest: RestWorld;
beforeAll(async () => {
  rest = await createRestWorld(tables, { watchesSchema: true });
});
afterAll(async () => {
  expect(rest.errors).toEqual([]);
  await rest[Symbol.asyncDispose]();
});

const toTable = (name: string) => `
  create table public.${name} (id integer primary key, early_id integer references public.early);
  grant all on public.${name} to service_role;`;

describe('what was made since the schema was read is there when it is asked for', () => {
  test.each<[what: string, made: string, path: string, answered: unknown, sent?: Sent]>([
    ['a table', toTable('later'), 'later?select=id', []],
    [
      'a table that is written to',
      toTable('written'),
      'written?select=id',
      [{ id: 7 }],
      { method: 'POST', body: { id: 7 }, headers: { prefer: 'return=representation' } },
    ],
    [
      'a table beside one',
      toTable('beside'),
      'early?select=id,beside(id)',
      [{ id: 1, beside: [] }],
    ],
    [
      'a column that is read',
      'alter table public.early add column word text',
      'early?select=id,word',
      [{ id: 1, word: null }],
    ],
    [
      'a column that is written',
      'alter table public.bare add column word text',
      'bare?select=*',
      [{ id: 2, word: 'x' }],
      {
        method: 'POST',
        body: { id: 2, word: 'x' },
        headers: { prefer: 'return=representation' },
      },
    ],
    [
      'a function',
      `create function public.say() returns text language sql as $$ select 'said' $$`,
      'rpc/say',
      'said',
    ],
  ])('%s', async (_what, made, path, answered, sent = {}) => {
    expect((await rest.send(path, sent)).status).toBeGreaterThanOrEqual(400);
    await rest.world.database.query(made);
    const { status, json } = await rest.send(path, sent);
    expect([status < 300, json]).toEqual([true, answered]);
  });

  test('and what is not there stays so', async () => {
    expect(await rest.send('never')).toMatchObject({ status: 404, json: { code: 'PGRST205' } });
  });
});

test('a column that has gone is missed by nobody who reads all that there are', async () => {
  const { database } = rest.world;
  await database.query(`alter table public.early add column gone text; ${toTable('spread')}
    insert into public.spread values (1, 1);`);
  const ask = async () => (await rest.send('spread?select=of:id,...early(*)')).json;
  expect(await ask()).toMatchObject([{ of: 1, id: 1, gone: null }]);
  await database.query('alter table public.early drop column gone');
  expect(await ask()).toMatchObject([{ of: 1, id: 1 }]);
});

test('what makes no answer fail is seen soon too, without being asked for', async () => {
  await rest.world.database.query(toTable('tied'));
  const ask = async () => (await rest.send('early?select=id,tied(id)')).status;
  expect(await ask()).toBe(200);
  await rest.world.database.query('alter table public.tied drop constraint tied_early_id_fkey');
  await vi.waitFor(async () => expect(await ask()).toBe(400), patient);
});

test('what was made while the service was already looking is there for who asks then', async () => {
  await using own = await createRestWorld(tables);
  const { database } = own.world;
  const service = await RestService.open({
    ...{ requests: database, owner: database, watches: true },
    onError: (error) => own.errors.push(error),
  });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const query = database.query.bind(database);
  const holding = vi.spyOn(database, 'query').mockImplementationOnce(async (sql, values) => {
    const rows = await query(sql, values);
    await held;
    return rows as never;
  });
  const looking = service.lookAgain();
  await query(toTable('later'));
  const request = new Request('http://localhost/rest/v1/later');
  const asking = service.answer(request, { role: 'service_role', claims: {} });
  // It has found no such table by now, and waits for a look.
  await setImmediate();
  letGo();
  await looking;
  expect(holding).toHaveBeenCalled();
  expect((await asking).status).toBe(200);
  expect(own.errors).toEqual([]);
});

test('a service that does not watch waits until it is told', async () => {
  await using still = await createRestWorld(tables);
  await still.world.database.query(toTable('later'));
  expect((await still.send('later')).status).toBe(404);
  await still.world.database.query(`notify pgrst, 'reload schema'`);
  await vi.waitFor(async () => expect((await still.send('later')).status).toBe(200), patient);
});
