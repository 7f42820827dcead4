import { describe, expect, it } from 'vitest';
import { type ApiKeys, findTokenOfKey } from './api-keys.ts';
import { createGateway, type GatewayBindings, type GatewayOptions } from './gateway.ts';
import { RestFailure } from './rest/failure.ts';

const apiKeys: ApiKeys = {
  anon: 'anon.anon.anon',
  serviceRole: 'service.service.service',
  publishable: 'sb_publishable_ours_123456',
  secret: 'sb_secret_ours_12345678901',
};

/** The gateway before services that keep what they are asked. */
function open(options: Partial<GatewayOptions> = {}) {
  const asked: {
    service: string;
    url: string;
    authorization: string | null;
    apikey: string | null;
    body: string;
    address?: string | undefined;
  }[] = [];
  const errors: unknown[] = [];
  const toService = (service: string) => ({
    fetch: async (request: Request, bindings: GatewayBindings) => {
      const { headers, url } = request;
      asked.push({
        service,
        url,
        authorization: headers.get('authorization'),
        apikey: headers.get('apikey'),
        body: await request.text(),
        address: bindings?.clientAddress,
      });
      return new Response(service);
    },
  });
  const app = createGateway({
    auth: toService('auth'),
    rest: {
      answer: async ({ url, headers, text }, { role }, address) => {
        const apikey = headers.get('apikey');
        asked.push({
          service: 'rest',
          url,
          authorization: role,
          apikey,
          body: await text(),
          address,
        });
        return new Response('rest');
      },
      close: async () => undefined,
    },
    realtime: toService('realtime'),
    storage: toService('storage'),
    apiKeys,
    verify: async (token) => ({ role: token === apiKeys.serviceRole ? 'service_role' : 'anon' }),
    onError: (error) => errors.push(error),
    ...options,
  });
  const send = async (path: string, init: RequestInit = {}, bindings: GatewayBindings = {}) =>
    app.request(`http://league.test${path}`, init, bindings);
  return { asked, errors, send };
}

describe('a short key', () => {
  it.each([
    [apiKeys.publishable, apiKeys.anon],
    [apiKeys.secret, apiKeys.serviceRole],
    ['sb_publishable_theirs_1234', null],
    ['sb_publishable_ours_12345', null],
    ['sb_secret_ours_1234567890', null],
    ['sb_', null],
    ['any.other.key', 'any.other.key'],
    ['', ''],
  ])('%s stands for %s', (given, token) => {
    expect(findTokenOfKey(apiKeys, given)).toBe(token);
  });
});

describe('whose token a service is asked with', () => {
  const older = apiKeys.anon;
  it.each<[string, string, Record<string, string>, string | null]>([
    ['storage', 'nothing', {}, null],
    ['storage', 'a short key', { apikey: apiKeys.secret }, `Bearer ${apiKeys.serviceRole}`],
    ['storage', 'an older key', { apikey: older }, `Bearer ${older}`],
    [
      'storage',
      'a token of their own',
      { apikey: older, authorization: 'Bearer own' },
      'Bearer own',
    ],
    ['storage', 'a token alone', { authorization: 'Bearer own' }, 'Bearer own'],
    [
      'storage',
      'a short key for a token too',
      { apikey: apiKeys.publishable, authorization: `bearer ${apiKeys.publishable}` },
      `Bearer ${older}`,
    ],
    ['storage', 'a short key for a token alone', { authorization: 'Bearer sb_x' }, null],
    ['auth', 'a short key', { apikey: apiKeys.publishable }, `Bearer ${older}`],
    ['auth', 'an older key', { apikey: older }, null],
    [
      'auth',
      'an older key and a token',
      { apikey: older, authorization: 'Bearer own' },
      'Bearer own',
    ],
  ])('%s with %s', async (service, _what, headers, authorization) => {
    const { asked, send } = open();
    expect((await send(`/${service}/v1/thing?a=1`, { headers })).status).toBe(200);
    const url = 'http://league.test/thing?a=1';
    expect(asked).toMatchObject([{ service, url, authorization, apikey: null }]);
  });

  it('may stand in the address, and goes no further', async () => {
    const { asked, send } = open();
    await send(`/storage/v1/thing?a=1&apikey=${apiKeys.secret}`);
    await send(`/rest/v1/thing?apikey=${apiKeys.secret}&a=1`);
    expect(asked).toMatchObject([
      { url: 'http://league.test/thing?a=1', authorization: `Bearer ${apiKeys.serviceRole}` },
      { url: 'http://league.test/rest/v1/thing?a=1', authorization: 'service_role', apikey: null },
    ]);
    // A header is looked at first.
    await send(`/rest/v1/thing?apikey=${apiKeys.secret}`, { headers: { apikey: older } });
    expect(asked.at(-1)?.authorization).toBe('anon');
  });

  it.each(['auth', 'rest', 'realtime', 'storage', 'functions'])(
    'is nobody’s of %s with a key that is not ours',
    async (service) => {
      const { asked, send } = open();
      const refused = await send(`/${service}/v1/thing`, { headers: { apikey: 'sb_secret_x' } });
      expect([refused.status, (await refused.json()).message]).toEqual([401, 'Invalid API key']);
      expect((await send(`/${service}/v1/thing?apikey=sb_secret_x`)).status).toBe(401);
      expect(asked).toEqual([]);
    },
  );
});

describe('what is handed on', () => {
  it('is the whole request, and the root as one', async () => {
    const { asked, send } = open();
    await send('/auth/v1/token', { method: 'POST', body: 'body' });
    await send('/storage/v1/');
    expect(asked).toMatchObject([
      { service: 'auth', url: 'http://league.test/token', body: 'body' },
      { service: 'storage', url: 'http://league.test/', body: '' },
    ]);
  });

  it('says from where it comes', async () => {
    const { asked, send } = open();
    const incoming = { socket: { remoteAddress: '192.0.2.1' } };
    await send('/rest/v1/a', {}, { clientAddress: '192.0.2.9', incoming });
    await send('/rest/v1/a', {}, { incoming });
    await send('/rest/v1/a');
    expect(asked.map(({ address }) => address)).toEqual(['192.0.2.9', '192.0.2.1', undefined]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('by %s has at most a mebibyte', async (method) => {
    const { asked, send } = open();
    const body = (bytes: number) => ({
      method,
      body: 'x'.repeat(bytes),
      headers: { 'content-length': String(bytes) },
    });
    expect((await send('/rest/v1/a', body(1_048_576))).status).toBe(200);
    const refused = await send('/rest/v1/a', body(1_048_577));
    expect([refused.status, (await refused.json()).code]).toEqual([
      413,
      'request_entity_too_large',
    ]);
    expect(asked).toHaveLength(1);
  });
});

describe('what comes back', () => {
  it.each([
    ['storage', true],
    ['functions', true],
    ['realtime', false],
    ['auth', false],
    ['rest', false],
  ])('of %s is in a sandbox: %s', async (service, isSandboxed) => {
    const { send } = open();
    const answer = await send(`/${service}/v1/thing`);
    const policy = isSandboxed ? "sandbox; default-src 'none'" : null;
    expect(answer.headers.get('content-security-policy')).toBe(policy);
    expect(answer.headers.get('x-content-type-options')).toBe(isSandboxed ? 'nosniff' : null);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('of what is not there says so', async () => {
    const { send } = open();
    const answer = await send('/functions/v1/thing');
    expect([answer.status, (await answer.json()).code]).toEqual([501, 'service_not_available']);
    for (const path of ['/other/v1/thing', '/', '/auth/v2/token']) {
      const missing = await send(path);
      expect([path, missing.status]).toEqual([path, 404]);
      expect(missing.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('before anybody is asked who they are is what may be sent', async () => {
    const { asked, send } = open();
    const headers = { apikey: 'sb_secret_x', origin: 'https://fans.test' };
    expect((await send('/rest/v1/a', { method: 'OPTIONS', headers })).status).toBe(204);
    expect(asked).toEqual([]);
  });
});

describe('a failure', () => {
  const failing = (thrown: unknown) =>
    open({
      rest: {
        answer: async () => {
          throw thrown;
        },
        close: async () => undefined,
      },
    });
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

  it.each<[string, unknown, number, boolean]>([
    ['that has its answer', new RestFailure(418, { code: 'x', message: 'x' }), 418, false],
    ['of ours with its answer', new RestFailure(500, { code: 'x', message: 'x' }), 500, true],
    [
      'with an answer of its own',
      Object.assign(new Error('x'), { getResponse: () => new Response('', { status: 409 }) }),
      409,
      false,
    ],
    ['of any other kind', new Error('secret of ours'), 500, true],
    ['of who left', gone, 500, false],
  ])('%s', async (_what, thrown, status, isTold) => {
    const { errors, send } = failing(thrown);
    const answer = await send('/rest/v1/a');
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('secret');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(errors).toEqual(isTold ? [thrown] : []);
  });
});
