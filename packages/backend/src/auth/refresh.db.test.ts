import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthConfigInput } from './config.ts';
import { unsealRefreshKeys } from './refresh-key.ts';
import { encodeRefreshToken, parseRefreshToken } from './refresh-token.ts';
import { type AuthHarness, clientAddress, createAuthHarness } from './testing/auth-harness.ts';
import { post, refresh, signUp } from './testing/requests.ts';

/** What a refresh is told first, whom it ends, and who goes on beside it. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await create();
});
afterAll(() => harness[Symbol.asyncDispose]());

async function create(config: AuthConfigInput = {}): Promise<AuthHarness> {
  const made = await createAuthHarness({ mailer: { autoconfirm: true }, ...config });
  made.stopClock();
  return made;
}

type Person = Awaited<ReturnType<typeof signUp>>;

/** One more session of somebody, by its refresh token. */
async function enter(of: AuthHarness, { email, password }: Person): Promise<string> {
  const answer = await post(of, '/token?grant_type=password', { email, password });
  return String((await answer.json()).refresh_token);
}

/** The code of a refusal, or that there was none. */
async function outcome(token: string, of = harness): Promise<string> {
  const { body } = await refresh(of, token);
  return body.code ?? 'ok';
}

const sessionOf = (token: string) => parseRefreshToken(token)?.sessionId ?? '';

/** A session with two tokens that were replaced, the first of them long ago. */
async function openLong(of = harness) {
  const person = await signUp(of);
  const first = person.session.refresh_token;
  const second = (await refresh(of, first)).body.refresh_token;
  const active = String((await refresh(of, second)).body.refresh_token);
  of.advance(11);
  return { person, first, active };
}

const ban = (of: AuthHarness, { user }: Person) =>
  of.database.query(`update auth.users set banned_until = '2100-01-01' where id = $1`, [user.id]);
const expire = (of: AuthHarness, token: string) =>
  of.database.query(`update auth.sessions set not_after = '2001-01-01' where id = $1`, [
    sessionOf(token),
  ]);
const addFactor = (of: AuthHarness, user: string) =>
  of.database.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [user],
  );

describe('what is said first', () => {
  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['goes on', async () => undefined],
    ['is of somebody who is banned', (person) => ban(harness, person)],
    ['is over', ({ session }) => expire(harness, session.refresh_token)],
  ])('nothing to whoever made a token up for a session that %s', async (_how, prepare) => {
    const person = await signUp(harness);
    await prepare(person);
    const sessionId = sessionOf(person.session.refresh_token);
    const forged = encodeRefreshToken(randomBytes(32), { sessionId, counter: 0 });
    expect(await outcome(forged)).toBe('refresh_token_not_found');
  });

  it('that somebody is banned before that their session is over, and that before a theft', async () => {
    const { person, first, active } = await openLong();
    await expire(harness, active);
    expect([await outcome(first), await outcome(active)]).toEqual([
      'session_expired',
      'session_expired',
    ]);
    await ban(harness, person);
    expect([await outcome(first), await outcome(active)]).toEqual(['user_banned', 'user_banned']);
  });

  it('that a token was never given out, though it is signed with the key of its session', async () => {
    await using own = await create();
    const { session } = await signUp(own);
    const sessionId = sessionOf(session.refresh_token);
    await unsealRefreshKeys(own.database);
    const [row] = await own.database.query<{ key: string }>(
      'select refresh_token_hmac_key as key from auth.sessions where id = $1',
      [sessionId],
    );
    const make = (counter: number) =>
      encodeRefreshToken(Buffer.from(row?.key ?? '', 'base64url'), { sessionId, counter });
    expect(await refresh(own, make(1))).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        message: 'Invalid Refresh Token: Not Issued By This Server',
      },
    });
    expect(make(0)).toBe(session.refresh_token);
    expect((await refresh(own, make(0))).body.refresh_token).toBe(make(1));
  });
});

describe('a theft', () => {
  it('ends the session whose token it was, and no other of its person', async () => {
    const { person, first, active } = await openLong();
    const beside = await enter(harness, person);
    expect(await outcome(first)).toBe('refresh_token_already_used');
    expect([await outcome(active), await outcome(beside)]).toEqual([
      'refresh_token_not_found',
      'ok',
    ]);
  });

  it('is refused and ends nothing where tokens may be used again', async () => {
    await using lenient = await create({ security: { refreshTokenRotationEnabled: false } });
    const { first, active } = await openLong(lenient);
    expect(await outcome(first, lenient)).toBe('refresh_token_already_used');
    expect(await outcome(active, lenient)).toBe('ok');
  });

  it('is told from being late by what was replaced in the session itself', async () => {
    const { first } = await openLong();
    // Somebody else has just refreshed.
    const { session } = await signUp(harness);
    await refresh(harness, session.refresh_token);
    expect(await outcome(first)).toBe('refresh_token_already_used');
  });

  it('is told from being late at one instant, also by a session that was refreshed at it', async () => {
    const { session } = await signUp(harness);
    const first = session.refresh_token;
    const second = (await refresh(harness, first)).body.refresh_token;
    const third = (await refresh(harness, second)).body.refresh_token;
    harness.advance(10);
    expect([await outcome(third), await outcome(first)]).toEqual(['ok', 'ok']);
    harness.advance(0.001);
    expect(await outcome(first)).toBe('refresh_token_already_used');
  });
});

it('a session remembers from where, by what and when it was refreshed last', async () => {
  const { session } = await signUp(harness);
  const from = async (token: string, address: string, agent: string) => {
    harness.advance(5);
    const headers = { [clientAddress]: address, 'user-agent': agent };
    const json = { refresh_token: token };
    expect((await post(harness, '/token?grant_type=refresh_token', json, headers)).status).toBe(
      200,
    );
    const [row] = await harness.database.query(
      `select host(ip) as ip, user_agent, refreshed_at at time zone 'UTC' as refreshed_at, updated_at
       from auth.sessions where id = $1`,
      [sessionOf(token)],
    );
    expect(row).toEqual({
      ip: address,
      user_agent: agent,
      refreshed_at: harness.now(),
      updated_at: harness.now(),
    });
  };
  await from(session.refresh_token, '192.0.2.7', 'A browser');
  // The same token again, as by a client that lost the answer.
  await from(session.refresh_token, '192.0.2.8', 'Another one');
});

it('whoever enters again is said to have entered then', async () => {
  const person = await signUp(harness);
  harness.advance(100);
  await enter(harness, person);
  const { user } = (await refresh(harness, person.session.refresh_token)).body;
  expect(new Date(user.last_sign_in_at)).toEqual(harness.now());
});

describe('a session goes on for ever', () => {
  it.each(['timeboxSeconds', 'inactivityTimeoutSeconds', 'allowLowAalSeconds'])(
    'where %s is 0',
    async (limit) => {
      await using own = await create({ sessions: { [limit]: 0 } });
      const { user, session } = await signUp(own);
      await addFactor(own, user.id);
      own.advance(100_000);
      expect(await outcome(session.refresh_token, own)).toBe('ok');
    },
  );

  it('with two factors where one is good for a while only', async () => {
    await using own = await create({ sessions: { allowLowAalSeconds: 200 } });
    const { user, session } = await signUp(own);
    await addFactor(own, user.id);
    own.advance(201);
    await own.database.query(`update auth.sessions set aal = 'aal2'`);
    expect(await outcome(session.refresh_token, own)).toBe('ok');
    await own.database.query(`update auth.sessions set aal = 'aal1'`);
    const { session: low } = await signUp(own);
    expect(await outcome(low.refresh_token, own)).toBe('ok');
    expect((await refresh(own, session.refresh_token)).body.message).toContain('Low AAL');
  });
});

describe('where somebody has one session', () => {
  const openSingle = () => create({ sessions: { singlePerUser: true } });

  it('the later of two goes on, or both that began at one instant', async () => {
    await using single = await openSingle();
    const person = await signUp(single);
    const older = person.session.refresh_token;
    const newer = await enter(single, person);
    expect([await outcome(older, single), await outcome(newer, single)]).toEqual(['ok', 'ok']);
    single.advance(0.001);
    expect(await outcome(newer, single)).toBe('ok');
    const over = await refresh(single, older);
    expect([over.status, over.body.message]).toEqual([
      400,
      'Invalid Refresh Token: Session Expired (Revoked by Newer Login)',
    ]);
  });

  it('one that is over does not end an earlier one', async () => {
    await using single = await openSingle();
    const person = await signUp(single);
    single.advance(1);
    await expire(single, await enter(single, person));
    expect(await outcome(person.session.refresh_token, single)).toBe('ok');
  });

  it('nor does anybody else’s', async () => {
    await using single = await openSingle();
    const { session } = await signUp(single);
    single.advance(1);
    await signUp(single);
    expect(await outcome(session.refresh_token, single)).toBe('ok');
  });
});
