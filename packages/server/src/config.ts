import { areHookSecrets, type TextHookSettings } from './mail/text-hook.ts';

/** What the environment says, read once at start. Names and defaults are listed in docs/operating.md. */
export interface Config {
  port: number;
  host: string;
  siteUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  supabase: { url: string; anonKey: string; serviceRoleKey: string } | null;
  jwtSecret: string | null;
  leagueName: string;
  leagueTitleSuffix: string;
  forumUrl: string | null;
  chatInviteUrl: string | null;
  discord: ProviderClient | null;
  github: ProviderClient | null;
  google: ProviderClient | null;
  /** Any other issuer that speaks OpenID Connect, with what its button says. */
  oidc: (ProviderClient & { issuer: string; name: string }) | null;
  discordBotToken: string | null;
  steamApiKey: string | null;
  /** Where the game platform answers; null for its public address. */
  steamUrl: string | null;
  /** Asks the browser for work before a sign-in by e-mail. */
  captcha: boolean;
  smtpUrl: string | null;
  /** Who sends the league's texts. */
  textHook: TextHookSettings | null;
  /** Codes of numbers that get no text, for trying things, by number. */
  textTestCodes: Readonly<Record<string, string>>;
  /** Messages in an hour that signing in may send: in all, and asked for from one address (null: a fifth). */
  mails: HourlyLimits;
  texts: HourlyLimits;
  analyticsHost: string | null;
  localeStrategy: LocaleStrategy;
  /** What becomes of the routes named for the default language under `prefix_and_default`. */
  localeDefaultRoutes: 'keep' | 'remove' | { rename: string };
  devIdentity: boolean;
  trustedProxy: string | null;
  metricsToken: string | null;
  storageUrl: string | null;
  restUrl: string | null;
  logLevel: (typeof logLevels)[number];
}

interface HourlyLimits {
  perHour: number;
  perAddress: number | null;
}

interface ProviderClient {
  clientId: string;
  clientSecret: string;
}

export const localeStrategies = [
  'no_prefix',
  'prefix_except_default',
  'prefix',
  'prefix_and_default',
] as const;
export type LocaleStrategy = (typeof localeStrategies)[number];
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** A wrong value in the environment; its message is the one line that the start prints. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

function refuse(name: string, value: string, takes: string): never {
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it takes ${takes}.`);
}

function text(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function address(
  environment: Environment,
  name: string,
  protocols: readonly string[],
): string | null {
  const value = text(environment, name);
  if (value === null) {
    return null;
  }
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    // The value may hold a password, so it is not repeated.
    throw new ConfigError(
      `${name} is not an address; it takes one that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    );
  }
  return value;
}

function choice<T extends string>(
  environment: Environment,
  name: string,
  choices: readonly T[],
  fallback: T,
): T {
  const value = text(environment, name);
  const found = choices.find((entry) => entry === value);
  if (value !== null && found === undefined) {
    refuse(name, value, `one of ${choices.join(', ')}`);
  }
  return found ?? fallback;
}

function port(environment: Environment): number {
  const value = text(environment, 'PORT') ?? '3000';
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) {
    refuse('PORT', value, 'a number from 0 to 65535');
  }
  return number;
}

const mostMessages = 1_000_000;

function hourly(environment: Environment, name: string): number | null {
  const value = text(environment, name);
  if (value === null) {
    return null;
  }
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > mostMessages) {
    refuse(name, value, `a number from 1 to ${mostMessages}`);
  }
  return number;
}

function hourlyLimits(environment: Environment, what: 'MAILS' | 'TEXTS'): HourlyLimits {
  return {
    perHour: hourly(environment, `SIGN_IN_${what}_PER_HOUR`) ?? 30,
    perAddress: hourly(environment, `SIGN_IN_${what}_PER_ADDRESS`),
  };
}

function textHook(environment: Environment): TextHookSettings | null {
  const url = address(environment, 'SMS_HOOK_URL', ['http:', 'https:']);
  const secrets = text(environment, 'SMS_HOOK_SECRET');
  if (url === null && secrets === null) return null;
  if (url === null || secrets === null) {
    throw new ConfigError('SMS_HOOK_URL and SMS_HOOK_SECRET belong together: set both or none.');
  }
  if (!areHookSecrets(secrets)) {
    throw new ConfigError('SMS_HOOK_SECRET takes v1,whsec_ and 24 random bytes or more in base64.');
  }
  return { url, secrets };
}

function textTestCodes(environment: Environment): Record<string, string> {
  const value = text(environment, 'SMS_TEST_CODES');
  if (value === null) return {};
  const pairs = value.split(',').map((pair) => pair.trim().split('='));
  if (
    !pairs.every(([phone = '', code = '']) => /^[1-9]\d{6,14}$/.test(phone) && /^\d{6}$/.test(code))
  ) {
    refuse(
      'SMS_TEST_CODES',
      value,
      'numbers without + and their six digits, as 447700900000=123456,…',
    );
  }
  return Object.fromEntries(pairs);
}

function flag(environment: Environment, name: string): boolean {
  return choice(environment, name, ['0', '1'], '0') === '1';
}

function defaultRoutes(environment: Environment): Config['localeDefaultRoutes'] {
  const name = 'LOCALE_DEFAULT_ROUTES';
  const value = text(environment, name) ?? 'keep';
  if (value === 'keep' || value === 'remove') {
    return value;
  }
  return value.includes('{name}')
    ? { rename: value }
    : refuse(name, value, 'keep, remove, or a name for the routes with {name} in it');
}

function allOrNone<K extends string>(
  environment: Environment,
  names: readonly K[],
): Record<K, string> | null {
  const found: Partial<Record<K, string>> = {};
  const missing: string[] = [];
  for (const name of names) {
    const value = text(environment, name);
    if (value === null) {
      missing.push(name);
    } else {
      found[name] = value;
    }
  }
  if (missing.length === names.length) {
    return null;
  }
  if (missing.length > 0) {
    throw new ConfigError(
      `${missing.join(' and ')} must be set when ${names.filter((name) => !missing.includes(name)).join(' and ')} is.`,
    );
  }
  // Every name was found, so none of the partial's fields is missing.
  return found as Record<K, string>;
}

function providerClient(environment: Environment, provider: string): ProviderClient | null {
  const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
  const found = allOrNone(environment, [id, secret]);
  return found === null ? null : { clientId: found[id] ?? '', clientSecret: found[secret] ?? '' };
}

function oidc(environment: Environment): Config['oidc'] {
  const client = providerClient(environment, 'OIDC');
  const issuer = address(environment, 'OIDC_ISSUER', ['http:', 'https:']);
  if (client === null && issuer === null) {
    return null;
  }
  if (client === null || issuer === null) {
    throw new ConfigError(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none.',
    );
  }
  return { ...client, issuer, name: text(environment, 'OIDC_NAME') ?? new URL(issuer).host };
}

/**
 * Reads the environment.
 * @throws ConfigError with one line that names the variable and what it takes.
 */
export function parseConfig(environment: Environment): Config {
  const siteUrl = address(environment, 'SITE_URL', ['http:', 'https:']);
  const devIdentity = flag(environment, 'DEV_IDENTITY');
  if (devIdentity && siteUrl?.startsWith('https:')) {
    throw new ConfigError(
      'DEV_IDENTITY=1 lets anybody sign in as anybody; it is refused while SITE_URL is https.',
    );
  }
  const supabaseUrl = address(environment, 'SUPABASE_URL', ['http:', 'https:']);
  const supabase = allOrNone(environment, [
    'SUPABASE_URL',
    'SUPABASE_ANON_KEY',
    'SUPABASE_SERVICE_ROLE_KEY',
  ]);
  const databaseUrl = address(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  if (supabase !== null && databaseUrl === null) {
    throw new ConfigError(
      'DATABASE_URL must be set with SUPABASE_URL: it takes the address of the same database.',
    );
  }
  const jwtSecret = text(environment, 'JWT_SECRET');
  if (jwtSecret !== null && jwtSecret.length < 32) {
    throw new ConfigError('JWT_SECRET is too short; it takes at least 32 characters.');
  }
  return {
    port: port(environment),
    host: text(environment, 'HOST') ?? '127.0.0.1',
    siteUrl,
    dataDir: text(environment, 'DATA_DIR') ?? '.data',
    databaseUrl,
    supabase:
      supabase === null || supabaseUrl === null
        ? null
        : {
            url: supabaseUrl,
            anonKey: supabase.SUPABASE_ANON_KEY,
            serviceRoleKey: supabase.SUPABASE_SERVICE_ROLE_KEY,
          },
    jwtSecret,
    leagueName: text(environment, 'LEAGUE_NAME') ?? 'Muster',
    leagueTitleSuffix: environment.LEAGUE_TITLE_SUFFIX ?? ' League',
    forumUrl: address(environment, 'FORUM_URL', ['http:', 'https:']),
    chatInviteUrl: address(environment, 'CHAT_INVITE_URL', ['http:', 'https:']),
    discord: providerClient(environment, 'DISCORD'),
    github: providerClient(environment, 'GITHUB'),
    google: providerClient(environment, 'GOOGLE'),
    oidc: oidc(environment),
    discordBotToken: text(environment, 'DISCORD_BOT_TOKEN'),
    steamApiKey: text(environment, 'STEAM_API_KEY'),
    steamUrl: address(environment, 'STEAM_URL', ['http:', 'https:']),
    captcha: flag(environment, 'CAPTCHA'),
    smtpUrl: address(environment, 'SMTP_URL', ['smtp:', 'smtps:']),
    textHook: textHook(environment),
    textTestCodes: textTestCodes(environment),
    mails: hourlyLimits(environment, 'MAILS'),
    texts: hourlyLimits(environment, 'TEXTS'),
    analyticsHost: address(environment, 'ANALYTICS_HOST', ['http:', 'https:']),
    localeStrategy: choice(environment, 'LOCALE_STRATEGY', localeStrategies, 'no_prefix'),
    localeDefaultRoutes: defaultRoutes(environment),
    devIdentity,
    trustedProxy: text(environment, 'TRUSTED_PROXY'),
    metricsToken: text(environment, 'METRICS_TOKEN'),
    storageUrl: address(environment, 'STORAGE_URL', ['http:', 'https:']),
    restUrl: address(environment, 'REST_URL', ['http:', 'https:']),
    logLevel: choice(environment, 'LOG_LEVEL', logLevels, 'info'),
  };
}
