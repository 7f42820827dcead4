import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthConfigInput } from './config.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post, toClaims } from './testing/requests.ts';

/** Who must agree to a new address, and what it changes. */

const password = 'correct horse';

async function create(mailer: AuthConfigInput['mailer'] = {}): Promise<AuthHarness> {
  const harness = await createAuthHarness({ mailer: { maxFrequencySeconds: 0, ...mailer } });
  harness.stopClock();
  return harness;
}

let harness: AuthHarness;

beforeAll(async () => {
  harness = await create();
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;

/** Somebody who has proved an address. */
async function join(of: AuthHarness) {
  const email = `old${++made}@players.example`;
  const admin = bearer(await of.serviceRoleKey());
  await post(of, '/admin/users', { email, password, email_confirm: true }, admin);
  const answer = await post(of, '/token?grant_type=password', { email, password });
  const { access_token: token, user } = await answer.json();
  return { email, next: `new-${email}`, id: String(user.id), user, headers: bearer(token) };
}

type Person = Awaited<ReturnType<typeof join>>;

const want = (of: AuthHarness, { headers }: Person, email: string) =>
  of.request('/user', { method: 'PUT', headers, json: { email } });

/** Agrees by the last code that went to an address: whose session that opens, or what was said. */
async function agree(of: AuthHarness, email: string) {
  const token = of.mails.findLast(({ to }) => to === email)?.code;
  const answer = await post(of, '/verify', { type: 'email_change', email, token });
  const body = await answer.json();
  return body.user?.email ?? body.code;
}

describe('a new address', () => {
  it.each<[string, AuthConfigInput['mailer'], string[], boolean]>([
    ['asks both', {}, ['email_change_new', 'email_change_current'], true],
    [
      'asks the new one alone where the operator says so',
      { secureEmailChangeEnabled: false },
      ['email_change_new'],
      false,
    ],
    [
      'is taken at the first word where nothing has to be proved',
      { autoconfirm: true },
      ['email_change_new', 'email_change_current'],
      false,
    ],
  ])('%s', async (_what, mailer, kinds, needsBoth) => {
    await using own = await create(mailer);
    const person = await join(own);
    await want(own, person, person.next);
    expect(own.mails.map(({ kind }) => kind)).toEqual(kinds);
    for (const { kind, to, newEmail, link } of own.mails) {
      expect(to).toBe(kind === 'email_change_new' ? person.next : person.email);
      expect(newEmail).toBe(person.next);
      expect(new URL(link).searchParams.get('type')).toBe('email_change');
    }
    expect(await agree(own, person.next)).toBe(needsBoth ? '200' : person.next);
    if (needsBoth) {
      expect(await agree(own, person.email)).toBe(person.next);
    }
  });

  it('is agreed to in either order', async () => {
    const person = await join(harness);
    await want(harness, person, person.next);
    expect(await agree(harness, person.email)).toBe('200');
    expect(await agree(harness, person.email)).toBe('otp_expired');
    expect(await agree(harness, person.next)).toBe(person.next);
  });

  it('is not agreed to by a word that was for another one', async () => {
    const person = await join(harness);
    await want(harness, person, person.next);
    expect(await agree(harness, person.email)).toBe('200');
    const other = `other-${person.email}`;
    await want(harness, person, other);
    expect(await agree(harness, person.next)).toBe('otp_expired');
    expect(await agree(harness, other)).toBe('200');
    expect(await agree(harness, person.email)).toBe(other);
  });

  it('is what an earlier one gave way to, and asks anew', async () => {
    const person = await join(harness);
    await want(harness, person, person.next);
    await agree(harness, person.email);
    await agree(harness, person.next);
    const third = `third-${person.email}`;
    await want(harness, person, third);
    expect(await agree(harness, third)).toBe('200');
    expect(await agree(harness, person.next)).toBe(third);
  });

  it('is the person’s in all that is said of them, and since when one was proved stays', async () => {
    const person = await join(harness);
    harness.advance(100);
    await want(harness, person, person.next);
    await agree(harness, person.email);
    const token = harness.mails.findLast(({ to }) => to === person.next)?.code;
    const json = { type: 'email_change', email: person.next, token };
    const { access_token: opened, user } = await (await post(harness, '/verify', json)).json();
    expect(toClaims(opened)).toMatchObject({ sub: person.id, email: person.next });
    expect(user).toMatchObject({
      id: person.id,
      email: person.next,
      email_confirmed_at: person.user.email_confirmed_at,
      user_metadata: { email_verified: true },
    });
    expect(user.new_email).toBeUndefined();
    expect(user.identities).toHaveLength(1);
    expect(user.identities[0]).toMatchObject({
      email: person.next,
      identity_data: { email: person.next, email_verified: true },
    });
    const enter = async (email: string) =>
      (await post(harness, '/token?grant_type=password', { email, password })).status;
    expect([await enter(person.email), await enter(person.next)]).toEqual([400, 200]);
  });
});
