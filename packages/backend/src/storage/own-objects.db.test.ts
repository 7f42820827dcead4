import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OwnObjects, openOwnObjects } from './own-objects.ts';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

let storage: StorageWorld;
let objects: OwnObjects;

beforeAll(async () => {
  storage = await createStorageWorld();
  objects = openOwnObjects(storage.world.database);
});
afterEach(() => run('delete from storage.objects'));
afterAll(async () => {
  expect(storage.errors).toEqual([]);
  await storage[Symbol.asyncDispose]();
});

const run = <Row>(sql: string, values: unknown[] = []) =>
  storage.world.database.query<Row>(sql, values);

async function* come(...chunks: (string | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) {
      throw chunk;
    }
    yield Buffer.from(chunk);
  }
}

const read = async (name: string, range?: Parameters<OwnObjects['read']>[1]) => {
  const stream = await objects.read(name, range);
  return stream === null ? null : text(stream);
};

test('what was put there is read, whole or in part, and is not there once it was removed', async () => {
  expect(await read('a')).toBeNull();
  await objects.put('a', 'text/plain', come('01234', '56789'));
  expect(await read('a')).toBe('0123456789');
  expect(await read('a', { first: 3, last: 5 })).toBe('345');
  await objects.remove('a');
  expect(await read('a')).toBeNull();
  await objects.remove('a');
});

test('it is of nobody, says its type and is looked at anew each time', async () => {
  await objects.put('a', 'image/webp', come('words'));
  expect(
    await run(
      `select bucket_id, owner, owner_id, metadata->>'mimetype' as type, metadata->>'size' as size,
         metadata->>'cacheControl' as cache from storage.objects`,
    ),
  ).toEqual([
    {
      ...{ bucket_id: 'muster-league', owner: null, owner_id: null },
      ...{ type: 'image/webp', size: '5', cache: 'no-cache' },
    },
  ]);
});

test('what bears the name already is replaced, and its bytes are on their way out', async () => {
  await objects.put('a', 'text/plain', come('old'));
  await objects.put('a', 'text/plain', come('new one'));
  expect(await read('a')).toBe('new one');
  expect(
    await run(
      `select count(*)::integer as bytes from private.stored_bytes where unwanted_at is null`,
    ),
  ).toEqual([{ bytes: 1 }]);
});

test('what breaks off leaves nothing, and what was there is there', async () => {
  await objects.put('a', 'text/plain', come('old'));
  const broken = objects.put('a', 'text/plain', come('new', new Error('broke off')));
  await expect(broken).rejects.toThrow('broke off');
  await expect(objects.put('b', 'text/plain', come(new Error('at once')))).rejects.toThrow();
  expect([await read('a'), await read('b')]).toEqual(['old', null]);
  expect(
    await run(
      `select count(*)::integer as bytes from private.stored_bytes where unwanted_at is null`,
    ),
  ).toEqual([{ bytes: 1 }]);
});

test('it lies in the home that the operator chose', async () => {
  const { directory } = storage;
  const there = openOwnObjects(storage.world.database, { home: 'directory', directory });
  await there.put('a', 'text/plain', come('words'));
  expect(
    await run(
      'select home from private.stored_bytes b join storage.objects o on o.version = b.id::text',
    ),
  ).toEqual([{ home: 'directory' }]);
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile())).toHaveLength(1);
  expect(await text((await there.read('a')) ?? expect.fail('it is not there'))).toBe('words');
});

describe('the names', () => {
  const list = async () => {
    const parts: string[][] = [];
    for await (const part of objects.listNames()) {
      parts.push(part);
    }
    return parts;
  };

  test('are none where nothing is', async () => {
    expect(await list()).toEqual([]);
  });

  test('are those of the server alone, in one order', async () => {
    for (const name of ['b', 'a', 'B', 'a/1', 'a-1']) {
      await objects.put(name, 'text/plain', come('x'));
    }
    await run(`insert into storage.objects (bucket_id, name) values ('pictures', 'aa')`);
    expect(await list()).toEqual([['B', 'a', 'a-1', 'a/1', 'b']]);
  });

  test.each([
    [1_000, [1_000]],
    [1_001, [1_000, 1]],
    [2_000, [1_000, 1_000]],
  ])('of %i come in parts of %j', async (count, parts) => {
    await objects.put('first', 'text/plain', come('x'));
    await objects.remove('first');
    await run(
      `insert into storage.objects (bucket_id, name)
       select 'muster-league', 'n' || to_char(n, 'FM00000') from generate_series(1, $1::integer) n`,
      [count],
    );
    const listed = await list();
    expect(listed.map(({ length }) => length)).toEqual(parts);
    expect(new Set(listed.flat()).size).toBe(count);
  });
});

test.each(['nobody', 'anon', 'ann'] as const)('%s sees and writes nothing of it', async (who) => {
  await objects.put('a', 'text/plain', come('secret'));
  for (const path of ['object/public/muster-league/a', 'object/muster-league/a']) {
    const answer = await storage.send(who, path);
    expect([path, answer.status, (await answer.json()).message]).toEqual([
      path,
      400,
      expect.stringMatching(/^(Bucket|Object) not found$/),
    ]);
  }
  const written = await storage.send(who, 'object/muster-league/b', { method: 'POST', body: 'x' });
  expect(written.status).toBe(400);
  const listed = await storage.send(who, 'object/list/muster-league', {
    ...{ method: 'POST', body: '{"prefix":""}' },
  });
  expect(await listed.text()).not.toContain('"a"');
  expect(await read('a')).toBe('secret');
});
