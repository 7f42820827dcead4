import { describe, expect, it } from 'vitest';
import { resolveAuthConfig } from './config.ts';
import { parseSupabaseConfig } from './supabase-config.ts';

describe('parseSupabaseConfig', () => {
  it('reads what Supabase’s tool keeps', () => {
    const parsed = parseSupabaseConfig(
      {
        project_id: 'any',
        api: { port: 54321 },
        auth: {
          site_url: 'http://127.0.0.1:3000',
          additional_redirect_urls: ['https://127.0.0.1:3000'],
          jwt_expiry: 600,
          jwt_secret: 'env(THE_SECRET)',
          signing_keys_path: './signing_keys.json',
          refresh_token_reuse_interval: 5,
          enable_anonymous_sign_ins: true,
          password_requirements: 'letters_digits',
          rate_limit: { token_refresh: 300, email_sent: 2, sms_sent_by_address: 4 },
          email: {
            enable_signup: true,
            enable_confirmations: false,
            max_frequency: '1s',
            otp_expiry: 3600,
            notification: {
              password_changed: { enabled: true, subject: 'Not read: the words are ours' },
              mfa_factor_unenrolled: { enabled: true },
              email_changed: { enabled: true },
            },
          },
          sms: { enable_signup: true, test_otp: { '1234567890': '123456' } },
          mfa: {
            phone: { enroll_enabled: true, max_frequency: '1m' },
            web_authn: { verify_enabled: true },
          },
          passkey: { enabled: true },
          webauthn: { rp_id: 'localhost' },
          saml: { enabled: true, relay_state_validity_period: '5m' },
          external: {
            google: {
              enabled: true,
              client_id: 'a,b',
              secret: 'env(MISSING)',
              skip_nonce_check: true,
            },
          },
        },
      },
      { THE_SECRET: 'from outside' },
    );
    expect(parsed).toMatchObject({
      siteUrl: 'http://127.0.0.1:3000',
      jwtSecret: 'from outside',
      signingKeysPath: './signing_keys.json',
      port: 54321,
    });
    const config = resolveAuthConfig(parsed.auth);
    expect(config).toMatchObject({
      siteUrl: 'http://127.0.0.1:3000',
      uriAllowList: ['https://127.0.0.1:3000'],
      disableSignup: false,
      jwt: { expirySeconds: 600, audience: 'authenticated' },
      mailer: {
        autoconfirm: true,
        maxFrequencySeconds: 1,
        otpExpirySeconds: 3600,
        otpLength: 6,
        notifications: { passwordChanged: true, factorAdded: false, factorRemoved: true },
      },
      sms: { autoconfirm: true, testOtp: { '1234567890': '123456' } },
      security: { refreshTokenReuseIntervalSeconds: 5, refreshTokenRotationEnabled: true },
      mfa: {
        totp: { enrollEnabled: true },
        phone: { enrollEnabled: true, verifyEnabled: false, maxFrequencySeconds: 60 },
        webauthn: { enrollEnabled: false, verifyEnabled: true },
      },
      rateLimits: {
        token: { requests: 300, perSeconds: 300 },
        emailSent: { requests: 2 },
        smsSentByAddress: { requests: 4, perSeconds: 3600 },
      },
      passkeys: { enabled: true, maxPerUser: 10 },
      webauthn: { rpId: 'localhost', rpName: 'Muster' },
      saml: { enabled: true, privateKey: null, relayStateValiditySeconds: 300 },
    });
    expect(config.password.requiredCharacters).toHaveLength(2);
    expect(config.external.providers.google).toMatchObject({
      enabled: true,
      clientIds: ['a', 'b'],
      clientSecret: '',
      skipNonceCheck: true,
    });
  });

  it.each([
    [{ enabled: true, uri: 'http://127.0.0.1/texts', secrets: 'env(TEXTS)' }, true],
    [{ enabled: false, uri: 'http://127.0.0.1/texts', secrets: 'env(TEXTS)' }, false],
    [{ enabled: true, uri: 'http://127.0.0.1/texts' }, false],
  ])('takes from %j who sends texts: %s', (send_sms, isTaken) => {
    const { textHook } = parseSupabaseConfig({ auth: { hook: { send_sms } } }, { TEXTS: 'v1,x' });
    const hook = { url: 'http://127.0.0.1/texts', secrets: 'v1,x' };
    expect(textHook).toEqual(isTaken ? hook : null);
  });

  it.each([
    [{ file_size_limit: '5MiB' }, 5 * 1024 * 1024],
    [{ file_size_limit: 1000 }, 1000],
    [{}, null],
  ])('takes from %j how large one stored file may be: %s', (storage, bytes) => {
    expect(parseSupabaseConfig({ storage }, {}).objectBytes).toBe(bytes);
  });

  it.each([
    [{ allow_public: true }, true],
    [{ allow_public: false }, false],
    [{}, null],
    [undefined, null],
  ])('takes from %j whether clients may speak on public channels: %s', (realtime, isAllowed) => {
    expect(parseSupabaseConfig({ realtime }, {}).allowsPublic).toBe(isAllowed);
  });

  it('takes no word for whether clients may speak on public channels', () => {
    expect(() => parseSupabaseConfig({ realtime: { allow_public: 'yes' } }, {})).toThrow();
  });

  it.each([
    [{ enabled: true }, true],
    [{ enabled: false }, false],
    [{}, false],
  ])('takes from %j whether a provider is on: %s', (given, isOn) => {
    const google = { ...given, client_id: 'a', secret: 'b' };
    const { auth } = parseSupabaseConfig({ auth: { external: { google } } }, {});
    expect(resolveAuthConfig(auth).external.providers.google?.enabled).toBe(isOn);
  });

  /** What the settings come to of one part `[auth]`. */
  const read = (auth: object) => resolveAuthConfig(parseSupabaseConfig({ auth }, {}).auth);

  it('takes every setting from where the tool has it', () => {
    expect(
      read({
        enable_signup: false,
        enable_anonymous_sign_ins: true,
        enable_manual_linking: true,
        enable_refresh_token_rotation: false,
        jwt_issuer: 'https://issuer.test',
        minimum_password_length: 9,
        captcha: { enabled: true },
        sessions: { timebox: '24h', inactivity_timeout: '8h' },
        email: {
          enable_signup: false,
          enable_confirmations: true,
          double_confirm_changes: false,
          secure_password_change: true,
          otp_length: 8,
          notification: { mfa_factor_enrolled: { enabled: true } },
        },
        sms: {
          enable_signup: true,
          enable_confirmations: true,
          template: 'Code: {{ .Code }}',
          max_frequency: '7s',
        },
        mfa: {
          max_enrolled_factors: 3,
          totp: { enroll_enabled: false, verify_enabled: false },
          phone: { verify_enabled: true, otp_length: 7 },
          web_authn: { enroll_enabled: true },
        },
        webauthn: { rp_display_name: 'League', rp_origins: ['https://league.test'] },
        oauth_server: { enabled: true },
        saml: {
          enabled: true,
          private_key: 'a key',
          external_url: 'https://outside.test',
          allow_encrypted_assertions: true,
        },
      }),
    ).toMatchObject({
      disableSignup: true,
      jwt: { issuer: 'https://issuer.test' },
      external: {
        email: { enabled: false },
        phone: { enabled: true },
        anonymousUsers: { enabled: true },
      },
      mailer: {
        autoconfirm: false,
        secureEmailChangeEnabled: false,
        otpLength: 8,
        notifications: { passwordChanged: false, factorAdded: true, factorRemoved: false },
      },
      sms: { autoconfirm: false, template: 'Code: {{ .Code }}', maxFrequencySeconds: 7 },
      sessions: { timeboxSeconds: 86_400, inactivityTimeoutSeconds: 28_800 },
      security: {
        refreshTokenRotationEnabled: false,
        manualLinkingEnabled: true,
        updatePasswordRequireReauthentication: true,
        captchaEnabled: true,
      },
      password: { minLength: 9 },
      mfa: {
        maxEnrolledFactors: 3,
        totp: { enrollEnabled: false, verifyEnabled: false },
        phone: { enrollEnabled: false, verifyEnabled: true, otpLength: 7 },
        webauthn: { enrollEnabled: true, verifyEnabled: false },
      },
      webauthn: { rpName: 'League', rpOrigins: ['https://league.test'] },
      oauthServer: { enabled: true },
      saml: {
        enabled: true,
        privateKey: 'a key',
        externalUrl: 'https://outside.test',
        allowEncryptedAssertions: true,
      },
    });
  });

  it('takes what is empty for nothing said', () => {
    const empty = parseSupabaseConfig(
      {
        auth: {
          ...{ site_url: '', jwt_secret: '', signing_keys_path: '', jwt_issuer: '' },
          sessions: { timebox: '' },
          saml: { private_key: '', external_url: '' },
          external: { discord: { client_id: 'a', redirect_uri: '', url: '' } },
        },
      },
      {},
    );
    expect(empty).toMatchObject({ siteUrl: null, jwtSecret: null, signingKeysPath: null });
    const config = resolveAuthConfig(empty.auth);
    expect(config).toMatchObject({
      siteUrl: null,
      jwt: { issuer: null },
      sessions: { timeboxSeconds: null },
      saml: { privateKey: null, externalUrl: null },
    });
    expect(config.external.providers.discord).toMatchObject({ redirectUri: null, url: null });
  });

  it('takes of each limit how often and in how long', () => {
    const { rateLimits } = read({
      rate_limit: {
        ...{ token_refresh: 11, sign_in_sign_ups: 12, token_verifications: 13 },
        ...{ anonymous_users: 14, email_sent: 15, sms_sent: 16 },
        ...{ email_sent_by_address: 17, sms_sent_by_address: 18 },
      },
    });
    const often = (requests: number) => ({ requests, perSeconds: 300 });
    const seldom = (requests: number) => ({ requests, perSeconds: 3600 });
    expect(rateLimits).toMatchObject({
      token: often(11),
      signup: often(12),
      otp: often(12),
      recover: often(12),
      resend: often(12),
      verify: often(13),
      anonymous: seldom(14),
      emailSent: seldom(15),
      smsSent: seldom(16),
      emailSentByAddress: seldom(17),
      smsSentByAddress: seldom(18),
    });
  });

  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const digits = '0123456789';
  it.each([
    ['', []],
    ['letters_digits', [letters + capitals, digits]],
    ['lower_upper_letters_digits', [letters, capitals, digits]],
    [
      'lower_upper_letters_digits_symbols',
      [letters, capitals, digits, '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'],
    ],
  ])('asks by %j for characters of a password', (password_requirements, sets) => {
    expect(read({ password_requirements }).password.requiredCharacters).toEqual(sets);
  });

  it('refuses a name of the prototype for what a password asks', () => {
    expect(() => read({ password_requirements: 'toString' })).toThrow(
      'auth.password_requirements is "toString"',
    );
  });

  it('takes from a provider all that it says', () => {
    const { providers } = read({
      external: {
        google: {
          enabled: true,
          client_id: ',a,,b',
          secret: 's',
          redirect_uri: 'https://back.test',
          url: 'https://issuer.test',
          email_optional: true,
        },
      },
    }).external;
    expect(providers.google).toMatchObject({
      clientIds: ['a', 'b'],
      clientSecret: 's',
      redirectUri: 'https://back.test',
      url: 'https://issuer.test',
      emailOptional: true,
      skipNonceCheck: false,
    });
  });

  it('takes a variable by its whole name, in lists and at any depth, and else what is written', () => {
    const parsed = parseSupabaseConfig(
      {
        auth: {
          site_url: 'env(SITE) ',
          additional_redirect_urls: ['env(BACK)', 'https://kept.test'],
        },
      },
      { SITE: 'https://site.test', BACK: 'https://back.test' },
    );
    expect(parsed.siteUrl).toBe('env(SITE) ');
    expect(resolveAuthConfig(parsed.auth)).toMatchObject({
      uriAllowList: ['https://back.test', 'https://kept.test'],
    });
  });

  it('takes a file without the part', () => {
    expect(resolveAuthConfig(parseSupabaseConfig({}, {}).auth).jwt.expirySeconds).toBe(3600);
  });

  it.each([
    [{ auth: { jwt_expiry: 'soon' } }],
    [{ auth: { password_requirements: 'hard' } }],
    [{ auth: { email: { max_frequency: 'often' } } }],
    [{ auth: { external: { google: true } } }],
    [{ storage: { file_size_limit: 'large' } }],
    [{ storage: { file_size_limit: 0 } }],
  ])('refuses %j', (file) => {
    expect(() => parseSupabaseConfig(file, {})).toThrow();
  });

  it.each([
    [undefined, null],
    ['', null],
    ['https://api.league.test', 'https://api.league.test/auth/v1'],
    ['https://api.league.test/base/', 'https://api.league.test/base/auth/v1'],
    ['env(OUTSIDE)', 'http://127.0.0.1:54321/auth/v1'],
  ])('knows by api.external_url %j where it is reached', (external_url, expected) => {
    const parsed = parseSupabaseConfig(
      { api: { external_url } },
      { OUTSIDE: 'http://127.0.0.1:54321' },
    );
    expect(resolveAuthConfig(parsed.auth).externalUrl).toBe(expected);
  });

  it.each(['api.league.test', 'ftp://api.league.test'])('refuses %s as that', (external_url) => {
    expect(() => parseSupabaseConfig({ api: { external_url } }, {})).toThrow(
      'api.external_url takes an address',
    );
  });
});
