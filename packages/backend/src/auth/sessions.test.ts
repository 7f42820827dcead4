import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type AuthConfigInput, resolveAuthConfig } from './config.ts';
import type { Auth } from './context.ts';
import { toLocation, toTokenLocation } from './redirect-location.ts';
import type { Session, User } from './rows.ts';
import { issueTokens } from './sessions.ts';

/** What a sign-in is answered with. */

const now = new Date('2026-11-20T19:00:00.999Z');

const ann = {
  id: 'ann',
  aud: 'elsewhere',
  role: 'member',
  email: 'ann@a.example',
  phone: '15550001111',
  raw_app_meta_data: { provider: 'discord' },
  raw_user_meta_data: { name: 'Ann' },
  is_anonymous: false,
  identities: [],
  factors: [],
};
const session = {
  id: 'session',
  aal: 'aal2',
  amr: [{ method: 'totp', timestamp: 1 }],
};

async function issue(user: object, settings: AuthConfigInput = {}) {
  const key = new TextEncoder().encode('league');
  const keys = { getSigningKey: async () => ({ kid: null, algorithm: 'HS256', key }) };
  const auth = { config: resolveAuthConfig(settings), clock: () => now, keys } as unknown as Auth;
  return issueTokens(auth, {
    user: Object.assign({} as User, ann, user),
    session: session as Session,
    refreshToken: 'refresh-token',
    issuer: 'https://league.test/auth/v1',
  });
}

describe('somebody who signs in', () => {
  it('is told how long their tokens are good, and whose they are', async () => {
    const { body, headers } = await issue({});
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ey/),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: 1_795_204_800,
      refresh_token: 'refresh-token',
      user: expect.objectContaining({ id: 'ann', email: 'ann@a.example' }),
    });
    expect(headers).toEqual({
      'sb-auth-user-id': 'ann',
      'sb-auth-session-id': 'session',
      'sb-auth-refresh-token-prefix': 'refre',
    });
  });

  it('gets a token that says who they are', async () => {
    const { body } = await issue({});
    expect(decodeJwt(String(body.access_token))).toEqual({
      iss: 'https://league.test/auth/v1',
      sub: 'ann',
      aud: 'elsewhere',
      iat: 1_795_201_200,
      exp: 1_795_204_800,
      email: 'ann@a.example',
      phone: '15550001111',
      app_metadata: { provider: 'discord' },
      user_metadata: { name: 'Ann' },
      role: 'member',
      aal: 'aal2',
      amr: [{ method: 'totp', timestamp: 1 }],
      session_id: 'session',
      is_anonymous: false,
    });
  });

  it('gets one that says nothing of what is not known, and what the operator has said', async () => {
    const nobody = {
      ...{ aud: null, role: null, email: null, phone: null, is_anonymous: true },
      ...{ raw_app_meta_data: null, raw_user_meta_data: null },
    };
    const { body } = await issue(nobody, {
      jwt: {
        issuer: 'https://issuer.test',
        expirySeconds: 60,
        audience: 'all',
        defaultRole: 'any',
      },
    });
    expect([body.expires_in, body.expires_at]).toEqual([60, 1_795_201_260]);
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      iss: 'https://issuer.test',
      exp: 1_795_201_260,
      aud: 'all',
      role: 'any',
      email: '',
      phone: '',
      app_metadata: {},
      user_metadata: {},
      is_anonymous: true,
    });
  });
});

describe('who is sent back to a page', () => {
  it('brings what was there, what is added, and another fragment', () => {
    const address = 'https://league.test/a?x=1&y=2#old';
    expect(toLocation(address, { query: { y: '3', z: 'a b' } })).toBe(
      'https://league.test/a?x=1&y=3&z=a+b#old',
    );
    expect(toLocation(address, { hash: { a: '1', b: 'c d' } })).toBe(
      'https://league.test/a?x=1&y=2#a=1&b=c+d',
    );
    expect(toLocation(address, {})).toBe(address);
  });

  it('brings their tokens in the fragment', async () => {
    const issued = await issue({});
    const to = toTokenLocation('https://league.test/a?x=1', issued, { type: 'recovery' });
    const { search, hash } = new URL(to);
    expect(search).toBe('?x=1');
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({
      access_token: issued.body.access_token,
      expires_at: '1795204800',
      expires_in: '3600',
      refresh_token: 'refresh-token',
      sb: '',
      token_type: 'bearer',
      type: 'recovery',
    });
  });
});
