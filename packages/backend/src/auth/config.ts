/** Settings of one OAuth or OpenID Connect provider. */
export interface ProviderConfig {
  enabled: boolean;
  /** The first is used to sign in; id_token sign-in takes any of them as audience. */
  clientIds: readonly string[];
  clientSecret: string;
  /**
   * Where the provider lives; null means its public address. A value that begins with `/` is on our
   * own origin, whichever name the request reached us by.
   */
  url: string | null;
  /** Where our server reaches the provider, when that is not where the browser does. */
  apiUrl: string | null;
  redirectUri: string | null;
  /** Lets people in who have no e-mail address there. */
  emailOptional: boolean;
  skipNonceCheck: boolean;
  /** Speaks OpenID Connect; its endpoints are discovered from `url`. */
  oidc: boolean;
}

/** How many requests one address may make in `perSeconds`. */
export interface RateLimit {
  requests: number;
  perSeconds: number;
}

/** Every setting of the auth service; `resolveAuthConfig` fills in Supabase's defaults. */
export interface AuthConfig {
  /** Null while unset: then the origin by which a loopback request reached us is the site. */
  siteUrl: string | null;
  /** Where browsers reach this service, null for `/auth/v1` on the site's origin. */
  externalUrl: string | null;
  /** Stands in for an origin when `siteUrl` is unset and the request's Host is not loopback. */
  fallbackOrigin: string;
  /** Globs of addresses that may be returned to: `*` stops at `.` and `/`, `**` does not. */
  uriAllowList: readonly string[];
  disableSignup: boolean;
  /** After this long a request is answered with `request_timeout`. */
  requestTimeoutSeconds: number;
  jwt: {
    issuer: string | null;
    audience: string;
    expirySeconds: number;
    defaultRole: string;
    adminRoles: readonly string[];
  };
  external: {
    email: { enabled: boolean };
    phone: { enabled: boolean };
    anonymousUsers: { enabled: boolean };
    providers: Readonly<Record<string, ProviderConfig>>;
    flowStateExpirySeconds: number;
    timeoutSeconds: number;
  };
  mailer: {
    /** What people are told of after it has happened. */
    notifications: { passwordChanged: boolean; factorAdded: boolean; factorRemoved: boolean };
    autoconfirm: boolean;
    allowUnverifiedEmailSignIns: boolean;
    secureEmailChangeEnabled: boolean;
    otpExpirySeconds: number;
    otpLength: number;
    maxFrequencySeconds: number;
  };
  sms: {
    autoconfirm: boolean;
    provider: string;
    otpExpirySeconds: number;
    otpLength: number;
    maxFrequencySeconds: number;
    template: string;
    testOtp: Readonly<Record<string, string>>;
  };
  sessions: {
    timeboxSeconds: number | null;
    inactivityTimeoutSeconds: number | null;
    allowLowAalSeconds: number | null;
    singlePerUser: boolean;
    tags: readonly string[];
  };
  security: {
    refreshTokenRotationEnabled: boolean;
    refreshTokenReuseIntervalSeconds: number;
    manualLinkingEnabled: boolean;
    /**
     * Finishes a linking only in the browser in which it began. Clients on other origins, whose cookies
     * do not reach us, need it off.
     */
    bindLinkingToBrowser: boolean;
    updatePasswordRequireReauthentication: boolean;
    updatePasswordRequireCurrentPassword: boolean;
    captchaEnabled: boolean;
    /** How long calls take at least that must not tell whether an account exists. */
    evenAnswerMilliseconds: number;
  };
  password: {
    minLength: number;
    /** Each entry is a set of characters of which a password must hold one. */
    requiredCharacters: readonly string[];
    rejectLeaked: boolean;
  };
  mfa: {
    maxEnrolledFactors: number;
    challengeExpirySeconds: number;
    totp: { enrollEnabled: boolean; verifyEnabled: boolean };
    phone: {
      enrollEnabled: boolean;
      verifyEnabled: boolean;
      otpLength: number;
      maxFrequencySeconds: number;
    };
    webauthn: { enrollEnabled: boolean; verifyEnabled: boolean };
  };
  rateLimits: {
    enabled: boolean;
    /** Counts requests from this machine as well: scripts and tests of the league's own come from there. */
    countLoopback: boolean;
    burst: number;
    /** Sign-ins that begin at a provider, each of which writes a row. */
    authorize: RateLimit;
    /** Returns from a provider, each of which may ask it something. */
    callback: RateLimit;
    token: RateLimit;
    verify: RateLimit;
    otp: RateLimit;
    signup: RateLimit;
    recover: RateLimit;
    resend: RateLimit;
    user: RateLimit;
    anonymous: RateLimit;
    mfa: RateLimit;
    sso: RateLimit;
    samlAssertion: RateLimit;
    /** Attempts at one address or phone number, from wherever. */
    contact: RateLimit;
    /** What the league sends in all; a part of it is kept for people who have proved who they are. */
    emailSent: RateLimit;
    smsSent: RateLimit;
    /** What of it one address may ask for; null for a fifth. */
    emailSentByAddress: RateLimit | null;
    smsSentByAddress: RateLimit | null;
  };
  saml: {
    enabled: boolean;
    /** Base64 of a PKCS#1 RSA key; without it one is made and kept in the database. */
    privateKey: string | null;
    /** Where identity providers reach this service, when that is not where browsers do. */
    externalUrl: string | null;
    allowEncryptedAssertions: boolean;
    relayStateValiditySeconds: number;
  };
  passkeys: { enabled: boolean; maxPerUser: number };
  webauthn: {
    rpName: string;
    /** Null for the site's host name. */
    rpId: string | null;
    /** Empty for the site's origin. */
    rpOrigins: readonly string[];
    challengeExpirySeconds: number;
  };
  oauthServer: { enabled: boolean };
}

/** Some of the settings; what is not named keeps its default. */
export type AuthConfigInput = PartialDeep<Omit<AuthConfig, 'external'>> & {
  external?: PartialDeep<Omit<AuthConfig['external'], 'providers'>> & {
    providers?: ProvidersInput;
  };
};

type PartialDeep<T> = {
  [Key in keyof T]?: T[Key] extends readonly unknown[] | null | string | number | boolean
    ? T[Key]
    : T[Key] extends object
      ? PartialDeep<T[Key]>
      : T[Key];
};

const hour = 3600;
const fiveMinutes = 300;

const providerDefaults: ProviderConfig = {
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

const defaults: AuthConfig = {
  siteUrl: null,
  externalUrl: null,
  fallbackOrigin: 'http://localhost:3000',
  uriAllowList: [],
  disableSignup: false,
  requestTimeoutSeconds: 10,
  jwt: {
    issuer: null,
    audience: 'authenticated',
    expirySeconds: hour,
    defaultRole: 'authenticated',
    adminRoles: ['service_role', 'supabase_admin'],
  },
  external: {
    email: { enabled: true },
    phone: { enabled: false },
    anonymousUsers: { enabled: false },
    providers: {},
    flowStateExpirySeconds: fiveMinutes,
    timeoutSeconds: 5,
  },
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
    provider: '',
    otpExpirySeconds: 60,
    otpLength: 6,
    maxFrequencySeconds: 60,
    template: 'Your code is {{ .Code }}',
    testOtp: {},
  },
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
    challengeExpirySeconds: fiveMinutes,
    totp: { enrollEnabled: true, verifyEnabled: true },
    phone: { enrollEnabled: false, verifyEnabled: false, otpLength: 6, maxFrequencySeconds: 5 },
    webauthn: { enrollEnabled: false, verifyEnabled: false },
  },
  rateLimits: {
    enabled: true,
    countLoopback: false,
    burst: 30,
    authorize: { requests: 150, perSeconds: fiveMinutes },
    callback: { requests: 150, perSeconds: fiveMinutes },
    token: { requests: 150, perSeconds: fiveMinutes },
    verify: { requests: 30, perSeconds: fiveMinutes },
    otp: { requests: 30, perSeconds: fiveMinutes },
    signup: { requests: 30, perSeconds: fiveMinutes },
    recover: { requests: 30, perSeconds: fiveMinutes },
    resend: { requests: 30, perSeconds: fiveMinutes },
    user: { requests: 30, perSeconds: fiveMinutes },
    anonymous: { requests: 30, perSeconds: hour },
    mfa: { requests: 15, perSeconds: 60 },
    sso: { requests: 30, perSeconds: fiveMinutes },
    samlAssertion: { requests: 15, perSeconds: fiveMinutes },
    contact: { requests: 30, perSeconds: hour },
    emailSent: { requests: 30, perSeconds: hour },
    smsSent: { requests: 30, perSeconds: hour },
    emailSentByAddress: null,
    smsSentByAddress: null,
  },
  saml: {
    enabled: false,
    privateKey: null,
    externalUrl: null,
    allowEncryptedAssertions: false,
    relayStateValiditySeconds: 120,
  },
  passkeys: { enabled: false, maxPerUser: 10 },
  webauthn: { rpName: 'Muster', rpId: null, rpOrigins: [], challengeExpirySeconds: fiveMinutes },
  oauthServer: { enabled: false },
};

/** Completes settings with the defaults. */
export function resolveAuthConfig(input: AuthConfigInput = {}): AuthConfig {
  const { external, ...rest } = input;
  const { providers = {}, ...otherExternal } = external ?? {};
  const merged = mergeDeep(defaults, { ...rest, external: otherExternal });
  return { ...merged, external: { ...merged.external, providers: resolveProviders(providers) } };
}

/** Providers as they are configured by name. */
export type ProvidersInput = Readonly<Record<string, Partial<ProviderConfig>>>;

/** Completes the settings of providers with the defaults. */
export function resolveProviders(providers: ProvidersInput): AuthConfig['external']['providers'] {
  return Object.fromEntries(
    Object.entries(providers).map(([name, provider]) => [
      name.toLowerCase(),
      { ...providerDefaults, ...provider },
    ]),
  );
}

function mergeDeep<T extends object>(base: T, changes: object): T {
  const result = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) {
      continue;
    }
    const before = result[key];
    result[key] = isPlainObject(before) && isPlainObject(value) ? mergeDeep(before, value) : value;
  }
  return result as T;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
