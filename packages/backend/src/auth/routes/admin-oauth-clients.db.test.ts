import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer } from '../testing/requests.ts';

/** The register of applications, over the wire. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ oauthServer: { enabled: true } });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

async function send(method: string, path = '', json?: unknown) {
  const answer = await harness.request(`/admin/oauth/clients${path}`, {
    method,
    headers: bearer(await harness.serviceRoleKey()),
    ...(json === undefined ? {} : { json }),
  });
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
}

const whole = {
  client_name: 'App',
  client_uri: 'https://app.example/',
  logo_uri: 'https://app.example/logo.svg',
  redirect_uris: ['https://app.example/back', 'https://app.example/other'],
  grant_types: ['authorization_code'],
  client_type: 'confidential',
  token_endpoint_auth_method: 'client_secret_post',
};

describe('an application', () => {
  it('is kept with all that is said of it', async () => {
    const { status, body } = await send('POST', '', whole);
    const now = harness.now().toISOString();
    expect([status, body]).toEqual([
      201,
      {
        ...whole,
        client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        client_secret: expect.stringMatching(/^[\w-]{43}$/),
        response_types: ['code'],
        registration_type: 'manual',
        created_at: now,
        updated_at: now,
      },
    ]);
    const { client_secret: _secret, ...shown } = body;
    expect(await send('GET', `/${body.client_id}`)).toEqual({ status: 200, body: shown });
    const listed = await send('GET');
    expect(listed.body.clients).toContainEqual(shown);
  });

  it.each([
    { client_name: 'Other' },
    { client_uri: 'https://other.example/' },
    { logo_uri: 'https://other.example/logo.svg' },
    { redirect_uris: ['https://other.example/back'] },
    { grant_types: ['refresh_token'] },
    { token_endpoint_auth_method: 'client_secret_basic' },
  ])('is changed by %j and in nothing else', async (change) => {
    const { body: before } = await send('POST', '', whole);
    harness.advance(60);
    const { client_secret: _secret, ...shown } = before;
    const changed = { ...shown, ...change, updated_at: harness.now().toISOString() };
    expect(await send('PUT', `/${before.client_id}`, change)).toEqual({
      status: 200,
      body: changed,
    });
  });

  it('that goes leaves no word, and is nowhere any more', async () => {
    const { body } = await send('POST', '', whole);
    const path = `/${body.client_id}`;
    expect(await send('DELETE', path)).toEqual({ status: 204, body: null });
    for (const [method, rest, json] of [
      ['GET', '', undefined],
      ['PUT', '', { client_name: 'Other' }],
      ['DELETE', '', undefined],
      ['POST', '/regenerate_secret', undefined],
    ] as const) {
      const { status, body: refused } = await send(method, `${path}${rest}`, json);
      expect([method, status, refused.code]).toEqual([method, 404, 'oauth_client_not_found']);
    }
    const { clients } = (await send('GET')).body;
    expect(clients.map((client: { client_id: string }) => client.client_id)).not.toContain(
      body.client_id,
    );
  });

  it('gets another secret, which is shown once', async () => {
    const { body } = await send('POST', '', whole);
    const renewed = await send('POST', `/${body.client_id}/regenerate_secret`);
    expect([renewed.status, renewed.body.client_id]).toEqual([200, body.client_id]);
    expect(renewed.body.client_secret).toMatch(/^[\w-]{43}$/);
    expect((await send('GET', `/${body.client_id}`)).body.client_secret).toBeUndefined();
  });
});

it.each([
  ['no id', 'GET', '/one', undefined, 'invalid client_id format'],
  ['nothing to change', 'PUT', null, {}, 'No fields provided for update'],
  ['nothing but nulls', 'PUT', null, { client_name: null }, 'No fields provided for update'],
  ['what it may not be', 'PUT', null, { redirect_uris: [] }, 'redirect_uris cannot be empty'],
])('%s is refused', async (_what, method, path, json, message) => {
  const { body } = await send('POST', '', whole);
  const refused = await send(method, path ?? `/${body.client_id}`, json);
  expect(refused).toEqual({ status: 400, body: { code: 'validation_failed', message } });
});

it('what is done to one is written down with which it was', async () => {
  const { body } = await send('POST', '', whole);
  await send('PUT', `/${body.client_id}`, { client_name: 'Other' });
  await send('DELETE', `/${body.client_id}`);
  const entries = await harness.database.query(
    `select payload ->> 'action' as action from auth.audit_log_entries
     where payload #>> '{traits,client_id}' = $1 order by ctid`,
    [body.client_id],
  );
  expect(entries).toEqual(
    ['created', 'updated', 'deleted'].map((done) => ({ action: `oauth_client_${done}` })),
  );
});
