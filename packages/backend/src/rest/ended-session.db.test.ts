import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadAuthKeys } from '../auth/keys.ts';
import { type Backend, createBackend } from '../create-backend.ts';
import { serve, type TestServer } from '../testing/serve.ts';
import { signWithSecret } from '../testing/world.ts';

let league: TestDatabase;
let backend: Backend;
let server: TestServer;

beforeAll(async () => {
  league = await createTestDatabase();
  await league.database.query(
    `create function public.who() returns uuid language sql stable as 'select auth.uid()';
     notify pgrst`,
  );
  backend = await createBackend({
    database: league.database,
    config: { auth: { mailer: { autoconfirm: true } } },
  });
  server = await serve((request, bindings) => backend.fetch(request, bindings));
  server.server.on('upgrade', (request, socket, head) => {
    if (!backend.handleUpgrade(request, socket, head)) {
      socket.destroy();
    }
  });
});
afterAll(async () => {
  await backend.close();
  await server[Symbol.asyncDispose]();
  await league[Symbol.asyncDispose]();
});

let people = 0;

async function signUp() {
  people += 1;
  const client = createClient(server.url, backend.apiKeys.anon, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signUp({
    email: `ended${people}@players.example`,
    password: 'correct horse battery',
  });
  if (error || !data.session) {
    throw error ?? new Error('no session');
  }
  return { client, token: data.session.access_token, userId: data.session.user.id };
}

function ask(token: string, path: string, init: RequestInit = {}) {
  return fetch(`${server.url}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: backend.apiKeys.anon,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
  });
}

const rename = (token: string, userId: string, username: string) =>
  ask(token, `profiles?user_id=eq.${userId}`, {
    method: 'PATCH',
    body: JSON.stringify({ username }),
  });

async function findName(userId: string) {
  const [row] = await league.database.query<{ username: string }>(
    'select username from public.profiles where user_id = $1',
    [userId],
  );
  return row?.username;
}

/** Each way in which a session ends before its token does. */
const ends: readonly [string, (person: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>][] =
  [
    ['signing out', ({ client }) => client.auth.signOut({ scope: 'local' })],
    ['signing out everywhere', ({ client }) => client.auth.signOut({ scope: 'global' })],
    [
      'a ban',
      ({ userId }) =>
        league.database.query(
          `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
          [userId],
        ),
    ],
    [
      'the account, deleted softly',
      ({ userId }) =>
        league.database.query('update auth.users set deleted_at = now() where id = $1', [userId]),
    ],
  ];

test.each(ends)('a token ends over REST with %s', async (_how, end) => {
  const person = await signUp();
  const { token, userId } = person;
  expect((await rename(token, userId, `Before ${people}`)).status).toBe(204);
  expect(await (await ask(token, 'rpc/who', { method: 'POST' })).json()).toBe(userId);
  await end(person);
  const kept = await findName(userId);
  const calls = [
    await rename(token, userId, `After ${people}`),
    await ask(token, 'profiles?select=id'),
    await ask(token, 'profiles?select=id', { method: 'HEAD' }),
    await ask(token, 'rpc/who', { method: 'POST' }),
    await ask(token, 'rpc/who'),
  ];
  expect(calls.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect(await calls[0]?.json()).toMatchObject({ code: 'PT401', message: 'JWT session has ended' });
  expect(await findName(userId)).toBe(kept);
});

test('another session of the same person goes on, and so does somebody else', async () => {
  const [one, other] = [await signUp(), await signUp()];
  const again = createClient(server.url, backend.apiKeys.anon, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await again.auth.signInWithPassword({
    email: `ended${people - 1}@players.example`,
    password: 'correct horse battery',
  });
  await one.client.auth.signOut({ scope: 'local' });
  const token = data.session?.access_token ?? '';
  expect((await rename(token, one.userId, 'Goes on')).status).toBe(204);
  expect((await rename(other.token, other.userId, 'Goes on too')).status).toBe(204);
});

test('a token without a session goes on, one with an id of nothing does not', async () => {
  const { userId } = await signUp();
  const keys = await loadAuthKeys({ database: league.database });
  const exp = Math.floor(Date.now() / 1000) + 600;
  const claims = { sub: userId, role: 'authenticated', aud: 'authenticated', exp };
  const name = async (more: object) =>
    (await rename(await signWithSecret(keys, { ...claims, ...more }), userId, 'Somebody else'))
      .status;
  expect(await name({})).toBe(204);
  expect(await name({ session_id: '' })).toBe(204);
  expect(await name({ session_id: 'nothing' })).toBe(401);
  expect(await name({ session_id: crypto.randomUUID() })).toBe(401);
  for (const key of [backend.apiKeys.anon, backend.apiKeys.serviceRole]) {
    expect((await ask(key, 'profiles?select=id&limit=1')).status).toBe(200);
  }
});

test('somebody who has signed out joins no topic of their own any more', async () => {
  const { client, token, userId } = await signUp();
  const [row] = await league.database.query<{ id: string }>(
    'select id from public.profiles where user_id = $1',
    [userId],
  );
  const join = () =>
    new Promise<string>((resolve) => {
      const listener = createClient(server.url, backend.apiKeys.anon);
      listener.realtime.setAuth(token);
      const channel = listener.channel(`person:${row?.id}`);
      channel.subscribe((state) => {
        resolve(state);
        void listener.removeAllChannels();
      });
    });
  expect(await join()).toBe('SUBSCRIBED');
  await client.auth.signOut({ scope: 'local' });
  expect(await join()).toBe('CHANNEL_ERROR');
});

test('where no league is, a token lives until it runs out, and only its session cannot go on', async () => {
  const { client, token, userId } = await signUp();
  const { data } = await client.auth.getSession();
  const refreshToken = data.session?.refresh_token ?? '';
  await client.auth.signOut({ scope: 'global' });
  const read = async () => (await ask(token, 'rpc/who', { method: 'POST' })).status;
  expect(await read()).toBe(401);
  await league.database.query('alter table public.league_events rename to events_of_others');
  try {
    expect(await read()).toBe(200);
    expect((await rename(token, userId, 'Lives on')).status).toBe(204);
    const headers = { authorization: `Bearer ${token}` };
    const bucket = await fetch(`${server.url}/storage/v1/object/list/none`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ prefix: '' }),
    });
    expect([bucket.status, await bucket.json()]).toEqual([200, []]);
    const asked = await fetch(`${server.url}/auth/v1/user`, { headers });
    expect([asked.status, await asked.json()]).toMatchObject([
      403,
      { error_code: 'session_not_found' },
    ]);
    const refreshed = await client.auth.refreshSession({ refresh_token: refreshToken });
    expect(refreshed.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  } finally {
    await league.database.query('alter table public.events_of_others rename to league_events');
  }
  expect(await read()).toBe(401);
});
