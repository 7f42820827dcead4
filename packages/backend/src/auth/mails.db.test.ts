import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post } from './testing/requests.ts';

/** What a mail is written with: in whose language, about whom, and to where it leads. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    siteUrl: 'https://league.example',
    mailer: {
      maxFrequencySeconds: 0,
      notifications: { passwordChanged: true, factorAdded: true, factorRemoved: true },
    },
  });
});
afterAll(() => harness[Symbol.asyncDispose]());

const email = 'ann@a.example';
const password = 'correct horse';
const asked = { 'accept-language': 'fi, en;q=0.5' };

const verify = async (type: string, to: string) => {
  const token = harness.mails.findLast((mail) => mail.to === to)?.code;
  return (await post(harness, '/verify', { type, email: to, token })).json();
};

/** What every mail to somebody has who said this of themselves. */
const written = (data: object) => ({
  siteUrl: 'https://league.example',
  locale: 'de',
  acceptLanguage: 'fi, en;q=0.5',
  userMetadata: expect.objectContaining({ locale: 'de', ...data }),
});
const withCode = { code: expect.stringMatching(/^\d{6}$/) };
const link = (type: string) =>
  expect.stringMatching(
    new RegExp(`^https://league\\.example/auth/v1/verify\\?token=[0-9a-f]{56}&type=${type}&`),
  );

describe('a mail', () => {
  it('is written for who gets it, whatever it is about', async () => {
    const data = { locale: 'de', name: 'Ann' };
    await post(harness, '/signup', { email, password, data }, asked);
    const { access_token: token } = await verify('signup', email);
    const headers = { ...bearer(token), ...asked };
    await post(harness, '/recover', { email }, asked);
    await post(harness, '/otp', { email }, asked);
    await harness.request('/reauthenticate', { headers });
    const change = (json: object) => harness.request('/user', { method: 'PUT', headers, json });
    await change({ password: 'another horse' });
    await change({ email: 'new@a.example' });
    const own = { ...written({ name: 'Ann' }), ...withCode, to: email, newEmail: null };
    expect(harness.mails).toEqual([
      { ...own, kind: 'confirmation', link: link('signup') },
      { ...own, kind: 'recovery', link: link('recovery') },
      { ...own, kind: 'magic_link', link: link('magiclink') },
      { ...own, kind: 'reauthentication', link: '' },
      { ...own, kind: 'password_changed', code: '', link: '' },
      {
        ...own,
        kind: 'email_change_new',
        to: 'new@a.example',
        newEmail: 'new@a.example',
        link: link('email_change'),
      },
      {
        ...own,
        kind: 'email_change_current',
        newEmail: 'new@a.example',
        link: link('email_change'),
      },
    ]);
  });

  it('to somebody who is invited says what the inviter has said of them', async () => {
    const to = 'invited@a.example';
    const admin = { ...bearer(await harness.serviceRoleKey()), ...asked };
    await post(harness, '/invite', { email: to, data: { locale: 'de', team: 'x' } }, admin);
    expect(harness.mails.at(-1)).toEqual({
      ...written({ team: 'x' }),
      ...withCode,
      kind: 'invite',
      to,
      newEmail: null,
      link: link('invite'),
    });
  });

  it.each([{}, { locale: 7 }, { locale: null }])(
    'to somebody who has said no language has none: %j',
    async (data) => {
      await post(harness, '/signup', { email: 'bea@a.example', password, data });
      expect(harness.mails.at(-1)).toMatchObject({ to: 'bea@a.example', locale: null });
    },
  );
});
