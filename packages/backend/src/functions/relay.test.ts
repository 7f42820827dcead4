import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FunctionCall } from './call.ts';
import { FunctionFailure } from './failure.ts';
import { relay } from './relay.ts';

/** What a process was asked, and how it was given the body. */
interface Dispatched {
  path: string;
  method: string;
  headers: OutgoingHttpHeaders;
  body: string;
  kind: 'none' | 'whole' | 'stream';
}

/** What a process answers: headers, then pieces. */
interface Answered {
  statuses: number[];
  headers: IncomingHttpHeaders;
  pieces: number[];
}

let dispatched: Dispatched[] = [];
let answered: Answered;
let ended: unknown[] = [];

/** Plays a process: takes all of the body, then answers as the test has it. */
async function answer(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
  const { path, method, headers, body } = options;
  let broken: Error | null = null;
  const controller = {
    abort: (reason: Error) => {
      broken ??= reason;
    },
    pause: () => undefined,
    resume: () => undefined,
  } as unknown as Dispatcher.DispatchController; // Of it the relay uses no more than these.
  try {
    const isStream = body instanceof Readable;
    const whole = isStream ? await text(body) : String(body ?? '');
    dispatched.push({
      ...{ path, method, body: whole },
      headers: headers as OutgoingHttpHeaders, // As the relay gives them.
      kind: isStream ? 'stream' : body === null ? 'none' : 'whole',
    });
    handler.onRequestStart?.(controller, null);
    for (const status of answered.statuses) {
      handler.onResponseStart?.(controller, status, answered.headers, '');
    }
    for (const piece of answered.pieces) {
      handler.onResponseData?.(controller, Buffer.alloc(piece, 'x'));
      if (broken !== null) {
        throw broken;
      }
    }
    handler.onResponseEnd?.(controller, {});
  } catch (error) {
    handler.onResponseError?.(controller, error as Error); // Nothing else is thrown here.
  }
}

const process = {
  dispatch: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => {
    void answer(options, handler);
    return true;
  },
} as unknown as Dispatcher; // Of it the relay uses no more than this.

const limits = { requestBytes: 100_000, responseBytes: 1_000 };
const server = createServer((incoming, outgoing) => {
  const call = new FunctionCall({
    ...{ incoming, outgoing, path: '/own?a=1', host: 'league.example', requestId: 'the id' },
    authorization: incoming.headers['x-nobody'] === undefined ? 'Bearer theirs' : null,
    ownHeaders: { 'content-security-policy': 'sandbox', 'x-ours': 'yes' },
  });
  relay(process, call, limits).then(
    () => ended.push('answered'),
    (error: unknown) => {
      ended.push(error);
      outgoing.destroy();
    },
  );
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  dispatched = [];
  ended = [];
  answered = { statuses: [200], headers: {}, pieces: [1] };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Sent {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

async function ask({ method = 'POST', headers = {}, body = '' }: Sent) {
  const { port } = server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, method, headers });
  asked.end(body);
  const [given] = await once(asked, 'response');
  return {
    status: given.statusCode,
    headers: given.headers as IncomingHttpHeaders, // Of the response.
    text: await text(given),
  };
}

describe('of what a caller says', () => {
  test.each([
    ...['apikey', 'cookie', 'forwarded', 'keep-alive', 'proxy-authorization', 'te'],
    ...['trailer', 'x-door-token'],
  ])('%s stays with the league', async (name) => {
    await ask({ headers: { [name]: 'theirs' } });
    expect(dispatched[0]?.headers).not.toHaveProperty([name]);
  });

  test('all else goes to the function, with the call’s own token, host and id', async () => {
    await ask({
      headers: {
        ...{ accept: 'text/html', 'x-own': 'yes', 'content-type': 'text/plain' },
        ...{ authorization: 'Bearer sb_key', host: 'other.example', 'sb-request-id': 'another' },
        'x-forwarded-for': '192.0.2.1',
      },
      body: 'x',
    });
    expect(dispatched).toEqual([
      {
        ...{ path: '/own?a=1', method: 'POST', body: 'x', kind: expect.any(String) },
        headers: {
          ...{ accept: 'text/html', 'x-own': 'yes', 'content-type': 'text/plain' },
          ...{ authorization: 'Bearer theirs', host: 'league.example', 'sb-request-id': 'the id' },
          'x-forwarded-for': '192.0.2.1',
        },
      },
    ]);
  });

  test('a token that the call has none of is none', async () => {
    await ask({ headers: { 'x-nobody': '1', authorization: 'Basic theirs' } });
    expect(dispatched[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each<[what: string, sent: Sent, kind: string]>([
    ['of none', {}, 'none'],
    ['of no bytes', { headers: { 'content-length': '0' } }, 'none'],
    ['of a GET', { method: 'GET', headers: { 'content-length': '1' }, body: 'x' }, 'none'],
    ['of a HEAD', { method: 'HEAD', headers: { 'content-length': '1' }, body: 'x' }, 'none'],
    ['that says how small it is', { headers: { 'content-length': '1' }, body: 'x' }, 'whole'],
    ['of 64 KiB', { headers: { 'content-length': '65536' }, body: 'x'.repeat(65_536) }, 'whole'],
    [
      'of one byte more',
      { headers: { 'content-length': '65537' }, body: 'x'.repeat(65_537) },
      'stream',
    ],
    ['that does not say it', { headers: { 'transfer-encoding': 'chunked' }, body: 'x' }, 'stream'],
    ['of a DELETE', { method: 'DELETE', headers: { 'content-length': '1' }, body: 'x' }, 'whole'],
  ])('a body %s', async (_what, sent, kind) => {
    await ask(sent);
    const body = kind === 'none' ? '' : (sent.body ?? '');
    expect(dispatched).toMatchObject([{ kind, body, method: sent.method ?? 'POST' }]);
    const length = dispatched[0]?.headers['content-length'];
    expect(length).toBe(kind === 'stream' ? sent.headers?.['content-length'] : undefined);
  });

  test.each([
    [99_999, true],
    [100_000, true],
    [100_001, false],
  ])('a body without a length is passed on up to its limit: %i bytes', async (bytes, isTaken) => {
    const asked = ask({ headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(bytes) });
    if (isTaken) {
      await asked;
      expect(dispatched[0]?.body).toHaveLength(bytes);
    } else {
      await expect(asked).rejects.toThrow();
      expect(ended).toMatchObject([{ status: 413, code: 'REQUEST_TOO_LARGE' }]);
    }
  });
});

describe('of what a function answers', () => {
  test.each([...['keep-alive', 'set-cookie', 'trailer', 'upgrade', 'x-relay-error']])(
    '%s stays with the league',
    async (name) => {
      answered.headers = { [name]: 'theirs' };
      const { headers } = await ask({});
      expect(headers[name]).not.toEqual(name === 'set-cookie' ? ['theirs'] : 'theirs');
    },
  );

  test('all else goes to the caller, but for what the league says itself', async () => {
    answered.headers = {
      ...{ 'x-own': 'theirs', 'content-type': 'text/html', 'x-ours': 'no' },
      ...{ 'content-security-policy': 'none', 'sb-request-id': 'another' },
    };
    expect(await ask({})).toMatchObject({
      status: 200,
      headers: {
        ...{ 'x-own': 'theirs', 'content-type': 'text/html', 'x-ours': 'yes' },
        ...{ 'content-security-policy': 'sandbox', 'sb-request-id': 'the id' },
      },
    });
  });

  test('what comes before an answer is none', async () => {
    answered.statuses = [103, 199, 201];
    expect((await ask({})).status).toBe(201);
  });

  test.each([
    [[999], true],
    [[1_000], true],
    [[1_001], false],
    [[600, 400], true],
    [[600, 401], false],
  ])('it is passed on up to its limit: %j bytes', async (pieces, isGiven) => {
    answered.pieces = pieces;
    const asked = ask({});
    if (isGiven) {
      expect((await asked).text).toHaveLength(pieces.reduce((sum, piece) => sum + piece));
      expect(ended).toEqual(['answered']);
    } else {
      await expect(asked).rejects.toThrow();
      expect(ended).toMatchObject([{ code: 'ANSWER_TOO_LARGE' }]);
      expect(ended[0]).toBeInstanceOf(FunctionFailure);
    }
  });
});
