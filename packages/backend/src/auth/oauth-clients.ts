import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { validationFailed } from './errors.ts';

/** A row of `auth.oauth_clients`: an application that may one day ask people for their consent. */
export interface OAuthClient {
  id: string;
  client_secret_hash: string | null;
  registration_type: 'dynamic' | 'manual';
  redirect_uris: string;
  grant_types: string;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  client_type: 'public' | 'confidential';
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none';
  created_at: Date;
  updated_at: Date;
}

/** What an administrator says of a client; null where nothing was said. */
export interface OAuthClientInput {
  redirectUris: string[] | null;
  grantTypes: string[] | null;
  name: string | null;
  clientUri: string | null;
  logoUri: string | null;
  type: string | null;
  authMethod: string | null;
}

const knownGrantTypes = ['authorization_code', 'refresh_token'];
const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;
const dangerous = new Set(['javascript:', 'data:', 'file:', 'vbscript:', 'about:', 'blob:']);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const maximumRedirects = 10;

/** Refuses what a client may not be, naming the field. */
export function requireClientInput(input: OAuthClientInput): void {
  const { redirectUris, grantTypes, name } = input;
  if (redirectUris !== null) {
    requireRedirects(redirectUris);
  }
  if (grantTypes !== null) {
    if (grantTypes.length === 0) {
      throw validationFailed('grant_types cannot be empty');
    }
    if (grantTypes.some((type) => !knownGrantTypes.includes(type))) {
      throw validationFailed(
        "grant_types must only contain 'authorization_code' and/or 'refresh_token'",
      );
    }
  }
  if (name !== null && name.length > 1024) {
    throw validationFailed('client_name cannot exceed 1024 characters');
  }
  requireAddress('client_uri', input.clientUri);
  requireAddress('logo_uri', input.logoUri);
  requireConsistency(input);
}

function requireRedirects(uris: readonly string[]): void {
  if (uris.length === 0) {
    throw validationFailed('redirect_uris cannot be empty');
  }
  if (uris.length > maximumRedirects) {
    throw validationFailed('redirect_uris cannot exceed 10 items');
  }
  for (const uri of uris) {
    const fault = findRedirectFault(uri);
    if (fault !== null) {
      throw validationFailed(`invalid redirect_uri '${uri}': ${fault}`);
    }
  }
}

function findRedirectFault(uri: string): string | null {
  if (uri === '') {
    return 'redirect URI cannot be empty';
  }
  if (!URL.canParse(uri)) {
    return 'must have scheme and host';
  }
  const url = new URL(uri);
  if (dangerous.has(url.protocol)) {
    return `scheme '${url.protocol.slice(0, -1)}' is not allowed for security reasons`;
  }
  if (url.host === '') {
    return 'must have scheme and host';
  }
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) {
    return 'HTTP scheme only allowed for localhost';
  }
  return url.hash === '' ? null : 'fragment not allowed in redirect URI';
}

function requireAddress(field: string, value: string | null): void {
  if (value === null || value === '') {
    return;
  }
  if (value.length > 2048) {
    throw validationFailed(`${field} cannot exceed 2048 characters`);
  }
  if (!URL.canParse(value)) {
    throw validationFailed(`${field} must be a valid URL`);
  }
}

function requireConsistency({ type, authMethod }: OAuthClientInput): void {
  if (type !== null && type !== 'public' && type !== 'confidential') {
    throw validationFailed("client_type must be 'public' or 'confidential'");
  }
  if (authMethod !== null && !authMethods.some((method) => method === authMethod)) {
    throw validationFailed(`token_endpoint_auth_method must be one of: [${authMethods.join(' ')}]`);
  }
  if (type === null || authMethod === null) {
    return;
  }
  if ((type === 'public') !== (authMethod === 'none')) {
    throw validationFailed(
      `token_endpoint_auth_method '${authMethod}' does not fit a ${type} client`,
    );
  }
}

/** Registers a client and returns its secret, which is kept as a hash and never shown again. */
export async function createClient(
  queryable: Queryable,
  input: OAuthClientInput & { now: Date },
): Promise<{ client: OAuthClient; secret: string | null }> {
  const isPublic = input.type === 'public' || (input.type === null && input.authMethod === 'none');
  const secret = isPublic ? null : createSecret();
  const [client] = await queryable.query<OAuthClient>(
    `insert into auth.oauth_clients
       (id, client_secret_hash, registration_type, redirect_uris, grant_types, client_name,
        client_uri, logo_uri, client_type, token_endpoint_auth_method, created_at, updated_at)
     values ($1, $2, 'manual', $3, $4, $5, $6, $7, $8, $9, $10, $10) returning *`,
    [
      crypto.randomUUID(),
      secret === null ? null : hashSecret(secret),
      (input.redirectUris ?? []).join(','),
      (input.grantTypes ?? knownGrantTypes).join(','),
      input.name || null,
      input.clientUri || null,
      input.logoUri || null,
      isPublic ? 'public' : 'confidential',
      input.authMethod ?? (isPublic ? 'none' : 'client_secret_basic'),
      input.now,
    ],
  );
  if (client === undefined) {
    throw new Error('the client was not stored');
  }
  return { client, secret };
}

export async function findClient(queryable: Queryable, id: string): Promise<OAuthClient | null> {
  const [client] = await queryable.query<OAuthClient>(
    'select * from auth.oauth_clients where id = $1 and deleted_at is null',
    [id],
  );
  return client ?? null;
}

export async function listClients(queryable: Queryable): Promise<OAuthClient[]> {
  return queryable.query<OAuthClient>(
    'select * from auth.oauth_clients where deleted_at is null order by created_at desc, id',
  );
}

/** Changes what was said and leaves the rest. */
export async function updateClient(
  queryable: Queryable,
  id: string,
  input: OAuthClientInput & { now: Date },
): Promise<OAuthClient> {
  const [client] = await queryable.query<OAuthClient>(
    `update auth.oauth_clients set
       redirect_uris = coalesce($2, redirect_uris), grant_types = coalesce($3, grant_types),
       client_name = coalesce($4, client_name), client_uri = coalesce($5, client_uri),
       logo_uri = coalesce($6, logo_uri),
       token_endpoint_auth_method = coalesce($7, token_endpoint_auth_method), updated_at = $8
     where id = $1 returning *`,
    [
      id,
      input.redirectUris?.join(',') ?? null,
      input.grantTypes?.join(',') ?? null,
      input.name,
      input.clientUri,
      input.logoUri,
      input.authMethod,
      input.now,
    ],
  );
  if (client === undefined) {
    throw new Error('the client vanished during the request');
  }
  return client;
}

export async function deleteClient(queryable: Queryable, id: string, now: Date): Promise<void> {
  await queryable.query(
    'update auth.oauth_clients set deleted_at = $2, updated_at = $2 where id = $1',
    [id, now],
  );
}

/** Gives a client a new secret; the old one is void. */
export async function replaceSecret(queryable: Queryable, id: string, now: Date): Promise<string> {
  const secret = createSecret();
  await queryable.query(
    'update auth.oauth_clients set client_secret_hash = $2, updated_at = $3 where id = $1',
    [id, hashSecret(secret), now],
  );
  return secret;
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A random secret of this length needs no slow hash. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function presentClient(client: OAuthClient, secret: string | null): Record<string, unknown> {
  return {
    client_id: client.id,
    ...(secret === null ? {} : { client_secret: secret }),
    client_type: client.client_type,
    redirect_uris: client.redirect_uris.split(','),
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    grant_types: client.grant_types.split(','),
    response_types: ['code'],
    ...(client.client_name ? { client_name: client.client_name } : {}),
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    registration_type: client.registration_type,
    created_at: client.created_at,
    updated_at: client.updated_at,
  };
}
