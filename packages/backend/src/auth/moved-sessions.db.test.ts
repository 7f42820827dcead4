import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cleanUpAuth } from './clean-up.ts';
import { sealFactorSecrets, unsealFactorSecrets } from './factor-secret.ts';
import { unsealRefreshKeys } from './refresh-key.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { createMovedSession } from './testing/moved-session.ts';
import { refresh, signUp } from './testing/requests.ts';

/** Sessions that come from Supabase's service with tokens of its first kind, and those that go there. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ external: { anonymousUsers: { enabled: true } } });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

async function codeOf(token: string): Promise<string> {
  return (await refresh(harness, token)).body.code;
}

const move = (tokens: readonly string[]) => createMovedSession(harness, tokens);

describe('a session that was moved here', () => {
  it('goes on with the token it has, and then with one of ours', async () => {
    const { userId, sessionId } = await move(['aaaaaaaaaaa2', 'aaaaaaaaaaa3']);
    const first = await refresh(harness, 'aaaaaaaaaaa3');
    expect(first.body.user.id).toBe(userId);
    expect(first.body.refresh_token).toMatch(/^[\w-]{51}$/);
    const second = await refresh(harness, first.body.refresh_token);
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    const claims = JSON.parse(atob(second.body.access_token.split('.')[1]));
    expect(claims.session_id).toBe(sessionId);
  });

  it('leaves no token in the tables once it is used, and its hash is no token', async () => {
    const { sessionId } = await move(['bbbbbbbbbbb2', 'bbbbbbbbbbb3']);
    await refresh(harness, 'bbbbbbbbbbb3');
    const rows = await harness.database.query<{ token: string; parent: string; revoked: boolean }>(
      'select token, parent, revoked from auth.refresh_tokens where session_id = $1 order by id',
      [sessionId],
    );
    expect(rows.map(({ revoked }) => revoked)).toEqual([true, true]);
    for (const { token } of rows) {
      expect(token).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(await codeOf(token)).toBe('refresh_token_not_found');
    }
    expect(rows[1]?.parent).toBe(rows[0]?.token);
  });

  it('gets the same token again where the answer was lost', async () => {
    await move(['ccccccccccc2', 'ccccccccccc3']);
    const first = await refresh(harness, 'ccccccccccc3');
    harness.advance(3600);
    const again = await refresh(harness, 'ccccccccccc3');
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
    expect(again.headers.get('sb-auth-refresh-token-reuse')).toBe('true');
  });

  it('ends where a token is stolen, before its first use here and after', async () => {
    await move(['ddddddddddd2', 'ddddddddddd3', 'ddddddddddd4']);
    harness.advance(3600);
    expect(await codeOf('ddddddddddd2')).toBe('refresh_token_already_used');
    expect(await codeOf('ddddddddddd4')).toBe('refresh_token_not_found');

    await move(['eeeeeeeeeee2', 'eeeeeeeeeee3']);
    const first = await refresh(harness, 'eeeeeeeeeee3');
    await refresh(harness, first.body.refresh_token);
    harness.advance(11);
    expect(await codeOf('eeeeeeeeeee3')).toBe('refresh_token_already_used');
    expect(await codeOf(first.body.refresh_token)).toBe('refresh_token_not_found');
  });

  it('ends as it ended there', async () => {
    const { sessionId } = await move(['fffffffffff2']);
    await harness.database.query(
      'update auth.refresh_tokens set revoked = true where session_id = $1',
      [sessionId],
    );
    harness.advance(11);
    expect(await codeOf('fffffffffff2')).toBe('refresh_token_already_used');
  });

  it('gives twenty callers at once one token', async () => {
    await move(['ggggggggggg2']);
    // Else the last of them may come later than a token is taken again, or have waited too long for the others.
    harness.stopClock();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    onTestFinished(() => clock.mockRestore());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refresh(harness, 'ggggggggggg2')),
    );
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  it('is told apart from a token that never had a session', async () => {
    await harness.database.query(
      `insert into auth.refresh_tokens (token, revoked, created_at, updated_at, parent)
       values ('hhhhhhhhhhh2', false, now(), now(), '')`,
    );
    expect(await codeOf('hhhhhhhhhhh2')).toBe('session_not_found');
  });

  it('keeps what it came with until it is used, and forgets it when that is long ago', async () => {
    await move(['iiiiiiiiiii2']);
    const { sessionId } = await move(['jjjjjjjjjjj2']);
    const first = await refresh(harness, 'jjjjjjjjjjj2');
    const second = await refresh(harness, first.body.refresh_token);
    await cleanUpAuth(harness.database, new Date(harness.now().getTime() + 90 * 86_400_000));
    expect((await refresh(harness, second.body.refresh_token)).body.refresh_token).toBeTruthy();
    expect((await refresh(harness, 'iiiiiiiiiii2')).body.refresh_token).toBeTruthy();
    expect(
      await harness.database.query('select from auth.refresh_tokens where session_id = $1', [
        sessionId,
      ]),
    ).toEqual([]);
  });
});

it('a session goes to Supabase with a key that its service can read, and goes on here', async () => {
  const response = await harness.request('/signup', { method: 'POST', json: {} });
  const { refresh_token: token, user } = await response.json();
  expect(await unsealRefreshKeys(harness.database)).toBeGreaterThan(0);
  const [row] = await harness.database.query<{ refresh_token_hmac_key: string }>(
    'select refresh_token_hmac_key from auth.sessions where user_id = $1',
    [user.id],
  );
  // What that service does with a token: the signature stands before the checksum.
  const bytes = Buffer.from(token, 'base64url');
  const expected = createHmac('sha256', Buffer.from(row?.refresh_token_hmac_key ?? '', 'base64url'))
    .update(bytes.subarray(0, -20))
    .digest()
    .subarray(0, 16);
  expect(bytes.subarray(-20, -4)).toEqual(expected);
  expect((await refresh(harness, token)).body.user.id).toBe(user.id);
});

it('an authenticator goes to Supabase with a secret in the clear, and is sealed again here', async () => {
  await using harness = await createAuthHarness({ mailer: { autoconfirm: true } });
  const { client } = await signUp(harness);
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const stored = async () => {
    const [row] = await harness.database.query<{ secret: string }>(
      'select secret from auth.mfa_factors where id = $1',
      [data?.id],
    );
    return row?.secret ?? '';
  };
  const works = async () => {
    const code = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') }).generate({
      timestamp: harness.now().getTime(),
    });
    const { error } = await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    harness.advance(60);
    return error === null;
  };
  expect(await stored()).toContain('"key_id":"muster"');
  expect(await unsealFactorSecrets(harness.database)).toBe(1);
  expect(await stored()).toBe(data?.totp.secret);
  expect(await works()).toBe(true);
  await sealFactorSecrets(harness.database);
  expect(await stored()).toContain('"key_id":"muster"');
  expect(await works()).toBe(true);
  // One that another key has sealed lets nobody in, and is left as it is.
  await harness.database.query(
    `update auth.mfa_factors set secret = replace(secret, 'muster', 'other')`,
  );
  expect(await works()).toBe(false);
  expect(await unsealFactorSecrets(harness.database)).toBe(1);
  expect(await stored()).toContain('"key_id":"other"');
});

describe('of the tokens that a session was moved here with', () => {
  it.each([
    [10, 200],
    [10.001, 400],
  ])('an ancestor comes late %d seconds after it was moved: %i', async (seconds, status) => {
    harness.stopClock();
    const stem = (status === 200 ? 'k' : 'l').repeat(11);
    await move([`${stem}2`, `${stem}3`, `${stem}4`]);
    harness.advance(seconds);
    expect((await refresh(harness, `${stem}2`)).status).toBe(status);
  });

  it('the parent of the active one is taken however late it comes, before the first use here', async () => {
    await move(['nnnnnnnnnnn2', 'nnnnnnnnnnn3']);
    harness.advance(3600);
    const first = await refresh(harness, 'nnnnnnnnnnn2');
    expect(first.status).toBe(200);
    // Whoever has the active one gets the same.
    const again = await refresh(harness, 'nnnnnnnnnnn3');
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
  });

  it.each([2, 3])('none is late where all were given up: number %i', async (index) => {
    const { sessionId } = await move([`${'o'.repeat(10)}${index}2`, `${'o'.repeat(10)}${index}3`]);
    await harness.database.query(
      'update auth.refresh_tokens set revoked = true where session_id = $1',
      [sessionId],
    );
    expect(await codeOf(`${'o'.repeat(10)}${index}${index}`)).toBe('refresh_token_already_used');
  });

  it('only the last stays good after the first use here', async () => {
    await move(['ppppppppppp2', 'ppppppppppp3']);
    harness.advance(3600);
    const first = await refresh(harness, 'ppppppppppp3');
    expect(await codeOf('ppppppppppp2')).toBe('refresh_token_already_used');
    expect(await codeOf(first.body.refresh_token)).toBe('refresh_token_not_found');
  });

  it.each([
    [10, 200],
    [10.001, 400],
  ])(
    'the last comes late %d seconds after the one that followed ours: %i',
    async (seconds, status) => {
      const token = `${'q'.repeat(11)}${status === 200 ? 2 : 3}`;
      await move([token]);
      const first = await refresh(harness, token);
      const second = await refresh(harness, first.body.refresh_token);
      harness.advance(seconds);
      const late = await refresh(harness, token);
      expect(late.status).toBe(status);
      expect(late.body.refresh_token).toBe(status === 200 ? second.body.refresh_token : undefined);
    },
  );
});

it('a session that was moved here rested since its token was given', async () => {
  await using resting = await createAuthHarness({ sessions: { inactivityTimeoutSeconds: 500 } });
  resting.stopClock();
  const outcomes = [];
  for (const [token, seconds] of [
    ['rrrrrrrrrrr2', 500],
    ['rrrrrrrrrrr3', 500.001],
  ] as const) {
    const { sessionId } = await createMovedSession(resting, [token]);
    await resting.database.query(
      `update auth.sessions set created_at = created_at - interval '9 days' where id = $1`,
      [sessionId],
    );
    resting.advance(seconds);
    outcomes.push((await refresh(resting, token)).body.message ?? 'ok');
  }
  expect(outcomes).toEqual(['ok', 'Invalid Refresh Token: Session Expired (Inactivity)']);
});
