import { Hono } from 'hono';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { AuthEnv } from './context.ts';
import { answerFailure } from './error-response.ts';
import { getClientInfo, isUuid, optionalText, parseBody } from './request.ts';

/** From where a request comes, and what its body says. */

describe('a request comes from', () => {
  const ask = async (bindings: AuthEnv['Bindings'], headers: Record<string, string> = {}) => {
    const app = new Hono<AuthEnv>();
    app.get('/', (context) => context.json(getClientInfo(context)));
    return (await app.request('/', { headers }, bindings)).json();
  };
  const peer = (remoteAddress?: string) => ({
    incoming: { socket: remoteAddress === undefined ? {} : { remoteAddress } },
  });

  it.each([
    [{ clientAddress: '192.0.2.1' }, '192.0.2.1'],
    [{ clientAddress: '192.0.2.1', ...peer('192.0.2.9') }, '192.0.2.1'],
    [peer('192.0.2.9'), '192.0.2.9'],
    [peer('::ffff:192.0.2.9'), '192.0.2.9'],
    [peer('::ffff:c000:209'), '::ffff:c000:209'],
    [peer('fe80::1%eth0'), 'fe80::1'],
    [peer(), '127.0.0.1'],
    [{}, '127.0.0.1'],
  ])('%j: %s', async (bindings, address) => {
    const claimed = { 'x-forwarded-for': '203.0.113.7', 'x-client-ip': '203.0.113.8' };
    expect(await ask(bindings, claimed)).toEqual({ address, userAgent: '' });
  });

  it('a browser that is known by its first 512 characters', async () => {
    const { userAgent } = await ask({}, { 'user-agent': 'u'.repeat(513) });
    expect(userAgent).toBe('u'.repeat(512));
  });
});

describe('a body', () => {
  const read = async (body: string) => {
    const app = new Hono<AuthEnv>();
    app.onError(answerFailure);
    app.post('/', async (context) =>
      context.json(
        await parseBody(
          context,
          v.object({ name: optionalText, most: v.nullish(v.object({ of: v.number() })) }),
        ),
      ),
    );
    const answer = await app.request('/', { method: 'POST', body });
    return { status: answer.status, body: await answer.json() };
  };

  it.each([
    ['', { name: '' }],
    [' \n', { name: '' }],
    ['{}', { name: '' }],
    ['{"name":null}', { name: '' }],
    ['{"name":"Ann","most":{"of":1},"more":2}', { name: 'Ann', most: { of: 1 } }],
  ])('of %j says %j', async (text, said) => {
    expect(await read(text)).toEqual({ status: 200, body: said });
  });

  const wrong = 'Could not parse request body as JSON: ';
  it.each([
    ['{', wrong],
    ['7', `${wrong}body: expected`],
    ['{"name":1}', `${wrong}name: expected`],
    ['{"most":{"of":"x"}}', `${wrong}most.of: expected number`],
    ['{"name":"a\\u0000b"}', `${wrong}name: `],
  ])('of %j is refused where it is wrong', async (text, message) => {
    const { status, body } = await read(text);
    expect([status, body.error_code]).toEqual([400, 'bad_json']);
    expect(body.msg).toContain(message);
  });

  it('may be 64 levels deep', async () => {
    const nest = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    expect([(await read(nest(65))).status, (await read(nest(66))).status]).toEqual([200, 400]);
  });
});

it.each([
  ['0b7c2e3a-6d1f-4a52-9c41-5d0f3c1e2b7a', true],
  ['0B7C2E3A-6D1F-4A52-9C41-5D0F3C1E2B7A', true],
  ['0b7c2e3a6d1f4a529c415d0f3c1e2b7a', false],
  ['x0b7c2e3a-6d1f-4a52-9c41-5d0f3c1e2b7a', false],
  ['0b7c2e3a-6d1f-4a52-9c41-5d0f3c1e2b7a0', false],
  ['0b7c2e3g-6d1f-4a52-9c41-5d0f3c1e2b7a', false],
])('an id: %s %s', (text, isOne) => {
  expect(isUuid(text)).toBe(isOne);
});
