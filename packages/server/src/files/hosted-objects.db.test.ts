import { createServer } from 'node:http';
import { type Backend, createBackend, ownBucket } from '@muster/backend';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
afterEach(() => {
  vi.restoreAllMocks();
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

  it('are read in part, as they were put', async () => {
    await open().put('a', 'image/webp', toChunks('one ', 'two'));
    const part = await open().read('a', { first: 2, last: 4 });
    expect(await new Response(part).text()).toBe('e t');
    const [row] = await own.database.query<{ type: string }>(
      `select metadata ->> 'mimetype' as type from storage.objects where name = 'a'`,
    );
    expect(row?.type).toBe('image/webp');
  });

  /** A service that answers in turn as it is told, the last for good, and what it was asked. */
  async function withService(
    answers: [status: number, body: string, headers?: Record<string, string>][],
    work: (objects: ReturnType<typeof createHostedObjects>) => Promise<void>,
  ): Promise<string[]> {
    const asked: string[] = [];
    const server = createServer(async (request, answer) => {
      const { authorization, apikey } = request.headers;
      const isList = request.url?.includes('/list-v2/') === true;
      const body = (await request.toArray()).join('');
      asked.push(`${request.method} ${request.url}${isList ? ` ${body}` : ''}`);
      expect([apikey, authorization]).toEqual(['key', 'Bearer key']);
      const [status, said, headers] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [
        500,
        '',
      ];
      answer.writeHead(status, headers).end(said);
    });
    const port = await listen(server, { port: 0, host: '127.0.0.1' });
    try {
      // An address may end with a stroke.
      const objects = createHostedObjects({
        url: `http://127.0.0.1:${port}/`,
        serviceRoleKey: 'key',
      });
      await work(objects);
    } finally {
      server.close();
      server.closeAllConnections();
    }
    return asked;
  }
  const bucket = 'POST /storage/v1/bucket';

  it('ask for their bucket once, and again only where that went wrong', async () => {
    const asked = await withService(
      [
        [503, 'away'],
        [200, '{}'],
      ],
      async (objects) => {
        await expect(objects.put('a', 'image/webp', toChunks('x'))).rejects.toThrow(
          'POST bucket with 503: away',
        );
        await objects.put('a', 'image/webp', toChunks('x'));
        await objects.put('b', 'image/webp', toChunks('x'));
      },
    );
    const put = (name: string) => `POST /storage/v1/object/${ownBucket}/${name}`;
    expect(asked).toEqual([bucket, bucket, put('a'), put('b')]);
  });

  it.each(['"409"', '"Duplicate"', '"BucketAlreadyExists"'])(
    'have a bucket where the service says that it is there: %s',
    async (word) => {
      const asked = await withService(
        [
          [400, `{"error":${word}}`],
          [200, '{}'],
        ],
        (objects) => objects.put('a', 'image/webp', toChunks('x')),
      );
      expect(asked).toHaveLength(2);
    },
  );

  it.each([
    [404, '{"error":"not_found"}', null],
    [400, '{"error":"NoSuchKey"}', null],
    [400, '{"code":"NoSuchBucket"}', null],
    [400, '{"message":"Bucket not found"}', null],
    [404, 'nothing of the kind', '404: nothing of the kind'],
    [500, 'x'.repeat(301), `500: ${'x'.repeat(300)}`],
  ])(
    'are none where the service says so, and nowhere else: %i %s',
    async (status, body, failure) => {
      await withService([[status, body]], async (objects) => {
        const said = await objects
          .read('a')
          .catch((error: Error) => error.message.split(' with ')[1]);
        expect(said).toBe(failure);
      });
    },
  );

  it('go nowhere that the service would lead on to', async () => {
    const elsewhere = { location: '/elsewhere' };
    const asked = await withService([[302, '', elsewhere]], async (objects) => {
      await expect(objects.read('a')).rejects.toThrow('fetch failed');
      await expect(objects.remove('a')).rejects.toThrow('fetch failed');
    });
    expect(asked).toEqual([
      `GET /storage/v1/object/authenticated/${ownBucket}/a`,
      `DELETE /storage/v1/object/${ownBucket}`,
    ]);
  });

  it('are listed for as long as the service says that there are more, and where', async () => {
    const page = (name: string, more: object) => JSON.stringify({ objects: [{ name }], ...more });
    const names: string[][] = [];
    const asked = await withService(
      [
        [200, '{}'],
        [200, page('a', { hasNext: true, nextCursor: 'x' })],
        [200, page('b', { hasNext: true, nextCursor: null })],
        [200, page('c', {})],
      ],
      async (objects) => {
        for await (const some of objects.listNames()) {
          names.push(some);
        }
      },
    );
    expect(names).toEqual([['a'], ['b']]);
    const list = `POST /storage/v1/object/list-v2/${ownBucket}`;
    expect(asked).toEqual([
      ...[bucket, `${list} {"limit":1000}`, `${list} {"limit":1000,"cursor":"x"}`],
    ]);
  });

  it('are waited for half a minute, and twenty minutes where a file goes', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    const take = () => limits.mock.calls.splice(0).map(([milliseconds]) => milliseconds);
    const objects = open();
    await objects.put('a', 'image/webp', toChunks('x'));
    expect(take()).toEqual([30_000, 1_200_000]);
    await (await objects.read('a'))?.cancel();
    expect(take()).toEqual([1_200_000]);
    await objects.remove('a');
    expect(take()).toEqual([30_000]);
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
