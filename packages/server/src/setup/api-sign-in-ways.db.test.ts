import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { createWaysReader } from '../sign-in/stored-ways.ts';
import {
  createLoopbackProvider,
  type LoopbackProvider,
} from '../sign-in/testing/loopback-provider.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { askTimes } from '../testing/ask-times.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { openDoor, printDoor } from './door.ts';
import { setupCookie } from './first-admin.ts';

const path = '/setup/sign-in-ways';
const secret = 'never-shown-again-4711';
const github = { provider: 'github', client_id: 'ours', client_secret: secret };
const minute = 60_000;

/** Somebody's sign-in, so many milliseconds ago. */
async function signIn(own: ApiLeague, person: Viewer, ago = 0): Promise<void> {
  const id = randomUUID();
  const at = new Date(own.league.now().getTime() - ago);
  await own.database.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, $3, $3, 'aal1')`,
    [id, person.user_id, at],
  );
  own.adopt({ ...person, session_id: id });
}

describe('who may enter a way to sign in', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await createCast();
    for (const person of Object.values(cast.people)) {
      if (person !== null) {
        await signIn(cast.own, person);
      }
    }
  });
  afterAll(() => cast.own[Symbol.asyncDispose]());

  it.each([
    ['enter', { path, body: github }],
    ['remove', { path: `${path}/github`, method: 'DELETE' as const }],
  ])('%s: the site’s admins; to all others there is no such address', async (_act, call) => {
    const answers = await askAll(cast, call);
    const found = { not_found: ['visitor'] };
    expect(answers).toEqual(onlyTo(['site admin'], 'not_found', found)(answers));
  });

  it('not a site admin who is banned, for as long as the ban holds', async () => {
    const { own, people } = cast;
    const steward = people['site admin'] ?? expect.fail();
    const second = await own.addAdmin('Second');
    const until = new Date(own.league.now().getTime() + minute).toISOString();
    const ban = { person: steward.person_id, kind: 'ban', until, reason: 'For a minute.' };
    await own.act(second, { path: '/sanctions', body: ban });
    const enter = async () => (await own.send(steward, { path, body: github })).status;
    expect(await enter()).toBe(404);
    own.moveTo(until);
    expect(await enter()).toBe(200);
    await own.act(steward, { path: `${path}/github`, method: 'DELETE' });
  });

  it('tries: nobody else either', async () => {
    const { 'site admin': steward, ...others } = cast.people;
    const call = { path: `${path}/discord/test` };
    const answers = Object.values(await askAll({ own: cast.own, people: others }, call));
    expect(new Set(answers)).toEqual(new Set(['not_found']));
    // There is nothing to be tried.
    expect((await cast.own.send(steward, call)).status).toBe(404);
  });
});

describe('a way to sign in', () => {
  let own: ApiLeague;
  let admin: Viewer;
  let provider: LoopbackProvider;
  beforeAll(async () => {
    provider = await createLoopbackProvider();
    own = await createApiLeague({ GOOGLE_CLIENT_ID: 'host', GOOGLE_CLIENT_SECRET: 'host' });
    admin = await own.addAdmin('Steward');
  });
  // Each in a minute of its own, as requests are counted by the minute.
  beforeEach(async () => {
    own.moveTo(new Date(own.league.now().getTime() + minute).toISOString());
    await signIn(own, admin);
  });
  afterAll(async () => {
    expect(own.failures).toEqual([]);
    await own[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  const refusal = async (body: object) =>
    (await own.send(admin, { path, body: { ...body } })).body.error;

  it('is taken only from whoever has signed in within ten minutes', async () => {
    await signIn(own, admin, 10 * minute);
    expect(await refusal(github)).toMatchObject({ code: 'sign_in_stale' });
    await signIn(own, admin, 10 * minute - 1);
    await own.act(admin, { path, body: github });
    await own.database.query('delete from private.sign_in_ways');
    // The second step, taken later in the same sign-in, proves as much.
    await signIn(own, admin, 60 * minute);
    expect(await refusal(github)).toMatchObject({ code: 'sign_in_stale' });
    await own.database.query(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, $2, $2, 'totp' from auth.sessions where user_id = $1`,
      [admin.user_id, own.league.now()],
    );
    await own.act(admin, { path, body: github });
    await own.database.query('delete from private.sign_in_ways');
  });

  it('is kept with its secret sealed, shown without it, and written down without it', async () => {
    const answer = await own.send(admin, { path, body: github });
    expect(answer.body.data).toEqual({
      ...{ provider: 'github', client_id: 'ours', issuer: null, name: null, is_enabled: true },
    });
    const read = createWaysReader(own.database);
    expect(await read()).toMatchObject([{ provider: 'github', client_secret: secret }]);
    // Without a secret the one that is there stays.
    await own.act(admin, { path, body: { ...github, client_secret: undefined, client_id: 'new' } });
    expect(await read()).toMatchObject([{ client_id: 'new', client_secret: secret }]);
    await own.act(admin, {
      path,
      body: { ...github, client_secret: 'another', is_enabled: false },
    });
    expect(await read()).toMatchObject([{ client_secret: 'another', is_enabled: false }]);
    const kept = await own.database.query<{ row: string }>(
      `select w::text as row from private.sign_in_ways w union all select a::text from private.audit_log a
       union all select c::text from private.commands c`,
    );
    expect(kept.map(({ row }) => row).join()).not.toMatch(/never-shown|another/);
    await own.act(admin, { path: `${path}/github`, method: 'DELETE' });
    const gone = await own.send(admin, { path: `${path}/github`, method: 'DELETE' });
    expect([await read(), gone.status]).toEqual([[], 404]);
    const acts = await own.database.query(
      `select act, person_id, subject, changes ->> 'client_secret' is not null as has_secret
       from private.audit_log where kind = 'sign_in_way' order by id desc limit 4`,
    );
    const line = { person_id: admin.person_id, subject: 'github' };
    expect(acts).toEqual([
      { ...line, act: 'sign_in_way_removed', has_secret: false },
      { ...line, act: 'sign_in_way_edited', has_secret: true },
      { ...line, act: 'sign_in_way_edited', has_secret: false },
      { ...line, act: 'sign_in_way_edited', has_secret: true },
    ]);
  });

  const oidc = { provider: 'oidc', client_id: 'x', client_secret: 'y' };
  it.each([
    ['provider', { ...github, provider: 'facebook' }],
    ['client_id', { ...github, client_id: '' }],
    ['client_id', { ...github, client_id: 'x'.repeat(201) }],
    ['client_secret', { ...github, client_secret: undefined }],
    ['client_secret', { ...github, client_secret: 'x'.repeat(1001) }],
    ['client_secret', { ...github, client_secret: 'x\ny' }],
    ['issuer', oidc],
    ['issuer', { ...oidc, issuer: 'id.example' }],
    ['issuer', { ...oidc, issuer: 'http://id.example' }],
    ['issuer', { ...oidc, issuer: 'http://localhost.example' }],
    ['issuer', { ...oidc, issuer: 'https://me@id.example' }],
    ['issuer', { ...oidc, issuer: 'https://:pw@id.example' }],
    ['issuer', { ...oidc, issuer: 'https://id.example/?a=1' }],
    ['issuer', { ...oidc, issuer: 'https://id.example/#a' }],
    ['issuer', { ...oidc, issuer: 'ftp://localhost' }],
    ['issuer', { ...oidc, issuer: `https://id.example/${'x'.repeat(182)}` }],
    ['name', { ...oidc, issuer: 'https://id.example', name: 'x'.repeat(81) }],
  ])('is refused for its %s: %o', async (field, body) => {
    expect(await refusal(body)).toMatchObject({ code: 'field_invalid', field });
  });

  it.each([
    [{ ...github, client_id: 'x'.repeat(200), client_secret: 'x'.repeat(1000) }],
    [{ ...oidc, issuer: `https://id.example/${'x'.repeat(181)}`, name: 'x'.repeat(80) }],
    [{ ...oidc, issuer: 'http://127.0.0.1:5000' }],
  ])('is taken at its limits, and kept as it was entered', async (body) => {
    const { client_secret: _, ...shown } = body;
    const kept = await own.act(admin, { path, body });
    expect(kept).toEqual({ issuer: null, name: null, is_enabled: true, ...shown });
  });

  it('has an issuer and a name of its own where it is known by its address alone', async () => {
    const more = { issuer: 'https://id.example', name: 'Club' };
    expect(await own.act(admin, { path, body: { ...github, ...more } })).toEqual({
      ...{ provider: 'github', client_id: 'ours', issuer: null, name: null, is_enabled: true },
    });
    await own.act(admin, { path: `${path}/github`, method: 'DELETE' });
  });

  it('never takes a secret to another issuer', async () => {
    const first = { ...oidc, issuer: 'https://one.example' };
    await own.act(admin, { path, body: first });
    const moved = { ...first, client_secret: undefined, issuer: 'https://two.example' };
    expect(await refusal(moved)).toMatchObject({ code: 'field_invalid', field: 'client_secret' });
  });

  it('that the environment sets is the host’s', async () => {
    const wanted = { code: 'set_by_environment', params: { variable: 'GOOGLE_CLIENT_ID' } };
    expect(await refusal({ ...github, provider: 'google' })).toEqual(wanted);
    const removal = await own.send(admin, { path: `${path}/google`, method: 'DELETE' });
    expect(removal.body.error).toEqual(wanted);
  });

  const test = async (body: object) => {
    await own.act(admin, { path, body: { ...oidc, ...body } });
    return (await own.act(admin, { path: `${path}/oidc/test` })).fault;
  };

  it('is tried: what is wrong is said', async () => {
    const { url } = provider;
    const good = { issuer: url, client_id: 'league', client_secret: 'secret' };
    const { host } = new URL(url);
    expect(await test(good)).toBeNull();
    expect(await test({ ...good, issuer: `${url}/` })).toBeNull();
    // Also while it lets nobody in.
    expect(await test({ ...good, is_enabled: false })).toBeNull();
    const refused = { code: 'client_refused', params: { host } };
    expect(await test({ ...good, client_secret: 'other' })).toEqual(refused);
    expect(await test({ ...good, issuer: `${url}/nothing` })).toMatchObject({
      code: 'no_description',
      params: { address: `${url}/nothing/.well-known/openid-configuration` },
    });
    expect(await test({ ...good, issuer: `${url}/other` })).toEqual({
      code: 'other_issuer',
      params: { issuer: url },
    });
    expect(await test({ ...good, issuer: `${url}/odd` })).toEqual({
      code: 'unclear',
      params: { host, status: 500 },
    });
    provider.redirects.clear();
    expect(await test(good)).toEqual({ code: 'redirect_refused', params: { host } });
    const nobody = 'http://127.0.0.1:9';
    expect(await test({ ...good, issuer: nobody })).toEqual({
      code: 'unreachable',
      params: { host: '127.0.0.1:9' },
    });
  });
});

describe('the last way by which a site admin comes in', () => {
  const off = { ...github, is_enabled: false };
  const removal = { path: `${path}/github`, method: 'DELETE' as const };

  /** A league in public, whose one site admin has signed in by what is linked. */
  async function open(providers: string[], environment: Record<string, string> = {}) {
    const own = await createApiLeague({ HOST: '0.0.0.0', ...environment });
    const admin = await own.addAdmin('Steward');
    await signIn(own, admin);
    await own.database.query('update auth.users set email_confirmed_at = null');
    await own.database.query('delete from auth.identities');
    for (const provider of providers) {
      await own.database.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider)
         values ($1, $1::text::uuid, '{}', $2)`,
        [admin.user_id, provider],
      );
    }
    await own.act(admin, { path, body: github });
    return { own, admin };
  }
  const google = { GOOGLE_CLIENT_ID: 'host', GOOGLE_CLIENT_SECRET: 'host' };
  const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'league@mail.example' };

  it.each<[string, string[], Record<string, string>, boolean]>([
    ['the only one', ['github'], {}, false],
    ['beside one that nobody has linked', ['github'], google, false],
    ['beside one that is linked', ['github', 'google'], google, true],
    ['beside one that is linked and let nobody in', ['github', 'google'], {}, false],
    ['beside an organisation', ['github', 'sso:1f0c'], {}, true],
    ['that nobody came by', [], {}, true],
  ])('%s', async (_name, providers, environment, isLet) => {
    const { own, admin } = await open(providers, environment);
    await using _league = own;
    const wanted = isLet ? undefined : { code: 'last_way', params: {} };
    expect((await own.send(admin, { path, body: off })).body.error).toEqual(wanted);
    expect((await own.send(admin, removal)).body.error).toEqual(wanted);
    const kept = await own.database.query('select is_enabled from private.sign_in_ways');
    expect(kept).toEqual(isLet ? [] : [{ is_enabled: true }]);
    expect(own.failures).toEqual([]);
  });

  it.each([
    ['links come by mail to an address', mail, 'email_confirmed_at'],
    [
      'codes come by text to a number',
      {
        SMS_HOOK_URL: 'https://texts.example/',
        SMS_HOOK_SECRET: `v1,whsec_${Buffer.alloc(32).toString('base64')}`,
      },
      'phone_confirmed_at',
    ],
  ])('is one of two where %s that is proven', async (_where, environment, column) => {
    const { own, admin } = await open(['github'], environment);
    await using _league = own;
    expect((await own.send(admin, removal)).body.error?.code).toBe('last_way');
    await own.database.query(`update auth.users set ${column} = now() where id = $1`, [
      admin.user_id,
    ]);
    expect((await own.send(admin, removal)).status).toBe(200);
  });

  it('is the last whatever others have linked, a ladder’s admins included', async () => {
    const { own, admin } = await open(['github'], google);
    await using _league = own;
    const [judge, other] = [await own.addPerson('Judge'), await own.addPerson('Other')];
    await own.addLadder('tanks');
    const body = { person: judge.person_id };
    await own.act(admin, { path: '/ladders/tanks/admins', body });
    for (const { user_id } of [judge, other]) {
      await own.database.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider)
         values ($1, $1::text::uuid, '{}', 'google')`,
        [user_id],
      );
    }
    expect((await own.send(admin, removal)).body.error?.code).toBe('last_way');
    await own.act(admin, { path: '/admins', body });
    expect((await own.send(admin, removal)).status).toBe(200);
  });

  it('stays where both are taken away at once', async () => {
    const { own, admin } = await open(['github', 'google']);
    await using _league = own;
    await own.act(admin, { path, body: { ...github, provider: 'google' } });
    const answers = await Promise.all(
      ['github', 'google'].map((provider) =>
        own.send(admin, { path: `${path}/${provider}`, method: 'DELETE' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

it('is entered in the set-up session before anybody is known, and the log says so', async () => {
  await using own = await createApiLeague();
  const now = own.league.now();
  const token = await printDoor(own.database, now);
  const session = await openDoor(own.database, token ?? '', now);
  const call = { path, body: github };
  const headers = { cookie: `${setupCookie}=${session}` };
  expect((await own.send(null, call)).status).toBe(404);
  expect((await own.send(null, { ...call, headers })).status).toBe(200);
  const origin = { ...headers, origin: 'https://evil.example' };
  expect((await own.send(null, { ...call, headers: origin })).body.error?.code).toBe(
    'origin_not_allowed',
  );
  const lines = await own.database.query('select act, person_id from private.audit_log');
  expect(lines).toEqual([{ act: 'sign_in_way_edited', person_id: null }]);
  // One of twenty a minute was the entering.
  const statuses = await askTimes(20, () =>
    own.send(null, { ...{ path: `${path}/nobody/test`, headers } }),
  );
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 404), 429]);
});
