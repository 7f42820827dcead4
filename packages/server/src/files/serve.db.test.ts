import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLeague } from '../engine/league.ts';
import { createPerson } from '../testing/test-league.ts';
import { serveFile, toDisposition } from './serve.ts';
import { settleFile, writeFile } from './stored-files.ts';

let own: TestDatabase;
let id: string;
let tag: string;
const bytes = Buffer.from('what was sent');

beforeAll(async () => {
  own = await createTestDatabase();
  const { id: personId } = await createPerson(own.database, 'Sender');
  const file = await writeFile(
    createLeague(own.database),
    { personId, mediaType: 'image/webp', at: new Date() },
    [bytes],
  );
  id = await own.database.transaction((transaction) => settleFile(transaction, file));
  tag = `"${file.sha256}"`;
});
afterAll(() => own[Symbol.asyncDispose]());

type Options = Partial<Parameters<typeof serveFile>[2]>;

async function serve(options: Options = {}, init: RequestInit = {}) {
  const request = new Request('http://localhost:3000/file', init);
  const answer = await serveFile(createLeague(own.database), request, {
    id,
    caching: 'asked',
    ...options,
  });
  return answer === null
    ? null
    : { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('a file that is handed out', () => {
  it('runs nothing, loads nothing and is what was sent', async () => {
    const answer = await serve();
    expect([answer?.status, answer?.text]).toEqual([200, String(bytes)]);
    expect(Object.fromEntries(answer?.headers ?? [])).toEqual({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      etag: tag,
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['asked', undefined, 'private, no-cache', null],
    ['forever', undefined, 'public, max-age=31536000, immutable', null],
    ['anew', undefined, 'public, no-cache', null],
    ['asked', 'a.dem', 'private, no-cache', `attachment; filename="a.dem"; filename*=UTF-8''a.dem`],
  ] as const)('may be kept %s, and is saved as %s', async (caching, attachment, kept, saved) => {
    const answer = await serve({ caching, ...(attachment === undefined ? {} : { attachment }) });
    expect(answer?.headers.get('cache-control')).toBe(kept);
    expect(answer?.headers.get('content-disposition')).toBe(saved);
  });

  it.each<[string, (tag: string) => string, boolean]>([
    ['which is this', (tag) => tag, true],
    ['among others, this', (tag) => `"x", W/${tag}`, true],
    ['which is another', () => '"x"', false],
    ['which is a part of this', (tag) => `${tag.slice(0, -2)}"`, false],
    ['which is this without its marks', (tag) => tag.slice(1, -1), false],
  ])('is not sent to who has one, %s', async (_what, toHeld, isHeld) => {
    const answer = await serve({}, { headers: { 'if-none-match': toHeld(tag) } });
    expect([answer?.status, answer?.text]).toEqual(isHeld ? [304, ''] : [200, String(bytes)]);
    expect(answer?.headers.has('content-length')).toBe(!isHeld);
    expect(answer?.headers.get('etag')).toBe(tag);
  });

  it('is said to be something else than it is kept as where that is wanted', async () => {
    const answer = await serve({ mediaType: 'application/zip' });
    expect(answer?.headers.get('content-type')).toBe('application/zip');
  });

  // Thirteen bytes.
  it.each<[string, Record<string, string>, number, string, string | null]>([
    ['no part', {}, 200, 'what was sent', null],
    ['the first bytes', { range: 'bytes=0-3' }, 206, 'what', 'bytes 0-3/13'],
    ['the last', { range: 'bytes=-4' }, 206, 'sent', 'bytes 9-12/13'],
    ['all behind one', { range: 'bytes=12-' }, 206, 't', 'bytes 12-12/13'],
    ['what lies behind its end', { range: 'bytes=13-' }, 416, '', 'bytes */13'],
    [
      'a part of what it was before',
      { range: 'bytes=0-3', 'if-range': '"x"' },
      200,
      'what was sent',
      null,
    ],
    [
      'a part of what it was at an hour',
      { range: 'bytes=0-3', 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      ...[200, 'what was sent', null],
    ],
  ] as [string, Record<string, string>, number, string, string | null][])(
    'is sent in part where its address has parts: %s',
    async (_what, headers, status, text, range) => {
      const answer = await serve({ hasParts: true }, { headers });
      expect([answer?.status, answer?.text]).toEqual([status, text]);
      expect(answer?.headers.get('content-range')).toBe(range);
      expect(answer?.headers.get('content-length')).toBe(String(text.length));
      expect(answer?.headers.get('accept-ranges')).toBe('bytes');
      const whole = await serve({}, { headers });
      expect([whole?.status, whole?.text]).toEqual([200, 'what was sent']);
      expect(whole?.headers.get('accept-ranges')).toBeNull();
    },
  );

  it('is sent in part to who has this version of it, and its head says which part', async () => {
    const headers = { range: 'bytes=0-3', 'if-range': tag };
    expect(await serve({ hasParts: true }, { headers })).toMatchObject({
      status: 206,
      text: 'what',
    });
    const head = await serve({ hasParts: true }, { headers, method: 'HEAD' });
    expect([head?.status, head?.text, head?.headers.get('content-range')]).toEqual([
      ...[206, '', 'bytes 0-3/13'],
    ]);
  });

  it('shows its head to who asks for no more', async () => {
    const answer = await serve({}, { method: 'HEAD' });
    expect([answer?.status, answer?.text]).toEqual([200, '']);
    expect(answer?.headers.get('content-length')).toBe(String(bytes.length));
  });

  it('is none where there is none, or not all of it', async () => {
    expect(await serve({ id: '00000000-0000-4000-8000-000000000000' })).toBeNull();
    const { id: personId } = await createPerson(own.database, 'Other');
    const at = new Date();
    const file = await writeFile(
      createLeague(own.database),
      { personId, mediaType: 'image/webp', at },
      [bytes],
    );
    expect(await serve({ id: file.id })).toBeNull();
  });
});

it.each([
  ['demo.dem', `attachment; filename="demo.dem"; filename*=UTF-8''demo.dem`],
  ['häät.dem', `attachment; filename="h__t.dem"; filename*=UTF-8''h%C3%A4%C3%A4t.dem`],
  ['a "b".dem', `attachment; filename="a _b_.dem"; filename*=UTF-8''a%20%22b%22.dem`],
  ['a\\b%c', `attachment; filename="a_b_c"; filename*=UTF-8''a%5Cb%25c`],
  ["it's(1)*", `attachment; filename="it's(1)*"; filename*=UTF-8''it%27s%281%29%2A`],
  ['a\r\nb', `attachment; filename="a__b"; filename*=UTF-8''a%0D%0Ab`],
])('a name goes whole, and once more for who reads only ASCII: %j', (name, header) => {
  expect(toDisposition(name)).toBe(header);
});
