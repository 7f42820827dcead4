import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

let storage: StorageWorld;

/** Files of a bucket, in the order in which they were written. */
const names = ['b.txt', 'a/1.txt', 'a/2.txt', 'a/deep/3.txt', 'a', 'A.txt', 'a!', 'c/4.txt', 'z'];

beforeAll(async () => {
  storage = await createStorageWorld();
  const service = storage.storage('service');
  await service.createBucket('lists');
  for (const name of names) {
    expect((await service.from('lists').upload(name, name)).error).toBeNull();
  }
});

afterAll(async () => {
  expect(storage.errors).toEqual([]);
  await storage[Symbol.asyncDispose]();
});

const lists = () => storage.storage('service').from('lists');

describe('the first list', () => {
  const shown = async (...given: Parameters<ReturnType<typeof lists>['list']>) => {
    const { data, error } = await lists().list(...given);
    expect(error).toBeNull();
    return data?.map(({ name, id }) => (id === null ? `${name}/` : name));
  };

  test.each([
    ['', {}, ['A.txt', 'a', 'a!', 'a/', 'b.txt', 'c/', 'z']],
    ['a', {}, ['1.txt', '2.txt', 'deep/']],
    ['a/', {}, ['1.txt', '2.txt', 'deep/']],
    ['a/deep', {}, ['3.txt']],
    ['none', {}, []],
    ['', { limit: 2 }, ['A.txt', 'a']],
    ['', { limit: 2, offset: 2 }, ['a!', 'a/']],
    ['', { offset: 6 }, ['z']],
    ['', { offset: 7 }, []],
    ['', { search: 'A' }, ['A.txt', 'a', 'a!', 'a/']],
    ['', { search: 'a.T' }, ['A.txt']],
    ['', { search: 'a/d' }, ['a/deep/']],
    ['a', { search: '2' }, ['2.txt']],
    ['', { search: '_' }, []],
    [
      '',
      { sortBy: { column: 'name', order: 'desc' } },
      ['z', 'c/', 'b.txt', 'a/', 'a!', 'a', 'A.txt'],
    ],
    [
      '',
      { sortBy: { column: 'created_at', order: 'asc' } },
      ['a/', 'c/', 'b.txt', 'a', 'A.txt', 'a!', 'z'],
    ],
    [
      '',
      { sortBy: { column: 'created_at', order: 'desc' } },
      ['c/', 'a/', 'z', 'a!', 'A.txt', 'a', 'b.txt'],
    ],
    [
      '',
      { sortBy: { column: 'created_at', order: 'asc' }, offset: 1, limit: 3 },
      ['c/', 'b.txt', 'a'],
    ],
    ['', { sortBy: { column: 'updated_at', order: 'asc' }, offset: 3, limit: 2 }, ['a', 'A.txt']],
    ['', { sortBy: { column: 'last_accessed_at', order: 'desc' }, offset: 5 }, ['a', 'b.txt']],
    // Behind the folders and the files.
    ['', { sortBy: { column: 'created_at', order: 'asc' }, offset: 7 }, []],
    [
      '',
      { sortBy: { column: 'created_at', order: 'asc' }, search: 'A' },
      ['a/', 'a', 'A.txt', 'a!'],
    ],
    [
      '',
      { sortBy: { column: 'created_at', order: 'asc' }, search: 'a/' },
      ['a/deep/', 'a/1.txt', 'a/2.txt'],
    ],
    ['', { sortBy: { column: 'name', order: 'desc' }, limit: 2, offset: 2 }, ['b.txt', 'a/']],
    ['', { search: '%' }, []],
  ])('of %j with %j', async (prefix, options, expected) => {
    expect(await shown(prefix, options)).toEqual(expected);
  });

  test('says of files what they are, and of folders nothing', async () => {
    const { data } = await lists().list();
    expect(data?.find(({ name, id }) => name === 'a' && id === null)).toEqual({
      ...{ name: 'a', id: null, updated_at: null, created_at: null },
      ...{ last_accessed_at: null, metadata: null },
    });
    expect(data?.find(({ name }) => name === 'b.txt')).toMatchObject({
      id: expect.any(String),
      metadata: { size: 5, mimetype: 'text/plain;charset=UTF-8', cacheControl: 'max-age=3600' },
    });
  });

  test('has a hundred unless it is said, and a thousand at most', async () => {
    const service = storage.storage('service');
    await service.createBucket('many');
    await storage.world.database.query(
      `insert into storage.objects (bucket_id, name) select 'many', 'f' || to_char(n, 'FM00000')
       from generate_series(1, 1100) n`,
    );
    const many = service.from('many');
    expect((await many.list()).data).toHaveLength(100);
    expect((await many.list('', { limit: 1000 })).data).toHaveLength(1000);
    expect((await many.list('', { limit: 1001 })).data).toHaveLength(1000);
    expect((await many.list('', { limit: 1000, offset: 1000 })).data).toHaveLength(100);
    expect((await many.list('', { offset: 100_001 })).error).toMatchObject({ statusCode: '400' });
    expect((await many.list('', { limit: 0 })).error).toMatchObject({ statusCode: '400' });
  });

  test.each([
    [{ limit: 0 }, false],
    [{ limit: 1 }, true],
    [{ limit: 1.5 }, false],
    [{ limit: null }, true],
    [{ offset: -1 }, false],
    [{ offset: 0 }, true],
    [{ offset: 0.5 }, false],
    [{ offset: 100_000 }, true],
    [{ offset: 100_001 }, false],
    [{ prefix: 'x'.repeat(1024) }, true],
    [{ prefix: 'x'.repeat(1025) }, false],
    [{ prefix: 1 }, false],
    [{ search: 'x'.repeat(1024) }, true],
    [{ search: 'x'.repeat(1025) }, false],
    [{ sortBy: { column: 'id' } }, false],
    [{ sortBy: { column: 'name', order: 'up' } }, false],
    [{ sortBy: {} }, true],
  ])('takes %j: %s', async (asked, isTaken) => {
    const init = { method: 'POST', body: JSON.stringify({ prefix: '', ...asked }) };
    const answer = await storage.send('service', 'object/list/lists', init);
    expect(answer.status).toBe(isTaken ? 200 : 400);
  });

  test.each([
    ['list', 'prefix'],
    ['list', 'search'],
    ['list-v2', 'prefix'],
  ])('is not asked by %s for a %s that no name can have', async (list, part) => {
    const init = { method: 'POST', body: JSON.stringify({ prefix: '', [part]: 'a\u0000' }) };
    const answer = await storage.send('service', `object/${list}/lists`, init);
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      expect.stringContaining('must not hold NUL'),
    ]);
  });

  test('has only what one sees', async () => {
    const { ann } = storage.world;
    await storage.storage('ann').from('papers').upload(`${ann.userId}/x`, 'x');
    await storage.storage('service').from('papers').upload('another/y', 'y');
    const own = (await storage.storage('ann').from('papers').list()).data;
    expect(own?.map(({ name }) => name)).toEqual([ann.userId]);
    expect((await storage.storage('anon').from('papers').list()).data).toEqual([]);
    expect((await storage.storage('service').from('papers').list()).data).toHaveLength(2);
  });

  test('probes an index for people as for the service, however much lies in a folder', async () => {
    const [{ leakproof } = { leakproof: false }] = await storage.world.database.query<{
      leakproof: boolean;
    }>(
      `select bool_and(proleakproof) as leakproof from pg_proc where proname in ('text_ge', 'text_lt')`,
    );
    expect(leakproof).toBe(true);
  });
});

describe('the second list', () => {
  const list = async (options: Parameters<ReturnType<typeof lists>['listV2']>[0]) => {
    const { data, error } = await lists().listV2(options);
    expect(error).toBeNull();
    return {
      hasNext: data?.hasNext,
      cursor: data?.nextCursor,
      folders: data?.folders.map(({ name }) => name),
      objects: data?.objects.map(({ name }) => name),
    };
  };

  test('has whole names, flat or by folders', async () => {
    expect(await list({})).toEqual({
      ...{ hasNext: false, cursor: undefined, folders: [] },
      objects: ['A.txt', 'a', 'a!', 'a/1.txt', 'a/2.txt', 'a/deep/3.txt', 'b.txt', 'c/4.txt', 'z'],
    });
    expect(await list({ prefix: 'a/', with_delimiter: true })).toMatchObject({
      folders: ['a/deep/'],
      objects: ['a/1.txt', 'a/2.txt'],
    });
    // A prefix is the beginning of a name, not a folder.
    expect(await list({ prefix: 'a', with_delimiter: true })).toMatchObject({
      folders: ['a/'],
      objects: ['a', 'a!'],
    });
  });

  const sorts = [
    undefined,
    ...(['name', 'created_at', 'updated_at'] as const).flatMap((column) =>
      (['asc', 'desc'] as const).map((order) => ({ column, order })),
    ),
  ];
  test.each(sorts.flatMap((sortBy) => [true, false].map((by) => [sortBy, by] as const)))(
    'goes on where it was, sorted by %j, by folders: %s',
    async (sortBy, withDelimiter) => {
      const options = { with_delimiter: withDelimiter, ...(sortBy ? { sortBy } : {}) };
      const whole = await list(options);
      const pages: { folders: string[]; objects: string[] } = { folders: [], objects: [] };
      let cursor: string | undefined;
      for (let page = 0; page < 20; page += 1) {
        const next = await list({ ...options, limit: 2, ...(cursor ? { cursor } : {}) });
        pages.folders.push(...(next.folders ?? []));
        pages.objects.push(...(next.objects ?? []));
        cursor = next.cursor;
        if (!next.hasNext) {
          break;
        }
      }
      expect(pages).toEqual({ folders: whole.folders, objects: whole.objects });
      expect([...pages.folders, ...pages.objects]).toHaveLength(withDelimiter ? 7 : 9);
    },
  );

  test.each([
    'nonsense',
    Buffer.from('{"name":1}').toString('base64url'),
    Buffer.from('{"name":"a","instant":"soon"}').toString('base64url'),
    Buffer.from(`{"name":"${'x'.repeat(1025)}"}`).toString('base64url'),
  ])('refuses a cursor that is none: %s', async (cursor) => {
    const { error } = await lists().listV2({ cursor });
    expect(error).toMatchObject({ statusCode: '400', message: 'body/cursor is none of ours' });
  });

  test.each([
    [{ limit: 0 }, false],
    [{ limit: 1 }, true],
    [{ prefix: 'x'.repeat(1024) }, true],
    [{ prefix: 'x'.repeat(1025) }, false],
    [{ cursor: '' }, true],
    [{ cursor: null }, true],
    [{ sortBy: { column: 'created_at' } }, true],
    [{ sortBy: { column: 'last_accessed_at' } }, false],
    [{ with_delimiter: 'yes' }, false],
  ])('takes %j: %s', async (asked, isTaken) => {
    const init = { method: 'POST', body: JSON.stringify(asked) };
    const answer = await storage.send('service', 'object/list-v2/lists', init);
    expect(answer.status).toBe(isTaken ? 200 : 400);
  });

  test.each([
    [3072, true],
    [3073, false],
  ])('takes a cursor of %i bytes: %s', async (bytes, isTaken) => {
    const cursor = Buffer.from('{"name":"a"}'.padEnd(bytes)).toString('base64url');
    expect((await lists().listV2({ cursor })).error === null).toBe(isTaken);
  });

  test('says whether there is more, and by folders how each is called within its own', async () => {
    const ask = async (asked: object) => {
      const init = { method: 'POST', body: JSON.stringify(asked) };
      return (await storage.send('service', 'object/list-v2/lists', init)).json();
    };
    const whole = await ask({ limit: 9 });
    expect([whole.hasNext, whole.nextCursor, whole.nextCursorKey]).toEqual([
      ...[false, undefined, undefined],
    ]);
    expect(whole.objects[3]).not.toHaveProperty('key');
    const part = await ask({ limit: 8 });
    expect([part.hasNext, part.nextCursorKey, part.objects.length]).toEqual([true, 'c/4.txt', 8]);
    const inFolder = await ask({ prefix: 'a/', with_delimiter: true, limit: 1 });
    expect([inFolder.hasNext, inFolder.nextCursorKey]).toEqual([true, 'a/1.txt']);
    expect(inFolder.objects).toMatchObject([{ key: '1.txt', name: 'a/1.txt' }]);
    const folders = await ask({ prefix: 'a/d', with_delimiter: true });
    expect(folders).toMatchObject({
      ...{ hasNext: false, objects: [] },
      folders: [{ key: 'deep', name: 'a/deep/' }],
    });
  });
});

describe('copies and moves', () => {
  const files = () => storage.storage('service').from('pictures');

  test('a copy is another file with the same bytes', async () => {
    await files().upload('from.txt', 'words', { metadata: { a: 1 }, contentType: 'text/x-a' });
    expect((await files().copy('from.txt', 'to.txt')).data).toEqual({ path: 'pictures/to.txt' });
    const [from, to] = [await files().info('from.txt'), await files().info('to.txt')];
    expect(to.data).toMatchObject({ size: 5, contentType: 'text/x-a', metadata: { a: 1 } });
    expect(to.data?.etag).not.toBe(from.data?.etag);
    await files().remove(['from.txt']);
    expect(await (await files().download('to.txt')).data?.text()).toBe('words');
    expect((await files().copy('none', 'to2')).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await files().copy('to.txt', 'to.txt')).error).toMatchObject({ statusCode: '409' });
    const anew = await files().copy('to.txt', 'anew.txt', {
      copyMetadata: false,
      metadata: { cacheControl: 'max-age=5', mimetype: 'text/x-b' },
    });
    expect(anew.error).toBeNull();
    expect((await files().info('anew.txt')).data).toMatchObject({
      ...{ contentType: 'text/x-b', cacheControl: 'max-age=5', metadata: {} },
    });
  });

  test('a copy takes the place of another only where it may', async () => {
    await files().upload('place/from', 'new');
    await files().upload('place/to', 'old');
    const copy = async (headers: Record<string, string>) => {
      const body = JSON.stringify({
        ...{ bucketId: 'pictures', sourceKey: 'place/from', destinationKey: 'place/to' },
      });
      const answer = await storage.send('service', 'object/copy', {
        method: 'POST',
        body,
        headers,
      });
      return answer.json();
    };
    expect(await copy({})).toMatchObject({ statusCode: '409' });
    expect(await (await files().download('place/to')).data?.text()).toBe('old');
    expect(await copy({ 'x-upsert': 'true' })).toMatchObject({
      ...{
        Key: 'pictures/place/to',
        Id: expect.any(String),
        name: 'place/to',
        bucket_id: 'pictures',
      },
    });
    expect(await (await files().download('place/to')).data?.text()).toBe('new');
  });

  test('what a person copies or moves is theirs, and what the operator moves stays whose it was', async () => {
    const { ann } = storage.world;
    const own = storage.storage('ann').from('papers');
    const service = storage.storage('service').from('papers');
    const path = (name: string) => `${ann.userId}/whose/${name}`;
    const listOwners = async () => {
      const rows = await storage.world.database.query<{
        name: string;
        own: boolean;
        owner: unknown;
      }>(
        `select path_tokens[3] as name, owner_id = $1 as own, owner::text as owner from storage.objects
         where name like '%/whose/%' order by 1`,
        [ann.userId],
      );
      return rows.map(({ name, own: isOwn, owner }) => [name, isOwn, owner === ann.userId]);
    };
    await service.upload(path('1'), 'of nobody');
    expect((await own.copy(path('1'), path('2'))).error).toBeNull();
    expect(await listOwners()).toEqual([
      ['1', null, false],
      ['2', true, true],
    ]);
    expect((await service.move(path('2'), path('3'))).error).toBeNull();
    expect((await own.move(path('1'), path('4'))).error).toBeNull();
    expect(await listOwners()).toEqual([
      ['3', true, true],
      ['4', true, true],
    ]);
  });

  test('a move is the same file under another name, also in another bucket', async () => {
    await files().upload('old/name.txt', 'words');
    const before = await files().info('old/name.txt');
    const moved = await files().move('old/name.txt', 'new/name.txt');
    expect(moved.data).toMatchObject({ message: 'Successfully moved' });
    const after = await files().info('new/name.txt');
    expect(after.data).toMatchObject({ id: before.data?.id, etag: before.data?.etag });
    expect((await files().exists('old/name.txt')).data).toBe(false);
    const away = await files().move('new/name.txt', 'x.txt', { destinationBucket: 'vault' });
    expect(away.error).toBeNull();
    const vault = storage.storage('service').from('vault');
    expect(await (await vault.download('x.txt')).data?.text()).toBe('words');

    await files().upload('taken.txt', 'taken');
    await files().upload('mover.txt', 'mover');
    const refused = await files().move('mover.txt', 'taken.txt');
    expect(refused.error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    });
    expect((await files().move('none', 'x')).error).toMatchObject({ code: 'NoSuchKey' });
    const nowhere = await files().move('mover.txt', 'x', { destinationBucket: 'none' });
    expect(nowhere.error).toMatchObject({ statusCode: '404' });
  });

  test('fit the bucket that they go to', async () => {
    const service = storage.storage('service');
    await service.createBucket('narrow', {
      ...{ public: false, fileSizeLimit: 10, allowedMimeTypes: ['text/plain'] },
    });
    // Each under a name of its own: one that is taken would be refused for that.
    for (const [name, body, contentType, code] of [
      ['empty', '', 'text/plain', null],
      ['fits', '1234567890', 'text/plain', null],
      ['large', '12345678901', 'text/plain', 'EntityTooLarge'],
      ['other', '123', 'text/html', 'InvalidMimeType'],
      ['feigned', 'GIF89a', 'text/plain', 'InvalidMimeType'],
      // It has no bytes and is of no type.
      ['.emptyFolderPlaceholder', '', 'application/octet-stream', null],
    ] as const) {
      expect((await files().upload(name, body, { contentType })).error).toBeNull();
      const destination = { destinationBucket: 'narrow' };
      const copied = await files().copy(name, `copied/${name}`, destination);
      const moved = await files().move(name, `moved/${name}`, destination);
      const refusal = code === null ? null : { code };
      expect([name, copied.error, moved.error]).toMatchObject([name, refusal, refusal]);
    }
  });

  test('are one’s own by policies', async () => {
    const { ann } = storage.world;
    const own = storage.storage('ann').from('papers');
    const path = `${ann.userId}/plan.txt`;
    await own.upload(path, 'mine');
    const other = storage.storage('bob').from('papers');
    expect((await other.copy(path, `${storage.world.bob.userId}/x`)).error).not.toBeNull();
    expect((await other.move(path, `${storage.world.bob.userId}/x`)).error).not.toBeNull();
    expect((await own.move(path, 'elsewhere/x')).error).toMatchObject({ statusCode: '403' });
    expect((await own.copy(path, 'elsewhere/x')).error).toMatchObject({ statusCode: '403' });
    expect((await own.copy(path, `${ann.userId}/copy`)).error).toBeNull();
    expect((await own.move(path, `${ann.userId}/moved`)).error).toBeNull();
  });
});
