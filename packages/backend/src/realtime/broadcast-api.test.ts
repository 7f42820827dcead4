import { type Database, DatabaseUnavailable } from '@muster/database';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AskQueue } from './ask-queue.ts';
import { createBroadcastApi } from './broadcast-api.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import { Hub } from './hub.ts';
import { SpeechLimits } from './speech-limits.ts';
import { createPresences } from './testing/presences.ts';

const heard: unknown[] = [];
const away = {
  transaction: async () => {
    throw new DatabaseUnavailable('away', 'away');
  },
} as unknown as Database;

/** What the operator was told. */
const errors: unknown[] = [];

function openApi(role = 'anon', allowsPublic = true, tellOthers = () => true) {
  const hub = new Hub();
  hub.join('public/room', {
    version: '1.0.0',
    send: (bytes) => heard.push(JSON.parse(bytes.toString()).payload),
    restart: () => undefined,
  });
  const api = createBroadcastApi({
    database: away,
    onError: (error) => errors.push(error),
    hub,
    presences: createPresences(),
    exchange: { broadcast: tellOthers },
    speech: new SpeechLimits(),
    asks: new AskQueue({
      ...{ atOnce: 10, atOnceOfOne: 10, waiting: 0, waitingOfOne: 0, patienceMs: 1_000 },
    }),
    changes: {} as ChangeFeed,
    allowsPublic,
    verify: async (token) => {
      if (token !== 'good') {
        throw new Error('no such token');
      }
      return { role, exp: 4_000_000_000 };
    },
  });
  return async (path: string, init: RequestInit & { token?: string | null } = {}) => {
    const { token = 'good', headers, ...rest } = init;
    const answer = await api.request(path, {
      method: 'POST',
      ...rest,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    });
    return { status: answer.status, text: await answer.text() };
  };
}

beforeEach(() => {
  heard.length = 0;
  errors.length = 0;
  // All of it is one turn of the event loop.
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const message = { topic: 'room', event: 'said', payload: { n: 1 } };
const toBatch = (...messages: unknown[]) => ({ body: JSON.stringify({ messages }) });

describe('several messages', () => {
  test('go to the channels that they name, in their order', async () => {
    const send = openApi();
    const answer = await send(
      '/api/broadcast',
      toBatch(message, { ...message, topic: 'hall' }, { ...message, event: 'last' }),
    );
    expect(answer).toEqual({ status: 202, text: '' });
    expect(heard).toMatchObject([{ event: 'said', payload: { n: 1 } }, { event: 'last' }]);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no messages', '{}'],
    ['an empty list', '{"messages":[]}'],
    ['no list', '{"messages":{"0":1}}'],
  ])('are not %s', async (_what, body) => {
    const answer = await openApi()('/api/broadcast', { body });
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text).errors.messages).toEqual(["can't be blank"]);
  });

  test.each([
    ['no topic', { ...message, topic: undefined }, { topic: ["can't be blank"] }],
    ['no event', { ...message, event: '' }, { event: ["can't be blank"] }],
    ['a number as event', { ...message, event: 1 }, { event: ['is invalid'] }],
    ['no payload', { ...message, payload: null }, { payload: ["can't be blank"] }],
    ['a list as payload', { ...message, payload: [] }, { payload: ['is invalid'] }],
    ['a word', 'message', { message: ['is invalid'] }],
    ['too long a topic', { ...message, topic: 'x'.repeat(256) }, { topic: [/255/] }],
    ['too long an event', { ...message, event: 'x'.repeat(256) }, { event: [/255/] }],
    [
      'too large a payload',
      { ...message, payload: { x: 'x'.repeat(64 * 1024 - 7) } },
      { payload: ['Payload size exceeds tenant limit'] },
    ],
  ])('with one of %s are all refused, and it is said which', async (_what, bad, fault) => {
    const answer = await openApi()('/api/broadcast', toBatch(message, bad));
    expect([answer.status, heard]).toEqual([422, []]);
    const [first, second] = JSON.parse(answer.text).errors.messages;
    expect(first).toEqual({});
    const [[field, [expected]]] = Object.entries(fault) as [[string, [string | RegExp]]];
    expect(second[field][0]).toMatch(expected);
  });

  test.each([
    ['the longest topic', { ...message, topic: 'x'.repeat(255) }],
    ['the longest event', { ...message, event: 'x'.repeat(255) }],
    ['the largest payload', { ...message, payload: { x: 'x'.repeat(64 * 1024 - 8) } }],
  ])('may have one of %s', async (_what, good) => {
    expect((await openApi()('/api/broadcast', toBatch(good))).status).toBe(202);
  });

  test.each([
    [99, 202],
    [100, 202],
    [101, 422],
  ])('are %i: %i', async (count, status) => {
    const messages = Array.from({ length: count }, () => message);
    expect((await openApi()('/api/broadcast', toBatch(...messages))).status).toBe(status);
    expect(heard).toHaveLength(status === 202 ? count : 0);
  });

  test('have half a mebibyte together', async () => {
    const body = toBatch(message).body;
    const send = openApi();
    const most = 512 * 1024;
    expect((await send('/api/broadcast', { body: body.padEnd(most) })).status).toBe(202);
    expect((await send('/api/broadcast', { body: body.padEnd(most + 1) })).status).toBe(413);
  });

  test('that may not be said are left out', async () => {
    const hint = { ...message, topic: 'ladder:0197d0a0-0000-7000-8000-000000000001' };
    const secret = { ...message, private: true };
    const answer = await openApi()('/api/broadcast', toBatch(hint, message));
    expect([answer.status, heard.length]).toEqual([202, 1]);
    expect((await openApi()('/api/broadcast', toBatch(secret))).status).toBe(503);
    await openApi('anon', false)('/api/broadcast', toBatch(message));
    expect(heard).toHaveLength(1);
    await openApi('service_role', false)('/api/broadcast', toBatch(message));
    expect(heard).toHaveLength(2);
  });
});

describe('several messages are not taken', () => {
  const batch = '/api/broadcast';

  test.each([null, 'bad'])('with the token %s', async (token) => {
    const answer = await openApi()(batch, { ...toBatch(message), token });
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([401, 'Unauthorized']);
    expect(heard).toEqual([]);
  });

  test('from the one on that is more than a network may send at once', async () => {
    const send = openApi();
    for (let round = 0; round < 9; round += 1) {
      await send(batch, toBatch(...Array.from({ length: 100 }, () => message)));
    }
    await send(batch, toBatch(...Array.from({ length: 99 }, () => message)));
    expect((await send(batch, toBatch(message, message))).status).toBe(429);
    expect(heard).toHaveLength(1_000);
  });

  test('beyond the bytes that a network may send at once', async () => {
    const send = openApi();
    const large = { ...message, payload: { x: 'x'.repeat(64 * 1024 - 8) } };
    for (let round = 0; round < 16; round += 1) {
      expect((await send(batch, toBatch(...Array.from({ length: 7 }, () => large)))).status).toBe(
        202,
      );
    }
    for (let count = 112; count < 128; count += 1) {
      expect((await send(batch, toBatch(large))).status).toBe(202);
    }
    expect((await send(batch, toBatch({ ...message, payload: {} }))).status).toBe(429);
    expect(heard).toHaveLength(128);
  });

  test('where the other processes cannot be told', async () => {
    const answer = await openApi('anon', true, () => false)(batch, toBatch(message));
    expect([answer.status, heard]).toEqual([429, []]);
  });

  test.each([
    [true, 503],
    ['true', 503],
    ['false', 202],
    [false, 202],
  ])('on a private channel while no policy can be asked: %j', async (isPrivate, status) => {
    const answer = await openApi()(batch, toBatch({ ...message, private: isPrivate }));
    expect(answer.status).toBe(status);
  });
});

describe('one message', () => {
  const path = '/api/broadcast/room/events/said';
  const hintPath = '/api/broadcast/ladder:0197d0a0-0000-7000-8000-000000000001/events/hint';
  const json = { 'content-type': 'application/json; charset=utf-8' };

  test('goes to its channel as it came', async () => {
    const send = openApi();
    expect(await send(path, { body: '{"n":1}', headers: json })).toEqual({ status: 202, text: '' });
    expect(await send(path, { body: Buffer.from('[1]') })).toMatchObject({ status: 202 });
    expect(heard).toEqual([
      { type: 'broadcast', event: 'said', payload: { n: 1 } },
      { type: 'broadcast', event: 'said', payload: [1] },
    ]);
  });

  test.each<[string, string, RequestInit & { token?: string | null }, number]>([
    ['no token', path, { body: '{}', token: null }, 401],
    ['a token that is not good', path, { body: '{}', token: 'bad' }, 401],
    ['no JSON', path, { body: '{', headers: json }, 400],
    ['nothing', path, { body: '', headers: json }, 400],
    ['a form', path, { body: 'a=1', headers: { 'content-type': 'text/plain' } }, 415],
    ['bytes', path, { body: '{', headers: { 'content-type': 'application/octet-stream' } }, 202],
    ['the largest body', path, { body: '1'.padEnd(64 * 1024), headers: json }, 202],
    ['too large a body', path, { body: '1'.padEnd(64 * 1024 + 1), headers: json }, 413],
    ['a private channel', `${path}?private=true`, { body: '{}', headers: json }, 503],
    ['a public channel', `${path}?private=false`, { body: '{}', headers: json }, 202],
    ['a topic of hints', hintPath, { body: '{}', headers: json }, 403],
    [
      'too long an event',
      `/api/broadcast/room/events/${'x'.repeat(256)}`,
      { body: '{}', headers: json },
      422,
    ],
    ['another verb', path, { method: 'PUT', body: '{}', headers: json }, 404],
    ['another address', '/api/tenants', { body: '{}', headers: json }, 404],
  ])('with %s is answered %#', async (_what, address, init, status) => {
    expect((await openApi()(address, init)).status).toBe(status);
  });

  test('is as large as a network may still send', async () => {
    const send = openApi();
    const body = '1'.padEnd(64 * 1024);
    for (let count = 0; count < 128; count += 1) {
      expect((await send(path, { body, headers: json })).status).toBe(202);
    }
    expect((await send(path, { body: '1', headers: json })).status).toBe(429);
  });

  test('is not taken where the other processes cannot be told', async () => {
    const send = openApi('anon', true, () => false);
    expect((await send(path, { body: '{}', headers: json })).status).toBe(429);
    expect(heard).toEqual([]);
  });

  test('that fails by what is ours is told to the operator, and to its sender that it failed', async () => {
    const broken = new Error('secret of ours');
    const send = openApi('anon', true, () => {
      throw broken;
    });
    const answer = await send(path, { body: '{}', headers: json });
    expect([answer.status, errors]).toEqual([500, [broken]]);
    expect(answer.text).not.toContain('secret');
  });

  test('is one of a thousand that a network may send at once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const send = openApi();
    for (let round = 0; round < 10; round += 1) {
      await send('/api/broadcast', toBatch(...Array.from({ length: 100 }, () => message)));
    }
    expect(heard).toHaveLength(1_000);
    const status = async () => (await send(path, { body: '1', headers: json })).status;
    expect(await status()).toBe(429);
    vi.advanceTimersByTime(5);
    expect([await status(), await status()]).toEqual([202, 429]);
  });
});
