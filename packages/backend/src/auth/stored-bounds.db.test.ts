import { expect, test } from 'vitest';
import {
  type AuthHarness,
  createAuthHarness,
  followToSite,
  signInWithProvider,
} from './testing/auth-harness.ts';
import { bearer, post, signUp } from './testing/requests.ts';

/** Metadata that PostgreSQL writes in exactly so many bytes. */
const ofBytes = (bytes: number) => ({ x: 'a'.repeat(bytes - '{"x": ""}'.length) });
const limit = 16_384;

async function withPeople(config: Parameters<typeof createAuthHarness>[0] = {}) {
  return createAuthHarness({ mailer: { autoconfirm: true }, ...config });
}

async function put(harness: AuthHarness, path: string, json: unknown, token: string) {
  return harness.request(path, { method: 'PUT', json, headers: bearer(token) });
}

let made = 1000;
const newEmail = () => `bounds${++made}@players.example`;

/** Somebody whose metadata is empty. */
async function newPerson(harness: AuthHarness) {
  const person = await signUp(harness);
  await harness.database.query(
    `update auth.users set raw_user_meta_data = '{}', raw_app_meta_data = '{}' where id = $1`,
    [person.user.id],
  );
  return person;
}

/** What a sign-up's data is merged into, as PostgreSQL writes it. */
const ofSignUp = `, "sub": "${crypto.randomUUID()}", "email": "${newEmail()}", "email_verified": false, "phone_verified": false`;

/** Each call that writes metadata, by the field that its refusal names. */
const writers: readonly {
  name: string;
  field: string;
  /** What the call adds to the metadata itself, as PostgreSQL writes it. */
  own?: string;
  send: (harness: AuthHarness, data: Record<string, unknown>) => Promise<Response>;
}[] = [
  {
    name: 'POST /signup',
    field: 'user_metadata',
    own: ofSignUp,
    send: (harness, data) =>
      post(harness, '/signup', { email: newEmail(), password: 'correct horse', data }),
  },
  {
    name: 'PUT /user',
    field: 'user_metadata',
    send: async (harness, data) =>
      put(harness, '/user', { data }, (await newPerson(harness)).session.access_token),
  },
  {
    name: 'POST /otp',
    field: 'user_metadata',
    own: ofSignUp,
    send: (harness, data) => post(harness, '/otp', { email: newEmail(), data }),
  },
  {
    name: 'POST /magiclink',
    field: 'user_metadata',
    own: ofSignUp,
    send: (harness, data) => post(harness, '/magiclink', { email: newEmail(), data }),
  },
  {
    name: 'POST /invite',
    field: 'user_metadata',
    send: async (harness, data) =>
      post(harness, '/invite', { email: newEmail(), data }, bearer(await harness.serviceRoleKey())),
  },
  {
    name: 'POST /admin/generate_link',
    field: 'user_metadata',
    send: async (harness, data) =>
      post(
        harness,
        '/admin/generate_link',
        { type: 'signup', email: newEmail(), password: 'correct horse', data },
        bearer(await harness.serviceRoleKey()),
      ),
  },
  {
    name: 'POST /admin/users, user_metadata',
    field: 'user_metadata',
    send: async (harness, data) =>
      post(
        harness,
        '/admin/users',
        { email: newEmail(), user_metadata: data },
        bearer(await harness.serviceRoleKey()),
      ),
  },
  {
    name: 'POST /admin/users, app_metadata',
    field: 'app_metadata',
    own: ', "provider": "email", "providers": ["email"]',
    send: async (harness, data) =>
      post(
        harness,
        '/admin/users',
        { email: newEmail(), app_metadata: data },
        bearer(await harness.serviceRoleKey()),
      ),
  },
  {
    name: 'PUT /admin/users/{id}, user_metadata',
    field: 'user_metadata',
    send: async (harness, data) =>
      put(
        harness,
        `/admin/users/${(await newPerson(harness)).user.id}`,
        { user_metadata: data },
        await harness.serviceRoleKey(),
      ),
  },
  {
    name: 'PUT /admin/users/{id}, app_metadata',
    field: 'app_metadata',
    send: async (harness, data) =>
      put(
        harness,
        `/admin/users/${(await newPerson(harness)).user.id}`,
        { app_metadata: data },
        await harness.serviceRoleKey(),
      ),
  },
];

test('every call that writes metadata takes 16 kB after merging and refuses one byte more', async () => {
  await using harness = await withPeople({ mailer: { autoconfirm: true, maxFrequencySeconds: 0 } });
  for (const { name, field, own = '', send } of writers) {
    const room = limit - own.length;
    expect([name, (await send(harness, ofBytes(room - 1))).status]).toEqual([name, 200]);
    expect([name, (await send(harness, ofBytes(room))).status]).toEqual([name, 200]);
    const refused = await send(harness, ofBytes(room + 1));
    expect([name, refused.status, await refused.json()]).toEqual([
      name,
      422,
      {
        code: 'validation_failed',
        message: `${field} must be 16384 bytes or less as JSON, with what it is merged into`,
      },
    ]);
  }
  const [largest] = await harness.database.query<{ bytes: number }>(
    `select max(greatest(octet_length(raw_user_meta_data::text), octet_length(raw_app_meta_data::text)))
       as bytes from auth.users`,
  );
  expect(largest?.bytes).toBe(limit);
});

test('metadata grows by merging no further than at once, and a refusal changes nothing', async () => {
  await using harness = await withPeople();
  const { session } = await newPerson(harness);
  const token = session.access_token;
  expect((await put(harness, '/user', { data: { a: 'a'.repeat(9_000) } }, token)).status).toBe(200);
  const data = { b: 'b'.repeat(9_000), name: 'Changed' };
  expect((await put(harness, '/user', { data }, token)).status).toBe(422);
  const user = await (await harness.request('/user', { headers: bearer(token) })).json();
  expect(Object.keys(user.user_metadata).sort()).toEqual(['a']);
  // A null takes its key away and makes room.
  const swap = { a: null, b: 'b'.repeat(9_000) };
  expect((await put(harness, '/user', { data: swap }, token)).status).toBe(200);
});

const refused = { status: 422, code: 'validation_failed' };
/** What no body may hold is refused before anybody asks what it is for. */
const noBody = { status: 400, code: 'bad_json' };

test.each([
  ['numbers that take more room than the request', { n: Array(60).fill(1e308) }, refused],
  ['characters that take more room than letters', { n: '€'.repeat(limit / 3) }, refused],
  ['32 levels', JSON.parse(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`), null],
  ['33 levels', JSON.parse(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`), refused],
  ['100,000 levels', `{"data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, noBody],
  ['a NUL', { n: 'a\u0000b' }, noBody],
  ['half a character', { n: '\ud800' }, noBody],
])('metadata with %s', async (_what, data, refusal) => {
  await using harness = await withPeople();
  const { session } = await signUp(harness);
  const body = typeof data === 'string' ? data : JSON.stringify({ data });
  const answer = await harness.request('/user', {
    method: 'PUT',
    body,
    headers: bearer(session.access_token),
  });
  expect(answer.status).toBe(refusal?.status ?? 200);
  if (refusal !== null) {
    expect(await answer.json()).toMatchObject({ code: refusal.code });
  }
});

test.each([2_048, 40_000])(
  'somebody of whom a provider says %i characters and more is signed in with what matters',
  async (given) => {
    await using harness = await withPeople();
    const person = {
      id: '9000000001',
      username: 'talkative',
      global_name: 'x'.repeat(given),
      email: 'talkative@players.example',
      verified: true,
    };
    harness.provider.add(person);
    for (let time = 0; time < 2; time += 1) {
      const { user } = await signInWithProvider(harness, harness.createClient(), 'talkative');
      expect(user.user_metadata).toMatchObject({
        sub: '9000000001',
        full_name: 'talkative',
        email: 'talkative@players.example',
        email_verified: true,
      });
      expect(user.user_metadata.custom_claims).toBeUndefined();
    }
  },
);

test('somebody whose own metadata is full still signs in with a provider and stays under the bound', async () => {
  await using harness = await withPeople();
  const { email, session, user } = await newPerson(harness);
  const filled = await put(harness, '/user', { data: ofBytes(limit) }, session.access_token);
  expect(filled.status).toBe(200);
  harness.provider.add({ id: '9000000002', username: 'full', email, verified: true });
  const back = await signInWithProvider(harness, harness.createClient(), 'full');
  expect(back.user.id).toBe(user.id);
  expect(back.user.user_metadata).toMatchObject({ sub: '9000000002', full_name: 'full' });
});

test('an address of a provider has 255 characters, and a longer one is none', async () => {
  await using harness = await withPeople({
    external: { providers: { discord: { emailOptional: true } } },
  });
  for (const [id, length] of [
    ['9000000003', 255],
    ['9000000006', 256],
  ] as const) {
    const email = `${id}@x.example`.padStart(length, 'a');
    harness.provider.add({ id, username: id, email, verified: true });
    const { user } = await signInWithProvider(harness, harness.createClient(), id);
    expect(user.email).toBe(length === 255 ? email : '');
  }
});

test.each([
  ['friendly_name', 120],
  ['issuer', 64],
])('a factor with a %s of %i characters, and one more', async (field, most) => {
  await using harness = await withPeople();
  const { headers } = await signUp(harness);
  const enrol = (length: number) =>
    post(harness, '/factors', { factor_type: 'totp', [field]: '😀'.repeat(length) }, headers);
  expect((await enrol(most + 1)).status).toBe(400);
  expect((await enrol(most)).status).toBe(200);
});

test('a browser that says much of itself is remembered by its first 512 characters', async () => {
  await using harness = await withPeople();
  const body = { email: newEmail(), password: 'correct horse' };
  const agent = { 'user-agent': 'u'.repeat(513) };
  expect((await post(harness, '/signup', body, agent)).status).toBe(200);
  const [row] = await harness.database.query<{ length: number }>(
    'select char_length(user_agent) as length from auth.sessions',
  );
  expect(row?.length).toBe(512);
});

test('an address to return to is kept to 2,048 characters, a longer one is none', async () => {
  await using harness = await withPeople();
  const authorize = async (length: number) => {
    const address = `${harness.origin}/confirm?`.padEnd(length, 'x');
    const query = new URLSearchParams({ provider: 'discord', redirect_to: address });
    expect((await harness.request(`/authorize?${query}`)).status).toBe(302);
    const [flow] = await harness.database.query<{ length: number }>(
      'select char_length(referrer) as length from auth.flow_state order by created_at desc limit 1',
    );
    return flow?.length;
  };
  expect(await authorize(2_048)).toBe(2_048);
  expect(await authorize(2_049)).toBe(harness.origin.length);
});

test('one person keeps 100 sessions: the ones that rested longest end', async () => {
  await using harness = await withPeople();
  const { email, password, user } = await signUp(harness);
  const { user: bystander } = await signUp(harness);
  for (const { id } of [user, bystander]) {
    await harness.database.query(
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
       select gen_random_uuid(), $1, now() - make_interval(days => i), now(), 'aal1'
       from generate_series(1, 99) i`,
      [id],
    );
  }
  // The oldest of them is in use.
  await harness.database.query(
    `update auth.sessions set refreshed_at = now() at time zone 'UTC'
     where user_id = $1 and created_at = (select min(created_at) from auth.sessions where user_id = $1)`,
    [user.id],
  );
  const signIn = () => harness.createClient().signInWithPassword({ email, password });
  await signIn();
  const { error, data } = await signIn();
  expect(error).toBeNull();
  const left = await harness.database.query<{ days: number }>(
    `select date_part('day', now() - created_at)::integer as days
     from auth.sessions where user_id = $1 order by days desc`,
    [user.id],
  );
  expect(left).toHaveLength(100);
  expect(left.slice(0, 2).map(({ days }) => days)).toEqual([99, 96]);
  const own = await harness.request('/user', {
    headers: bearer(data.session?.access_token ?? ''),
  });
  expect(own.status).toBe(200);
  const others = await harness.database.query('select from auth.sessions where user_id = $1', [
    bystander.id,
  ]);
  expect(others).toHaveLength(100);
});

test('an account takes 20 identities and no more', async () => {
  await using harness = await withPeople();
  const { email, user } = await signUp(harness);
  const add = (count: number) =>
    harness.database.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
       select 'more' || gen_random_uuid(), $1, '{}', 'github', now() from generate_series(1, $2)`,
      [user.id, count],
    );
  await add(18);
  harness.provider.add({ id: '9000000004', username: 'twentieth', email, verified: true });
  harness.provider.add({ id: '9000000005', username: 'more', email, verified: true });
  const back = await signInWithProvider(harness, harness.createClient(), 'twentieth');
  expect(back.user.id).toBe(user.id);
  const refused = await followToSite(
    `${harness.url}/authorize?provider=discord&person=more&redirect_to=${harness.origin}/confirm`,
  );
  expect(refused.searchParams.get('error_code')).toBe('too_many_identities');
});

test('what a provider calls an account may be 255 characters long', async () => {
  await using harness = await withPeople();
  const { createIdentity } = await import('./identities.ts');
  const { user } = await signUp(harness);
  const create = (length: number) =>
    createIdentity(harness.database, {
      userId: user.id,
      provider: 'sso:x',
      data: { sub: 's'.repeat(length) },
      now: new Date(),
    });
  await expect(create(256)).rejects.toMatchObject({ code: 'validation_failed' });
  expect((await create(255)).provider_id).toHaveLength(255);
});

test.each([
  ['auth.users', 'raw_user_meta_data', 'users_raw_user_meta_data_size'],
  ['auth.users', 'raw_app_meta_data', 'users_raw_app_meta_data_size'],
  ['auth.identities', 'identity_data', 'identities_identity_data_size'],
])('%s.%s is bounded by the database too', async (table, column, constraint) => {
  await using harness = await withPeople();
  await signUp(harness);
  const write = (bytes: number) =>
    harness.database.query(`update ${table} set ${column} = $1::jsonb`, [
      JSON.stringify(ofBytes(bytes)),
    ]);
  await write(limit);
  await expect(write(limit + 1)).rejects.toMatchObject({ constraint });
});

test.each([limit - 1, limit, limit + 1, 10 * limit])(
  'what is made to fit of %i bytes keeps what is read and the smallest, and never exceeds',
  async (bytes) => {
    await using harness = await withPeople();
    const given = { sub: '7', huge: 'h'.repeat(bytes - 100), small: 1 };
    const size = '{"sub": "7", "huge": "", "small": 1}'.length + bytes - 100;
    const padded = { ...given, huge: given.huge + 'h'.repeat(bytes - size) };
    const [row] = await harness.database.query<{ fitted: object; bytes: number }>(
      `select fitted, octet_length(fitted::text) as bytes
       from (select private.fit_metadata($1::jsonb) as fitted) f`,
      [JSON.stringify(padded)],
    );
    expect(row?.fitted).toEqual(bytes <= limit ? padded : { sub: '7', small: 1 });
    expect(row?.bytes).toBeLessThanOrEqual(limit);
  },
);
