import { expect, it } from 'vitest';
import { createAuthHarness } from '../testing/auth-harness.ts';

/** What a sign-in page may offer is what is switched on, and all of it. */

const listed = [
  ...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab'],
  ...['google', 'kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc'],
  ...['snapchat', 'spotify', 'steam', 'twitch', 'twitter', 'workos', 'zoom'],
];

const toExternal = (on: readonly string[]) =>
  Object.fromEntries(
    ['anonymous_users', 'email', 'phone', ...listed].map((name) => [name, on.includes(name)]),
  );

it('says what is on where nothing was said', async () => {
  // The tests' own provider stands in for these two.
  await using harness = await createAuthHarness();
  const answer = await harness.request('/settings');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      external: toExternal(['email', 'discord', 'github']),
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    },
  ]);
});

it.each<[string, object, object]>([
  [
    'namelessness',
    { external: { anonymousUsers: { enabled: true } } },
    { external: toExternal(['anonymous_users', 'email', 'discord', 'github']) },
  ],
  [
    'numbers',
    { external: { phone: { enabled: true } } },
    { external: toExternal(['phone', 'email', 'discord', 'github']) },
  ],
  [
    'no addresses',
    { external: { email: { enabled: false } } },
    { external: toExternal(['discord', 'github']) },
  ],
  [
    'a provider more, one less, and one that is not listed',
    {
      external: {
        providers: { steam: {}, discord: { enabled: false }, clubhouse: { oidc: true } },
      },
    },
    { external: toExternal(['email', 'steam', 'github']) },
  ],
  ['no sign-ups', { disableSignup: true }, { disable_signup: true }],
  ['no proof of addresses', { mailer: { autoconfirm: true } }, { mailer_autoconfirm: true }],
  ['no proof of numbers', { sms: { autoconfirm: true } }, { phone_autoconfirm: true }],
  ['a carrier', { sms: { provider: 'twilio' } }, { sms_provider: 'twilio' }],
  ['organisations', { saml: { enabled: true } }, { saml_enabled: true }],
  ['passkeys', { passkeys: { enabled: true } }, { passkeys_enabled: true }],
])('says that there are %s', async (_what, config, expected) => {
  await using plain = await createAuthHarness();
  await using harness = await createAuthHarness(config);
  const before = await (await plain.request('/settings')).json();
  expect(await (await harness.request('/settings')).json()).toEqual({ ...before, ...expected });
});

it('says that it answers, and by which keys', async () => {
  await using harness = await createAuthHarness();
  const health = await harness.request('/health');
  expect(await health.json()).toEqual({
    version: 'v2',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
  const keys = await harness.request('/.well-known/jwks.json');
  expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
});
