import * as v from 'valibot';
import type { AuthConfigInput, ProviderConfig } from './config.ts';
import { parseGoDuration } from './go-duration.ts';
import { parseGoSize } from './go-size.ts';

/** What a `supabase/config.toml` says: its part `[auth]`, and what else is set there. */
interface SupabaseConfig {
  siteUrl: string | null;
  jwtSecret: string | null;
  /** Relative to the file. */
  signingKeysPath: string | null;
  /** Where the tool serves its gateway. */
  port: number | null;
  /** Who sends texts: an address, and the secrets that sign what it gets. */
  textHook: { url: string; secrets: string } | null;
  /** `storage.file_size_limit`, in bytes. */
  objectBytes: number | null;
  /** `realtime.allow_public`: whether clients may speak on channels that no policy guards. */
  allowsPublic: boolean | null;
  auth: AuthConfigInput;
}

const flag = v.nullish(v.boolean());
const count = v.nullish(v.number());
const text = v.nullish(v.string());
const texts = v.nullish(v.array(v.string()));
const switches = v.nullish(v.object({ enroll_enabled: flag, verify_enabled: flag }));

const notification = v.nullish(v.object({ enabled: flag }));

const External = v.object({
  enabled: flag,
  client_id: text,
  secret: text,
  redirect_uri: text,
  url: text,
  skip_nonce_check: flag,
  email_optional: flag,
});

const AuthTable = v.object({
  site_url: text,
  additional_redirect_urls: texts,
  jwt_expiry: count,
  jwt_secret: text,
  jwt_issuer: text,
  signing_keys_path: text,
  enable_refresh_token_rotation: flag,
  refresh_token_reuse_interval: count,
  enable_signup: flag,
  enable_anonymous_sign_ins: flag,
  enable_manual_linking: flag,
  minimum_password_length: count,
  password_requirements: text,
  rate_limit: v.nullish(v.record(v.string(), v.number())),
  captcha: v.nullish(v.object({ enabled: flag })),
  sessions: v.nullish(v.object({ timebox: text, inactivity_timeout: text })),
  email: v.nullish(
    v.object({
      enable_signup: flag,
      double_confirm_changes: flag,
      enable_confirmations: flag,
      secure_password_change: flag,
      max_frequency: text,
      otp_length: count,
      otp_expiry: count,
      notification: v.nullish(
        v.object({
          password_changed: notification,
          mfa_factor_enrolled: notification,
          mfa_factor_unenrolled: notification,
        }),
      ),
    }),
  ),
  sms: v.nullish(
    v.object({
      enable_signup: flag,
      enable_confirmations: flag,
      template: text,
      max_frequency: text,
      test_otp: v.nullish(v.record(v.string(), v.string())),
    }),
  ),
  hook: v.nullish(
    v.object({ send_sms: v.nullish(v.object({ enabled: flag, uri: text, secrets: text })) }),
  ),
  mfa: v.nullish(
    v.object({
      max_enrolled_factors: count,
      totp: switches,
      phone: v.nullish(
        v.object({
          enroll_enabled: flag,
          verify_enabled: flag,
          otp_length: count,
          max_frequency: text,
        }),
      ),
      web_authn: switches,
    }),
  ),
  passkey: v.nullish(v.object({ enabled: flag })),
  webauthn: v.nullish(v.object({ rp_display_name: text, rp_id: text, rp_origins: texts })),
  oauth_server: v.nullish(v.object({ enabled: flag })),
  // Supabase's tool has no word for it; its service has these as GOTRUE_SAML_ in the environment.
  saml: v.nullish(
    v.object({
      enabled: flag,
      private_key: text,
      external_url: text,
      allow_encrypted_assertions: flag,
      relay_state_validity_period: text,
    }),
  ),
  external: v.nullish(v.record(v.string(), External)),
});

const ApiTable = v.object({ port: count, external_url: text });

const File = v.object({
  api: v.nullish(v.unknown()),
  realtime: v.nullish(v.object({ allow_public: flag })),
  auth: v.nullish(v.unknown()),
  storage: v.nullish(v.object({ file_size_limit: v.nullish(v.union([v.string(), v.number()])) })),
});

type AuthTableOutput = v.InferOutput<typeof AuthTable>;

/** Sets of characters by the names that Supabase's tool gives them. */
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';
const requirements: Readonly<Record<string, readonly string[]>> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
};

/**
 * Reads the settings that Supabase's own tool keeps in `supabase/config.toml`, from the file as parsed.
 * What is left out has that tool's meaning: sign-ups need no confirmation there unless they say so.
 * `env(NAME)` stands for a variable of the environment.
 */
export function parseSupabaseConfig(
  file: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): SupabaseConfig {
  const outer = v.parse(File, file);
  const table = v.parse(AuthTable, resolveVariables(outer.auth ?? {}, environment));
  const api = v.parse(ApiTable, resolveVariables(outer.api ?? {}, environment));
  return {
    siteUrl: table.site_url || null,
    jwtSecret: table.jwt_secret || null,
    signingKeysPath: table.signing_keys_path || null,
    port: api.port ?? null,
    textHook: toTextHook(table),
    objectBytes: toObjectBytes(outer.storage?.file_size_limit),
    allowsPublic: outer.realtime?.allow_public ?? null,
    auth: withoutAbsent({
      siteUrl: table.site_url || null,
      externalUrl: toExternalUrl(api.external_url || null),
      uriAllowList: table.additional_redirect_urls ?? [],
      disableSignup: table.enable_signup === false,
      jwt: { expirySeconds: table.jwt_expiry, issuer: table.jwt_issuer || null },
      external: {
        email: { enabled: table.email?.enable_signup },
        phone: { enabled: table.sms?.enable_signup },
        anonymousUsers: { enabled: table.enable_anonymous_sign_ins },
        providers: toProviders(table),
      },
      mailer: toMailer(table),
      sms: toSms(table),
      sessions: {
        timeboxSeconds: toSeconds(table.sessions?.timebox),
        inactivityTimeoutSeconds: toSeconds(table.sessions?.inactivity_timeout),
      },
      security: {
        refreshTokenRotationEnabled: table.enable_refresh_token_rotation,
        refreshTokenReuseIntervalSeconds: table.refresh_token_reuse_interval,
        manualLinkingEnabled: table.enable_manual_linking,
        updatePasswordRequireReauthentication: table.email?.secure_password_change,
        captchaEnabled: table.captcha?.enabled,
      },
      password: {
        minLength: table.minimum_password_length,
        requiredCharacters: toRequirements(table.password_requirements ?? ''),
      },
      mfa: toMfa(table),
      rateLimits: toRateLimits(table.rate_limit ?? {}),
      passkeys: { enabled: table.passkey?.enabled },
      webauthn: {
        rpName: table.webauthn?.rp_display_name,
        rpId: table.webauthn?.rp_id,
        rpOrigins: table.webauthn?.rp_origins,
      },
      oauthServer: { enabled: table.oauth_server?.enabled },
      saml: toSaml(table),
    }) as AuthConfigInput,
  };
}

/** Where the auth service is reached: behind the gateway's own address. */
function toExternalUrl(gateway: string | null): string | null {
  if (gateway === null) {
    return null;
  }
  const url = URL.parse(gateway);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('api.external_url takes an address, as https://api.league.example');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/auth/v1`;
}

function toMailer({ email }: AuthTableOutput) {
  const told = email?.notification;
  return {
    notifications: {
      passwordChanged: told?.password_changed?.enabled,
      factorAdded: told?.mfa_factor_enrolled?.enabled,
      factorRemoved: told?.mfa_factor_unenrolled?.enabled,
    },
    autoconfirm: email?.enable_confirmations !== true,
    secureEmailChangeEnabled: email?.double_confirm_changes,
    otpExpirySeconds: email?.otp_expiry,
    otpLength: email?.otp_length,
    maxFrequencySeconds: toSeconds(email?.max_frequency),
  };
}

/** A hook in the database (`pg-functions:`) is none that we can call. */
function toTextHook({ hook }: AuthTableOutput) {
  const { enabled, uri, secrets } = hook?.send_sms ?? {};
  return enabled === true && uri && secrets ? { url: uri, secrets } : null;
}

function toSms({ sms }: AuthTableOutput) {
  return {
    autoconfirm: sms?.enable_confirmations !== true,
    template: sms?.template,
    maxFrequencySeconds: toSeconds(sms?.max_frequency),
    testOtp: sms?.test_otp,
  };
}

function toMfa({ mfa }: AuthTableOutput) {
  const toSwitches = (given: v.InferOutput<typeof switches>) => ({
    enrollEnabled: given?.enroll_enabled,
    verifyEnabled: given?.verify_enabled,
  });
  return {
    maxEnrolledFactors: mfa?.max_enrolled_factors,
    totp: toSwitches(mfa?.totp),
    phone: {
      ...toSwitches(mfa?.phone),
      otpLength: mfa?.phone?.otp_length,
      maxFrequencySeconds: toSeconds(mfa?.phone?.max_frequency),
    },
    webauthn: toSwitches(mfa?.web_authn),
  };
}

function toSaml({ saml }: AuthTableOutput) {
  return {
    enabled: saml?.enabled,
    privateKey: saml?.private_key || undefined,
    externalUrl: saml?.external_url || undefined,
    allowEncryptedAssertions: saml?.allow_encrypted_assertions,
    relayStateValiditySeconds: toSeconds(saml?.relay_state_validity_period),
  };
}

/** The tool's names for limits, most of them for five minutes. */
function toRateLimits(given: Readonly<Record<string, number>>) {
  const toLimit = (name: string, perSeconds: number) => {
    const requests = given[name];
    return requests === undefined ? undefined : { requests, perSeconds };
  };
  const signIns = toLimit('sign_in_sign_ups', 300);
  const verifications = toLimit('token_verifications', 300);
  return {
    token: toLimit('token_refresh', 300),
    signup: signIns,
    otp: signIns,
    recover: signIns,
    resend: signIns,
    verify: verifications,
    anonymous: toLimit('anonymous_users', 3600),
    emailSent: toLimit('email_sent', 3600),
    smsSent: toLimit('sms_sent', 3600),
    // Supabase's tool has no word for these.
    emailSentByAddress: toLimit('email_sent_by_address', 3600),
    smsSentByAddress: toLimit('sms_sent_by_address', 3600),
  };
}

function toProviders({ external }: AuthTableOutput): Record<string, Partial<ProviderConfig>> {
  const entries = Object.entries(external ?? {}).map(([name, given]) => [
    name,
    withoutAbsent({
      enabled: given.enabled ?? false,
      clientIds: (given.client_id ?? '').split(',').filter(Boolean),
      clientSecret: given.secret ?? '',
      redirectUri: given.redirect_uri || null,
      url: given.url || null,
      skipNonceCheck: given.skip_nonce_check,
      emailOptional: given.email_optional,
    }),
  ]);
  return Object.fromEntries(entries);
}

function toObjectBytes(given: string | number | null | undefined): number | null {
  if (given === null || given === undefined) {
    return null;
  }
  const bytes = parseGoSize(String(given));
  if (bytes !== null && bytes > 0) {
    return bytes;
  }
  throw new Error(`storage.file_size_limit is "${given}"; it takes a size like 50MiB or 500KB`);
}

function toRequirements(name: string): readonly string[] {
  const found = Object.hasOwn(requirements, name) ? requirements[name] : undefined;
  if (found !== undefined) {
    return found;
  }
  throw new Error(
    `auth.password_requirements is "${name}"; it takes one of ${Object.keys(requirements).join(', ')}`,
  );
}

function toSeconds(duration: string | null | undefined): number | undefined {
  if (!duration) {
    return undefined;
  }
  const milliseconds = parseGoDuration(duration);
  if (milliseconds !== null) {
    return milliseconds / 1000;
  }
  throw new Error(`"${duration}" is no duration; it takes one like 1s, 5m or 24h`);
}

function resolveVariables(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): unknown {
  if (typeof value === 'string') {
    const [, name] = /^env\((\w+)\)$/.exec(value) ?? [];
    return name === undefined ? value : (environment[name] ?? '');
  }
  if (Array.isArray(value)) {
    return value.map((entry) => resolveVariables(entry, environment));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, resolveVariables(entry, environment)]),
  );
}

/** Leaves out what was not said, at any depth, so that the defaults hold. Null is said. */
function withoutAbsent(value: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .map(([key, entry]) => [key, isTable(entry) ? withoutAbsent(entry) : entry]);
  return Object.fromEntries(entries);
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
