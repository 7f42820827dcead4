import { createServer } from 'node:http';
import { type Backend, createBackend, ownBucket } from '@muster/backend';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createListener, drain, listen } from '../http/listener.ts';
import { createHostedObjects } from './hosted-objects.ts';
import { UploadRefused } from './receive.ts';

/** A storage service at an address of its own, known by that and its key alone. */
let own: TestDatabase;
let backend: Backend;
let url: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  own = await createTestDatabase();
  backend = await createBackend({ database: own.database });
  const server = createListener({
    fetch: (request) => backend.fetch(request, { clientAddress: '127.0.0.1' }),
    handleUpgrade: () => false,
    limits: { connections: 100, connectionsOfOne: 100 },
    trustedProxy: null,
    onError: () => undefined,
  });
  url = `http://127.0.0.1:${await listen(server, { port: 0, host: '127.0.0.1' })}`;
  stop = () => drain(server);
});
afterAll(async () => {
  await stop();
  await backend.close();
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await own.database.query('delete from storage.objects');
  await own.database.query('delete from storage.buckets');
});

const open = () => createHostedObjects({ url, serviceRoleKey: backend.apiKeys.serviceRole });
async function* toChunks(...texts: string[]) {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}
const read = async (name: string) => {
  const stream = await open().read(name);
  return stream === null ? null : new Response(stream).text();
};

describe('files at another’s storage service', () => {
  it('are put, read, replaced and removed, in a bucket that is nobody else’s', async () => {
    expect(await read('a')).toBeNull();
    const objects = open();
    await objects.put('a', 'image/webp', toChunks('one ', 'two'));
    expect(await read('a')).toBe('one two');
    await objects.put('a', 'image/webp', toChunks('three'));
    expect(await read('a')).toBe('three');
    const buckets = await own.database.query('select id, public from storage.buckets');
    expect(buckets).toEqual([{ id: ownBucket, public: false }]);
    const answer = await fetch(`${url}/storage/v1/object/public/${ownBucket}/a`);
    expect(answer.status).toBe(400);
    // Another process finds the bucket there.
    await open().put('b', 'image/png', toChunks('four'));
    await objects.remove('a');
    await objects.remove('a');
    expect([await read('a'), await read('b')]).toEqual([null, 'four']);
  });

  it('are listed, however many', async () => {
    const list = async () => {
      const names: string[] = [];
      for await (const some of open().listNames()) {
        names.push(...some);
      }
      return names;
    };
    expect(await list()).toEqual([]);
    await own.database.query(
      `insert into storage.objects (bucket_id, name) select $1, lpad(n::text, 5, '0') from generate_series(1, 2001) n`,
      [ownBucket],
    );
    const names = await list();
    expect([names.length, names.at(0), names.at(-1)]).toEqual([2001, '00001', '02001']);
  });

  it('that break off leave nothing, and say why they did', async () => {
    async function* breaking() {
      yield Buffer.from('some');
      throw new UploadRefused('file_too_large');
    }
    await expect(open().put('a', 'image/webp', breaking())).rejects.toEqual(
      new UploadRefused('file_too_large'),
    );
    expect(await read('a')).toBeNull();
  });

  it('are refused with what the service says', async () => {
    const stranger = createHostedObjects({ url, serviceRoleKey: backend.apiKeys.anon });
    await expect(stranger.put('a', 'image/webp', toChunks('x'))).rejects.toThrow(
      /POST bucket with 400.*row-level security/,
    );
    const failing = createServer((_request, answer) => answer.writeHead(503).end('away'));
    const port = await listen(failing, { port: 0, host: '127.0.0.1' });
    const away = createHostedObjects({ url: `http://127.0.0.1:${port}`, serviceRoleKey: 'x' });
    await expect(away.read('a')).rejects.toThrow('503: away');
    await expect(away.remove('a')).rejects.toThrow('503: away');
    failing.close();
    failing.closeAllConnections();
  });
});
