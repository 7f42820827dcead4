import { createHash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createClient,
  deleteClient,
  findClient,
  listClients,
  type OAuthClientInput,
  presentClient,
  replaceSecret,
  updateClient,
} from './oauth-clients.ts';

/** What is kept of an application, and what is told of it. */

let own: TestDatabase;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 19, minute));

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => own.database.query('delete from auth.oauth_clients'));

const nothing: OAuthClientInput = {
  ...{ redirectUris: null, grantTypes: null, name: null, clientUri: null, logoUri: null },
  ...{ type: null, authMethod: null },
};
const redirectUris = ['https://app.example/a', 'https://app.example/b'];

const make = (input: Partial<OAuthClientInput> = {}, now = at(0)) =>
  createClient(own.database, { ...nothing, redirectUris, ...input, now });

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url');

it('is confidential unless it says otherwise, and has a secret of which a hash is kept', async () => {
  const { client, secret } = await make({
    ...{ name: 'App', clientUri: 'https://app.example/', logoUri: 'https://app.example/l.png' },
  });
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(client.client_secret_hash).toBe(hash(secret ?? ''));
  const told = {
    client_id: client.id,
    client_type: 'confidential',
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    client_name: 'App',
    client_uri: 'https://app.example/',
    logo_uri: 'https://app.example/l.png',
    registration_type: 'manual',
    created_at: at(0),
    updated_at: at(0),
  };
  expect(presentClient(client, secret)).toEqual({ ...told, client_secret: secret });
  expect(presentClient(client, null)).toEqual(told);
});

it.each<[Partial<OAuthClientInput>, string, string]>([
  [{ type: 'public' }, 'public', 'none'],
  [{ authMethod: 'none' }, 'public', 'none'],
  [{ type: 'confidential' }, 'confidential', 'client_secret_basic'],
  [{ authMethod: 'client_secret_post' }, 'confidential', 'client_secret_post'],
])('with %j it is %s and shows itself by %s', async (input, type, method) => {
  const { client, secret } = await make(input);
  expect([client.client_type, client.token_endpoint_auth_method]).toEqual([type, method]);
  expect(secret === null).toBe(type === 'public');
  expect(client.client_secret_hash === null).toBe(type === 'public');
});

it('of which little is said has no names that are empty', async () => {
  const { client } = await make({
    name: '',
    clientUri: '',
    logoUri: '',
    grantTypes: ['refresh_token'],
  });
  const told = presentClient(client, null);
  expect(told.grant_types).toEqual(['refresh_token']);
  for (const key of ['client_name', 'client_uri', 'logo_uri', 'client_secret']) {
    expect(told).not.toHaveProperty(key);
  }
});

it.each<[Partial<OAuthClientInput>, object]>([
  [{}, {}],
  [{ redirectUris: ['https://new.example/'] }, { redirect_uris: ['https://new.example/'] }],
  [{ grantTypes: ['refresh_token'] }, { grant_types: ['refresh_token'] }],
  [{ name: 'New' }, { client_name: 'New' }],
  [{ clientUri: 'https://new.example/' }, { client_uri: 'https://new.example/' }],
  [{ logoUri: 'https://new.example/' }, { logo_uri: 'https://new.example/' }],
  [{ authMethod: 'client_secret_post' }, { token_endpoint_auth_method: 'client_secret_post' }],
])('changes by %j in that alone', async (input, changed) => {
  const all = { name: 'App', clientUri: 'https://app.example/', logoUri: 'https://app.example/l' };
  const { client } = await make(all);
  const other = await make(all);
  const after = await updateClient(own.database, client.id, { ...nothing, ...input, now: at(5) });
  const before = presentClient(client, null);
  expect(presentClient(after, null)).toEqual({ ...before, ...changed, updated_at: at(5) });
  expect(await findClient(own.database, other.client.id)).toEqual(other.client);
});

it('gets another secret, and the old one is void', async () => {
  const { client, secret } = await make();
  const other = await make();
  const renewed = await replaceSecret(own.database, client.id, at(5));
  expect(renewed).not.toBe(secret);
  expect(await findClient(own.database, client.id)).toMatchObject({
    client_secret_hash: hash(renewed),
    updated_at: at(5),
  });
  expect(await findClient(own.database, other.client.id)).toEqual(other.client);
});

it('is listed newest first, until it is deleted', async () => {
  const [first, second, third] = [
    await make({}, at(1)),
    await make({}, at(3)),
    await make({}, at(2)),
  ];
  const list = async () => (await listClients(own.database)).map(({ id }) => id);
  expect(await list()).toEqual([second.client.id, third.client.id, first.client.id]);
  await deleteClient(own.database, third.client.id, at(4));
  expect(await list()).toEqual([second.client.id, first.client.id]);
  expect(await findClient(own.database, third.client.id)).toBeNull();
});
