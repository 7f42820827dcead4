import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { connect } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Backend, createBackend } from './create-backend.ts';
import { hintChannel, toHintPayload } from './realtime/hints.ts';
import { serve, type TestServer } from './testing/serve.ts';

const ladder = '0197d0a0-0000-7000-8000-000000000001';

let league: TestDatabase;
let backend: Backend;
let server: TestServer;
const log = vi.fn();

beforeAll(async () => {
  league = await createTestDatabase();
  backend = await createBackend({
    database: league.database,
    config: { auth: { mailer: { autoconfirm: true } } },
    log,
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

function connectAs(key: keyof Backend['apiKeys']) {
  return createClient(server.url, backend.apiKeys[key], {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

test('the official client finds every service at one address', async () => {
  const client = connectAs('publishable');
  const { data, error } = await client.from('profiles').select();
  expect([data, error]).toEqual([[], null]);

  const health = await fetch(`${server.url}/auth/v1/health`);
  expect(await health.json()).toMatchObject({ name: 'GoTrue' });

  const hints: unknown[] = [];
  const channel = client.channel(`ladder:${ladder}`);
  channel.on('broadcast', { event: 'hint' }, ({ payload }) => hints.push(payload));
  await new Promise<void>((resolve) => {
    channel.subscribe((state) => state === 'SUBSCRIBED' && resolve());
  });
  const payload = toHintPayload({ topic: `ladder:${ladder}`, id: ladder, version: 2 });
  await league.database.query('select pg_notify($1, $2)', [hintChannel, payload]);
  await vi.waitFor(() => expect(hints).toEqual([{ id: ladder, version: 2 }]), { timeout: 60_000 });
  expect(backend.realtimeStats()).toMatchObject({ sockets: 1, topics: 1, hintsSent: 1 });
  await client.removeAllChannels();
});

test('who signs in by the auth service is known to REST and realtime', async () => {
  const client = connectAs('anon');
  const { data: signedUp, error } = await client.auth.signUp({
    email: 'cleo@example.org',
    password: 'correct horse battery',
    options: { data: { full_name: 'Cleo', locale: 'fi' } },
  });
  expect(error).toBeNull();
  const userId = signedUp.user?.id ?? '';

  const own = await client.from('profiles').select().eq('user_id', userId).single();
  expect(own.data).toMatchObject({ username: 'Cleo', locale: 'fi' });
  const renamed = await client
    .from('profiles')
    .update({ username: 'Cleopatra' })
    .eq('id', own.data.id)
    .select()
    .single();
  expect(renamed.data).toMatchObject({ username: 'Cleopatra', user_id: userId });

  const visitor = connectAs('anon');
  const refused = await visitor.from('profiles').update({ username: 'X' }).eq('id', own.data.id);
  expect(refused).toMatchObject({ status: 401, error: { code: '42501' } });

  const states: string[] = [];
  await client.realtime.setAuth();
  client.channel(`person:${own.data.id}`).subscribe((state) => states.push(state));
  await vi.waitFor(() => expect(states).toEqual(['SUBSCRIBED']), { timeout: 60_000 });
  await client.removeAllChannels();

  await client.auth.signOut();
  const after = await client.from('profiles').update({ username: 'Y' }).eq('id', own.data.id);
  expect(after.status).toBe(401);
});

test('nobody but the operator speaks on a channel that no policy guards, unless it is said', async () => {
  for (const [key, expected] of [
    ['anon', 'error'],
    ['serviceRole', 'ok'],
  ] as const) {
    const client = connectAs(key);
    await client.realtime.setAuth();
    const channel = client.channel('square', { config: { broadcast: { ack: true } } });
    await new Promise<void>((resolve) => {
      channel.subscribe((state) => state === 'SUBSCRIBED' && resolve());
    });
    const said = await channel.send({ type: 'broadcast', event: 'said', payload: {} });
    expect([key, said]).toEqual([key, expected]);
    await client.removeAllChannels();
  }
});

test('what is not built yet says so, with a code', async () => {
  for (const path of ['/functions/v1/hello']) {
    const answer = await fetch(`${server.url}${path}`, { method: 'POST' });
    expect(answer.status).toBe(501);
    expect(await answer.json()).toMatchObject({ code: 'service_not_available' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('where another keeps the stored files, none are served', async () => {
  const bare = await createBackend({ database: league.database, config: { storage: null } });
  const address = 'http://localhost/storage/v1/bucket';
  const headers = { apikey: bare.apiKeys.anon };
  const [answer, own] = await Promise.all(
    [bare, backend].map(({ fetch: ask }) => ask(new Request(address, { headers }))),
  );
  expect([answer?.status, own?.status]).toEqual([501, 200]);
  await bare.sweepStorage();
  await bare.close();
});

test('answers of storage and functions can never run as a page of this origin', async () => {
  const answer = await fetch(`${server.url}/storage/v1/object/public/pictures/a.html`);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('an unknown key is refused before any service is asked', async () => {
  for (const path of ['/auth/v1/settings', '/rest/v1/profiles', '/storage/v1/bucket']) {
    const answer = await fetch(`${server.url}${path}`, {
      headers: { apikey: 'sb_secret_guessed_key' },
    });
    expect(answer.status).toBe(401);
  }
});

test('at the auth service an older key is no bearer token, and a short one is', async () => {
  const codes = async (headers: Record<string, string>) => {
    const paths = ['/auth/v1/user', '/auth/v1/admin/users'];
    return Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(`${server.url}${path}`, { headers });
        return `${answer.status} ${answer.headers.get('x-sb-error-code')}`;
      }),
    );
  };
  const { anon, serviceRole, publishable, secret } = backend.apiKeys;
  const noBearer = ['401 no_authorization', '401 no_authorization'];
  expect(await codes({})).toEqual(noBearer);
  expect(await codes({ apikey: anon })).toEqual(noBearer);
  expect(await codes({ apikey: serviceRole })).toEqual(noBearer);
  expect(await codes({ apikey: publishable })).toEqual(['403 bad_jwt', '403 not_admin']);
  expect(await codes({ apikey: secret })).toEqual(['403 bad_jwt', '200 null']);
  const authorization = `Bearer ${serviceRole}`;
  expect(await codes({ apikey: anon, authorization })).toEqual(['403 bad_jwt', '200 null']);
});

test('a key in the address is no filter of the rows', async () => {
  const answer = await fetch(
    `${server.url}/rest/v1/matches?select=id&apikey=${backend.apiKeys.publishable}`,
  );
  expect([answer.status, await answer.text()]).toEqual([200, '[]']);
});

test('a second process on the same database has the same keys', async () => {
  const database = connect(league.url);
  const second = await createBackend({ database });
  expect(second.apiKeys).toEqual(backend.apiKeys);
  expect(await second.verifyAccessToken(backend.apiKeys.anon)).toMatchObject({ role: 'anon' });
  expect(await second.verifyAccessToken('nonsense')).toBeNull();
  await second.close();
  await database.close();
});

test('nothing of this was a failure of ours', () => {
  expect(log).not.toHaveBeenCalled();
});

test.each(['/auth/v1/signup', '/rest/v1/profiles'])(
  'who leaves in the middle of a request to %s is no failure of ours',
  async (path) => {
    log.mockClear();
    const reached = once(server.server, 'request');
    const socket = openSocket({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    const [request] = await reached;
    const gone = new Promise((resolve) => request.once('close', resolve));
    socket.resetAndDestroy();
    await gone;
    // What was begun before it is over when this is answered.
    expect((await fetch(`${server.url}/auth/v1/health`)).status).toBe(200);
    expect(log).not.toHaveBeenCalled();
  },
);
