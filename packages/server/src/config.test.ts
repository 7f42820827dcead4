import { describe, expect, it } from 'vitest';
import { ConfigError, listConfigFaults, parseConfig } from './config.ts';
import { isBackupPlace, namesS3Bucket, toBackupPlace } from './s3-address.ts';

describe('parseConfig', () => {
  it('needs nothing: a newcomer sets no variable', () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: null,
      dataDir: '.data',
    });
    expect(config.supabase).toBeNull();
  });

  it.each([
    [{ PORT: 'http' }, 'PORT is "http"; it takes a number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT is "70000"; it takes a number from 0 to 65535.'],
    [
      { SIGN_IN_MAILS_PER_HOUR: '0' },
      'SIGN_IN_MAILS_PER_HOUR is "0"; it takes a number from 1 to 1000000.',
    ],
    [{ SIGN_IN_TEXTS_PER_ADDRESS: '1000001' }, /^SIGN_IN_TEXTS_PER_ADDRESS is "1000001"/],
    [
      { SITE_URL: 'league.example' },
      /^SITE_URL is not an address; it takes one that starts with http:/,
    ],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not an address; .* postgres:\/\//],
    [{ LOCALE_STRATEGY: 'suffix' }, /^LOCALE_STRATEGY is "suffix"; it takes one of no_prefix/],
    [
      { LOCALE_DEFAULT_ROUTES: 'plain' },
      'LOCALE_DEFAULT_ROUTES is "plain"; it takes keep, remove, or a name for the routes with {name} in it.',
    ],
    [{ DEV_IDENTITY: '1', SITE_URL: 'https://league.example' }, /refused while SITE_URL is https/],
    [{ DISCORD_CLIENT_ID: '1' }, 'DISCORD_CLIENT_SECRET must be set when DISCORD_CLIENT_ID is.'],
    [{ JWT_SECRET: 'x'.repeat(31) }, /^JWT_SECRET is too short; it takes at least 32 characters/],
    [{ PORT: '65536' }, /^PORT is "65536"/],
    [{ PORT: '-1' }, /^PORT is "-1"/],
    [
      { OIDC_ISSUER: 'https://issuer.example' },
      'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is.',
    ],
    [{ CAPTCHA: 'yes' }, 'CAPTCHA is "yes"; it takes one of 0, 1.'],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud"; it takes one of silent, fatal/],
    [
      { SMS_HOOK_URL: 'https://texts.example' },
      'SMS_HOOK_SECRET must be set when SMS_HOOK_URL is.',
    ],
    [
      { SMS_HOOK_URL: 'https://texts.example', SMS_HOOK_SECRET: 'hunter2' },
      'SMS_HOOK_SECRET takes v1,whsec_ and 24 random bytes or more in base64.',
    ],
    [
      { SERVER_QUERY_ALLOW: '10.0.0.0' },
      'SERVER_QUERY_ALLOW is "10.0.0.0"; it takes networks separated by commas, as 127.0.0.0/8,fd00::/8.',
    ],
    [{ SERVER_QUERY_ALLOW: '10.0.0.0/33' }, /^SERVER_QUERY_ALLOW is "10.0.0.0\/33"/],
    [{ PORTAL_SERVICE_URL: 'on' }, /^PORTAL_SERVICE_URL is not an address/],
    [{ SMS_TEST_CODES: '+447700900000=123456' }, /^SMS_TEST_CODES is .* numbers without \+/],
    [{ SMS_TEST_CODES: '447700900000=12345' }, /^SMS_TEST_CODES is .* their six digits/],
    [
      {
        SUPABASE_URL: 'http://localhost:1',
        SUPABASE_ANON_KEY: 'a',
        SUPABASE_SERVICE_ROLE_KEY: 'b',
      },
      /^DATABASE_URL must be set with SUPABASE_URL/,
    ],
  ])('refuses %j in one line that names the variable', (environment, message) => {
    expect(() => parseConfig(environment)).toThrow(ConfigError);
    expect(() => parseConfig(environment)).toThrow(message);
  });

  it.each([
    [{}, { perHour: 30, perAddress: null }],
    [{ SIGN_IN_MAILS_PER_HOUR: '1' }, { perHour: 1, perAddress: null }],
    [
      { SIGN_IN_MAILS_PER_HOUR: '1000000', SIGN_IN_MAILS_PER_ADDRESS: '400' },
      { perHour: 1_000_000, perAddress: 400 },
    ],
  ])('takes from %j how much mail may go out', (environment, mails) => {
    expect(parseConfig(environment).mails).toEqual(mails);
  });

  it('takes each variable as it is written, without the space around it', () => {
    const config = parseConfig({
      PORT: ' 65535 ',
      JWT_SECRET: 'x'.repeat(32),
      LEAGUE_TITLE_SUFFIX: '',
      HOST: '  ',
      CAPTCHA: '1',
      SERVER_QUERY_ALLOW: ' 127.0.0.0/8, fd00::/8 ',
      LOCALE_DEFAULT_ROUTES: '{name}-plain',
      SMS_TEST_CODES: '447700900000=123456, 12025550123=000000',
      OIDC_ISSUER: 'https://issuer.example',
      OIDC_CLIENT_ID: 'us',
      OIDC_CLIENT_SECRET: 'secret',
    });
    expect(config).toMatchObject({
      port: 65_535,
      jwtSecret: 'x'.repeat(32),
      leagueTitleSuffix: '',
      host: '127.0.0.1',
      captcha: true,
      serverQueryAllow: [
        { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
        { address: 'fd00::', prefix: 8, family: 'ipv6' },
      ],
      localeDefaultRoutes: { rename: '{name}-plain' },
      textTestCodes: { '447700900000': '123456', '12025550123': '000000' },
      oidc: { clientId: 'us', issuer: 'https://issuer.example', name: 'issuer.example' },
    });
  });

  it('takes what is not set for what a newcomer wants', () => {
    expect(parseConfig({})).toEqual({
      ...{ port: 3000, host: '127.0.0.1', siteUrl: null, dataDir: '.data', databaseUrl: null },
      ...{ supabase: null, jwtSecret: null, leagueName: null, leagueTitleSuffix: null },
      ...{ forumUrl: null, chatInviteUrl: null, discord: null, github: null, google: null },
      ...{ oidc: null, steamApiKey: null, steamUrl: null, captcha: false, smtpUrl: null },
      ...{ textHook: null, textTestCodes: {}, analyticsHost: null, localeStrategy: 'no_prefix' },
      mails: { perHour: 30, perAddress: null },
      texts: { perHour: 30, perAddress: null },
      ...{ localeDefaultRoutes: 'keep', devIdentity: false, trustedProxy: null },
      ...{ serverQueryAllow: [], portalServiceUrl: null, storageUrl: null },
      ...{ storage: { home: 'database' }, restUrl: null, functionsDir: null },
      backup: { directory: null, s3: null, keys: [] },
      logLevel: 'info',
    });
  });

  it.each<[string, Record<string, string>, object]>([
    ['the site', { SITE_URL: 'https://a.test' }, { siteUrl: 'https://a.test' }],
    ['the host', { HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    ['any free port', { PORT: '0' }, { port: 0 }],
    ['the folder', { DATA_DIR: '/data' }, { dataDir: '/data' }],
    ['a database', { DATABASE_URL: 'postgresql://a/b' }, { databaseUrl: 'postgresql://a/b' }],
    ['the name', { LEAGUE_NAME: 'Tanks' }, { leagueName: 'Tanks' }],
    ['the forum', { FORUM_URL: 'http://forum.test' }, { forumUrl: 'http://forum.test' }],
    ['the chat', { CHAT_INVITE_URL: 'https://c.test' }, { chatInviteUrl: 'https://c.test' }],
    [
      'sign-in by Discord',
      { DISCORD_CLIENT_ID: 'd', DISCORD_CLIENT_SECRET: 's' },
      { discord: { clientId: 'd', clientSecret: 's' }, github: null, google: null },
    ],
    [
      'by GitHub',
      { GITHUB_CLIENT_ID: 'g', GITHUB_CLIENT_SECRET: 's' },
      { discord: null, github: { clientId: 'g', clientSecret: 's' }, google: null },
    ],
    [
      'by Google',
      { GOOGLE_CLIENT_ID: 'o', GOOGLE_CLIENT_SECRET: 's' },
      { discord: null, github: null, google: { clientId: 'o', clientSecret: 's' } },
    ],
    [
      'by another, under its name',
      {
        ...{ OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' },
        OIDC_NAME: 'Club',
      },
      {
        oidc: { clientId: 'c', clientSecret: 's', issuer: 'https://id.test', name: 'Club' },
      },
    ],
    [
      'by Steam',
      { STEAM_API_KEY: 'k', STEAM_URL: 'http://steam.test' },
      { steamApiKey: 'k', steamUrl: 'http://steam.test' },
    ],
    ['the mail server', { SMTP_URL: 'smtps://mail.test' }, { smtpUrl: 'smtps://mail.test' }],
    [
      'who sends texts',
      { SMS_HOOK_URL: 'https://t.test', SMS_HOOK_SECRET: `v1,whsec_${'A'.repeat(32)}` },
      { textHook: { url: 'https://t.test', secrets: `v1,whsec_${'A'.repeat(32)}` } },
    ],
    [
      'how many texts',
      { SIGN_IN_TEXTS_PER_HOUR: '7', SIGN_IN_TEXTS_PER_ADDRESS: '3' },
      { texts: { perHour: 7, perAddress: 3 }, mails: { perHour: 30, perAddress: null } },
    ],
    [
      'numbers to try it with, of seven digits to fifteen',
      { SMS_TEST_CODES: '1234567=000001,123456789012345=000002' },
      { textTestCodes: { '1234567': '000001', '123456789012345': '000002' } },
    ],
    [
      'who counts visits',
      { ANALYTICS_HOST: 'https://n.test' },
      { analyticsHost: 'https://n.test' },
    ],
    ['addresses', { LOCALE_STRATEGY: 'prefix' }, { localeStrategy: 'prefix' }],
    ['no other routes', { LOCALE_DEFAULT_ROUTES: 'remove' }, { localeDefaultRoutes: 'remove' }],
    [
      'a closed network',
      { DEV_IDENTITY: '1', SITE_URL: 'http://10.0.0.1' },
      { devIdentity: true, siteUrl: 'http://10.0.0.1' },
    ],
    ['the proxy', { TRUSTED_PROXY: '10.0.0.1' }, { trustedProxy: '10.0.0.1' }],
    ['Portal', { PORTAL_SERVICE_URL: 'http://p.test' }, { portalServiceUrl: 'http://p.test' }],
    ['the storage', { STORAGE_URL: 'http://s.test' }, { storageUrl: 'http://s.test' }],
    ['REST', { REST_URL: 'http://r.test' }, { restUrl: 'http://r.test' }],
    [
      'how much one person stores',
      { STORAGE_PERSON_MEGABYTES: '999999999' },
      { storage: { home: 'database', personBytes: 999_999_999_000_000 } },
    ],
    ['functions', { FUNCTIONS_DIR: '/functions' }, { functionsDir: '/functions' }],
    [
      'whom backups are sealed to',
      { BACKUP_RECIPIENT: `age1${'q'.repeat(20)}, age1${'z'.repeat(58)}` },
      { backup: { keys: [`age1${'q'.repeat(20)}`, `age1${'z'.repeat(58)}`] } },
    ],
    ['what is logged', { LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [
      'somebody else’s Supabase',
      {
        ...{ SUPABASE_URL: 'https://x.test//', SUPABASE_ANON_KEY: 'a' },
        ...{ SUPABASE_SERVICE_ROLE_KEY: 'b', DATABASE_URL: 'postgres://x' },
      },
      { supabase: { url: 'https://x.test', anonKey: 'a', serviceRoleKey: 'b' } },
    ],
  ])('takes %s as it is said', (_what, environment, config) => {
    expect(parseConfig(environment)).toMatchObject(config);
  });

  it.each([
    { FORUM_URL: 'ftp://forum.test' },
    { SMS_TEST_CODES: '123456=000001' },
    { SMS_TEST_CODES: '1234567890123456=000001' },
    { SMS_TEST_CODES: '0234567=000001' },
    { SMS_TEST_CODES: '1234567=0000001' },
    { BACKUP_RECIPIENT: `age1${'q'.repeat(19)}` },
    { BACKUP_RECIPIENT: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` },
    { BACKUP_RECIPIENT: `age1${'q'.repeat(58)},` },
    { BACKUP_RECIPIENT: `age1${'q'.repeat(58)} # of Ann` },
    { STORAGE_PERSON_MEGABYTES: '1000000000' },
    { LOCALE_DEFAULT_ROUTES: 'name' },
    { PORT: '1e3' },
    { SERVER_QUERY_ALLOW: '10.0.0.0/8,' },
  ])('refuses %j by the name of the variable', (environment) => {
    const [name] = Object.keys(environment);
    expect(() => parseConfig(environment)).toThrow(new RegExp(`^${name} `));
  });

  it.each([
    { SMTP_URL: 'http://user:hunter2@mail' },
    { STORAGE_S3_URL: 'https://:hunter2@host/bucket' },
  ])('never repeats a value that may hold a password: %j', (environment) => {
    expect(() => parseConfig(environment)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  const s3 = 'https://key:secret@host/bucket';
  it.each([
    [{}, { home: 'database' }],
    [{ STORAGE_DIR: '/files' }, { home: 'directory', directory: '/files' }],
    [
      { STORAGE_DIR: '/files', STORAGE_S3_URL: s3 },
      { home: 's3', directory: '/files', s3 },
    ],
    [
      { STORAGE_S3_URL: s3, STORAGE_HOME: 'database' },
      { home: 'database', s3 },
    ],
  ])('finds where stored files go: %j', (environment, storage) => {
    expect(parseConfig(environment).storage).toEqual(storage);
  });

  it.each([
    [{ STORAGE_HOME: 'directory' }, 'STORAGE_DIR must be set'],
    [{ STORAGE_HOME: 's3' }, 'STORAGE_S3_URL must be set'],
    [{ STORAGE_HOME: 'attic' }, 'STORAGE_HOME'],
    [{ STORAGE_PERSON_MEGABYTES: '0' }, 'STORAGE_PERSON_MEGABYTES'],
    ...[
      'https://key:secret@host',
      'https://key@host/bucket',
      'https://:secret@host/bucket',
      'https://key:se%zzcret@host/bucket',
      's3://key:secret@host/bucket',
      'bucket',
    ].map((address) => [{ STORAGE_S3_URL: address }, 'STORAGE_S3_URL'] as const),
  ] as const)('refuses %j', (environment, why) => {
    expect(() => parseConfig(environment)).toThrow(why);
  });
});

describe('all that is wrong', () => {
  it('is told by variable, each once, in the order in which they stand', () => {
    const faults = listConfigFaults({
      ...{ LOG_LEVEL: 'loud', PORT: 'http', JWT_SECRET: 'short', HOST: '0.0.0.0' },
      SUPABASE_URL: 'ftp://x',
    });
    expect(faults).toEqual([
      { name: 'PORT', says: 'is "http"; it takes a number from 0 to 65535.' },
      {
        name: 'SUPABASE_URL',
        says: 'is not an address; it takes one that starts with http:// or https://.',
      },
      { name: 'JWT_SECRET', says: 'is too short; it takes at least 32 characters.' },
      {
        name: 'LOG_LEVEL',
        says: 'is "loud"; it takes one of silent, fatal, error, warn, info, debug, trace.',
      },
    ]);
    expect(listConfigFaults({ HOST: '0.0.0.0' })).toEqual([]);
  });
});

describe('where backups go', () => {
  it.each([
    [{}, { directory: null, s3: null }],
    [{ BACKUP_DIR: '/backups' }, { directory: '/backups', s3: null }],
    [
      { BACKUP_DIR: 's3://key:secret@host/bucket/ours?region=x' },
      { directory: null, s3: 'https://key:secret@host/bucket/ours?region=x' },
    ],
    [
      { BACKUP_DIR: 'http://key:secret@127.0.0.1:9000/bucket' },
      { directory: null, s3: 'http://key:secret@127.0.0.1:9000/bucket' },
    ],
  ])('%j', (environment, place) => {
    expect(parseConfig(environment).backup).toEqual({ ...place, keys: [] });
  });

  it.each(['s3://host/bucket', 's3://key:hunter2@host', 'https://:hunter2@host/bucket'])(
    'refuses %s and repeats no secret',
    (BACKUP_DIR) => {
      expect(() => parseConfig({ BACKUP_DIR })).toThrow(/^BACKUP_DIR names no key, (?!.*hunter2)/);
    },
  );
});

it.each([
  ['https://key:secret@host/bucket', true],
  ['https://key:secret@host/bucket/ours?region=x', true],
  ['http://key:a%2Fb@127.0.0.1:9000/b', true],
  ['https://key:100%@host/bucket', false],
  ['https://k%zy:secret@host/bucket', false],
  ['https://key@host/bucket', false],
  ['https://:secret@host/bucket', false],
  ['https://host/bucket', false],
  ['https://key:secret@host/', false],
  ['https://key:secret@host', false],
  ['https://', false],
  ['bucket', false],
])('%s names a bucket, its key and its secret: %s', (address, isWhole) => {
  expect(namesS3Bucket(address)).toBe(isWhole);
});

it.each([
  ['/backups', true, { directory: '/backups', s3: null }],
  ['backups', true, { directory: 'backups', s3: null }],
  ['./s3://x', true, { directory: './s3://x', s3: null }],
  ['s3://key:secret@host/b', true, { directory: null, s3: 'https://key:secret@host/b' }],
  ['https://key:secret@host/b', true, { directory: null, s3: 'https://key:secret@host/b' }],
  ['http://key:secret@host/b', true, { directory: null, s3: 'http://key:secret@host/b' }],
  ['s3://host/b', false, { directory: null, s3: 'https://host/b' }],
  ['http://host/b', false, { directory: null, s3: 'http://host/b' }],
])('backups may lie at %s: %s', (value, isPlace, place) => {
  expect([isBackupPlace(value), toBackupPlace(value)]).toEqual([isPlace, place]);
});

it('backups lie nowhere where nobody says where', () => {
  expect(toBackupPlace(null)).toEqual({ directory: null, s3: null });
});
