import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Backend, createBackend } from '@muster/backend';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { AuthClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevDiscord } from './create-dev-discord.ts';
import type { DevPerson } from './person.ts';
import { pickLanguage, texts } from './texts.ts';

const people: DevPerson[] = [
  {
    id: '100000000000000001',
    username: 'kaarna',
    global_name: 'Kaarna <b>&',
    avatar: null,
    locale: 'fi',
    email: 'kaarna@people.example',
  },
];

let own: TestDatabase;
let backend: Backend;
let server: Server;
let origin = '';
let isOpen = true;

beforeAll(async () => {
  own = await createTestDatabase();
  const client = { clientId: 'league', clientSecret: 'made-once' };
  const discord = { clientIds: [client.clientId], clientSecret: client.clientSecret };
  backend = await createBackend({
    database: own.database,
    config: { auth: { external: { providers: { discord: { ...discord, url: '/dev/discord' } } } } },
  });
  // Two of them on one database, as two processes would have it: each request meets another one.
  const providers = [0, 1].map(() =>
    createDevDiscord({
      ...client,
      database: own.database,
      people: async () => people,
      isAllowed: () => isOpen,
    }),
  );
  let turn = 0;
  const app = new Hono();
  app.all('/auth/v1/*', (context) => backend.fetch(context.req.raw));
  app.mount('/dev/discord', async (request, env) => {
    turn += 1;
    return (await providers[turn % 2]?.fetch(request, env)) ?? new Response(null, { status: 500 });
  });
  server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await backend.close();
  await own[Symbol.asyncDispose]();
});

const redirectUri = () => `${origin}/auth/v1/callback`;

function authorize(query: Record<string, string>, headers: Record<string, string> = {}) {
  const search = new URLSearchParams({
    client_id: 'league',
    response_type: 'code',
    redirect_uri: redirectUri(),
    state: 'a state',
    ...query,
  });
  return fetch(`${origin}/dev/discord/api/oauth2/authorize?${search}`, {
    redirect: 'manual',
    headers,
  });
}

async function getCode(person: string): Promise<string> {
  const response = await authorize({ person });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

function exchange(fields: Record<string, string>) {
  return fetch(`${origin}/dev/discord/api/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'league',
      client_secret: 'made-once',
      redirect_uri: redirectUri(),
      ...fields,
    }),
  });
}

async function signIn(person: string) {
  const kept = new Map<string, string>();
  const client = new AuthClient({
    url: `${origin}/auth/v1`,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
  const { data } = await client.signInWithOAuth({
    provider: 'discord',
    options: {
      redirectTo: `${origin}/confirm`,
      skipBrowserRedirect: true,
      queryParams: { person },
    },
  });
  let address = new URL(data.url ?? '');
  while (address.pathname !== '/confirm') {
    const response = await fetch(address, { redirect: 'manual' });
    address = new URL(response.headers.get('location') ?? '', address);
  }
  const { data: signedIn, error } = await client.exchangeCodeForSession(
    address.searchParams.get('code') ?? '',
  );
  if (error) {
    throw error;
  }
  return signedIn.user;
}

describe('signing in with the official client through the local provider', () => {
  it('signs in a person of the demonstration', async () => {
    const user = await signIn('kaarna');
    expect(user).toMatchObject({
      email: 'kaarna@people.example',
      user_metadata: { full_name: 'kaarna', locale: 'fi', provider_id: '100000000000000001' },
    });
  });

  it('takes a new name and knows it again', async () => {
    const first = await signIn('Väinö Ääres');
    const second = await signIn('väinö  ääres');
    expect(first.user_metadata).toMatchObject({ custom_claims: { global_name: 'Väinö Ääres' } });
    expect(second.id).toBe(first.id);
    expect((await signIn('Somebody else')).id).not.toBe(first.id);
  });
});

describe('the page', () => {
  it.each(Object.entries(texts))('speaks %s', async (language, { tag, heading, title }) => {
    const response = await authorize({}, { 'accept-language': `xx, ${language};q=0.8` });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain(`<html lang="${tag}">`);
    expect(page).toContain(heading);
    expect(page).toContain(`<title>${title}</title>`);
  });

  it('lists the people, escaped, and runs no script', async () => {
    const response = await authorize({});
    const page = await response.text();
    expect(page).toContain('Kaarna &lt;b&gt;&amp;');
    expect(page).toContain('@kaarna');
    expect(page).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['one letter', 'x'],
    ['too long', 'x'.repeat(33)],
    ['no letter', '---'],
    ['a control character', 'ab\u0007c'],
  ])('says what a name is when it gets %s', async (_case, person) => {
    const response = await authorize({ person });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(texts.en.badName);
  });

  it.each([
    ['another client', { client_id: 'other' }],
    ['another kind of answer', { response_type: 'token' }],
    ['another host', { redirect_uri: 'https://evil.example/auth/v1/callback' }],
    ['no address', { redirect_uri: 'javascript:alert(1)' }],
  ])('refuses %s', async (_case, query) => {
    const response = await authorize({ ...query, person: 'kaarna' });
    expect(response.status).toBe(400);
    expect(response.headers.has('location')).toBe(false);
  });

  it('is not there for those who may not see it', async () => {
    isOpen = false;
    const statuses = [(await authorize({})).status, (await exchange({})).status];
    isOpen = true;
    expect(statuses).toEqual([404, 404]);
  });
});

describe('codes and tokens', () => {
  it('hands the state back as it came', async () => {
    const response = await authorize({ person: 'kaarna' });
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('state')).toBe(
      'a state',
    );
  });

  it('takes a code once, also when two ask at once', async () => {
    const code = await getCode('kaarna');
    const answers = await Promise.all([exchange({ code }), exchange({ code }), exchange({ code })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
  });

  it.each([
    ['another secret', { client_secret: 'guessed' }, 401, 'invalid_client'],
    ['another address', { redirect_uri: 'http://localhost/' }, 400, 'invalid_grant'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown code', { code: 'unknown' }, 400, 'invalid_grant'],
  ])('refuses %s', async (_case, fields, status, error) => {
    const response = await exchange({ code: await getCode('kaarna'), ...fields });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error });
  });

  it('refuses JSON, as the chat platform does', async () => {
    const response = await fetch(`${origin}/dev/discord/api/oauth2/token`, {
      method: 'POST',
      body: JSON.stringify({ code: await getCode('kaarna') }),
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
  });

  it('never shows a person to a code or to nobody', async () => {
    const code = await getCode('kaarna');
    for (const authorization of [`Bearer ${code}`, 'Bearer nothing', '']) {
      const response = await fetch(`${origin}/dev/discord/api/users/@me`, {
        headers: { authorization },
      });
      expect(response.status).toBe(401);
    }
  });
});

describe('pickLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['sv-SE', 'en'],
    ['sv, de;q=0.5, fi;q=0.9', 'fi'],
    ['pt-BR,en;q=0.5', 'pt'],
    ['fi;q=0, de', 'de'],
  ])('%s gives %s', (header, language) => {
    expect(pickLanguage(header)).toBe(language);
  });
});
