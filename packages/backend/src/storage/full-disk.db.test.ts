import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findSmallDiskHindrance, onSmallDisk } from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Killable, startKillable } from './testing/killable.ts';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

/** Whole pages of memory, so that a file fills it to the last byte. */
const room = 4 * 1024 * 1024;

const hindrance = findSmallDiskHindrance();

describe('the home directory on a disk of 4 MiB', () => {
  let storage: StorageWorld;
  let served: Killable;
  beforeAll(async () => {
    storage = await createStorageWorld();
    if (hindrance === null) {
      const within = onSmallDisk(storage.directory, room);
      served = await startKillable(storage, { home: 'directory' }, { within });
    }
  });
  afterAll(async () => {
    await served?.kill();
    await storage[Symbol.asyncDispose]();
  });
  beforeEach((context) => {
    context.skip(hindrance !== null, hindrance ?? '');
  });

  const send = (path: string, init: RequestInit) =>
    fetch(new URL(`/storage/v1/${path}`, served.url), {
      ...init,
      headers: { authorization: `Bearer ${storage.token('service')}`, ...init.headers },
    });
  const upload = async (name: string, size: number, headers = {}) => {
    const body = Buffer.alloc(size, 7);
    const answer = await send(`object/pictures/${name}`, { method: 'POST', body, headers });
    return { status: answer.status, told: await answer.json() };
  };
  const download = async (name: string) => {
    const answer = await send(`object/pictures/${name}`, { method: 'GET' });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.ok && bytes.every((byte) => byte === 7) ? bytes.length : null;
  };
  const listRows = async () => {
    const rows = await storage.world.database.query<{ name: string }>(
      'select name from storage.objects order by name',
    );
    return rows.map(({ name }) => name);
  };
  /** What lies on the disk, by name, whole or in part. */
  const listFiles = async () => {
    const directory = join(served.root, storage.directory);
    const files = await readdir(directory, { recursive: true, withFileTypes: true });
    return files.filter((file) => file.isFile()).map(({ name }) => name);
  };
  /** Lets time go by for the sweep, and sweeps. */
  const sweep = async () => {
    await storage.world.database.query(
      `update private.stored_bytes set begun_at = begun_at - interval '2 hours',
         unwanted_at = unwanted_at - interval '2 hours'`,
    );
    served.begin('sweep');
    expect(await served.hear()).toBe('swept');
  };
  afterEach(async () => {
    await storage.world.database.query('delete from storage.objects');
    await storage.world.database.query('delete from private.resumable_uploads');
    await sweep();
    expect(await listFiles()).toEqual([]);
  });
  const full = { statusCode: '507', code: 'StorageFull' };

  test.each([
    ['one byte less than', room - 1],
    ['exactly', room],
  ])('takes a file of %s its room', async (_, size) => {
    expect(await upload('fits', size)).toMatchObject({ status: 200 });
    expect(await download('fits')).toBe(size);
  });

  test('refuses a file of one byte more, keeps nothing of it, and then takes one that fits', async () => {
    expect(await upload('large', room + 1)).toMatchObject({ status: 507, told: full });
    expect([await listRows(), await listFiles()]).toEqual([[], []]);
    expect(await upload('fits', room)).toMatchObject({ status: 200 });
    expect(await download('fits')).toBe(room);
  });

  test('keeps what was to be replaced by a file for which there is no room', async () => {
    expect(await upload('kept', room - 1_000_000)).toMatchObject({ status: 200 });
    const refused = await upload('kept', 1_100_000, { 'x-upsert': 'true' });
    expect(refused).toMatchObject({ status: 507, told: full });
    expect(await download('kept')).toBe(room - 1_000_000);
    expect([await listRows(), (await listFiles()).length]).toEqual([['kept'], 1]);
  });

  test('refuses a resumable upload where it fills, has a row only of the whole, and is swept', async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const tus = { 'tus-resumable': '1.0.0' };
    const begun = await send('upload/resumable', {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(room),
        'upload-metadata': `bucketName ${encode('pictures')},objectName ${encode('resumed')}`,
      },
    });
    const path = (begun.headers.get('location') ?? '').replace('/storage/v1/', '');
    const patch = (offset: number, size: number) =>
      send(path, {
        method: 'PATCH',
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: Buffer.alloc(size, 7),
      });
    expect((await patch(0, room - 1_000_000)).status).toBe(204);
    expect(await upload('beside', 500_000)).toMatchObject({ status: 200 });
    expect((await patch(room - 1_000_000, 1_000_000)).status).toBe(507);
    expect(await listRows()).toEqual(['beside']);
    const told = await send(path, { method: 'HEAD', headers: tus });
    const offset = Number(told.headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(room - 1_000_000);

    await storage.world.database.query(`delete from storage.objects where name = 'beside'`);
    await sweep();
    expect((await patch(offset, room - offset)).status).toBe(204);
    expect(await download('resumed')).toBe(room);
  });

  test('sweeps what a resumable upload has left behind on it', async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const begun = await send('upload/resumable', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(room + 1),
        'upload-metadata': `bucketName ${encode('pictures')},objectName ${encode('left')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: Buffer.alloc(room + 1, 7),
    });
    expect(begun.status).toBe(507);
    expect([await listRows(), (await listFiles()).length]).toEqual([[], 1]);
    await storage.world.database.query('update private.resumable_uploads set expires_at = now()');
    await sweep();
    expect(await listFiles()).toEqual([]);
    expect(await upload('fits', room)).toMatchObject({ status: 200 });
  });
});
