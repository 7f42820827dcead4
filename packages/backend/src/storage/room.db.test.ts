import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

const most = 1_000;
let storage: StorageWorld;
beforeAll(async () => {
  storage = await createStorageWorld({ personBytes: most });
});
afterEach(async () => {
  await storage.world.database.query('delete from storage.objects');
  expect(storage.errors).toEqual([]);
});
afterAll(() => storage[Symbol.asyncDispose]());

const folder = (name: string, who: 'ann' | 'bob' = 'ann') => `${storage.world[who].userId}/${name}`;
const papers = (who: 'ann' | 'bob' | 'service' = 'ann') => storage.storage(who).from('papers');
const put = async (name: string, bytes: number, who: 'ann' | 'bob' = 'ann') => {
  const { error } = await papers(who).upload(folder(name, who), new Uint8Array(bytes), {
    upsert: true,
  });
  return error === null ? null : 'code' in error ? error.code : error.message;
};
const listNames = async () => {
  const rows = await storage.world.database.query<{ name: string }>(
    `select path_tokens[2] as name from storage.objects order by 1`,
  );
  return rows.map(({ name }) => name);
};
/** The bytes that lie there for rows to come or that are there; what was refused is gone at once. */
const countBytes = async () => {
  const [row] = await storage.world.database.query<{ bytes: number }>(
    'select count(*)::integer as bytes from private.stored_bytes where unwanted_at is null',
  );
  return row?.bytes;
};

test.each([
  [most - 1, null],
  [most, null],
  [most + 1, 'QuotaExceeded'],
])('one file of %i bytes of a person who may store a thousand', async (bytes, code) => {
  expect(await put('one', bytes)).toBe(code);
  expect(await listNames()).toEqual(code === null ? ['one'] : []);
  expect(await countBytes()).toBe(code === null ? 1 : 0);
});

test.each([
  [399, null],
  [400, null],
  [401, 'QuotaExceeded'],
])('%i bytes beside 600 that are there', async (bytes, code) => {
  await put('first', 600);
  expect(await put('second', bytes)).toBe(code);
  expect(await listNames()).toEqual(code === null ? ['first', 'second'] : ['first']);
});

test('a refusal says what may be stored, as the official client reads it', async () => {
  const { error } = await papers().upload(folder('large'), new Uint8Array(most + 1));
  expect(error).toMatchObject({
    statusCode: '413',
    message: `one person stores at most ${most} bytes in 10000 files`,
  });
});

test('another person, the server, and what was replaced or deleted do not count', async () => {
  expect(await put('all', most)).toBe(null);
  expect(await put('all', most, 'bob')).toBe(null);
  expect((await papers('service').upload('x/large', new Uint8Array(3 * most))).error).toBe(null);
  expect(await put('all', most - 1)).toBe(null);
  expect(await put('more', 1)).toBe(null);
  await papers().remove([folder('all')]);
  expect(await put('other', most - 1)).toBe(null);
});

test('of uploads at the same time no more pass than there is room for', async () => {
  const codes = await Promise.all(Array.from({ length: 8 }, (_, at) => put(`at once ${at}`, 400)));
  expect(codes.filter((code) => code === null)).toHaveLength(2);
  expect(codes.filter((code) => code === 'QuotaExceeded')).toHaveLength(6);
  expect(await listNames()).toHaveLength(2);
  expect(await countBytes()).toBe(2);
});

test('copies count, other names do not', async () => {
  await put('first', 501);
  const files = papers();
  expect((await files.copy(folder('first'), folder('copy'))).error).toMatchObject({
    statusCode: '413',
  });
  expect((await files.move(folder('first'), folder('moved'))).error).toBe(null);
  expect(await listNames()).toEqual(['moved']);
});

test('an address to upload to, given by a person, counts for that person', async () => {
  await put('first', 900);
  const { data } = await papers().createSignedUploadUrl(folder('signed'));
  const to = data ?? expect.fail();
  const upload = (bytes: number) =>
    papers().uploadToSignedUrl(to.path, to.token, new Uint8Array(bytes));
  expect((await upload(101)).error).toMatchObject({ statusCode: '413' });
  expect((await upload(100)).error).toBe(null);
});

test.each([
  [100, 201],
  [101, 413],
])('a resumable upload of %i bytes beside 900', async (bytes, status) => {
  await put('first', 900);
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const answer = await storage.send('ann', 'upload/resumable', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'content-type': 'application/offset+octet-stream',
      'upload-metadata': `bucketName ${encode('papers')},objectName ${encode(folder('resumed'))}`,
    },
    body: new Uint8Array(bytes),
  });
  expect([answer.status, await answer.text()]).toEqual([status, expect.any(String)]);
  expect(await listNames()).toEqual(status === 201 ? ['first', 'resumed'] : ['first']);
});

test('so many files, and none more, however small', async () => {
  const { database, ann } = storage.world;
  await database.query(
    `insert into storage.objects (bucket_id, name, owner_id)
     select 'papers', $1 || '/empty ' || at, $1 from generate_series(1, $2::integer) at`,
    [ann.userId, 9_999],
  );
  expect(await put('last', 1)).toBe(null);
  expect(await put('one more', 1)).toBe('QuotaExceeded');
});

test('who is above a bound that has become narrower may make files smaller and rename them', async () => {
  await put('large', 900);
  await storage.world.database.query(
    `update storage.objects set metadata = jsonb_set(metadata, '{size}', '5000')`,
  );
  expect((await papers().move(folder('large'), folder('renamed'))).error).toBe(null);
  expect(await put('renamed', 1_001)).toBe(null);
  expect(await put('renamed', 1_002)).toBe('QuotaExceeded');
  expect(await put('renamed', 900)).toBe(null);
});
