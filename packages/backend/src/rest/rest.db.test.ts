import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { serve, type TestServer } from '../testing/serve.ts';
import { createWorld, signWithSecret, type World } from '../testing/world.ts';
import { createRest } from './create-rest.ts';
import type { Rest } from './types.ts';

let world: World;
let rest: Rest;
let server: TestServer;
const errors: unknown[] = [];

beforeAll(async () => {
  world = await createWorld();
  rest = await createRest({ database: world.database, onError: (error) => errors.push(error) });
  const gateway = createGateway({
    auth: { fetch: () => new Response(null, { status: 404 }) },
    rest,
    apiKeys: world.apiKeys,
    verify: world.verify,
    onError: (error) => errors.push(error),
  });
  server = await serve(gateway.fetch);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rest.close();
  await world[Symbol.asyncDispose]();
  expect(errors).toEqual([]);
});

function connectAs(token?: string, apiKey = world.apiKeys.anon): SupabaseClient {
  return createClient(server.url, apiKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(token === undefined ? {} : { accessToken: async () => token }),
  });
}

describe("the product's calls", () => {
  test('a profile is read by its user_id', async () => {
    const { data, error } = await connectAs()
      .from('profiles')
      .select('*')
      .eq('user_id', world.ann.userId)
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({
      id: world.ann.profileId,
      user_id: world.ann.userId,
      username: 'Ann',
      locale: 'en',
      is_demo: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/),
    });
  });

  test('a profile is read by its id', async () => {
    const { data } = await connectAs()
      .from('profiles')
      .select('username')
      .eq('id', world.bob.profileId)
      .single();
    expect(data).toEqual({ username: 'Bob' });
  });

  test('profiles are read by a set of user_ids', async () => {
    const { data, count } = await connectAs()
      .from('profiles')
      .select('user_id, username', { count: 'exact' })
      .in('user_id', [world.ann.userId, world.bob.userId])
      .order('username');
    expect(data).toEqual([
      { user_id: world.ann.userId, username: 'Ann' },
      { user_id: world.bob.userId, username: 'Bob' },
    ]);
    expect(count).toBe(2);
  });

  test("one's own profile is updated, and the row comes back", async () => {
    const { data, error } = await connectAs(world.bob.token)
      .from('profiles')
      .update({ locale: 'fi' })
      .eq('id', world.bob.profileId)
      .select()
      .single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ id: world.bob.profileId, username: 'Bob', locale: 'fi' });
  });

  test('a roster is read with its team by user_id', async () => {
    const { data, error } = await connectAs()
      .from('rosters')
      .select('user_id, teams(*)')
      .eq('user_id', world.ann.userId);
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        user_id: world.ann.userId,
        teams: expect.objectContaining({
          id: world.teamId,
          name: 'Reds',
          founded_at: '2026-01-02T03:04:05.678+00:00',
          disbanded_at: null,
        }),
      },
    ]);
  });

  test('a roster of somebody without a team is empty', async () => {
    const { data } = await connectAs()
      .from('rosters')
      .select('user_id, teams(*)')
      .eq('user_id', world.bob.userId);
    expect(data).toEqual([]);
  });
});

describe('what goes wrong is said as PostgREST says it', () => {
  const nobody = '00000000-0000-4000-8000-000000000000';

  test('no row where one is wanted', async () => {
    const { error, status } = await connectAs()
      .from('profiles')
      .select()
      .eq('user_id', nobody)
      .single();
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
  });

  test.each([
    ['an unknown table', 'profils', '*', 404, 'PGRST205'],
    ['a table of another schema', 'secrets', '*', 404, 'PGRST205'],
    ['an unknown column', 'profiles', 'nope', 400, '42703'],
    ['an unknown relation', 'profiles', 'id,nope(*)', 400, 'PGRST200'],
    ['a broken selection', 'profiles', 'id,(', 400, 'PGRST100'],
  ])('%s', async (_name, table, columns, status, code) => {
    const answer = await connectAs().from(table).select(columns);
    expect(answer).toMatchObject({ status, error: { code } });
  });

  test('a value of the wrong type', async () => {
    const answer = await connectAs().from('profiles').select().eq('id', 'seven');
    expect(answer).toMatchObject({ status: 400, error: { code: '22P02' } });
  });

  test('a name that is too short changes nothing', async () => {
    const answer = await connectAs(world.ann.token)
      .from('profiles')
      .update({ username: 'A' })
      .eq('user_id', world.ann.userId);
    expect(answer).toMatchObject({ status: 400, error: { code: '23514' } });
  });

  test('a name that is taken changes nothing', async () => {
    const answer = await connectAs(world.ann.token)
      .from('profiles')
      .update({ username: 'bob' })
      .eq('user_id', world.ann.userId);
    expect(answer).toMatchObject({ status: 409, error: { code: '23505' } });
  });

  test('an update whose answer fails is undone', async () => {
    const answer = await connectAs(undefined, world.apiKeys.serviceRole)
      .from('profiles')
      .update({ locale: 'pt' })
      .in('user_id', [world.ann.userId, world.bob.userId])
      .select()
      .single();
    expect(answer).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    const rows = await world.database.query(`select 1 from profiles where locale = 'pt'`);
    expect(rows).toEqual([]);
  });

  test('a body that is no JSON', async () => {
    const answer = await fetch(`${server.url}/rest/v1/profiles?id=eq.${world.ann.profileId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${world.ann.token}` },
      body: '{"locale":',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'PGRST102' });
  });

  test('a body that is too large', async () => {
    const answer = await fetch(`${server.url}/rest/v1/profiles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ username: 'x'.repeat(1_100_000) }),
    });
    expect(answer.status).toBe(413);
  });

  test('a path that leads nowhere', async () => {
    const answer = await fetch(`${server.url}/rest/v1/profiles/extra`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'PGRST125' });
  });
});

describe('who asks', () => {
  const read = (headers: Record<string, string>) =>
    fetch(`${server.url}/rest/v1/profiles?select=username`, { headers });

  test('nobody in particular, without a key', async () => {
    expect((await read({})).status).toBe(200);
  });

  test.each(['anon', 'serviceRole', 'publishable', 'secret'] as const)(
    'the %s key',
    async (name) => {
      expect((await read({ apikey: world.apiKeys[name] })).status).toBe(200);
    },
  );

  test('a short key that is not ours', async () => {
    const answer = await read({ apikey: 'sb_publishable_somebodyelses_key' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: 'Invalid API key' });
  });

  test('an expired token', async () => {
    const token = await signWithSecret(world.keys, { role: 'authenticated', exp: 1_000_000_000 });
    const answer = await read({ authorization: `Bearer ${token}` });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
  });

  test.each([
    ['a token of another league', 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.AAAA'],
    ['no token at all', 'nonsense'],
  ])('%s', async (_name, token) => {
    const answer = await read({ authorization: `Bearer ${token}` });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.json()).toMatchObject({ code: 'PGRST301' });
  });

  test('a token for a role that requests may not have', async () => {
    const token = await signWithSecret(world.keys, { role: 'postgres' });
    const answer = await read({ authorization: `Bearer ${token}` });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: '42501' });
  });

  test('claims end with their request', async () => {
    const mine = connectAs(world.ann.token).from('profiles');
    await mine.update({ locale: 'de' }).eq('user_id', world.ann.userId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        connectAs().from('profiles').update({ locale: 'fr' }).eq('user_id', world.ann.userId),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(401);
    }
    const [row] = await world.database.query('select locale from profiles where user_id = $1', [
      world.ann.userId,
    ]);
    expect(row).toEqual({ locale: 'de' });
  });
});

describe('a page of another origin', () => {
  test('may ask before anybody is asked who they are', async () => {
    const answer = await fetch(`${server.url}/rest/v1/profiles`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,authorization,prefer',
        authorization: 'Bearer nonsense',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toBe('apikey,authorization,prefer');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  test('may read the headers that the client needs, also of failures', async () => {
    for (const path of ['profiles', 'nothing']) {
      const answer = await fetch(`${server.url}/rest/v1/${path}`, {
        headers: { origin: 'https://elsewhere.example' },
      });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toContain('Content-Range');
    }
  });
});
