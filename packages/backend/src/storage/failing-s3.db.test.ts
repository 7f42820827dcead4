import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BytesStore } from './bytes/bytes-store.ts';
import { moveStoredBytes } from './bytes/move.ts';
import { createS3Client } from './bytes/s3-client.ts';
import { createS3Home } from './bytes/s3-home.ts';
import { type FailingS3, type Fault, startFailingS3 } from './testing/failing-s3.ts';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

/*
 * An S3 that fails half way: a row never names bytes that are not there, and what lies there without a row goes.
 * Nothing is listed at an S3, so that no list of its own can fail.
 */

let s3: FailingS3;
let storage: StorageWorld;

beforeAll(async () => {
  s3 = await startFailingS3();
  storage = await createStorageWorld({ home: 's3', s3: s3.url });
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});
beforeEach(() => {
  storage.errors.length = 0;
});
afterEach(async () => {
  s3.fail(null);
  await s3.settle();
  await storage.world.database.query('delete from storage.objects');
  await sweepLater();
  expect(await listAll()).toEqual([]);
});

/** Two pieces, the last of them short. */
const size = 2_200_000;
/** Three, of which one is in the middle. */
const sizeOfThree = 4_200_000;
const old = Buffer.alloc(1_000, 1);
const young = Buffer.alloc(1_000, 3);
const files = () => storage.storage('service').from('pictures');

async function sweepLater(): Promise<void> {
  await storage.world.database.query(
    `with bytes as (
       update private.stored_bytes set begun_at = begun_at - interval '2 hours',
         unwanted_at = unwanted_at - interval '2 hours'),
     uploads as (update private.resumable_uploads set expires_at = now() where taken < size)
     update private.leftover_bytes set since = since - interval '2 hours'`,
  );
  await storage.backend.sweepStorage();
}

/** What lies at the S3, and what is known to lie anywhere. */
async function listAll(): Promise<string[]> {
  const known = await storage.world.database.query<{ id: string }>(
    `select id::text from private.stored_bytes union select bytes_id::text from private.s3_pieces
     union select bytes_id::text from private.leftover_bytes`,
  );
  return [...new Set([...known.map(({ id }) => id), ...(await s3.listIds())])];
}

async function listVersions(): Promise<string[]> {
  const rows = await storage.world.database.query<{ version: string }>(
    'select version from storage.objects order by version',
  );
  return rows.map(({ version }) => version);
}

async function download(name: string): Promise<Buffer> {
  const { data, error } = await files().download(name);
  expect(error).toBeNull();
  return Buffer.from(await (data ?? new Blob()).arrayBuffer());
}

const put = (fault: Fault, after: number) => ({ method: 'PUT', fault, after }) as const;
/** In the middle of an upload, each piece of which is looked for when all are there. */
const whileWriting = [
  { ...put('refuses', 0), bytes: size },
  { ...put('refuses', 2), bytes: sizeOfThree },
  { ...put('is cut off', 0), bytes: size },
  { ...put('is cut off', 1), bytes: size },
  { ...put('does not say so', 1), bytes: size },
  { ...put('lies', 0), bytes: size },
  { ...put('lies', 1), bytes: size },
  { ...put('is short', 1), times: 1, bytes: sizeOfThree },
  { method: 'HEAD', fault: 'refuses', after: 1, bytes: size },
  { method: 'HEAD', fault: 'does not say so', after: 0, bytes: size },
] as const;

describe.each(whileWriting)('an S3 that $fault by $method after $after', ({ bytes, ...plan }) => {
  test('takes no upload: what was there is there, what came goes, and once it is well it takes it', async () => {
    await files().upload('kept', old);
    const before = await listVersions();
    s3.fail(plan);
    for (const name of ['new', 'kept']) {
      const refused = await files().update(name, Buffer.alloc(bytes, 2));
      expect(refused.error).toMatchObject({ statusCode: '500' });
      s3.fail(plan);
    }
    expect(storage.errors).not.toEqual([]);
    s3.fail(null);
    expect(await listVersions()).toEqual(before);
    expect((await download('kept')).equals(old)).toBe(true);
    await sweepLater();
    expect(await listAll()).toEqual(before);
    expect((await files().update('kept', young)).error).toBeNull();
    expect((await download('kept')).equals(young)).toBe(true);
  });
});

describe.each([
  put('refuses', 1),
  put('is cut off', 1),
  put('lies', 0),
  put('is short', 1),
  { method: 'HEAD', fault: 'refuses', after: 1 } as const,
])('an S3 that $fault by $method after $after', (plan) => {
  test('gets no file by a move, which is done by the next one', async () => {
    const config = { directory: storage.directory, s3: s3.url };
    const failures: unknown[] = [];
    const move = (to: 'directory' | 's3') =>
      moveStoredBytes(storage.world.database, config, to, {
        onFailure: (error) => failures.push(error),
      });
    await files().upload('moved', Buffer.alloc(size, 4));
    expect(await move('directory')).toMatchObject({ moved: 1, failed: 0 });
    await sweepLater();
    s3.fail(plan);
    expect(await move('s3')).toMatchObject({ moved: 0, failed: 1 });
    expect(failures).toHaveLength(1);
    s3.fail(null);
    expect((await download('moved')).equals(Buffer.alloc(size, 4))).toBe(true);
    await sweepLater();
    expect([await s3.listIds(), await listAll()]).toEqual([[], await listVersions()]);
    expect(await move('s3')).toMatchObject({ moved: 1, failed: 0 });
    await sweepLater();
    expect((await download('moved')).equals(Buffer.alloc(size, 4))).toBe(true);
    expect(await s3.listIds()).toEqual(await listVersions());
  });
});

const whileReading = [
  ['refuses', 0],
  ['refuses', 1],
  ['is cut off', 1],
  ['is short', 0],
  ['is short', 1],
] as const;

describe.each(whileReading)('an S3 that %s when it is read, after %d pieces', (fault, after) => {
  const plan = { method: 'GET', fault, after } as const;

  test('gives no more than what is so, copies and moves nothing; the file stays, and half a copy goes', async () => {
    await files().upload('read', Buffer.alloc(size, 6));
    const before = await listVersions();
    s3.fail(plan);
    // The download is cut, never ended.
    const answer = await storage.send('nobody', 'object/public/pictures/read');
    expect(answer.headers.get('content-length')).toBe(String(size));
    await expect(answer.arrayBuffer()).rejects.toThrow();
    s3.fail(plan);
    expect((await files().copy('read', 'copied')).error).toMatchObject({ statusCode: '500' });
    const config = { directory: storage.directory, s3: s3.url };
    s3.fail(plan);
    const failures: unknown[] = [];
    const moved = await moveStoredBytes(storage.world.database, config, 'directory', {
      onFailure: (error) => failures.push(error),
    });
    expect([moved.moved, failures.length]).toEqual([0, 1]);
    s3.fail(null);
    expect(await listVersions()).toEqual(before);
    await sweepLater();
    expect(await listAll()).toEqual(before);
    expect((await download('read')).equals(Buffer.alloc(size, 6))).toBe(true);
  });
});

test.each([
  ['PUT', 'refuses'],
  ['PUT', 'is cut off'],
  ['PUT', 'does not say so'],
  ['HEAD', 'refuses'],
  ['HEAD', 'does not say so'],
  ['GET', 'refuses'],
  ['GET', 'is cut off'],
  ['GET', 'is short'],
  ['DELETE', 'refuses'],
  ['DELETE', 'does not say so'],
] as const)(
  'a %s that %s now and then is made good without anybody noticing',
  async (method, fault) => {
    const bytes = randomBytes(size);
    s3.fail({ method, fault, after: 1, times: 3 });
    expect((await files().upload('hurt', bytes)).error).toBeNull();
    expect((await download('hurt')).equals(bytes)).toBe(true);
    expect((await files().remove(['hurt'])).error).toBeNull();
    await sweepLater();
    expect([storage.errors, await s3.listIds()]).toEqual([[], []]);
  },
);

test.each(['refuses', 'is cut off', 'does not say so'] as const)(
  'what an S3 that %s does not delete is known until it is gone',
  async (fault) => {
    await files().upload('one', Buffer.alloc(size, 7));
    await files().upload('two', Buffer.alloc(size, 8));
    expect((await files().remove(['one', 'two'])).error).toBeNull();
    s3.fail({ method: 'DELETE', fault, after: 1 });
    await expect(sweepLater()).rejects.toThrow('could not be taken away');
    expect(await listVersions()).toEqual([]);
    expect(await listAll()).toHaveLength(2);
    s3.fail(null);
    await storage.backend.sweepStorage();
    expect(await listAll()).toEqual([]);
  },
);

test.each(['refuses', 'is cut off'] as const)(
  'a resumable upload goes on from what is safe where the S3 %s in the middle',
  async (fault) => {
    const bytes = randomBytes(size);
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const tus = { 'tus-resumable': '1.0.0' };
    const begun = await storage.send('service', 'upload/resumable', {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': `bucketName ${encode('pictures')},objectName ${encode('resumed')}`,
      },
    });
    const path = (begun.headers.get('location') ?? '').replace('/storage/v1/', '');
    const patch = (offset: number) =>
      storage.send('service', path, {
        method: 'PATCH',
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes.subarray(offset),
      });
    s3.fail({ method: 'PUT', fault, after: 1 });
    expect((await patch(0)).status).toBe(500);
    expect(await listVersions()).toEqual([]);
    s3.fail(null);
    const told = await storage.send('service', path, { method: 'HEAD', headers: tus });
    const offset = Number(told.headers.get('upload-offset'));
    expect(offset).toBe(2 * 1024 * 1024);
    expect((await patch(offset)).status).toBe(204);
    expect((await download('resumed')).equals(bytes)).toBe(true);
    await sweepLater();
    expect(await listAll()).toEqual(await listVersions());
  },
);

test.each(['PUT', 'HEAD', 'GET', 'DELETE'] as const)(
  'an S3 that is silent at a %s is not waited for for ever',
  async (method) => {
    const { database } = storage.world;
    const toStore = (patience: number) =>
      new BytesStore({
        ...{ database, home: 's3', onError: () => undefined },
        homes: { s3: createS3Home(database, createS3Client(s3.url, patience)) },
      });
    const [patient, hasty] = [toStore(300_000), toStore(300)];
    // In a hurry only where nothing comes.
    const toMake = (...methods: string[]) => (methods.includes(method) ? hasty : patient);
    async function* once() {
      yield Buffer.alloc(10, 9);
    }
    s3.fail({ method, fault: 'is silent' });
    const id = await patient.begin();
    const work = async () => {
      await toMake('PUT', 'HEAD').write(id, once());
      await new Response(await toMake('GET').read(id, { first: 0, last: 9 })).arrayBuffer();
      await database.query('update private.stored_bytes set unwanted_at = $2 where id = $1', [
        id,
        new Date(0),
      ]);
      await toMake('DELETE').sweep();
    };
    await expect(work()).rejects.toThrow();
    s3.fail(null);
    await patient.drop(id);
  },
);
