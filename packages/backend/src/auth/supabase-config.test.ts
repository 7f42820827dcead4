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
