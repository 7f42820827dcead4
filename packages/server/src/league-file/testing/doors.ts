import { createHmac } from 'node:crypto';
import { createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { expect } from 'vitest';

/** The auth service of a league, by the ways in that people have. */
export interface Doors {
  signUp(email: string, password: string): Promise<Session>;
  signIn(email: string, password: string): Promise<Session>;
  refresh(token: string): Promise<Session>;
  /** Over a provider that knows this person. */
  signInWith(person: { id: string; email: string }): Promise<Session>;
  addFactor(session: Session): Promise<Factor>;
  /** Takes the second step with the code of an instant; null where it is refused. */
  takeSecondStep(session: Session, factor: Factor, at: number): Promise<Session | null>;
  isValid(session: Session): Promise<boolean>;
  download(path: string): Promise<string>;
  upload(bucket: string, files: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

export interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

interface Factor {
  id: string;
  totp: { secret: string };
}

const origin = 'http://localhost';

/** The six digits of RFC 6238 at an instant, by a secret in base 32. */
function toCode(secret: string, at: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Opens a league's own services on its database, with a provider beside them that asks nobody. */
export async function openDoors(database: Database): Promise<Doors> {
  let person = { id: '', email: '' };
  const backend = await createBackend({
    database,
    config: {
      siteUrl: origin,
      auth: {
        mailer: { autoconfirm: true },
        rateLimits: { enabled: false },
        security: { bindLinkingToBrowser: false },
        external: {
          providers: {
            discord: { clientIds: ['league'], clientSecret: 'secret', url: 'http://provider' },
          },
        },
      },
    },
    fetch: async (_, init) =>
      Response.json(
        init?.method === 'POST'
          ? { access_token: 'token', token_type: 'bearer', expires_in: 3600 }
          : { ...person, username: 'ann', global_name: 'Ann', verified: true },
      ),
  });
  const request = (path: string, init: RequestInit = {}, token = backend.apiKeys.anon) =>
    backend.fetch(
      new Request(`${origin}${path}`, {
        ...init,
        redirect: 'manual',
        headers: {
          apikey: backend.apiKeys.anon,
          authorization: `Bearer ${token}`,
          ...init.headers,
        },
      }),
    );
  const post = (path: string, body: unknown, token?: string) =>
    request(
      path,
      {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json' },
      },
      token,
    );
  const ask = async <T>(path: string, body: unknown, token?: string): Promise<T> => {
    const answer = await post(path, body, token);
    const content = await answer.json();
    expect(answer.status, JSON.stringify(content)).toBe(200);
    // What the service answers here is what its own tests hold.
    return content as T;
  };
  const service = backend.apiKeys.serviceRole;
  return {
    signUp: (email, password) => ask('/auth/v1/signup', { email, password }),
    signIn: (email, password) => ask('/auth/v1/token?grant_type=password', { email, password }),
    refresh: (token) => ask('/auth/v1/token?grant_type=refresh_token', { refresh_token: token }),
    async signInWith(someone) {
      person = someone;
      const away = await request('/auth/v1/authorize?provider=discord');
      const state = new URL(away.headers.get('location') ?? '').searchParams.get('state');
      const back = await request(`/auth/v1/callback?code=x&state=${state}`);
      const found = new URL(back.headers.get('location') ?? '');
      const told = new URLSearchParams(found.hash.slice(1));
      const token = told.get('access_token') ?? '';
      const user = await request('/auth/v1/user', {}, token);
      expect(user.status, found.href).toBe(200);
      const { id } = (await user.json()) as { id: string };
      return { access_token: token, refresh_token: told.get('refresh_token') ?? '', user: { id } };
    },
    addFactor: ({ access_token }) =>
      ask('/auth/v1/factors', { factor_type: 'totp', friendly_name: 'app' }, access_token),
    async takeSecondStep({ access_token }, { id, totp }, at) {
      const { id: challenge } = await ask<{ id: string }>(
        `/auth/v1/factors/${id}/challenge`,
        {},
        access_token,
      );
      const step = { challenge_id: challenge, code: toCode(totp.secret, at) };
      const answer = await post(`/auth/v1/factors/${id}/verify`, step, access_token);
      return answer.ok ? ((await answer.json()) as Session) : null;
    },
    isValid: async ({ access_token }) => (await backend.verifyAccessToken(access_token)) !== null,
    download: async (path) => {
      const answer = await request(`/storage/v1/object/${path}`, {}, service);
      expect(answer.status).toBe(200);
      return answer.text();
    },
    async upload(bucket, files) {
      await ask('/storage/v1/bucket', { name: bucket }, service);
      for (const [name, body] of Object.entries(files)) {
        const headers = { 'content-type': 'text/plain' };
        const path = `/storage/v1/object/${bucket}/${name}`;
        expect((await request(path, { method: 'POST', body, headers }, service)).status).toBe(200);
      }
    },
    close: () => backend.close(),
  };
}
