import type { StorageConfig } from '@muster/backend';
import * as v from 'valibot';
import { areHookSecrets } from './mail/text-hook.ts';
import { type Network, parseNetworks } from './network-address.ts';
import { isBackupPlace, namesS3Bucket, toBackupPlace } from './s3-address.ts';

/** A wrong value in the environment; its message is the one line that the start prints. */
export class ConfigError extends Error {}

export const localeStrategies = [
  'no_prefix',
  'prefix_except_default',
  'prefix',
  'prefix_and_default',
] as const;

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const mostMessages = 1_000_000;
const mostPort = 65_535;

/** What is set to nothing counts as not set. */
const text = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.transform((value) => (value === '' ? null : value)),
);

const takes =
  (what: string) =>
  ({ input }: { input: unknown }) =>
    `is ${JSON.stringify(input)}; it takes ${what}.`;

/** The value may hold a password, so it is not repeated. */
const address = (...protocols: string[]) =>
  v.pipe(
    text,
    v.check(
      (value) =>
        value === null || (URL.canParse(value) && protocols.includes(new URL(value).protocol)),
      `is not an address; it takes one that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    ),
  );
const webAddress = address('http:', 'https:');

/** It holds a secret, so it is not repeated. */
const s3Address = v.pipe(
  webAddress,
  v.check(
    (value) => value === null || namesS3Bucket(value),
    'names no key, no secret or no bucket; it takes https://KEY:SECRET@HOST/BUCKET?region=REGION.',
  ),
);

const backupPlace = v.pipe(
  text,
  v.check(
    (value) => value === null || isBackupPlace(value),
    'names no key, no secret or no bucket; it takes a folder, or s3://KEY:SECRET@HOST/BUCKET?region=REGION.',
  ),
  v.transform((value) => toBackupPlace(value)),
);

const choice = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  fallback: Choices[number],
) =>
  v.pipe(
    text,
    v.transform((value) => value ?? fallback),
    v.picklist(choices, takes(`one of ${choices.join(', ')}`)),
  );

const flag = v.pipe(
  choice(['0', '1'], '0'),
  v.transform((value) => value === '1'),
);

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    text,
    v.check(
      (value) =>
        value === null ||
        (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most),
      takes(`a number from ${least} to ${most}`),
    ),
    v.transform((value) => (value === null ? null : Number(value))),
  );
const perHour = wholeNumber(1, mostMessages);

const jwtSecret = v.pipe(
  text,
  v.check(
    (value) => value === null || value.length >= 32,
    'is too short; it takes at least 32 characters.',
  ),
);

const hookSecret = v.pipe(
  text,
  v.check(
    (value) => value === null || areHookSecrets(value),
    'takes v1,whsec_ and 24 random bytes or more in base64.',
  ),
);

const testCodes = v.pipe(
  text,
  v.check(
    (value) =>
      value === null || value.split(',').every((pair) => /^\s*[1-9]\d{6,14}=\d{6}\s*$/.test(pair)),
    takes('numbers without + and their six digits, as 447700900000=123456,…'),
  ),
  v.transform(
    (value): Readonly<Record<string, string>> =>
      Object.fromEntries(value?.split(',').map((pair) => pair.trim().split('=')) ?? []),
  ),
);

const networks = v.pipe(
  text,
  v.check(
    (value) => value === null || parseNetworks(value) !== null,
    takes('networks separated by commas, as 127.0.0.0/8,fd00::/8'),
  ),
  v.transform((value): readonly Network[] => (value === null ? [] : (parseNetworks(value) ?? []))),
);

const backupKeys = v.pipe(
  text,
  v.transform((value) => value?.split(',').map((key) => key.trim()) ?? []),
  v.check(
    (keys) => keys.every((key) => /^age1[a-z0-9]{20,}$/.test(key)),
    takes('public keys of age, as age1…, separated by commas'),
  ),
);

const defaultRoutes = v.pipe(
  text,
  v.transform((value) => value ?? 'keep'),
  v.check(
    (value) => value === 'keep' || value === 'remove' || value.includes('{name}'),
    takes('keep, remove, or a name for the routes with {name} in it'),
  ),
  v.transform((value) => (value === 'keep' || value === 'remove' ? value : { rename: value })),
);

/** Every variable by its name; docs/operating.md says what each does. */
const variables = v.object({
  PORT: wholeNumber(0, mostPort),
  HOST: text,
  SITE_URL: webAddress,
  DATA_DIR: text,
  DATABASE_URL: address('postgres:', 'postgresql:'),
  SUPABASE_URL: webAddress,
  SUPABASE_ANON_KEY: text,
  SUPABASE_SERVICE_ROLE_KEY: text,
  JWT_SECRET: jwtSecret,
  LEAGUE_NAME: text,
  /** Set to nothing, titles end with the name. */
  LEAGUE_TITLE_SUFFIX: v.optional(v.string()),
  FORUM_URL: webAddress,
  CHAT_INVITE_URL: webAddress,
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  OIDC_ISSUER: webAddress,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text,
  STEAM_API_KEY: text,
  STEAM_URL: webAddress,
  CAPTCHA: flag,
  SMTP_URL: address('smtp:', 'smtps:'),
  SMS_HOOK_URL: webAddress,
  SMS_HOOK_SECRET: hookSecret,
  SMS_TEST_CODES: testCodes,
  SIGN_IN_MAILS_PER_HOUR: perHour,
  SIGN_IN_MAILS_PER_ADDRESS: perHour,
  SIGN_IN_TEXTS_PER_HOUR: perHour,
  SIGN_IN_TEXTS_PER_ADDRESS: perHour,
  ANALYTICS_HOST: webAddress,
  LOCALE_STRATEGY: choice(localeStrategies, 'no_prefix'),
  LOCALE_DEFAULT_ROUTES: defaultRoutes,
  DEV_IDENTITY: flag,
  TRUSTED_PROXY: text,
  SERVER_QUERY_ALLOW: networks,
  PORTAL_SERVICE_URL: webAddress,
  STORAGE_URL: webAddress,
  STORAGE_DIR: text,
  STORAGE_S3_URL: s3Address,
  STORAGE_PERSON_MEGABYTES: wholeNumber(1, 999_999_999),
  STORAGE_HOME: choice(['auto', 'database', 'directory', 's3'], 'auto'),
  REST_URL: webAddress,
  FUNCTIONS_DIR: text,
  BACKUP_DIR: backupPlace,
  BACKUP_RECIPIENT: backupKeys,
  LOG_LEVEL: choice(logLevels, 'info'),
});

type Variables = v.InferOutput<typeof variables>;
type TextName = {
  [Name in keyof Variables]-?: Variables[Name] extends string | null ? Name : never;
}[keyof Variables];

/** Variables that are set together or not at all; null where none is. */
function readTogether<Name extends TextName>(
  read: Variables,
  names: readonly Name[],
): Record<Name, string> | null {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value: string | null = read[name];
    if (value !== null) {
      found[name] = value;
    }
  }
  const missing = names.filter((name) => found[name] === undefined);
  if (missing.length === names.length) {
    return null;
  }
  if (missing.length > 0) {
    const present = names.filter((name) => !missing.includes(name));
    throw new ConfigError(`${missing.join(' and ')} must be set when ${present.join(' and ')} is.`);
  }
  // None is missing, so the partial is whole.
  return found as Record<Name, string>;
}

function readClient(read: Variables, provider: 'DISCORD' | 'GITHUB' | 'GOOGLE' | 'OIDC') {
  const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const;
  const found = readTogether(read, [id, secret]);
  return found === null ? null : { clientId: found[id], clientSecret: found[secret] };
}

/** Any other issuer that speaks OpenID Connect, with what its button says. */
function readOidc(read: Variables) {
  const found = readTogether(read, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
  if (found === null) {
    return null;
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = found;
  return { clientId, clientSecret, issuer, name: read.OIDC_NAME ?? new URL(issuer).host };
}

/** How much one person stores, where files may lie, and where new ones go: unless said, where the operator has made a place for them. */
function readStorage(variables: Variables): StorageConfig {
  const { STORAGE_HOME, STORAGE_DIR, STORAGE_S3_URL, STORAGE_PERSON_MEGABYTES } = variables;
  const found = STORAGE_S3_URL !== null ? 's3' : STORAGE_DIR !== null ? 'directory' : 'database';
  const home = STORAGE_HOME === 'auto' ? found : STORAGE_HOME;
  if (home === 'directory' && STORAGE_DIR === null) {
    throw new ConfigError('STORAGE_DIR must be set when STORAGE_HOME is directory.');
  }
  if (home === 's3' && STORAGE_S3_URL === null) {
    throw new ConfigError('STORAGE_S3_URL must be set when STORAGE_HOME is s3.');
  }
  return {
    home,
    ...(STORAGE_DIR === null ? {} : { directory: STORAGE_DIR }),
    ...(STORAGE_S3_URL === null ? {} : { s3: STORAGE_S3_URL }),
    ...(STORAGE_PERSON_MEGABYTES === null
      ? {}
      : { personBytes: STORAGE_PERSON_MEGABYTES * 1_000_000 }),
  };
}

function readSupabase(read: Variables) {
  const found = readTogether(read, [
    'SUPABASE_URL',
    'SUPABASE_ANON_KEY',
    'SUPABASE_SERVICE_ROLE_KEY',
  ]);
  if (found === null) {
    return null;
  }
  if (read.DATABASE_URL === null) {
    throw new ConfigError(
      'DATABASE_URL must be set with SUPABASE_URL: it takes the address of the same database.',
    );
  }
  return {
    url: found.SUPABASE_URL.replace(/\/+$/, ''),
    anonKey: found.SUPABASE_ANON_KEY,
    serviceRoleKey: found.SUPABASE_SERVICE_ROLE_KEY,
  };
}

function readTextHook(read: Variables) {
  const found = readTogether(read, ['SMS_HOOK_URL', 'SMS_HOOK_SECRET']);
  return found === null ? null : { url: found.SMS_HOOK_URL, secrets: found.SMS_HOOK_SECRET };
}

function toConfig(read: Variables) {
  if (read.DEV_IDENTITY && read.SITE_URL?.startsWith('https:')) {
    throw new ConfigError(
      'DEV_IDENTITY=1 lets anybody sign in as anybody; it is refused while SITE_URL is https.',
    );
  }
  return {
    port: read.PORT ?? 3000,
    host: read.HOST ?? '127.0.0.1',
    siteUrl: read.SITE_URL,
    dataDir: read.DATA_DIR ?? '.data',
    databaseUrl: read.DATABASE_URL,
    supabase: readSupabase(read),
    jwtSecret: read.JWT_SECRET,
    leagueName: read.LEAGUE_NAME,
    leagueTitleSuffix: read.LEAGUE_TITLE_SUFFIX ?? null,
    forumUrl: read.FORUM_URL,
    chatInviteUrl: read.CHAT_INVITE_URL,
    discord: readClient(read, 'DISCORD'),
    github: readClient(read, 'GITHUB'),
    google: readClient(read, 'GOOGLE'),
    oidc: readOidc(read),
    steamApiKey: read.STEAM_API_KEY,
    /** Where the game platform answers; null for its public address. */
    steamUrl: read.STEAM_URL,
    /** Asks the browser for work before a sign-in by e-mail. */
    captcha: read.CAPTCHA,
    smtpUrl: read.SMTP_URL,
    /** Who sends the league's texts. */
    textHook: readTextHook(read),
    /** Codes of numbers that get no text, for trying things, by number. */
    textTestCodes: read.SMS_TEST_CODES,
    /** Messages in an hour that signing in may send: in all, and asked for from one address (null: a fifth). */
    mails: {
      perHour: read.SIGN_IN_MAILS_PER_HOUR ?? 30,
      perAddress: read.SIGN_IN_MAILS_PER_ADDRESS,
    },
    texts: {
      perHour: read.SIGN_IN_TEXTS_PER_HOUR ?? 30,
      perAddress: read.SIGN_IN_TEXTS_PER_ADDRESS,
    },
    analyticsHost: read.ANALYTICS_HOST,
    localeStrategy: read.LOCALE_STRATEGY,
    /** What becomes of the routes named for the default language under `prefix_and_default`. */
    localeDefaultRoutes: read.LOCALE_DEFAULT_ROUTES,
    devIdentity: read.DEV_IDENTITY,
    trustedProxy: read.TRUSTED_PROXY,
    /** Networks beside the internet in which game servers may be asked. */
    serverQueryAllow: read.SERVER_QUERY_ALLOW,
    /** The community's service that knows Portal servers; null: it is not asked. */
    portalServiceUrl: read.PORTAL_SERVICE_URL,
    storageUrl: read.STORAGE_URL,
    /** Where the files of the storage service may lie, and where new ones go. */
    storage: readStorage(read),
    restUrl: read.REST_URL,
    /** Where the functions lie, with their settings beside; null: in `supabase/functions` here. */
    functionsDir: read.FUNCTIONS_DIR,
    /** Where backups go, and the public keys that they are sealed to. */
    backup: { ...read.BACKUP_DIR, keys: read.BACKUP_RECIPIENT },
    logLevel: read.LOG_LEVEL,
  };
}

/** A variable whose value is refused, and why; the value is not repeated where it may hold a secret. */
export interface ConfigFault {
  name: string;
  says: string;
}

/** All variables that are refused for what each says by itself. */
export function listConfigFaults(
  environment: Readonly<Record<string, string | undefined>>,
): ConfigFault[] {
  const { issues = [] } = v.safeParse(variables, environment);
  const faults = new Map(
    issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message] as const).toReversed(),
  );
  return [...faults].map(([name, says]) => ({ name, says })).toReversed();
}

/** What the environment says, read once at start. */
export type Config = ReturnType<typeof toConfig>;

/**
 * Reads the environment.
 * @throws ConfigError with one line that names the variable and what it takes.
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read = v.safeParse(variables, environment, { abortEarly: true });
  if (!read.success) {
    const [issue] = read.issues;
    throw new ConfigError(`${v.getDotPath(issue)} ${issue.message}`);
  }
  return toConfig(read.output);
}
