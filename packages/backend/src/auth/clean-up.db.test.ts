import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUpAuth } from './clean-up.ts';

/** What is over is forgotten when it has been so for long, and nothing before. */

let own: TestDatabase;
const now = new Date('2026-11-20T19:00:00.000Z');
const day = 86_400_000;
const user = crypto.randomUUID();
const factor = crypto.randomUUID();
const provider = crypto.randomUUID();
const newSession = crypto.randomUUID();
const movedSession = crypto.randomUUID();
/** Its first token of the second kind was given out and not used yet. */
const movingSession = crypto.randomUUID();

beforeAll(async () => {
  own = await createTestDatabase();
  const { database } = own;
  await database.query(`insert into auth.users (id, aud) values ($1, 'authenticated')`, [user]);
  await database.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values ($1, $2, 'totp', 'verified', $3, $3)`,
    [factor, user, now],
  );
  await database.query('insert into auth.sso_providers (id) values ($1)', [provider]);
  for (const [id, counter] of [
    [newSession, null],
    [movedSession, 1],
    [movingSession, 0],
  ]) {
    await database.query(
      'insert into auth.sessions (id, user_id, refresh_token_counter) values ($1, $2, $3)',
      [id, user, counter],
    );
  }
});
afterAll(() => own[Symbol.asyncDispose]());

/** Each kind of row: how it is made with an instant, how old it may become, and how it is found again. */
const kinds: readonly [
  string,
  number,
  { table: string; columns: string; values: string; key?: string },
][] = [
  [
    'a sign-in under way',
    day,
    {
      table: 'auth.flow_state',
      columns: 'id, provider_type, authentication_method, created_at',
      values: `$1, 'discord', 'oauth', $2`,
    },
  ],
  [
    'a sign-in whose code was issued later',
    day,
    {
      table: 'auth.flow_state',
      columns: 'id, provider_type, authentication_method, created_at, auth_code_issued_at',
      values: `$1, 'email', 'otp', $2::timestamptz - interval '9 days', $2`,
    },
  ],
  [
    'a secret of a sign-in under way',
    day,
    {
      table: 'auth.oauth_client_states',
      columns: 'id, provider_type, created_at',
      values: `$1, 'discord', $2`,
    },
  ],
  [
    'a question to a second factor',
    day,
    {
      table: 'auth.mfa_challenges',
      columns: 'id, factor_id, ip_address, created_at',
      values: `$1, '${factor}', '192.0.2.1', $2`,
    },
  ],
  [
    'a question to a passkey',
    day,
    {
      table: 'auth.webauthn_challenges',
      columns: 'id, challenge_type, session_data, expires_at, created_at',
      values: `$1, 'authentication', '{}', $2, $2`,
    },
  ],
  [
    'a question to an identity provider',
    day,
    {
      table: 'auth.saml_relay_states',
      columns: 'id, sso_provider_id, request_id, created_at',
      values: `$1, '${provider}', 'r', $2`,
    },
  ],
  [
    'an assertion that was used',
    0,
    {
      table: 'private.auth_saml_assertions',
      columns: 'entity_id, assertion_id, usable_until',
      values: `'e', $1, $2`,
      key: 'assertion_id',
    },
  ],
  [
    'a session that was to end',
    3 * day,
    { table: 'auth.sessions', columns: 'id, user_id, not_after', values: `$1, '${user}', $2` },
  ],
  [
    'a captcha that was answered',
    day,
    {
      table: 'private.auth_captcha_answers',
      columns: 'challenge_hash, answered_at',
      values: '$1, $2',
      key: 'challenge_hash',
    },
  ],
  [
    'a token with which a session was moved here, once it has others',
    30 * day,
    {
      table: 'auth.refresh_tokens',
      columns: 'token, session_id, revoked, updated_at',
      values: `$1, '${movedSession}', true, $2`,
      key: 'token',
    },
  ],
  [
    'what was counted of requests',
    day,
    {
      table: 'private.rate_limits',
      columns: 'key, tokens, refilled_at',
      values: '$1, 1, $2',
      key: 'key',
    },
  ],
  [
    'a person of the identity provider for trying out',
    0,
    {
      table: 'private.dev_identity_grants',
      columns: 'secret_hash, kind, client_id, redirect_uri, person, expires_at',
      values: `$1, 'code', 'c', 'r', '{}', $2`,
      key: 'secret_hash',
    },
  ],
];

describe('is kept until its time and not beyond it', () => {
  it.each(kinds)('%s', async (_what, age, { table, columns, values, key = 'id' }) => {
    const { database } = own;
    const add = async (older: number) => {
      const id = crypto.randomUUID();
      await database.query(`insert into ${table} (${columns}) values (${values})`, [
        id,
        new Date(now.getTime() - age - older),
      ]);
      return id;
    };
    const [young, due, old] = [await add(-1), await add(0), await add(1)];
    await cleanUpAuth(database, now);
    const rows = await database.query<{ id: string }>(
      `select ${key}::text as id from ${table} where ${key}::text = any ($1)`,
      [[young, due, old]],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([young, due].sort());
  });

  it('a session that nobody ends', async () => {
    await cleanUpAuth(own.database, new Date(now.getTime() + 9000 * day));
    const rows = await own.database.query('select from auth.sessions where id = any ($1)', [
      [newSession, movedSession, movingSession],
    ]);
    expect(rows).toHaveLength(3);
  });
});

describe('of a session’s older tokens', () => {
  const add = async (
    token: string,
    parent: string | null,
    revoked: boolean,
    age: number,
    session = newSession,
  ) => {
    await own.database.query(
      `insert into auth.refresh_tokens (token, parent, session_id, revoked, updated_at)
       values ($1, $2, $3, $4, $5)`,
      [token, parent, session, revoked, new Date(now.getTime() - age)],
    );
  };
  const list = async (session = newSession) => {
    const rows = await own.database.query<{ token: string }>(
      'select token from auth.refresh_tokens where session_id = $1 order by id',
      [session],
    );
    return rows.map(({ token }) => token);
  };

  it('those that are told from theft by no other are kept', async () => {
    await add('first', null, true, 31 * day);
    await add('second', 'first', true, 31 * day);
    await cleanUpAuth(own.database, now);
    // Without one that is good none is older than another.
    expect(await list()).toEqual(['first', 'second']);
    await add('lately', 'second', true, 30 * day);
    await add('parent', 'lately', true, 31 * day);
    await add('good', 'parent', false, 31 * day);
    await cleanUpAuth(own.database, now);
    expect(await list()).toEqual(['lately', 'parent', 'good']);
  });

  it('those stay by which one that was moved here is told from theft, while its first is not used', async () => {
    await add('moved', null, true, 31 * day, movingSession);
    await cleanUpAuth(own.database, now);
    expect(await list(movingSession)).toEqual(['moved']);
  });

  it('those of another session are no reason to forget any', async () => {
    await add('alone', null, true, 31 * day, movingSession);
    await add('others', 'x', false, 31 * day);
    await cleanUpAuth(own.database, now);
    expect(await list(movingSession)).toEqual(['moved', 'alone']);
  });

  it('one that is still good stays, however old it is', async () => {
    await add('still good', null, false, 9000 * day, movedSession);
    await cleanUpAuth(own.database, now);
    expect(await list(movedSession)).toContain('still good');
  });
});
