import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post, refresh, signUp } from '../testing/requests.ts';

/** What a second factor that is shown does to other sessions and to what stands written. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ mailer: { autoconfirm: true } });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

type Headers = Record<string, string>;

async function enrol(headers: Headers) {
  const json = { factor_type: 'totp', friendly_name: crypto.randomUUID() };
  const { id, totp } = await (await post(harness, '/factors', json, headers)).json();
  const secret = Secret.fromBase32(String(totp.secret));
  const toCode = (steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: harness.now().getTime() + steps * 30_000 });
  const show = async (code: string, as = headers) => {
    const asked = await (await post(harness, `/factors/${id}/challenge`, {}, headers)).json();
    expect(asked).toMatchObject({ id: expect.any(String) });
    const answer = await post(
      harness,
      `/factors/${id}/verify`,
      { challenge_id: asked.id, code },
      as,
    );
    const body = await answer.json();
    return { code: answer.headers.get('x-sb-error-code') ?? 'ok', challengeId: asked.id, body };
  };
  return { id: String(id), toCode, show };
}

describe('a second factor that is shown', () => {
  it('ends the person’s sessions of one factor, and nobody else’s', async () => {
    const [mine, theirs] = [await signUp(harness), await signUp(harness)];
    const other = harness.createClient();
    const { data } = await other.signInWithPassword(mine);
    const { toCode, show } = await enrol(mine.headers);
    expect((await show(toCode())).code).toBe('ok');
    const { refresh_token: weak = '' } = data.session ?? {};
    expect((await refresh(harness, weak)).body.code).toBe('refresh_token_not_found');
    expect((await refresh(harness, theirs.session.refresh_token)).status).toBe(200);
  });

  it('leaves the person’s sessions that have shown one', async () => {
    const { headers, email, password } = await signUp(harness);
    const { toCode, show } = await enrol(headers);
    const { body: first } = await show(toCode());
    const client = harness.createClient();
    const { data } = await client.signInWithPassword({ email, password });
    harness.advance(30);
    const second = bearer(data.session?.access_token ?? '');
    const asked = await show(toCode(), second);
    expect(asked.code).toBe('ok');
    expect((await refresh(harness, first.refresh_token)).status).toBe(200);
  });

  it('is not shown by a code from before the last', async () => {
    const { headers } = await signUp(harness);
    const { toCode, show } = await enrol(headers);
    const earlier = toCode();
    harness.advance(30);
    expect((await show(toCode())).code).toBe('ok');
    // The clock of a phone may be half a minute behind; what was used since is over all the same.
    expect((await show(earlier)).code).toBe('mfa_verification_failed');
  });

  it('needs a session to lift', async () => {
    const { headers, user } = await signUp(harness);
    const { id, toCode, show } = await enrol(headers);
    const token = await new SignJWT({ sub: user.id, aud: 'authenticated', exp: 9_999_999_999 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(harness.keys.secret);
    const { code } = await show(toCode(), bearer(token));
    expect(code).toBe('session_not_found');
    const [factor] = await harness.database.query(
      'select status from auth.mfa_factors where id = $1',
      [id],
    );
    expect(factor).toEqual({ status: 'unverified' });
  });

  it('is written down with which it was and what was asked', async () => {
    const { headers } = await signUp(harness);
    const { id, toCode, show } = await enrol(headers);
    const { challengeId } = await show(toCode());
    const [entry] = await harness.database.query<{ traits: object }>(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> 'action' = 'verification_attempted' order by ctid desc limit 1`,
    );
    expect(entry?.traits).toEqual({
      factor_id: id,
      challenge_id: challengeId,
      factor_type: 'totp',
    });
  });
});
