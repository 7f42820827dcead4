import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, clientAddress, createAuthHarness } from './testing/auth-harness.ts';
import { createMovedSession } from './testing/moved-session.ts';
import { bearer, post, refresh, signUp, toClaims } from './testing/requests.ts';

/** What is asked of one factor says nothing of another, and what is over makes room. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    external: { phone: { enabled: true } },
    mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
  });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

type Headers = Record<string, string>;

async function enrol(headers: Headers, name: string) {
  const json = { factor_type: 'totp', friendly_name: name };
  const answer = await post(harness, '/factors', json, headers);
  const { id, totp } = await answer.json();
  return {
    status: answer.status,
    id: String(id),
    secret: String(totp?.secret),
    code: answer.headers.get('x-sb-error-code'),
  };
}

async function ask(headers: Headers, id: string) {
  const answer = await post(harness, `/factors/${id}/challenge`, {}, headers);
  return answer.json();
}

const toCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: harness.now().getTime(),
  });

async function answer(headers: Headers, id: string, json: object) {
  const response = await post(harness, `/factors/${id}/verify`, json, headers);
  return { code: response.headers.get('x-sb-error-code') ?? 'ok', body: await response.json() };
}

describe('a question', () => {
  it('is answered by the factor that it was asked of', async () => {
    const { headers } = await signUp(harness);
    const one = await enrol(headers, 'one');
    const other = await enrol(headers, 'other');
    const { id: challenge_id } = await ask(headers, one.id);
    const wrong = { challenge_id, code: toCode(other.secret) };
    expect((await answer(headers, other.id, wrong)).code).toBe('mfa_factor_not_found');
    const right = { challenge_id, code: toCode(one.secret) };
    expect((await answer(headers, one.id, right)).code).toBe('ok');
  });

  it('is answered from where it was asked', async () => {
    const { headers } = await signUp(harness);
    const { id, secret } = await enrol(headers, 'one');
    const from = (address: string) => ({ ...headers, [clientAddress]: address });
    const { id: challenge_id } = await ask(from('192.0.2.1'), id);
    const json = { challenge_id, code: toCode(secret) };
    expect((await answer(from('192.0.2.2'), id, json)).code).toBe('mfa_ip_address_mismatch');
    expect((await answer(from('192.0.2.1'), id, json)).code).toBe('ok');
  });

  it('may be asked in the same instant as others', async () => {
    const { headers } = await signUp(harness);
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
      ids.push((await enrol(headers, name)).id);
    }
    harness.advance(1);
    const asked = await Promise.all(ids.map((id) => ask(headers, id)));
    expect(asked.map(({ type }) => type)).toEqual(ids.map(() => 'totp'));
    const instants = await harness.database.query<{ after: number }>(
      `select (1e6 * extract(epoch from last_challenged_at - $2::timestamptz))::int as after
       from auth.mfa_factors where id = any ($1) order by after`,
      [ids, harness.now()],
    );
    expect(instants.map(({ after }) => after)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('says how long it is good', async () => {
    const { headers } = await signUp(harness);
    const { id } = await enrol(headers, 'one');
    const { expires_at: end } = await ask(headers, id);
    expect(end).toBe(Math.floor(harness.now().getTime() / 1000) + 300);
  });

  it('is forgotten an hour later, when the same factor is asked again', async () => {
    const { headers, session } = await signUp(harness);
    const one = await enrol(headers, 'one');
    const other = await enrol(headers, 'other');
    const asked = [await ask(headers, one.id), await ask(headers, other.id)];
    const list = async () => {
      const rows = await harness.database.query<{ id: string }>(
        'select id from auth.mfa_challenges where id = any ($1)',
        [asked.map(({ id }) => id)],
      );
      return asked.map(({ id }) => rows.some((row) => row.id === id));
    };
    harness.advance(3600);
    const { body } = await refresh(harness, session.refresh_token);
    const renewed = bearer(body.access_token);
    await ask(renewed, one.id);
    expect(await list()).toEqual([true, true]);
    harness.advance(0.001);
    await ask(renewed, one.id);
    expect(await list()).toEqual([false, true]);
  });
});

describe('a factor that was begun', () => {
  it('stays while somebody tries it, and others’ with it', async () => {
    const [mine, theirs] = [await signUp(harness), await signUp(harness)];
    const { id } = await enrol(mine.headers, 'one');
    harness.advance(200);
    await ask(mine.headers, id);
    const young = await enrol(theirs.headers, 'theirs');
    harness.advance(300);
    // Asked five minutes ago to the instant, and begun before.
    expect((await enrol(mine.headers, 'one')).code).toBe('mfa_factor_name_conflict');
    expect((await ask(theirs.headers, young.id)).type).toBe('totp');
    harness.advance(0.001);
    expect((await enrol(mine.headers, 'one')).status).toBe(200);
  });

  it('is not forgotten once it was shown to work', async () => {
    const { headers } = await signUp(harness);
    const { id, secret } = await enrol(headers, 'one');
    const { id: challenge_id } = await ask(headers, id);
    await answer(headers, id, { challenge_id, code: toCode(secret) });
    harness.advance(3000);
    expect((await enrol(headers, 'one')).code).toBe('mfa_factor_name_conflict');
  });

  it('goes with others of its kind when one is shown to work, and with none of another kind', async () => {
    const { headers } = await signUp(harness);
    const one = await enrol(headers, 'one');
    harness.advance(1);
    const other = await enrol(headers, 'other');
    harness.advance(1);
    const json = { factor_type: 'phone', phone: '15550003333', friendly_name: 'text' };
    const text = await (await post(harness, '/factors', json, headers)).json();
    const { id: challenge_id } = await ask(headers, one.id);
    await answer(headers, one.id, { challenge_id, code: toCode(one.secret) });
    const { factors } = await (await harness.request('/user', { headers })).json();
    expect(factors.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [one.id, 'verified'],
      [text.id, 'unverified'],
    ]);
    expect(factors.some(({ id }: { id: string }) => id === other.id)).toBe(false);
  });
});

describe('what lifts a session', () => {
  /** A session that has just shown its second factor, with the token that one factor gave before. */
  async function lift() {
    const { headers, session } = await signUp(harness);
    const { id, secret } = await enrol(headers, 'one');
    const { id: challenge_id } = await ask(headers, id);
    const { body } = await answer(headers, id, { challenge_id, code: toCode(secret) });
    return { before: session.refresh_token, after: String(body.refresh_token) };
  }

  it('gives the next token to no holder of the one before', async () => {
    const { before, after } = await lift();
    harness.advance(11);
    expect((await refresh(harness, before)).body.code).toBe('refresh_token_already_used');
    expect((await refresh(harness, after)).body.code).toBe('refresh_token_not_found');
  });

  it('goes on with the token that it gave', async () => {
    const { after } = await lift();
    const { body } = await refresh(harness, after);
    expect(toClaims(body.access_token).aal).toBe('aal2');
  });

  it('takes those out of use that a session was moved here with', async () => {
    const token = 'aaaaaaaaaaa2';
    const { userId, sessionId } = await createMovedSession(harness, [token]);
    await harness.database.query('update auth.users set is_anonymous = false where id = $1', [
      userId,
    ]);
    const first = await refresh(harness, token);
    const headers = bearer(first.body.access_token);
    // As it came: it has no token of the second kind yet.
    await harness.database.query(
      `update auth.sessions set refresh_token_hmac_key = null, refresh_token_counter = null
       where id = $1`,
      [sessionId],
    );
    const { id, secret } = await enrol(headers, 'one');
    const { id: challenge_id } = await ask(headers, id);
    const { body } = await answer(headers, id, { challenge_id, code: toCode(secret) });
    harness.advance(11);
    expect((await refresh(harness, token)).body.code).toBe('refresh_token_already_used');
    expect((await refresh(harness, body.refresh_token)).body.code).toBe('refresh_token_not_found');
  });
});
