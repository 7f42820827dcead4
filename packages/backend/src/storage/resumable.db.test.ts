import { randomBytes } from 'node:crypto';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

let storage: StorageWorld;
const homes = ['database', 'directory'] as const;

beforeAll(async () => {
  storage = await createStorageWorld();
});

afterAll(async () => {
  expect(storage.errors).toEqual([]);
  await storage[Symbol.asyncDispose]();
});

interface Sent {
  name: string;
  bucket?: string;
  who?: 'service' | 'ann' | 'bob' | 'anon';
  path?: string;
  headers?: Record<string, string>;
  contentType?: string;
}

function toOptions(
  { url, token }: StorageWorld,
  { name, bucket = 'pictures', who = 'service', path = '', headers, contentType }: Sent,
): UploadOptions {
  return {
    endpoint: `${url}/storage/v1/upload/resumable${path}`,
    retryDelays: null,
    headers: { authorization: `Bearer ${token(who)}`, ...headers },
    uploadDataDuringCreation: true,
    removeFingerprintOnSuccess: true,
    metadata: {
      bucketName: bucket,
      objectName: name,
      contentType: contentType ?? 'application/x-thing',
      cacheControl: '77',
      metadata: JSON.stringify({ from: 'tus' }),
    },
    chunkSize: 300_000,
  };
}

/** Sends all with the client of the protocol's makers. */
function send(to: StorageWorld, bytes: Buffer, sent: Sent, more: Partial<UploadOptions> = {}) {
  return new Promise<Upload>((resolve, reject) => {
    const upload = new Upload(bytes, {
      ...toOptions(to, sent),
      ...more,
      onError: reject,
      onSuccess: () => resolve(upload),
    });
    upload.start();
  });
}

const refusalOf = (thrown: unknown) => {
  const { originalResponse } = thrown as {
    originalResponse?: { getStatus(): number; getBody(): string };
  };
  return [originalResponse?.getStatus(), originalResponse?.getBody()];
};

describe.each(homes)('in the home %s', (home) => {
  let own: StorageWorld;
  beforeAll(async () => {
    own = await createStorageWorld({ home });
  });
  afterAll(async () => {
    expect(own.errors).toEqual([]);
    await own[Symbol.asyncDispose]();
  });

  test.each([0, 1, 300_000, 1_000_001])('%d bytes come whole', async (size) => {
    const bytes = randomBytes(size);
    const name = `whole/${size}`;
    await send(own, bytes, { name });
    const files = own.storage('service').from('pictures');
    const { data } = await files.download(name);
    expect(Buffer.from(await (data ?? new Blob()).arrayBuffer()).equals(bytes)).toBe(true);
    expect((await files.info(name)).data).toMatchObject({
      ...{ size, contentType: 'application/x-thing', cacheControl: 'max-age=77' },
      metadata: { from: 'tus' },
    });
  });

  test('what broke off goes on from where it was', async () => {
    const bytes = randomBytes(1_000_000);
    let sent = 0;
    const broken = new Upload(bytes, {
      ...toOptions(own, { name: 'broken' }),
      onChunkComplete: (_size, accepted) => {
        sent = accepted;
        if (accepted >= 600_000) {
          broken.abort();
        }
      },
    });
    broken.start();
    await expect.poll(() => sent).toBeGreaterThanOrEqual(600_000);
    let first: number | null = null;
    await send(
      own,
      bytes,
      { name: 'broken' },
      {
        uploadUrl: broken.url,
        onProgress: (now) => {
          first ??= now;
        },
      },
    );
    expect(first).toBeGreaterThanOrEqual(600_000);
    const { data } = await own.storage('service').from('pictures').download('broken');
    expect(Buffer.from(await (data ?? new Blob()).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

/** Calls of the protocol, one by one. */
const tus = (who: 'service' | 'ann' | 'bob' | 'anon', path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  if (!headers.has('tus-resumable')) {
    headers.set('tus-resumable', '1.0.0');
  }
  return storage.send(who, path.replace('/storage/v1/', ''), { ...init, headers });
};

const encode = (text: string) => Buffer.from(text).toString('base64');
const toHeaders = (bucket: string, name: string, size: number | string) => ({
  'upload-length': String(size),
  'upload-metadata': `bucketName ${encode(bucket)},objectName ${encode(name)},contentType ${encode('text/plain')}`,
});

async function begin(name: string, size: number, bucket = 'pictures') {
  const answer = await tus('service', 'upload/resumable', {
    method: 'POST',
    headers: toHeaders(bucket, name, size),
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

const add = (path: string, offset: number, body: BodyInit, who: 'service' | 'ann' = 'service') =>
  tus(who, path, {
    method: 'PATCH',
    body,
    headers: {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
  });

const offsetOf = async (path: string) => {
  const answer = await tus('service', path, { method: 'HEAD' });
  return [answer.status, answer.headers.get('upload-offset')];
};

describe('the protocol', () => {
  test('tells how much has come, and takes more from there alone', async () => {
    const path = await begin('steps.txt', 10);
    expect(await offsetOf(path)).toEqual([200, '0']);
    expect((await add(path, 0, '01234')).headers.get('upload-offset')).toBe('5');
    expect(await offsetOf(path)).toEqual([200, '5']);
    expect((await add(path, 4, 'x')).status).toBe(409);
    expect((await add(path, 6, 'x')).status).toBe(409);
    expect((await add(path, 5, 'more than is left')).status).toBe(413);
    expect((await storage.storage('service').from('pictures').exists('steps.txt')).data).toBe(
      false,
    );
    // What came before it was too much stays out: it goes on from what was safe.
    const [, now] = await offsetOf(path);
    expect((await add(path, Number(now), '56789'.slice(Number(now) - 5))).status).toBe(204);
    const { data } = await storage.storage('service').from('pictures').download('steps.txt');
    expect(await data?.text()).toBe('0123456789');
    // Whoever missed the last answer is told that all is there.
    expect(await offsetOf(path)).toEqual([200, '10']);
    expect((await tus('service', path, { method: 'DELETE' })).status).toBe(400);
  });

  test('ends what is not wanted', async () => {
    const path = await begin('ended.txt', 10);
    await add(path, 0, '01234');
    expect((await tus('service', path, { method: 'DELETE' })).status).toBe(204);
    expect(await offsetOf(path)).toEqual([404, null]);
    expect((await add(path, 5, '56789')).status).toBe(404);
  });

  test('goes on for a day, and is over then', async () => {
    const path = await begin('late.txt', 10);
    await add(path, 0, '01234');
    const id = path.split('/').at(-1);
    const end = (at: string) =>
      storage.world.database.query(
        `update private.resumable_uploads set expires_at = now() + $2::interval where id = $1`,
        [id, at],
      );
    const [left] = await storage.world.database.query<{ minutes: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes
       from private.resumable_uploads where id = $1`,
      [id],
    );
    expect(left?.minutes).toBeGreaterThan(23 * 60);
    expect(left?.minutes).toBeLessThanOrEqual(24 * 60);
    await end('-1 second');
    expect(await offsetOf(path)).toEqual([404, null]);
    expect((await add(path, 5, '56789')).status).toBe(404);
    expect((await tus('service', path, { method: 'DELETE' })).status).toBe(404);
    await end('1 hour');
    expect((await add(path, 5, '56789')).status).toBe(204);
  });

  test('waits for a request that lives, and for none that has gone', async () => {
    const path = await begin('held.txt', 10);
    const hold = (until: string) =>
      storage.world.database.query(
        `update private.resumable_uploads set holder = gen_random_uuid(), held_until = now() + $2::interval
         where id = $1`,
        [path.split('/').at(-1), until],
      );
    await hold('1 hour');
    expect((await add(path, 0, '01234')).status).toBe(423);
    await hold('-1 second');
    expect((await add(path, 0, '01234')).status).toBe(204);
    expect((await add(path, 5, '56789')).status).toBe(204);
  });

  test('is told to whoever asks first', async () => {
    const answer = await fetch(`${storage.url}/storage/v1/upload/resumable`, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('tus-version')]).toEqual([204, '1.0.0']);
    const other = await fetch(`${storage.url}/storage/v1/object/pictures`, { method: 'OPTIONS' });
    expect(other.headers.get('tus-version')).toBeNull();
  });

  test('refuses what it does not speak', async () => {
    const create = (headers: Record<string, string>) =>
      tus('service', 'upload/resumable', { method: 'POST', headers });
    const good = toHeaders('pictures', 'x.txt', 1);
    expect((await create({ ...good, 'tus-resumable': '0.2.2' })).status).toBe(412);
    expect((await create({ ...good, 'upload-length': 'many' })).status).toBe(400);
    expect((await create({ 'upload-length': '1' })).status).toBe(400);
    expect((await create(toHeaders('pictures', 'ä', 1))).status).toBe(400);
    expect((await create(toHeaders('none', 'x', 1))).status).toBe(404);
    const path = await begin('types.txt', 1);
    const patched = await tus('service', path, { method: 'PATCH', body: 'x' });
    expect(patched.status).toBe(415);
    for (const method of ['HEAD', 'DELETE']) {
      const older = await tus('service', path, { method, headers: { 'tus-resumable': '0.2.2' } });
      expect([method, older.status]).toEqual([method, 412]);
    }
    expect(await offsetOf(path)).toEqual([200, '0']);
    expect(await offsetOf('upload/resumable/nonsense')).toEqual([404, null]);
  });

  test('is one request’s at a time', async () => {
    const path = await begin('one.txt', 4);
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('0'));
        end = () => {
          controller.enqueue(Buffer.from('123'));
          controller.close();
        };
      },
    });
    const init = {
      ...{ method: 'PATCH', body, duplex: 'half' },
      headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    };
    const first = tus('service', path, init);
    await expect
      .poll(async () => {
        const [row] = await storage.world.database.query<{ held: boolean }>(
          'select holder is not null as held from private.resumable_uploads where id::text = $1',
          [path.split('/').at(-1)],
        );
        return row?.held;
      })
      .toBe(true);
    expect((await add(path, 0, '0123')).status).toBe(423);
    end();
    expect((await first).status).toBe(204);
  });
});

describe('limits', () => {
  test('of size, at the byte', async () => {
    const service = storage.storage('service');
    await service.createBucket('small', { public: false, fileSizeLimit: 10 });
    const create = async (size: number) =>
      (
        await tus('service', 'upload/resumable', {
          method: 'POST',
          headers: toHeaders('small', `${size}`, size),
        })
      ).status;
    expect([await create(10), await create(11)]).toEqual([201, 413]);
  });

  test('of content', async () => {
    const service = storage.storage('service');
    await service.createBucket('typed', { public: false, allowedMimeTypes: ['image/png'] });
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(40)]);
    const typed = { bucket: 'typed', contentType: 'image/png' };
    await send(storage, png, { name: 'good.png', ...typed });
    const refused = send(storage, Buffer.from('#!/bin/sh'), { name: 'bad.png', ...typed });
    expect(refusalOf(await refused.catch((error) => error))[0]).toBe(415);
    expect((await service.from('typed').exists('bad.png')).data).toBe(false);
  });

  test('of how many one has begun', async () => {
    const { bob } = storage.world;
    const create = async (at: number) =>
      (
        await tus('bob', 'upload/resumable', {
          method: 'POST',
          headers: toHeaders('papers', `${bob.userId}/${at}`, 5),
        })
      ).status;
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) {
      statuses.push(await create(at));
    }
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
    // One that is whole is under way no longer.
    const headers = { ...toHeaders('papers', `${bob.userId}/whole`, 0) };
    await storage.world.database.query(
      `update private.resumable_uploads set expires_at = now() where owner_id = $1 and name like '%/2'`,
      [bob.userId],
    );
    const whole = await tus('bob', 'upload/resumable', { method: 'POST', headers });
    expect([whole.status, await create(22), await create(23)]).toEqual([201, 201, 429]);
    await storage.world.database.query(
      `update private.resumable_uploads set expires_at = now() where owner_id = $1 and name like '%/3'`,
      [bob.userId],
    );
    expect(await create(21)).toBe(201);
  });
});

describe('rights', () => {
  test('are those of whoever began it', async () => {
    const { ann } = storage.world;
    const bytes = randomBytes(1000);
    const name = `${ann.userId}/tus.bin`;
    await send(storage, bytes, { name, bucket: 'papers', who: 'ann' });
    const files = storage.storage('ann').from('papers');
    expect((await files.info(name)).data).toMatchObject({ size: 1000 });
    const again = send(storage, bytes, { name, bucket: 'papers', who: 'ann' });
    expect(refusalOf(await again.catch((error) => error))).toEqual([
      409,
      'The resource already exists',
    ]);
    const over = { name, bucket: 'papers', who: 'ann', headers: { 'x-upsert': 'true' } } as const;
    await send(storage, randomBytes(2000), over);
    expect((await files.info(name)).data).toMatchObject({ size: 2000 });
    const other = send(storage, bytes, { name: `${ann.userId}/x`, bucket: 'papers', who: 'bob' });
    expect(refusalOf(await other.catch((error) => error))).toEqual([
      403,
      'new row violates row-level security policy',
    ]);
  });

  test('are asked again of whoever goes on', async () => {
    const path = await begin('mine.txt', 10);
    expect((await add(path, 0, '01234', 'ann')).status).toBe(404);
    expect((await tus('ann', path, { method: 'DELETE' })).status).toBe(404);
    expect((await tus('ann', path, { method: 'HEAD' })).status).toBe(404);
  });

  test('may be in a signed address', async () => {
    const { ann } = storage.world;
    const name = `${ann.userId}/signed-tus.bin`;
    const papers = storage.storage('ann').from('papers');
    const { data } = await papers.createSignedUploadUrl(name);
    const signed = { name, bucket: 'papers', who: 'anon', path: '/sign' } as const;
    const headers = { 'x-signature': data?.token ?? '' };
    await send(storage, randomBytes(700_000), { ...signed, headers });
    expect((await papers.info(name)).data).toMatchObject({ size: 700_000 });
    const without = send(storage, randomBytes(10), signed);
    expect(refusalOf(await without.catch((error) => error))[0]).toBe(400);
    const another = send(storage, randomBytes(10), { ...signed, name: 'x', headers });
    expect(refusalOf(await another.catch((error) => error))).toEqual([400, 'Invalid signature']);
  });
});
