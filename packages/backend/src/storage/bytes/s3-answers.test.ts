import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createS3Client, type S3Client, S3Failure } from './s3-client.ts';

/** What the S3 was asked, in order. */
interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const asked: Asked[] = [];
let answer: (asked: Asked, answered: ServerResponse, place: number) => void;
const server = createServer(async (request, answered) => {
  const { method = '', url = '', headers } = request;
  const one = { method, url, headers, body: await text(request) };
  asked.push(one);
  answer(one, answered, asked.length - 1);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  asked.length = 0;
  answer = (_one, answered) => answered.end();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const open = (path = 'bucket', credentials = 'key:secret'): S3Client =>
  createS3Client(`http://${credentials}@${host()}/${path}`, 300_000);
const bytes = (content: string) => new Uint8Array(Buffer.from(content));
const end = (status: number, body = '') => {
  answer = (_one, answered) => answered.writeHead(status).end(body);
};

describe('an S3 is asked', () => {
  test.each([
    ['bucket', '/bucket/a/0'],
    ['bucket/', '/bucket/a/0'],
    ['bucket/league', '/bucket/league/a/0'],
    ['bucket/of/ours/', '/bucket/of/ours/a/0'],
  ])('for what lies in %s at %s', async (path, url) => {
    await open(path).put('a/0', bytes('x'));
    expect(asked).toMatchObject([{ method: 'PUT', url, body: 'x' }]);
  });

  test.each([
    ['bucket', 'key', 'us-east-1'],
    ['bucket?region=eu-north-1', 'key', 'eu-north-1'],
  ])('at %s as %s in the region %s', async (path, key, region) => {
    await open(path).put('a', bytes('x'));
    const [{ headers } = { headers: {} as IncomingMessage['headers'] }] = asked;
    expect(headers.authorization).toMatch(
      new RegExp(`^AWS4-HMAC-SHA256 Credential=${key}/\\d{8}/${region}/s3/aws4_request, `),
    );
  });

  test('by a key that its address writes in another way', async () => {
    await open('bucket', 'k%2Fey:s%40cret').put('a', bytes('x'));
    expect(asked[0]?.headers.authorization).toContain('Credential=k/ey/');
  });

  test('for a part of an object, both ends in it', async () => {
    end(206, 'cdef');
    expect(Buffer.from(await open().get('a', 2, 5)).toString()).toBe('cdef');
    expect(asked).toMatchObject([{ method: 'GET', headers: { range: 'bytes=2-5' } }]);
  });
});

describe('what an S3 does not do', () => {
  test.each([
    [500, 4],
    [503, 4],
    [599, 4],
    [429, 4],
    [400, 1],
    [403, 1],
    [404, 1],
    [409, 1],
    [499, 1],
  ])('with %i is asked of it %i times', async (status, times) => {
    end(status);
    await expect(open().put('a', bytes('x'))).rejects.toEqual(
      expect.objectContaining({ status, message: `S3 answered PUT with ${status}` }),
    );
    expect(asked).toHaveLength(times);
  });

  test('since its connection broke is asked of it four times', async () => {
    answer = (_one, answered) => answered.destroy();
    await expect(open().put('a', bytes('x'))).rejects.toThrow();
    expect(asked).toHaveLength(4);
  });

  test('three times is well where it does it the fourth time', async () => {
    answer = (_one, answered, place) => answered.writeHead(place < 3 ? 503 : 200).end();
    await open().put('a', bytes('x'));
    expect(asked.map(({ body }) => body)).toEqual(['x', 'x', 'x', 'x']);
  });

  test('but says that another would is not asked of the other', async () => {
    answer = ({ url }, answered) =>
      url.endsWith('/elsewhere')
        ? answered.end()
        : answered.writeHead(307, { location: `http://${host()}/elsewhere` }).end();
    await expect(open().put('a', bytes('x'))).rejects.toThrow();
    expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(['/bucket/a']));
  });

  test.each([
    ['fewer', 'abc', 206, 4],
    ['more', 'abcde', 206, 4],
    // It sends the whole object.
    ['more', 'abcde', 200, 1],
  ])(
    'since it has %s bytes (%j, %i) is asked of it %i times',
    async (_what, body, status, times) => {
      end(status, body);
      await expect(open().get('a', 0, 3)).rejects.toBeInstanceOf(S3Failure);
      expect(asked).toHaveLength(times);
    },
  );
});

describe('what is not there', () => {
  test('has no size, and is removed already', async () => {
    end(404);
    expect(await open().getSize('a')).toBeNull();
    await open().remove('a');
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'DELETE']);
  });

  test('is another thing than what may not be asked for', async () => {
    end(403);
    await expect(open().getSize('a')).rejects.toMatchObject({ status: 403 });
    await expect(open().remove('a')).rejects.toMatchObject({ status: 403 });
  });

  test('and what is there has the size that is said', async () => {
    answer = (_one, answered) => answered.writeHead(200, { 'content-length': '7' }).end();
    expect(await open().getSize('a')).toBe(7);
  });
});

describe('a list', () => {
  const key = (name: string) => `<Contents><Key>${name}</Key></Contents>`;
  const more = (token: string) => `<NextContinuationToken>${token}</NextContinuationToken>`;
  const answerBy = (toBody: (place: number) => string) => {
    answer = (_one, answered, place) => answered.end(toBody(place));
  };
  const queries = () =>
    asked.map(({ url }) => Object.fromEntries(new URL(url, 'http://s3').searchParams));

  test('has the keys of our part of the bucket, by their own names', async () => {
    answerBy(
      () => `${key('ours/league-a&amp;b')}${key('ours/league-&lt;&gt;&quot;&apos;&amp;lt;')}`,
    );
    expect(await open('bucket/ours').list('league-')).toEqual(['league-a&b', 'league-<>"\'&lt;']);
    expect(queries()).toEqual([{ 'list-type': '2', prefix: 'ours/league-' }]);
    expect(asked[0]?.url).toMatch(/^\/bucket\?/);
  });

  test('in parts is put together in their order', async () => {
    answerBy((place) => key(`k${place}`) + (place < 2 ? more(`a&amp;${place}`) : ''));
    expect(await open().list('k')).toEqual(['k0', 'k1', 'k2']);
    expect(queries().map((query) => query['continuation-token'])).toEqual([
      undefined,
      'a&0',
      'a&1',
    ]);
  });

  test.each([
    [99, true],
    [100, true],
    [101, false],
  ])('of %i parts is taken: %s', async (parts, isTaken) => {
    answerBy((place) => key(`k${place}`) + (place < parts - 1 ? more('next') : ''));
    const listed = open().list('k');
    if (isTaken) {
      expect(await listed).toHaveLength(parts);
    } else {
      await expect(listed).rejects.toThrow('a list with 100 keys and no end');
    }
    expect(asked).toHaveLength(Math.min(parts, 100));
  });

  test.each([
    [4_194_304, true],
    [4_194_305, false],
  ])('of %i bytes is read: %s', async (size, isRead) => {
    answerBy(() => key('k').padEnd(size));
    const listed = open().list('k');
    if (isRead) {
      expect(await listed).toEqual(['k']);
    } else {
      await expect(listed).rejects.toThrow('what ends after 4194304 bytes, sending more,');
    }
  });
});

describe('an object in parts', () => {
  async function* parts() {
    yield bytes('one');
    yield bytes('two');
  }
  /** As an S3 does it, but for what stands in place of an answer. */
  const answerParts = (
    instead: Partial<Record<'begin' | 'part' | 'end', [number, string]>> = {},
  ) => {
    answer = ({ method, url }, answered) => {
      const { searchParams } = new URL(url, 'http://s3');
      const usual: [number, string] = searchParams.has('uploads')
        ? [200, '<UploadId>u&amp;1</UploadId>']
        : [200, method === 'POST' ? '<CompleteMultipartUploadResult/>' : ''];
      const step = searchParams.has('uploads') ? 'begin' : method === 'PUT' ? 'part' : 'end';
      const [status, body] = (method === 'DELETE' ? undefined : instead[step]) ?? usual;
      answered.writeHead(status, { etag: `"tag ${searchParams.get('partNumber')}"` }).end(body);
    };
  };
  const listAsked = () =>
    asked.map(({ method, url, body }) => `${method} ${url} ${body}`.trimEnd());

  test('is there once the S3 says that it has put them together', async () => {
    answerParts();
    await open('bucket/ours').putParts('a', parts());
    const list = [
      '<Part><PartNumber>1</PartNumber><ETag>"tag 1"</ETag></Part>',
      '<Part><PartNumber>2</PartNumber><ETag>"tag 2"</ETag></Part>',
    ];
    expect(listAsked()).toEqual([
      'POST /bucket/ours/a?uploads=',
      'PUT /bucket/ours/a?partNumber=1&uploadId=u%261 one',
      'PUT /bucket/ours/a?partNumber=2&uploadId=u%261 two',
      `POST /bucket/ours/a?uploadId=u%261 <CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`,
    ]);
  });

  test('is not where it does not say how it is called', async () => {
    answerParts({ begin: [200, '<Other/>'] });
    await expect(open().putParts('a', parts())).rejects.toThrow('the beginning of an upload');
    expect(asked).toHaveLength(1);
  });

  test.each([
    // A failure after the answer has begun comes with a good status.
    ['cannot put them together', 'end', [200, '<Error/>'], 'the end of an upload'],
    ['refuses to', 'end', [403, ''], 'POST with 403'],
    ['takes no part', 'part', [403, ''], 'PUT with 403'],
  ] as const)('is not where it %s, and nothing is left', async (_what, step, given, said) => {
    answerParts({ [step]: given });
    await expect(open().putParts('a', parts())).rejects.toThrow(said);
    expect(listAsked().at(-1)).toBe('DELETE /bucket/a?uploadId=u%261');
  });

  test('that nobody could read to their end is told by what broke it', async () => {
    answerParts();
    async function* broken() {
      yield bytes('one');
      throw new Error('broke off');
    }
    await expect(open().putParts('a', broken())).rejects.toThrow('broke off');
    expect(listAsked().at(-1)).toBe('DELETE /bucket/a?uploadId=u%261');
  });
});
