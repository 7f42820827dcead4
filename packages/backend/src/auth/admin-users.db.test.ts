import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post, signUp } from './testing/requests.ts';

let harness: AuthHarness;
let key: Record<string, string>;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
    mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
  });
  key = bearer(await harness.serviceRoleKey());
});
afterAll(() => harness[Symbol.asyncDispose]());

async function send(method: string, path: string, json?: unknown) {
  const init = json === undefined ? {} : { json };
  const response = await harness.request(path, { method, headers: key, ...init });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const create = (json: object) => send('POST', '/admin/users', json);
const change = (id: string, json: object) => send('PUT', `/admin/users/${id}`, json);
const signIn = async (json: object) => {
  const answer = await post(harness, '/token?grant_type=password', json);
  return answer.status === 200 ? 'in' : (await answer.json()).code;
};

let made = 0;
const newEmail = () => `admins${++made}@players.example`;
const newPhone = () => `1555000${String(++made).padStart(4, '0')}`;
const password = 'correct horse';

describe('an account that an admin makes', () => {
  it.each<[string, object, object]>([
    [
      'an address',
      { email: 'Ann@Players.Example' },
      { email: 'ann@players.example', role: 'authenticated', aud: 'authenticated' },
    ],
    [
      'a number',
      { phone: '+1555 111 0001' },
      { phone: '15551110001', app_metadata: { provider: 'phone', providers: ['phone'] } },
    ],
    ['a role', { email: 'r@players.example', role: 'editor' }, { role: 'editor' }],
    ['another audience', { email: 'a@players.example', aud: 'other' }, { aud: 'other' }],
    [
      'nulls in what is known of them',
      { email: 'n@players.example', user_metadata: { a: 1, b: null } },
      { user_metadata: { a: 1 } },
    ],
  ])('has %s', async (_name, json, expected) => {
    const { status, body } = await create(json);
    expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
  });

  it.each([
    [{}, [undefined, undefined]],
    [{ email_confirm: true }, ['email', undefined]],
    [{ phone_confirm: true }, [undefined, 'phone']],
    [{ email_confirm: true, phone_confirm: true }, ['email', 'phone']],
    [{ email_confirm: false, phone_confirm: false }, [undefined, undefined]],
  ])('with %j has proved that and no more', async (confirmed, proved) => {
    const [email, phone] = [newEmail(), newPhone()];
    const { body } = await create({ email, phone, password, ...confirmed });
    expect([body.email_confirmed_at && 'email', body.phone_confirmed_at && 'phone']).toEqual(
      proved,
    );
    const identities = body.identities.map(
      ({ provider, identity_data: data }: { provider: string; identity_data: object }) => [
        provider,
        data,
      ],
    );
    expect(Object.fromEntries(identities)).toMatchObject({
      email: { email, email_verified: proved[0] === 'email', phone_verified: false },
      phone: { phone, phone_verified: proved[1] === 'phone', email_verified: false },
    });
    expect(await signIn({ email, password })).toBe(
      proved[0] === 'email' ? 'in' : 'email_not_confirmed',
    );
    expect(await signIn({ phone, password })).toBe(
      proved[1] === 'phone' ? 'in' : 'phone_not_confirmed',
    );
  });

  it.each<[object, number, string]>([
    [{ password }, 400, 'validation_failed'],
    [{ id: 'one' }, 400, 'validation_failed'],
    [{ email: 'x@players.example', id: 'one' }, 400, 'validation_failed'],
    [
      { email: 'x@players.example', id: '00000000-0000-0000-0000-000000000000' },
      400,
      'validation_failed',
    ],
    [{ email: 'x@players.example', password: 'short' }, 422, 'weak_password'],
    [{ email: 'no address' }, 400, 'validation_failed'],
    [{ phone: 'no number' }, 400, 'validation_failed'],
    [{ email: 'taken@players.example' }, 422, 'email_exists'],
    [{ email: 'Taken@players.example' }, 422, 'email_exists'],
    [{ phone: '15552220000' }, 422, 'phone_exists'],
  ])('is not made of %j', async (json, status, code) => {
    await create({ email: 'taken@players.example', phone: '15552220000' });
    const refused = await create(json);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  });

  it('may have in another audience the address that somebody has', async () => {
    const email = newEmail();
    expect((await create({ email })).status).toBe(200);
    const other = await create({ email, aud: 'elsewhere' });
    // One address is one account, but only within an audience is that said beforehand.
    expect([other.status, other.body.code]).toEqual([422, 'email_exists']);
  });
});

describe('an account that an admin changes', () => {
  it('keeps what is not named', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const { body: before } = await create({
      ...{ email, phone, password, email_confirm: true, role: 'editor' },
      ...{ user_metadata: { a: 1, b: 2 }, app_metadata: { team: 'red' } },
    });
    const { body } = await change(before.id, { user_metadata: { b: null, c: 3 } });
    expect(body).toMatchObject({ email, phone, role: 'editor', user_metadata: { a: 1, c: 3 } });
    expect(body.user_metadata).not.toHaveProperty('b');
    expect(body.app_metadata).toEqual(before.app_metadata);
    expect(await signIn({ email, password })).toBe('in');
  });

  it('gets an address, a number, a role and a password', async () => {
    const { body } = await create({ email: newEmail(), password });
    const [email, phone] = [newEmail(), newPhone()];
    const next = await change(body.id, { email, phone, role: 'editor', password: 'other horse' });
    expect(next.body).toMatchObject({ email, phone, role: 'editor' });
    // Neither is proved by being written down.
    expect(await signIn({ email, password: 'other horse' })).toBe('email_not_confirmed');
    await change(body.id, { email_confirm: true });
    expect(await signIn({ email, password: 'other horse' })).toBe('in');
    expect(await signIn({ email, password })).toBe('invalid_credentials');
    expect(await signIn({ phone, password: 'other horse' })).toBe('phone_not_confirmed');
    await change(body.id, { phone_confirm: true });
    expect(await signIn({ phone, password: 'other horse' })).toBe('in');
  });

  it('has one identity of a kind, which says what the account does', async () => {
    const { body } = await create({ email: newEmail() });
    const email = newEmail();
    const { body: next } = await change(body.id, { email, email_confirm: true });
    const data = next.identities.map((each: { identity_data: object }) => each.identity_data);
    expect(data).toMatchObject([{ email, email_verified: true, sub: body.id }]);
  });

  it('keeps its own address and gets nobody else’s', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await create({ email, phone });
    const own = { email: newEmail(), phone: newPhone() };
    const { body } = await create(own);
    expect((await change(body.id, own)).status).toBe(200);
    for (const [json, code] of [
      [{ email }, 'email_exists'],
      [{ phone }, 'phone_exists'],
    ] as const) {
      const refused = await change(body.id, json);
      expect([refused.status, refused.body.code]).toEqual([422, code]);
    }
    expect((await send('GET', `/admin/users/${body.id}`)).body).toMatchObject(own);
  });

  it.each([
    [{ email: newEmail() }, true],
    [{ email: newEmail(), email_confirm: true }, false],
    [{ phone: newPhone(), phone_confirm: true }, false],
    [{ phone: newPhone(), email_confirm: true }, true],
  ])('and had no name has one with %j: still none is %s', async (json, isAnonymous) => {
    const { data } = await harness.createClient().signInAnonymously();
    const { body } = await change(data.user?.id ?? '', json);
    expect(body.is_anonymous).toBe(isAnonymous);
  });

  it.each([
    ['1h', 3600],
    ['1h30m', 5400],
    ['.5m', 30],
    ['1500ms', 2],
    ['+2s', 2],
  ])('is shut out for %s, to the second', async (ban_duration, seconds) => {
    const email = newEmail();
    const { body } = await create({ email, password, email_confirm: true });
    const before = harness.now().getTime();
    const { body: banned } = await change(body.id, { ban_duration });
    const until = Date.parse(banned.banned_until) - before;
    expect(until).toBeGreaterThanOrEqual(ban_duration === '1500ms' ? 1500 : seconds * 1000);
    // A machine may take longer over it than the shortest of them last.
    if (seconds > 2) {
      expect(await signIn({ email, password })).toBe('user_banned');
    }
    harness.advance(seconds + 1);
    // As long again as the machine took, at most.
    await expect.poll(() => signIn({ email, password })).toBe('in');
  });

  it.each(['0', '0s', '-1h', 'none'])('is not shut out for %s', async (ban_duration) => {
    const email = newEmail();
    const { body } = await create({ email, password, email_confirm: true });
    await change(body.id, { ban_duration: '24h' });
    expect((await change(body.id, { ban_duration: '' })).body.banned_until).toBeDefined();
    expect((await change(body.id, { ban_duration })).status).toBe(200);
    expect(await signIn({ email, password })).toBe('in');
  });

  it.each(['1', 'h', '1d', '1h ', 'for ever', '999999999999999h'])(
    'is not shut out for %s, which is no time',
    async (ban_duration) => {
      const { body } = await create({ email: newEmail() });
      const refused = await change(body.id, { ban_duration });
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    },
  );

  it('is told of a new password where the league wants that, and of nothing else', async () => {
    await using telling = await createAuthHarness({
      mailer: { autoconfirm: true, notifications: { passwordChanged: true } },
    });
    const headers = bearer(await telling.serviceRoleKey());
    const { user, email } = await signUp(telling);
    const put = (json: object) =>
      telling.request(`/admin/users/${user.id}`, { method: 'PUT', headers, json });
    await put({ role: 'editor' });
    expect(telling.mails).toEqual([]);
    await put({ password: 'other horse' });
    expect(telling.mails).toMatchObject([{ kind: 'password_changed', to: email }]);
  });
});

describe('who is not there', () => {
  const nobody = crypto.randomUUID();
  it.each([
    ['GET', '/admin/users/one', 'validation_failed'],
    ['PUT', '/admin/users/one', 'validation_failed'],
    ['DELETE', '/admin/users/one', 'validation_failed'],
    ['GET', `/admin/users/${nobody}`, 'user_not_found'],
    ['PUT', `/admin/users/${nobody}`, 'user_not_found'],
    ['DELETE', `/admin/users/${nobody}`, 'user_not_found'],
    ['GET', `/admin/users/${nobody}/factors`, 'user_not_found'],
    ['GET', `/admin/users/${nobody}/passkeys`, 'user_not_found'],
  ])('%s %s: 404', async (method, path, code) => {
    const { status, body } = await send(method, path, method === 'GET' ? undefined : {});
    expect([status, body.code]).toEqual([404, code]);
  });
});

describe('deleting', () => {
  it.each([
    [{}, 0],
    [{ should_soft_delete: false }, 0],
    [{ should_soft_delete: true }, 1],
  ])('%j leaves %i rows', async (json, left) => {
    const { body } = await create({ email: newEmail() });
    await send('DELETE', `/admin/users/${body.id}`, json);
    const rows = await harness.database.query('select from auth.users where id = $1', [body.id]);
    expect(rows).toHaveLength(left);
  });

  it('softly forgets all but that there was somebody, and does it once', async () => {
    const { headers, user, client } = await signUp(harness);
    await client.mfa.enroll({ factorType: 'totp' });
    await harness.request('/reauthenticate', { headers });
    const remove = () => send('DELETE', `/admin/users/${user.id}`, { should_soft_delete: true });
    await remove();
    const [row] = await harness.database.query<Record<string, unknown>>(
      `select deleted_at, raw_app_meta_data, reauthentication_token,
         (select json_agg(identity_data) from auth.identities i where i.user_id = u.id) as identities,
         (select count(*)::int from auth.identities i
          where i.user_id = u.id and i.provider_id = u.id::text) as named,
         (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
         (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors,
         (select count(*)::int from auth.one_time_tokens t where t.user_id = u.id) as tokens
       from auth.users u where id = $1`,
      [user.id],
    );
    expect(row).toMatchObject({
      ...{ raw_app_meta_data: {}, reauthentication_token: '', identities: [{}], named: 0 },
      ...{ sessions: 0, factors: 0, tokens: 0 },
    });
    harness.advance(10);
    await remove();
    const [again] = await harness.database.query<Record<string, unknown>>(
      'select deleted_at from auth.users where id = $1',
      [user.id],
    );
    expect(again?.deleted_at).toEqual(row?.deleted_at);
  });
});

describe('the list of people', () => {
  let listing: AuthHarness;
  let headers: Record<string, string>;
  const people = ['ann', 'bea', 'cleo', 'dora', 'eve'];

  beforeAll(async () => {
    listing = await createAuthHarness();
    headers = bearer(await listing.serviceRoleKey());
    for (const name of people) {
      listing.advance(60);
      const json = {
        email: `${name}@players.example`,
        phone: `1555000${people.indexOf(name)}`,
        user_metadata: { full_name: `${name.toUpperCase()} X` },
      };
      await post(listing, '/admin/users', json, headers);
    }
    await post(listing, '/admin/users', { email: 'far@players.example', aud: 'far' }, headers);
  });
  afterAll(() => listing[Symbol.asyncDispose]());

  async function list(query: string) {
    const answer = await listing.request(`/admin/users${query}`, { headers });
    const { users } = await answer.json();
    return {
      names: users.map(({ email }: { email: string }) => email.split('@')[0]),
      total: answer.headers.get('x-total-count'),
      link: (answer.headers.get('link') ?? '').replaceAll('/auth/v1/admin/users', ''),
    };
  }
  const newestFirst = [...people].reverse();

  it.each([
    ['', newestFirst],
    ['?sort=created_at', newestFirst],
    ['?sort=created_at%20desc', newestFirst],
    ['?sort=created_at%20ASC', people],
    ['?sort=created_at%20sideways', newestFirst],
    ['?filter=BEA@', ['bea']],
    ['?filter=eo%20x', ['cleo']],
    ['?filter=15550003', ['dora']],
    ['?filter=nobody', []],
    ['?page=2&per_page=2', ['cleo', 'bea']],
    ['?page=3&per_page=2', ['ann']],
    ['?page=0&per_page=2', ['eve', 'dora']],
    ['?page=9', []],
  ])('%s', async (query, names) => {
    expect((await list(query)).names).toEqual(names);
  });

  it.each([
    ['?per_page=2', '<?per_page=2&page=2>; rel="next", <?per_page=2&page=3>; rel="last"'],
    ['?per_page=2&page=2', '<?per_page=2&page=3>; rel="next", <?per_page=2&page=3>; rel="last"'],
    ['?per_page=2&page=3', '<?per_page=2&page=3>; rel="last"'],
    ['?per_page=5', '<?per_page=5&page=1>; rel="last"'],
    ['?per_page=0', '<?per_page=0&page=1>; rel="last"'],
  ])('%s leads on to %s', async (query, link) => {
    expect(await list(query)).toMatchObject({ link, total: '5' });
  });

  it('counts what was sought alone', async () => {
    expect((await list('?filter=ea')).total).toBe('1');
  });

  it('has fifty on a page unless more are asked for', async () => {
    await using many = await createAuthHarness();
    await many.database.query(
      `insert into auth.users (id, aud, email, created_at, updated_at)
       select gen_random_uuid(), 'authenticated', i || '@players.example', now(), now()
       from generate_series(1, 1001) i`,
    );
    const bearers = bearer(await many.serviceRoleKey());
    const count = async (query: string) => {
      const answer = await many.request(`/admin/users${query}`, { headers: bearers });
      return (await answer.json()).users.length;
    };
    expect(await count('')).toBe(50);
    expect(await count('?per_page=51')).toBe(51);
    expect(await count('?per_page=1001')).toBe(1000);
  });
});

describe('what is written down', () => {
  it('is read newest first, by pages, and sought by who, what and of which kind', async () => {
    await using own = await createAuthHarness();
    const headers = bearer(await own.serviceRoleKey());
    own.stopClock();
    const { id } = await (
      await post(own, '/admin/users', { email: 'a@b.example' }, headers)
    ).json();
    own.advance(1);
    await own.request(`/admin/users/${id}`, { method: 'PUT', headers, json: {} });
    own.advance(1);
    await own.request(`/admin/users/${id}`, { method: 'DELETE', headers, json: {} });
    const list = async (query: string) => {
      const answer = await own.request(`/admin/audit${query}`, { headers });
      const entries = await answer.json();
      return answer.status === 200
        ? entries.map(({ payload }: { payload: { action: string } }) => payload.action)
        : entries.code;
    };
    const all = ['user_deleted', 'user_modified', 'user_signedup'];
    for (const [query, actions] of [
      ['', all],
      ['?query=author:SERVICE', all],
      ['?query=author:nobody', []],
      ['?query=action:signed', ['user_signedup']],
      ['?query=type:team', ['user_deleted', 'user_signedup']],
      ['?query=action:', all],
      ['?query=action:a:b', []],
      ['?page=2&per_page=2', ['user_signedup']],
      ['?page=0&per_page=1', ['user_deleted']],
      ['?query=action', 'validation_failed'],
      ['?query=id:1', 'validation_failed'],
      ['?query=constructor:1', 'validation_failed'],
    ] as const) {
      expect([query, await list(query)]).toEqual([query, actions]);
    }
  });

  it('names of whom it was', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const { body } = await create({ email, phone });
    const [entry] = await harness.database.query<{ traits: object }>(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload #>> '{traits,user_id}' = $1`,
      [body.id],
    );
    expect(entry?.traits).toEqual({ user_id: body.id, user_email: email, user_phone: phone });
  });
});

describe('somebody’s second factors', () => {
  async function enrol() {
    const person = await signUp(harness);
    const { data } = await person.client.mfa.enroll({
      factorType: 'phone',
      phone: '15553330000',
      friendlyName: 'First',
    });
    return { ...person, path: `/admin/users/${person.user.id}/factors/${data?.id}` };
  }

  it.each<[object, object]>([
    [{}, { friendly_name: 'First', phone: '15553330000' }],
    [{ friendly_name: 'Second' }, { friendly_name: 'Second', phone: '15553330000' }],
    [{ phone: '+1555 333 0001' }, { friendly_name: 'First', phone: '15553330001' }],
    [{ friendly_name: 'x'.repeat(120) }, { friendly_name: 'x'.repeat(120) }],
  ])('are changed by %j', async (json, expected) => {
    const { path } = await enrol();
    const { status, body } = await send('PUT', path, json);
    expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
  });

  it.each([[{ phone: 'none' }], [{ friendly_name: 'x'.repeat(121) }]])(
    'are not changed by %j',
    async (json) => {
      const { path } = await enrol();
      expect((await send('PUT', path, json)).body.code).toBe('validation_failed');
    },
  );

  it('have a number only where it is one', async () => {
    const { client, user } = await signUp(harness);
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const path = `/admin/users/${user.id}/factors/${data?.id}`;
    const { status, body } = await send('PUT', path, { phone: '15553330002' });
    expect([status, body.phone]).toEqual([200, undefined]);
    expect((await send('PUT', path, { phone: 'none' })).status).toBe(200);
  });

  it.each(['PUT', 'DELETE'])('are found with their owner alone: %s', async (method) => {
    const [mine, yours] = [await enrol(), await enrol()];
    const foreign = mine.path.replace(mine.user.id, yours.user.id);
    for (const [path, code] of [
      [foreign, 'mfa_factor_not_found'],
      [mine.path.replace(/[^/]*$/, 'one'), 'validation_failed'],
      [mine.path.replace(/[^/]*$/, crypto.randomUUID()), 'mfa_factor_not_found'],
    ] as const) {
      const { status, body } = await send(method, path, {});
      expect([path, status, body.code]).toEqual([path, 404, code]);
    }
    expect((await send(method, mine.path, {})).status).toBe(200);
  });
});
