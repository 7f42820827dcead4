import { expect, it } from 'vitest';
import { type OAuthClientInput, requireClientInput } from './oauth-clients.ts';

/** What an application may be, and what is said of one that may not. */

const nothing: OAuthClientInput = {
  ...{ redirectUris: null, grantTypes: null, name: null, clientUri: null, logoUri: null },
  ...{ type: null, authMethod: null },
};

function judge(input: Partial<OAuthClientInput>): string {
  try {
    requireClientInput({ ...nothing, ...input });
    return 'good';
  } catch (thrown) {
    expect(thrown).toMatchObject({ status: 400, code: 'validation_failed' });
    return thrown instanceof Error ? thrown.message : '';
  }
}

const uri = 'https://app.example/back';
const addressOf = (length: number) => 'https://app.example/'.padEnd(length, 'x');

it('may be anything of which nothing is said', () => {
  expect(judge({})).toBe('good');
});

it.each<[string, string]>([
  [uri, 'good'],
  ['app://back', 'good'],
  ['http://localhost:5173/back', 'good'],
  ['http://127.0.0.1/back', 'good'],
  ['http://[::1]:80/back', 'good'],
  ['', "invalid redirect_uri '': redirect URI cannot be empty"],
  ['/back', "invalid redirect_uri '/back': must have scheme and host"],
  ['app:back', "invalid redirect_uri 'app:back': must have scheme and host"],
  ...['javascript', 'data', 'file', 'vbscript', 'about', 'blob'].map((scheme): [string, string] => [
    `${scheme}:x`,
    `invalid redirect_uri '${scheme}:x': scheme '${scheme}' is not allowed for security reasons`,
  ]),
  [
    'http://localhost.example/',
    "invalid redirect_uri 'http://localhost.example/': HTTP scheme only allowed for localhost",
  ],
  [`${uri}#x`, `invalid redirect_uri '${uri}#x': fragment not allowed in redirect URI`],
])('is sent back to %j: %s', (address, expected) => {
  expect(judge({ redirectUris: [uri, address] })).toBe(expected);
});

it.each<[Partial<OAuthClientInput>, string]>([
  [{ redirectUris: [] }, 'redirect_uris cannot be empty'],
  [{ redirectUris: Array(10).fill(uri) }, 'good'],
  [{ redirectUris: Array(11).fill(uri) }, 'redirect_uris cannot exceed 10 items'],
  [{ grantTypes: [] }, 'grant_types cannot be empty'],
  [{ grantTypes: ['authorization_code', 'refresh_token'] }, 'good'],
  [
    { grantTypes: ['refresh_token', 'password'] },
    "grant_types must only contain 'authorization_code' and/or 'refresh_token'",
  ],
  [{ name: 'x'.repeat(1024) }, 'good'],
  [{ name: 'x'.repeat(1025) }, 'client_name cannot exceed 1024 characters'],
  [{ clientUri: '', logoUri: '' }, 'good'],
  [{ clientUri: addressOf(2048), logoUri: addressOf(2048) }, 'good'],
  [{ clientUri: addressOf(2049) }, 'client_uri cannot exceed 2048 characters'],
  [{ logoUri: addressOf(2049) }, 'logo_uri cannot exceed 2048 characters'],
  [{ clientUri: 'app' }, 'client_uri must be a valid URL'],
  [{ logoUri: 'app' }, 'logo_uri must be a valid URL'],
  [{ type: 'public' }, 'good'],
  [{ type: 'confidential' }, 'good'],
  [{ type: '' }, "client_type must be 'public' or 'confidential'"],
  [{ authMethod: 'client_secret_post' }, 'good'],
  [
    { authMethod: 'password' },
    'token_endpoint_auth_method must be one of: [client_secret_basic client_secret_post none]',
  ],
  [{ type: 'public', authMethod: 'none' }, 'good'],
  [{ type: 'confidential', authMethod: 'client_secret_basic' }, 'good'],
  [
    { type: 'public', authMethod: 'client_secret_post' },
    "token_endpoint_auth_method 'client_secret_post' does not fit a public client",
  ],
  [
    { type: 'confidential', authMethod: 'none' },
    "token_endpoint_auth_method 'none' does not fit a confidential client",
  ],
])('with %j', (input, expected) => {
  expect(judge(input)).toBe(expected);
});
