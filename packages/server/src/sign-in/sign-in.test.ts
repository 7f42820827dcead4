import { DatabaseUnavailable } from '@muster/database';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { findClient, hasChatSignIn, listProviders } from './providers.ts';
import {
  createChatReader,
  createSignInReader,
  describeSignIn,
  listWaysIn,
  toAuthConfig,
} from './sign-in.ts';
import type { StoredWay } from './stored-ways.ts';

const site = { SITE_URL: 'https://league.example' };
const discord = { DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: 'x' };
const local =
  'a local identity provider for this machine only; set DISCORD_CLIENT_ID for the real one';
const noDiscord = '; set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET for Discord';

const leagues: readonly [Record<string, string>, string[], string][] = [
  [{}, ['discord'], local],
  [{ SITE_URL: 'http://localhost:3000' }, ['discord', 'steam'], local],
  [{ HOST: '0.0.0.0', DEV_IDENTITY: '1' }, ['discord'], local],
  [discord, ['discord'], 'Discord, e-mail'],
  [{ ...site, ...discord }, ['discord', 'steam'], 'Discord, Steam'],
  [
    { HOST: '0.0.0.0' },
    [],
    "nobody can sign in: enter a way at /setup, or set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET, another provider's, or SMTP_URL",
  ],
  [{ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail' }, [], `e-mail${noDiscord}`],
  // The game platform needs nothing of ours but an address.
  [site, ['steam'], `Steam${noDiscord}`],
  [
    {
      ...site,
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      OIDC_NAME: 'Our club',
    },
    ['steam', 'oidc'],
    `Steam, Our club${noDiscord}`,
  ],
];

describe('the ways in', () => {
  it.each(leagues)('with %j are %j', async (environment, providers, line) => {
    const config = parseConfig(environment);
    const offered = await createSignInReader(config, async () => [])();
    expect(offered.providers.map(({ name }) => name)).toEqual(providers);
    expect(Object.keys(listProviders(config, [], 'secret'))).toEqual(providers);
    expect(hasChatSignIn(config, [])).toBe(providers.includes('discord'));
    expect(describeSignIn(config, [])).toBe(line);
  });
});

const way = (provider: StoredWay['provider'], more: Partial<StoredWay> = {}): StoredWay => ({
  ...{ provider, client_id: 'entered', client_secret: 's', issuer: null, name: null },
  is_enabled: true,
  ...more,
});
const oidc = way('oidc', { issuer: 'https://id.example' });

const entered: readonly [string, Record<string, string>, StoredWay[], string[], string][] = [
  ['takes the place of the stand-in', {}, [way('discord')], ['entered'], 'Discord, e-mail'],
  ['gives way to the environment', discord, [way('discord')], ['1'], 'Discord, e-mail'],
  ['is not offered while it is off', {}, [way('github', { is_enabled: false })], ['muster'], local],
  [
    'lets people in where nothing else does',
    { HOST: '0.0.0.0' },
    [oidc],
    ['entered'],
    `id.example${noDiscord}`,
  ],
  [
    'is called what somebody called it',
    { HOST: '0.0.0.0' },
    [{ ...oidc, name: 'Club' }, way('google')],
    ['entered', 'entered'],
    `Google, Club${noDiscord}`,
  ],
];

describe('a way that was entered in the browser', () => {
  it.each(entered)('%s', async (_what, environment, stored, clients, line) => {
    const config = parseConfig(environment);
    const providers = listProviders(config, stored, 'secret');
    expect(Object.values(providers).map(({ clientIds }) => clientIds?.[0])).toEqual(clients);
    const offered = await createSignInReader(config, async () => stored)();
    expect(offered.providers.map(({ name }) => name)).toEqual(Object.keys(providers));
    expect(describeSignIn(config, stored)).toBe(line);
  });
});

describe('a provider', () => {
  const supabase = {
    ...{ SUPABASE_URL: 'https://abc.supabase.test', SUPABASE_ANON_KEY: 'a' },
    ...{ SUPABASE_SERVICE_ROLE_KEY: 's', DATABASE_URL: 'postgres://localhost/league' },
  };

  it('is told with what the auth service needs of it, and which need no address of who comes', () => {
    const config = parseConfig({
      ...{ ...site, ...discord, STEAM_API_KEY: 'key', OIDC_NAME: 'Our club' },
      ...{ OIDC_ISSUER: 'https://id.example/a', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
      ...{ GITHUB_CLIENT_ID: 'g', GITHUB_CLIENT_SECRET: 'h' },
    });
    expect(listProviders(config, [way('google')], 'dev')).toEqual({
      discord: { clientIds: ['1'], clientSecret: 'x', emailOptional: true },
      steam: { clientSecret: 'key', url: null },
      github: { clientIds: ['g'], clientSecret: 'h' },
      google: { clientIds: ['entered'], clientSecret: 's' },
      oidc: {
        ...{ clientIds: ['a'], clientSecret: 'b', url: 'https://id.example/a' },
        ...{ oidc: true, emailOptional: true },
      },
    });
    const local = listProviders(parseConfig({ STEAM_URL: 'http://127.0.0.1:9' }), [], 'dev');
    expect(local).toEqual({
      discord: {
        ...{ clientIds: ['muster'], clientSecret: 'dev', url: '/dev/discord' },
        emailOptional: true,
      },
      steam: { clientSecret: '', url: 'http://127.0.0.1:9' },
    });
  });

  it('that was entered is found where it is on and the environment has none', () => {
    const config = parseConfig({});
    expect(findClient('github', config, [way('github'), way('google')])).toEqual({
      ...{ clientId: 'entered', clientSecret: 's' },
    });
    expect(findClient('github', config, [way('github', { is_enabled: false })])).toBeNull();
    expect(findClient('github', config, [way('google')])).toBeNull();
  });

  it('is Supabase’s business where that stands in for the services', async () => {
    const config = parseConfig({ ...supabase, HOST: '0.0.0.0' });
    expect([describeSignIn(config, [way('github')]), listWaysIn(config, [way('github')])]).toEqual([
      ...['by Supabase', ['Supabase']],
    ]);
    expect(hasChatSignIn(config, [])).toBe(true);
  });

  it('is a way in by its own name, before mail', () => {
    const config = parseConfig({ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail' });
    const stored = [way('discord'), way('google'), { ...oidc, name: 'Club' }, way('github')];
    expect(listWaysIn(config, stored)).toEqual(['Discord', 'GitHub', 'Google', 'Club', 'e-mail']);
    expect(listWaysIn(parseConfig({ HOST: '0.0.0.0' }), [])).toEqual([]);
  });
});

it('what the sign-in page offers names an issuer as its button does, and asks for work where that is set', async () => {
  const environment = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail', CAPTCHA: '1' };
  const read = createSignInReader(parseConfig(environment), async () => [oidc, way('github')]);
  expect(await read()).toEqual({
    providers: [
      { name: 'github', label: null },
      { name: 'oidc', label: 'id.example' },
    ],
    ...{ email: true, sign_up: true, captcha: true },
  });
  const alone = createSignInReader(parseConfig({ HOST: '0.0.0.0' }), async () => []);
  expect(await alone()).toEqual({ providers: [], email: false, sign_up: true, captcha: false });
});

describe('the auth service', () => {
  it('is set so where nothing goes out', () => {
    expect(toAuthConfig(parseConfig({ HOST: '0.0.0.0' }), 'Harbour')).toEqual({
      external: { email: { enabled: false }, phone: { enabled: false } },
      mailer: {
        notifications: { passwordChanged: false, factorAdded: false, factorRemoved: false },
      },
      security: {
        ...{ manualLinkingEnabled: true, captchaEnabled: false },
        updatePasswordRequireCurrentPassword: true,
        updatePasswordRequireReauthentication: true,
      },
      password: { minLength: 8, rejectLeaked: true },
      rateLimits: {
        emailSent: { requests: 30, perSeconds: 3600 },
        smsSent: { requests: 30, perSeconds: 3600 },
      },
      sms: { testOtp: {} },
      mfa: {
        webauthn: { enrollEnabled: true, verifyEnabled: true },
        phone: { enrollEnabled: false, verifyEnabled: false },
      },
      webauthn: { rpName: 'Harbour' },
      saml: { enabled: true },
    });
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'a mail server',
      { SMTP_URL: 'smtp://mail' },
      {
        external: { email: { enabled: true }, phone: { enabled: false } },
        mailer: {
          notifications: { passwordChanged: true, factorAdded: true, factorRemoved: true },
        },
      },
    ],
    [
      'texts',
      {
        SMS_HOOK_URL: 'https://texts.example/',
        SMS_HOOK_SECRET: `v1,whsec_${Buffer.alloc(32).toString('base64')}`,
      },
      {
        external: { email: { enabled: false }, phone: { enabled: true } },
        mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
      },
    ],
    [
      'numbers to try it with',
      { SMS_TEST_CODES: '15550001=123456' },
      {
        external: { phone: { enabled: true } },
        sms: { testOtp: { 15550001: '123456' } },
        mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
      },
    ],
    ['work for browsers', { CAPTCHA: '1' }, { security: { captchaEnabled: true } }],
    [
      'limits of its own',
      {
        ...{ SIGN_IN_MAILS_PER_HOUR: '7', SIGN_IN_MAILS_PER_ADDRESS: '3' },
        ...{ SIGN_IN_TEXTS_PER_HOUR: '6', SIGN_IN_TEXTS_PER_ADDRESS: '2' },
      },
      {
        rateLimits: {
          emailSent: { requests: 7, perSeconds: 3600 },
          smsSent: { requests: 6, perSeconds: 3600 },
          emailSentByAddress: { requests: 3, perSeconds: 3600 },
          smsSentByAddress: { requests: 2, perSeconds: 3600 },
        },
      },
    ],
  ])('is set with %s', (_what, environment, set) => {
    expect(toAuthConfig(parseConfig({ HOST: '0.0.0.0', ...environment }), 'X')).toMatchObject(set);
  });
});

describe('whether the chat platform lets people in', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const config = parseConfig({ HOST: '0.0.0.0' });
  const readSignIn = () => Promise.reject(new Error('nobody is asked'));
  const start = new Date('2026-11-21T18:00:00.000Z').getTime();

  it('is asked of the database once a second', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    let stored = [way('discord')];
    let asked = 0;
    const loadWays = async () => {
      asked += 1;
      return stored;
    };
    const hasChat = createChatReader(config, { loadWays, readSignIn });
    expect(await hasChat()).toBe(true);
    stored = [];
    vi.setSystemTime(start + 1000);
    expect([await hasChat(), asked]).toEqual([true, 1]);
    vi.setSystemTime(start + 1001);
    expect([await hasChat(), asked]).toEqual([false, 2]);
  });

  it('stays what it was while the database is away, and a fault of ours is none of that', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    let answer = async () => [way('discord')];
    const hasChat = createChatReader(config, { loadWays: () => answer(), readSignIn });
    expect(await hasChat()).toBe(true);
    answer = () => Promise.reject(new DatabaseUnavailable('away', 'gone'));
    vi.setSystemTime(start + 1001);
    expect(await hasChat()).toBe(true);
    answer = () => Promise.reject(new Error('ours'));
    vi.setSystemTime(start + 2002);
    await expect(hasChat()).rejects.toThrow('ours');
  });

  it('is what the environment says where the database was never there', async () => {
    const loadWays = () => Promise.reject(new DatabaseUnavailable('away', 'gone'));
    const open = parseConfig({ HOST: '0.0.0.0', ...discord });
    expect(await createChatReader(config, { loadWays, readSignIn })()).toBe(false);
    expect(await createChatReader(open, { loadWays, readSignIn })()).toBe(true);
  });
});
