import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { Refused } from '../engine/refusal.ts';
import { createListener, drain, listen } from '../http/listener.ts';
import { createFixedSettings } from '../page/settings.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { PictureRefused } from './picture.ts';
import { takeWhole } from './receive.ts';
import { mountUpload, readQuery, uploadLimits } from './upload-route.ts';

const megabyte = 1024 * 1024;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const toPicture = (bytes: number) => Buffer.concat([signature, randomBytes(bytes - 8)]);
const demo = Buffer.concat([Buffer.from('PBDEMS2\0', 'latin1'), randomBytes(40)]);

let own: ApiLeague;
let ann: Viewer;
let viewer: Viewer | null;
let app: Hono;
/** What the route does beside taking the file: before it, and with it. */
let before: () => Promise<void>;
let work: () => Promise<void>;
/** What came through, by what it is said to be. */
let taken: string[];

beforeAll(async () => {
  own = await createApiLeague();
  ann = await own.addPerson('Ann');
});
afterAll(() => own[Symbol.asyncDispose]());

beforeEach(async () => {
  await own.database.query('delete from private.rate_limits');
  [viewer, taken] = [ann, []];
  before = async () => undefined;
  work = async () => undefined;
  const config = parseConfig({});
  const parts = {
    config,
    settings: createFixedSettings(config),
    league: own.league,
    resolveContext: async () => ({
      database: own.database,
      viewer,
      locale: 'en',
      zone: 'UTC',
      now: own.league.now(),
    }),
  };
  app = new Hono().onError((error, context) => {
    if (error instanceof Refused) {
      return context.json({ error: error.refusal }, error.status);
    }
    throw error;
  });
  for (const kinds of [['image'], ['demo'], ['image', 'demo']] as const) {
    mountUpload(app, parts, {
      path: `/${kinds.join('-')}`,
      kinds,
      before: () => before(),
      async work({ incoming, kind, context }) {
        const { length } = await takeWhole(incoming, uploadLimits[kind.kind]);
        await work();
        taken.push(`${kind.kind} ${length}`);
        return { name: readQuery(context, 'name', 5) };
      },
    });
  }
});

interface Sent {
  to?: string;
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Sends a file; gives the refusal, or what the route answered. */
async function send({ to = '/image', bytes = toPicture(100), headers = {} }: Sent = {}) {
  const origin = 'http://localhost:3000';
  const response = await app.fetch(
    new Request(`${origin}${to}`, {
      method: 'POST',
      headers: { origin, host: 'localhost:3000', ...headers },
      body: bytes,
    }),
  );
  const { data, error } = await response.json();
  return error ?? data;
}

const countUploads = async () => (await own.database.query('select from private.uploads')).length;

describe('a file', () => {
  it('is taken from who is signed in, and from our own pages alone', async () => {
    expect(await send()).toEqual({ name: '' });
    expect(await send({ headers: { origin: 'https://evil.test' } })).toMatchObject({
      code: 'origin_not_allowed',
    });
    viewer = null;
    expect(await send()).toMatchObject({ code: 'not_signed_in' });
    expect([taken, await countUploads()]).toEqual([['image 100'], 0]);
  });

  it.each<[string, string, Uint8Array<ArrayBuffer>, string | null]>([
    ['a picture for pictures', '/image', toPicture(100), null],
    ['a demo for pictures', '/image', demo, 'file_type_refused'],
    ['a picture for demos', '/demo', toPicture(100), 'file_type_refused'],
    ['a demo for both', '/image-demo', demo, null],
    ['something else', '/image-demo', Buffer.from('#!/bin/sh\nexit 1\n'), 'file_type_refused'],
    ['nothing', '/image', Buffer.alloc(0), 'file_empty'],
  ])('is judged by its content: %s', async (_what, to, bytes, code) => {
    expect((await send({ to, bytes })).code ?? null).toBe(code);
    expect([taken.length, await countUploads()]).toEqual([code === null ? 1 : 0, 0]);
  });

  it.each<[string, number, number | null]>([
    ['/image', 8 * megabyte, null],
    ['/image', 8 * megabyte + 1, 8],
    ['/demo', 128 * megabyte, null],
    ['/demo', 128 * megabyte + 1, 128],
    ['/image-demo', 128 * megabyte, null],
    ['/image-demo', 128 * megabyte + 1, 128],
  ])('sent to %s is refused by its length before it is read: %i', async (to, length, megabytes) => {
    let isAsked = false;
    before = async () => {
      isAsked = true;
    };
    const bytes = to === '/image' ? toPicture(20) : demo;
    const answer = await send({ to, bytes, headers: { 'content-length': String(length) } });
    expect(answer).toEqual(
      megabytes === null ? { name: '' } : { code: 'file_too_large', params: { megabytes } },
    );
    expect(isAsked).toBe(megabytes === null);
  });

  it('is refused by what comes, where nobody said how much that is', async () => {
    const sized = (bytes: number) => send({ bytes: toPicture(bytes) });
    expect(await sized(8 * megabyte)).toEqual({ name: '' });
    expect(await sized(8 * megabyte + 1)).toEqual({
      code: 'file_too_large',
      params: { megabytes: 8 },
    });
  });

  it('is one of thirty in ten minutes, those that are refused among them', async () => {
    const bytes = Buffer.from('#!/bin/sh\nexit 1\n');
    for (let turn = 0; turn < 15; turn += 1) {
      expect((await send()).code).toBeUndefined();
      expect((await send({ bytes })).code).toBe('file_type_refused');
    }
    expect(await send()).toMatchObject({ code: 'rate_limited', params: { seconds: 20 } });
    own.moveTo(new Date(own.league.now().getTime() + 20_000).toISOString());
    expect((await send()).code).toBeUndefined();
    expect((await send()).code).toBe('rate_limited');
  });

  it('is one of three at a time', async () => {
    const gate = Promise.withResolvers<void>();
    let underWay = 0;
    const three = Promise.withResolvers<void>();
    work = () => {
      underWay += 1;
      if (underWay === 3) {
        three.resolve();
      }
      return gate.promise;
    };
    const answers = [send(), send(), send()];
    await three.promise;
    expect(await send()).toEqual({ code: 'rate_limited', params: { seconds: 30 } });
    expect(await countUploads()).toBe(3);
    gate.resolve();
    expect(await Promise.all(answers)).toEqual(Array(3).fill({ name: '' }));
    expect(await countUploads()).toBe(0);
  });

  it('is refused as what the picture is, and what is wrong with us is no refusal', async () => {
    work = () => Promise.reject(new PictureRefused('picture_broken'));
    expect(await send()).toEqual({ code: 'picture_broken', params: {} });
    work = () => Promise.reject(new Error('ours'));
    await expect(send()).rejects.toThrow();
    expect(await countUploads()).toBe(0);
    before = () => Promise.reject(new Refused({ code: 'not_member', params: {} }));
    expect(await send()).toMatchObject({ code: 'not_member' });
    expect(await countUploads()).toBe(0);
  });
});

it.each([
  ['as long as may be', 'abcde', true],
  ['too long', 'abcdef', false],
  ['with a NUL', 'a%00b', false],
])('a text of the address: %s', async (_what, text, isTaken) => {
  const answer = await send({ to: `/image?name=${text}` });
  expect(answer.name ?? answer.params).toEqual(isTaken ? text : { field: 'name' });
});

it.each<[string, string, (viewer: Viewer) => Viewer | null]>([
  ['before any of it was read', 'not_signed_in', () => null],
  ['by its first bytes', 'file_type_refused', (viewer) => viewer],
])(
  'a sender whose file is refused %s hears why, and asks again by the same connection',
  async (_what, code, come) => {
    viewer = come(ann);
    const server = createListener({
      ...{ fetch: app.fetch, handleUpgrade: () => false, trustedProxy: null },
      limits: { connections: 10, connectionsOfOne: 10 },
      onError: (error) => expect(error).toBeNull(),
    });
    const port = await listen(server, { port: 0, host: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const file = Buffer.alloc(4 * megabyte, 'no picture');
    const headers = { origin: 'http://localhost:3000', host: 'localhost:3000' };
    const ports = new Set<number | undefined>();
    for (let turn = 0; turn < 3; turn += 1) {
      const asked = request(`http://127.0.0.1:${port}/image`, {
        agent,
        method: 'POST',
        headers,
      }).end(file);
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      ports.add(asked.socket?.localPort);
      expect(JSON.parse(await text(answer))).toMatchObject({ error: { code } });
      // It is all sent by then: what was refused was read to its end.
      expect(asked.writableFinished).toBe(true);
    }
    expect(ports.size).toBe(1);
    agent.destroy();
    await drain(server);
  },
);
