import { describe, expect, it } from 'vitest';
import { resolveAuthConfig, resolveProviders } from './config.ts';

/** What holds where an operator says nothing, and what becomes of what they say. */

const limits = resolveAuthConfig().rateLimits;

it('where nobody says anything the site is this machine’s, and nobody is sent elsewhere', () => {
  expect(resolveAuthConfig()).toMatchObject({
    siteUrl: null,
    externalUrl: null,
    fallbackOrigin: 'http://localhost:3000',
    uriAllowList: [],
    disableSignup: false,
    requestTimeoutSeconds: 10,
    jwt: {
      issuer: null,
      audience: 'authenticated',
      expirySeconds: 3600,
      defaultRole: 'authenticated',
      adminRoles: ['service_role', 'supabase_admin'],
    },
  });
});

it('people come by mail, and by no other way that nobody has switched on', () => {
  expect(resolveAuthConfig()).toMatchObject({
    external: {
      email: { enabled: true },
      phone: { enabled: false },
      anonymousUsers: { enabled: false },
      providers: {},
      flowStateExpirySeconds: 300,
      timeoutSeconds: 5,
    },
    saml: {
      enabled: false,
      privateKey: null,
      externalUrl: null,
      allowEncryptedAssertions: false,
      relayStateValiditySeconds: 120,
    },
    passkeys: { enabled: false, maxPerUser: 10 },
    webauthn: { rpName: 'Muster', rpId: null, rpOrigins: [], challengeExpirySeconds: 300 },
    oauthServer: { enabled: false },
  });
});

it('an address and a number have to be proved, by six digits', () => {
  expect(resolveAuthConfig()).toMatchObject({
    mailer: {
      notifications: { passwordChanged: false, factorAdded: false, factorRemoved: false },
      autoconfirm: false,
      allowUnverifiedEmailSignIns: false,
      secureEmailChangeEnabled: true,
      otpExpirySeconds: 86_400,
      otpLength: 6,
      maxFrequencySeconds: 60,
    },
    sms: {
      autoconfirm: false,
      otpExpirySeconds: 60,
      otpLength: 6,
      maxFrequencySeconds: 60,
      template: 'Your code is {{ .Code }}',
      testOtp: {},
    },
  });
});

it('what guards an account is on', () => {
  expect(resolveAuthConfig()).toMatchObject({
    sessions: {
      timeboxSeconds: null,
      inactivityTimeoutSeconds: null,
      allowLowAalSeconds: null,
      singlePerUser: false,
      tags: [],
    },
    security: {
      refreshTokenRotationEnabled: true,
      refreshTokenReuseIntervalSeconds: 10,
      manualLinkingEnabled: false,
      bindLinkingToBrowser: true,
      updatePasswordRequireReauthentication: false,
      updatePasswordRequireCurrentPassword: false,
      captchaEnabled: false,
      evenAnswerMilliseconds: 300,
    },
    password: { minLength: 6, requiredCharacters: [], rejectLeaked: false },
    mfa: {
      maxEnrolledFactors: 10,
      challengeExpirySeconds: 300,
      totp: { enrollEnabled: true, verifyEnabled: true },
      phone: { enrollEnabled: false, verifyEnabled: false, otpLength: 6, maxFrequencySeconds: 5 },
      webauthn: { enrollEnabled: false, verifyEnabled: false },
    },
  });
});

it('requests are counted, but for those from this machine', () => {
  expect(limits).toMatchObject({ enabled: true, countLoopback: false, burst: 30 });
});

it.each([
  ['authorize', 150, 300],
  ['token', 150, 300],
  ['verify', 30, 300],
  ['otp', 30, 300],
  ['signup', 30, 300],
  ['recover', 30, 300],
  ['resend', 30, 300],
  ['user', 30, 300],
  ['anonymous', 30, 3600],
  ['mfa', 15, 60],
  ['sso', 30, 300],
  ['samlAssertion', 15, 300],
  ['contact', 30, 3600],
  ['emailSent', 30, 3600],
  ['smsSent', 30, 3600],
] as const)('%s: %i in %i seconds', (name, requests, perSeconds) => {
  expect(limits[name]).toEqual({ requests, perSeconds });
});

it.each(['emailSentByAddress', 'smsSentByAddress'] as const)('%s: a share', (name) => {
  expect(limits[name]).toBeNull();
});

describe('what an operator says', () => {
  it('changes that alone, at any depth', () => {
    const { mfa, jwt } = resolveAuthConfig({ mfa: { phone: { verifyEnabled: true } } });
    expect(mfa.phone).toMatchObject({ enrollEnabled: false, verifyEnabled: true, otpLength: 6 });
    expect([mfa.totp.enrollEnabled, jwt.expirySeconds]).toEqual([true, 3600]);
    // And for nobody else.
    expect(resolveAuthConfig().mfa.phone.verifyEnabled).toBe(false);
  });

  it('may be nothing, and is then what it was', () => {
    const { siteUrl, webauthn } = resolveAuthConfig({
      siteUrl: undefined,
      webauthn: { rpName: undefined },
    } as object);
    expect([siteUrl, webauthn.rpName]).toEqual([null, 'Muster']);
  });

  it('lets as many come back from a provider as begin there', () => {
    expect(limits.callback).toEqual(limits.authorize);
  });

  it('may be a list, which is the whole list then, or that there is no limit', () => {
    const config = resolveAuthConfig({
      jwt: { adminRoles: ['league_admin'] },
      sessions: { timeboxSeconds: 60 },
      rateLimits: { emailSentByAddress: { requests: 2, perSeconds: 60 } },
    });
    expect(config.jwt.adminRoles).toEqual(['league_admin']);
    expect(config.sessions.timeboxSeconds).toBe(60);
    expect(config.rateLimits.emailSentByAddress).toEqual({ requests: 2, perSeconds: 60 });
  });

  it('of a provider is known by a small name, and is on unless it says otherwise', () => {
    const known = {
      enabled: true,
      clientIds: [],
      clientSecret: '',
      url: null,
      apiUrl: null,
      redirectUri: null,
      emailOptional: false,
      skipNonceCheck: false,
      oidc: false,
    };
    const given = { Discord: { clientIds: ['a'] }, off: { enabled: false } };
    const expected = {
      discord: { ...known, clientIds: ['a'] },
      off: { ...known, enabled: false },
    };
    expect(resolveProviders(given)).toEqual(expected);
    const external = { phone: { enabled: true }, providers: given };
    expect(resolveAuthConfig({ external }).external).toMatchObject({
      email: { enabled: true },
      phone: { enabled: true },
      providers: expected,
    });
  });
});
