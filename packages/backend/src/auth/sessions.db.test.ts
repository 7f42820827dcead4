import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRefreshToken } from './refresh-token.ts';
import { type AuthHarness, createAuthHarness, signInWithProvider } from './testing/auth-harness.ts';
import { refresh } from './testing/requests.ts';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness();
  for (const [index, username] of ['aino', 'bela', 'cleo'].entries()) {
    harness.provider.add({
      id: `8035111022467891${index}`,
      username,
      email: `${username}@players.example`,
      verified: true,
    });
  }
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

async function open(username = 'aino') {
  const { session, user } = await signInWithProvider(harness, harness.createClient(), username);
  return { session, user };
}

/** Ten refreshes at once in a process of their own: the tokens that they got, or what they were told. */
async function storm(token: string): Promise<string[]> {
  const script = fileURLToPath(new URL('./testing/refresh-storm.ts', import.meta.url));
  const started = promisify(execFile)(process.execPath, [script, harness.databaseUrl, token]);
  return JSON.parse((await started).stdout);
}

describe('refreshing', () => {
  it('gives a new token and keeps the session', async () => {
    const { session } = await open();
    const client = harness.createClient();
    const { data, error } = await client.refreshSession({ refresh_token: session.refresh_token });
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const before = JSON.parse(atob(session.access_token.split('.')[1] ?? ''));
    const after = JSON.parse(atob(data.session?.access_token.split('.')[1] ?? ''));
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
  });

  it('gives the same token again to a client that lost the answer', async () => {
    const { session } = await open();
    const first = await refresh(harness, session.refresh_token);
    harness.advance(3600);
    const second = await refresh(harness, session.refresh_token);
    expect(second.body.refresh_token).toBe(first.body.refresh_token);
    expect(first.headers.get('sb-auth-refresh-token-reuse')).toBe('false');
    expect(second.headers.get('sb-auth-refresh-token-reuse')).toBe('true');
  });

  it('takes an older token for theft, ends its family for good, and commits that', async () => {
    const { session } = await open();
    const second = await refresh(harness, session.refresh_token);
    const third = await refresh(harness, second.body.refresh_token);
    harness.advance(11);
    const stolen = await refresh(harness, session.refresh_token);
    expect(stolen.status).toBe(400);
    expect(stolen.body).toEqual({
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    });
    for (const token of [
      session.refresh_token,
      second.body.refresh_token,
      third.body.refresh_token,
    ]) {
      expect((await refresh(harness, token)).body.code).toBe('refresh_token_not_found');
    }
    // Nor is the access token good any longer that the thief may have.
    const response = await harness.request('/user', {
      headers: { authorization: `Bearer ${third.body.access_token}` },
    });
    expect(await response.json()).toMatchObject({ code: 'session_not_found' });
  });

  it('takes an older token within the reuse interval and opens no second line', async () => {
    const { session } = await open();
    const second = await refresh(harness, session.refresh_token);
    const third = await refresh(harness, second.body.refresh_token);
    const again = await refresh(harness, session.refresh_token);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(third.body.refresh_token);
  });

  it('takes an older token for theft also just after another one was refreshed', async () => {
    const { session } = await open();
    let active = session.refresh_token;
    for (let step = 0; step < 3; step += 1) {
      harness.advance(11);
      active = (await refresh(harness, active)).body.refresh_token;
    }
    const stolen = await refresh(harness, session.refresh_token);
    expect(stolen.body.code).toBe('refresh_token_already_used');
  });

  it('leaves nothing in the tables by which their reader could refresh', async () => {
    const { session, user } = await open();
    const [row] = await harness.database.query<{ refresh_token_hmac_key: string }>(
      'select refresh_token_hmac_key from auth.sessions where user_id = $1 limit 1',
      [user.id],
    );
    expect(JSON.parse(row?.refresh_token_hmac_key ?? '')).toMatchObject({ alg: 'aes-gcm-hkdf' });
    expect(await harness.database.query('select from auth.refresh_tokens')).toEqual([]);
    // One of a thousand tokens ends with these letters itself.
    const changed = session.refresh_token.replace(/..$/, (end) => (end === 'AA' ? 'BA' : 'AA'));
    expect((await refresh(harness, changed)).body.code).toBe('refresh_token_not_found');
  });

  it('gives twenty callers in two processes one token', async () => {
    const { session } = await open('bela');
    const { refresh_token: old } = session;
    const answers = (await Promise.all([storm(old), storm(old)])).flat();
    expect(answers).toHaveLength(20);
    // On a slow machine some may have waited too long for the others and are told so; none gets a second token.
    const [token, ...others] = new Set(answers.filter((answer) => !answer.startsWith('Too many')));
    expect(others).toEqual([]);
    expect((await refresh(harness, token ?? '')).headers.get('sb-auth-refresh-token-counter')).toBe(
      '2',
    );
  });

  // Fails when theft leaves the session and its key in place: the storm with the active token then wins.
  it('gives nothing of a family that has ended to twenty callers in two processes', async () => {
    const { session } = await open('bela');
    const given = [session.refresh_token];
    for (let turn = 0; turn < 2; turn += 1) {
      given.push((await refresh(harness, given.at(-1) ?? '')).body.refresh_token);
    }
    // The other processes have clocks of their own, and this one's was moved.
    await harness.database.query(
      "update private.auth_refresh_windows set since = now() - interval '1 hour'",
    );
    const [stolen = '', , active = ''] = given;
    const answers = (await Promise.all([storm(stolen), storm(active)])).flat();
    // Whoever was faster than the thief got one token, and that is over now as well.
    const won = answers.filter((answer) => parseRefreshToken(answer) !== null);
    expect(new Set(won).size).toBeLessThanOrEqual(1);
    expect(answers).toContain('Invalid Refresh Token: Already Used');
    for (const token of [...given, ...won]) {
      expect((await refresh(harness, token)).body.code).toBe('refresh_token_not_found');
    }
    expect(
      await harness.database.query('select from auth.sessions where id = $1', [
        parseRefreshToken(session.refresh_token)?.sessionId,
      ]),
    ).toEqual([]);
  });

  it.each([
    ['an unknown token', 'aaaaaaaaaaaa', 'refresh_token_not_found'],
    ['a token of another form', 'no', 'refresh_token_not_found'],
  ])('refuses %s', async (_case, token, code) => {
    const { status, body } = await refresh(harness, token);
    expect(status).toBe(400);
    expect(body.code).toBe(code);
  });

  it('refuses a missing token in the form of OAuth', async () => {
    const { status, body } = await refresh(harness, '');
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'refresh_token required',
    });
  });

  it('refuses somebody who is banned, here and with the token they still have', async () => {
    const { session, user } = await open('cleo');
    const setBan = (until: string | null) =>
      harness.database.query('update auth.users set banned_until = $2 where id = $1', [
        user.id,
        until,
      ]);
    await setBan('2100-01-01');
    expect((await refresh(harness, session.refresh_token)).body.code).toBe('user_banned');
    const response = await harness.request('/user', {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'user_banned' });
    await setBan(null);
    expect((await refresh(harness, session.refresh_token)).status).toBe(200);
  });
});

describe('limits of sessions', () => {
  it.each([
    ['a time box', { timeboxSeconds: 1000 }, 'Invalid Refresh Token: Session Expired'],
    [
      'inactivity',
      { inactivityTimeoutSeconds: 1000 },
      'Invalid Refresh Token: Session Expired (Inactivity)',
    ],
  ])('ends a session by %s', async (_case, sessions, message) => {
    await using limited = await createAuthHarness({ sessions });
    limited.provider.add({ id: '1', username: 'a', email: 'a@b.example', verified: true });
    const client = limited.createClient();
    await signInWithProvider(limited, client, 'a');
    limited.advance(900);
    expect((await client.refreshSession()).error).toBeNull();
    limited.advance(1001);
    const { error } = await client.refreshSession();
    expect(error).toMatchObject({ status: 400, code: 'session_expired', message });
  });

  it('keeps one session a person where that is asked for', async () => {
    await using single = await createAuthHarness({ sessions: { singlePerUser: true } });
    single.provider.add({ id: '1', username: 'a', email: 'a@b.example', verified: true });
    const first = single.createClient();
    await signInWithProvider(single, first, 'a');
    single.advance(1);
    const second = single.createClient();
    await signInWithProvider(single, second, 'a');
    expect((await first.refreshSession()).error).toMatchObject({
      message: 'Invalid Refresh Token: Session Expired (Revoked by Newer Login)',
    });
    expect((await second.refreshSession()).error).toBeNull();
  });

  it.each([
    ['another kind of app', 'desk', 'phone', true],
    ['the same kind', 'desk', 'desk', false],
    ['the first kind, as what has none is', 'desk', null, false],
    ['the first kind, as what has an unknown one is', 'desk', 'watch', false],
  ])('keeps one of each kind where kinds are set: beside %s', async (_what, tag, newer, isKept) => {
    await using kinds = await createAuthHarness({
      sessions: { singlePerUser: true, tags: ['desk', 'phone'] },
    });
    kinds.provider.add({ id: '1', username: 'a', email: 'a@b.example', verified: true });
    const clients = [];
    for (const kind of [tag, newer]) {
      const client = kinds.createClient();
      await signInWithProvider(kinds, client, 'a');
      await kinds.database.query(
        `update auth.sessions set tag = $1 where created_at = (select max(created_at) from auth.sessions)`,
        [kind],
      );
      kinds.advance(1);
      clients.push(client);
    }
    const failures = [];
    for (const client of clients) {
      failures.push((await client.refreshSession()).error !== null);
    }
    expect(failures).toEqual([!isKept, false]);
  });
});

describe('signing out', () => {
  const tokens = async (username: string) => {
    const opened = [await open(username), await open(username), await open(username)];
    return opened.map(({ session }) => session);
  };
  const logout = (token: string, scope: string) =>
    harness.request(`/logout${scope}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });

  it.each([
    ['everywhere', '', [false, false, false]],
    ['everywhere by name', '?scope=global', [false, false, false]],
    ['here', '?scope=local', [false, true, true]],
    ['elsewhere', '?scope=others', [true, false, false]],
  ])('ends sessions %s', async (_case, scope, alive) => {
    const sessions = await tokens('aino');
    const { session: bystander } = await open('bela');
    const response = await logout(sessions[0]?.access_token ?? '', scope);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    const outcomes = await Promise.all(
      sessions.map(
        async (session) => (await refresh(harness, session.refresh_token)).status === 200,
      ),
    );
    expect(outcomes).toEqual(alive);
    expect((await refresh(harness, bystander.refresh_token)).status).toBe(200);
  });

  it('refuses another scope', async () => {
    const { session } = await open();
    const response = await logout(session.access_token, '?scope=nowhere');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'validation_failed' });
  });

  it('makes the access token useless at once', async () => {
    const { session } = await open();
    await logout(session.access_token, '?scope=local');
    const response = await harness.request('/user', {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'session_not_found' });
  });
});

describe('GET and PUT /user', () => {
  const sign = (claims: Record<string, unknown>, secret = harness.keys.secret) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  const soon = () => Math.floor(harness.now().getTime() / 1000) + 600;

  it.each([
    ['no token', async () => '', 401, 'no_authorization'],
    ['a token that is none', async () => 'x.y', 403, 'bad_jwt'],
    [
      'another secret',
      () => sign({ sub: crypto.randomUUID() }, new TextEncoder().encode('other')),
      403,
      'bad_jwt',
    ],
    ['no subject', () => sign({ role: 'anon', exp: soon() }), 403, 'bad_jwt'],
    ['a subject that is no id', () => sign({ sub: 'me', exp: soon() }), 400, 'bad_jwt'],
    ['an expired token', () => sign({ sub: crypto.randomUUID(), exp: 1 }), 403, 'bad_jwt'],
    [
      'a person who is gone',
      () => sign({ sub: crypto.randomUUID(), exp: soon() }),
      403,
      'user_not_found',
    ],
  ])('refuses %s', async (_case, make, status, code) => {
    const token = await make();
    const response = await harness.request('/user', {
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-sb-error-code')).toBe(code);
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await response.json()).toMatchObject({ code });
  });

  it('never takes an unsigned token', async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { user } = await open();
    const token = `${encode({ alg: 'none' })}.${encode({ sub: user.id, aud: 'authenticated' })}.`;
    const response = await harness.request('/user', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(403);
  });

  it('refuses a session of somebody else', async () => {
    const aino = await open('aino');
    const bela = await open('bela');
    const { session_id } = JSON.parse(atob(bela.session.access_token.split('.')[1] ?? ''));
    const token = await sign({ sub: aino.user.id, aud: 'authenticated', session_id, exp: soon() });
    const response = await harness.request('/user', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({ code: 'session_not_found' });
  });

  it('merges metadata, and a null removes its key', async () => {
    const client = harness.createClient();
    await signInWithProvider(harness, client, 'bela');
    await client.updateUser({ data: { colour: 'red', size: 1 } });
    const { data } = await client.updateUser({ data: { colour: null, size: 2 } });
    expect(data.user?.user_metadata).toMatchObject({ size: 2, full_name: 'bela' });
    expect(data.user?.user_metadata).not.toHaveProperty('colour');
  });

  it('answers in the older form where the caller names no version', async () => {
    const response = await fetch(`${harness.url}/user`);
    expect(response.status).toBe(401);
    expect(response.headers.has('x-supabase-api-version')).toBe(false);
    expect(await response.json()).toEqual({
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    });
  });

  it('names what is wrong with a body that is no JSON, and changes nothing', async () => {
    const { session } = await open();
    const response = await harness.request('/user', {
      method: 'PUT',
      body: '{',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'bad_json' });
  });
});
