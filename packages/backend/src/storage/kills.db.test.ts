import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BytesStore } from './bytes/bytes-store.ts';
import { createDatabaseHome } from './bytes/database-home.ts';
import { createDirectoryHome } from './bytes/directory-home.ts';
import type { BytesHome } from './bytes/home.ts';
import type { StorageConfig } from './create-storage.ts';
import { startKillable } from './testing/killable.ts';
import { type S3Server, startS3 } from './testing/s3-server.ts';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

/** Lets time go by for the sweep, and sweeps. */
async function sweep({ world, backend }: StorageWorld) {
  await world.database.query(
    `update private.stored_bytes set begun_at = begun_at - interval '2 hours',
       unwanted_at = unwanted_at - interval '2 hours'`,
  );
  await backend.sweepStorage();
}

async function listFiles(directory: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile()).map(({ name }) => name);
}

/** The ids of all bytes that lie somewhere, by what the homes themselves have. */
async function listBytes({ world, directory }: StorageWorld, s3?: S3Server): Promise<string[]> {
  const pieces = await world.database.query<{ id: string }>(
    'select distinct bytes_id::text as id from private.stored_pieces',
  );
  const sent = (await s3?.listIds()) ?? [];
  return [...pieces.map(({ id }) => id), ...(await listFiles(directory)), ...sent].sort();
}

/** Each row has its bytes, whole; after a sweep there are no others. */
async function requireWhole(storage: StorageWorld, s3?: S3Server) {
  const rows = await storage.world.database.query<{
    bucket_id: string;
    name: string;
    version: string;
    metadata: { size: number };
  }>('select bucket_id, name, version, metadata from storage.objects');
  const service = storage.storage('service');
  for (const { bucket_id: bucket, name, metadata } of rows) {
    const { data, error } = await service.from(bucket).download(name);
    expect([name, error, data?.size]).toEqual([name, null, metadata.size]);
    const content = Buffer.from(await (data ?? new Blob()).arrayBuffer());
    // Each file was sent as one byte again and again.
    expect(content.equals(Buffer.alloc(content.length, content[0]))).toBe(true);
  }
  await sweep(storage);
  const named = rows.filter(({ metadata }) => metadata.size > 0).map(({ version }) => version);
  expect(await listBytes(storage, s3)).toEqual(named.sort());
  const [left] = await storage.world.database.query(
    'select count(*)::integer as bytes from private.stored_bytes',
  );
  expect(left).toEqual({ bytes: rows.length });
  return rows.length;
}

describe.each(['database', 'directory', 's3'] as const)(
  'a process killed, in the home %s',
  (home) => {
    let storage: StorageWorld;
    let s3: S3Server;
    let config: StorageConfig;
    beforeAll(async () => {
      s3 = await startS3();
      config = { home, s3: s3.url };
      storage = await createStorageWorld(config);
    });
    afterAll(async () => {
      await storage[Symbol.asyncDispose]();
      await s3[Symbol.asyncDispose]();
    });

    test('in the middle of uploads leaves no row: bytes go, or are gone on from by another process', async () => {
      const killed = await startKillable(storage, config);
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          sent += 1;
          controller.enqueue(new Uint8Array(65_536));
          if (sent > 40) {
            await new Promise(() => undefined);
          }
        },
      });
      const upload = fetch(`${killed.url}/storage/v1/object/pictures/half.bin`, {
        ...{ method: 'POST', body, duplex: 'half' },
        headers: { authorization: `Bearer ${storage.token('service')}` },
      }).catch((error: Error) => error);
      await expect.poll(() => listBytes(storage, s3)).toHaveLength(1);

      // More than a piece of S3 is there before it breaks off.
      const bytes = Buffer.alloc(3_000_000, 7);
      const encode = (text: string) => Buffer.from(text).toString('base64');
      const headers = {
        authorization: `Bearer ${storage.token('service')}`,
        'tus-resumable': '1.0.0',
      };
      const begun = await fetch(`${killed.url}/storage/v1/upload/resumable`, {
        method: 'POST',
        headers: {
          ...headers,
          'upload-length': String(bytes.length),
          'upload-metadata': `bucketName ${encode('pictures')},objectName ${encode('resumed')}`,
        },
      });
      const path = begun.headers.get('location') ?? '';
      const patch = (offset: number) => ({
        method: 'PATCH',
        headers: {
          ...headers,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
      });
      const first = await fetch(`${killed.url}${path}`, {
        ...patch(0),
        body: bytes.subarray(0, 2_200_000),
      });
      expect(first.status).toBe(204);
      const rest = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes.subarray(2_200_000, 2_500_000)),
      });
      const more = { ...patch(2_200_000), body: rest, duplex: 'half' };
      const second = fetch(`${killed.url}${path}`, more).catch((error: Error) => error);
      const held = async () => {
        const [row] = await storage.world.database.query<{ held: boolean }>(
          'select holder is not null as held from private.resumable_uploads where name = $1',
          ['resumed'],
        );
        return row?.held;
      };
      await expect.poll(held).toBe(true);
      await killed.kill();
      expect(await upload).toBeInstanceOf(Error);
      expect(await second).toBeInstanceOf(Error);
      expect(await listBytes(storage, s3)).toHaveLength(2);
      expect(await storage.world.database.query('select from storage.objects')).toEqual([]);

      // What the dead process held is free once its time is over.
      await storage.world.database.query(
        'update private.resumable_uploads set held_until = now() - make_interval(secs => 1)',
      );
      const told = await storage.send('service', path.replace('/storage/v1/', ''), {
        ...{ method: 'HEAD', headers },
      });
      const offset = Number(told.headers.get('upload-offset'));
      expect(offset).toBeGreaterThanOrEqual(2_200_000);
      const last = await storage.send('service', path.replace('/storage/v1/', ''), {
        ...patch(offset),
        body: bytes.subarray(offset),
      });
      expect(last.status).toBe(204);
      // The one that was gone on from: of the other there is nothing.
      expect(await requireWhole(storage, s3)).toBe(1);
    });

    test('at any moment leaves rows and bytes that agree', async () => {
      for (let round = 0; round < 2; round += 1) {
        const killed = await startKillable(storage, config);
        const send = (path: string, init: RequestInit) =>
          fetch(`${killed.url}/storage/v1/${path}`, {
            ...init,
            headers: { authorization: `Bearer ${storage.token('service')}`, ...init.headers },
          }).then((answer) => answer.text());
        const json = { 'content-type': 'application/json' };
        const work = async (at: number) => {
          for (let step = 0; ; step += 1) {
            const name = `${round}/${at}/${step % 3}`;
            const bytes = new Uint8Array(1 + ((step * 97_003) % 700_000)).fill(
              (at * 31 + step) % 256,
            );
            const upsert = { 'x-upsert': 'true' };
            await send(`object/pictures/${name}`, { method: 'POST', body: bytes, headers: upsert });
            const pair = { bucketId: 'pictures', sourceKey: name };
            const to = (key: string) =>
              JSON.stringify({ ...pair, destinationKey: `${name}-${key}` });
            await send('object/copy', { method: 'POST', body: to('copy'), headers: json });
            await send('object/move', { method: 'POST', body: to(`moved${step}`), headers: json });
            await send(`object/pictures/${name}-copy`, { method: 'DELETE' });
          }
        };
        const workers = [0, 1, 2, 3].map((at) => work(at).catch((error: Error) => error));
        // So far that each has done something, and no further than anywhere.
        await expect
          .poll(
            async () => {
              const [row] = await storage.world.database.query<{ some: boolean }>(
                `select count(*) > $1::integer as some from storage.objects where name like $2`,
                [round * 2 + 1, `${round}/%moved%`],
              );
              return row?.some;
            },
            { timeout: 60_000 },
          )
          .toBe(true);
        await killed.kill();
        await Promise.all(workers);
        expect(await requireWhole(storage, s3)).toBeGreaterThan(0);
      }
    });
  },
);

describe('bytes', () => {
  let storage: StorageWorld;
  beforeAll(async () => {
    storage = await createStorageWorld();
  });
  afterAll(async () => {
    await storage[Symbol.asyncDispose]();
  });

  test('whose sender leaves in the middle go at once', async () => {
    const leaving = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(randomBytes(600_000)),
    });
    const init = { method: 'POST', body, duplex: 'half', signal: leaving.signal };
    const upload = storage.send('service', 'object/pictures/left.bin', init).catch(() => 'left');
    await expect.poll(() => listBytes(storage)).toHaveLength(1);
    leaving.abort();
    expect(await upload).toBe('left');
    await expect.poll(() => listBytes(storage)).toEqual([]);
    expect(await requireWhole(storage)).toBe(0);
  });

  test('that were replaced or deleted stay for those who read them, and go then', async () => {
    const files = storage.storage('service').from('pictures');
    await files.upload('kept', Buffer.alloc(600_000, 1));
    const answer = await storage.send('nobody', 'object/public/pictures/kept');
    await files.update('kept', Buffer.alloc(10, 2));
    await storage.backend.sweepStorage();
    expect((await answer.arrayBuffer()).byteLength).toBe(600_000);
    expect(await listBytes(storage)).toHaveLength(2);
    await sweep(storage);
    expect(await listBytes(storage)).toHaveLength(1);
    // By SQL too.
    await storage.world.database.query(`delete from storage.objects where name = 'kept'`);
    await sweep(storage);
    expect(await listBytes(storage)).toEqual([]);
  });

  test('of an upload that is under way are left alone for 45 minutes', async () => {
    const { database } = storage.world;
    const add = (age: string) =>
      database.query(
        `insert into private.stored_bytes (id, home, begun_at)
         values (gen_random_uuid(), 'database', now() - $1::interval)`,
        [age],
      );
    await add('44 minutes');
    await add('46 minutes');
    await storage.backend.sweepStorage();
    const [left] = await database.query(
      'select count(*)::integer as bytes from private.stored_bytes',
    );
    expect(left).toEqual({ bytes: 1 });
  });

  test('that a home fails to write leave nothing, and a full disk is told', async () => {
    const full = join(storage.directory, 'full');
    await mkdir(full);
    await using other = await createStorageWorld({ home: 'directory', directory: full });
    const files = other.storage('service').from('pictures');
    expect((await files.upload('fits', 'x')).error).toBeNull();
    const database = createDatabaseHome(other.world.database);
    const failing: BytesHome = {
      ...database,
      append: async () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    };
    const errors: unknown[] = [];
    const store = new BytesStore({
      ...{ database: other.world.database, homes: { database: failing }, home: 'database' },
      onError: (error) => errors.push(error),
    });
    const id = await store.begin();
    async function* none() {}
    await expect(store.write(id, none())).rejects.toThrow('no space');
    await store.drop(id);
    const left = await other.world.database.query(
      'select from private.stored_bytes where id = $1',
      [id],
    );
    expect([left, errors]).toEqual([[], []]);
    await rm(full, { recursive: true, force: true });
    await writeFile(full, 'no directory');
    expect((await files.upload('fails', 'x')).error).toMatchObject({ statusCode: '500' });
    expect((await files.exists('fails')).data).toBe(false);
  });

  test('lie under names of ours, and may be copied where they lie', async () => {
    const home = createDirectoryHome(join(storage.directory, 'homes'));
    async function* some() {
      yield Buffer.from('01234');
      yield Buffer.from('56789');
    }
    const [one, two] = [
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000002',
    ];
    expect(await home.append(one, 0, some())).toBe(10);
    await home.finish(one);
    await home.copy(one, two);
    await home.remove(one);
    const read = async (id: string) =>
      (await buffer(home.read(id, { first: 2, last: 5 }))).toString();
    expect(await read(two)).toBe('2345');
    await expect(read(one)).rejects.toThrow('ENOENT');
    expect(await listFiles(join(storage.directory, 'homes'))).toEqual([two]);
    await home.remove(one);
  });
});
