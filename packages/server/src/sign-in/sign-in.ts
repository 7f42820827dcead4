import type { AuthConfigInput } from '@muster/backend';
import { toUnavailable } from '@muster/database';
import type { SignInOptions } from '@muster/site/pages/login/data.ts';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { getTextWay } from '../mail/auth-text.ts';
import { getMailWay } from '../mail/mail-way.ts';
import { findClient, findOidc, hasChatSignIn, listProviders } from './providers.ts';
import type { StoredWay } from './stored-ways.ts';

const perHour = (requests: number) => ({ requests, perSeconds: 3600 });

/** What signing in may send. */
function toMessageLimits({ mails, texts }: Config) {
  return {
    emailSent: perHour(mails.perHour),
    smsSent: perHour(texts.perHour),
    ...(mails.perAddress === null ? {} : { emailSentByAddress: perHour(mails.perAddress) }),
    ...(texts.perAddress === null ? {} : { smsSentByAddress: perHour(texts.perAddress) }),
  };
}

/** How the league's own auth service lets people in, beside the providers, which may change while it runs. */
export function toAuthConfig(config: Config, leagueName: string): AuthConfigInput {
  const hasMail = getMailWay(config) !== 'none';
  const hasTexts = getTextWay(config) !== 'none' || Object.keys(config.textTestCodes).length > 0;
  return {
    external: {
      email: { enabled: hasMail },
      phone: { enabled: hasTexts },
    },
    mailer: {
      notifications: { passwordChanged: hasMail, factorAdded: hasMail, factorRemoved: hasMail },
    },
    security: {
      manualLinkingEnabled: true,
      captchaEnabled: config.captcha,
      updatePasswordRequireCurrentPassword: true,
      updatePasswordRequireReauthentication: true,
    },
    password: { minLength: 8, rejectLeaked: true },
    rateLimits: toMessageLimits(config),
    sms: { testOtp: config.textTestCodes },
    mfa: {
      webauthn: { enrollEnabled: true, verifyEnabled: true },
      phone: { enrollEnabled: hasTexts, verifyEnabled: hasTexts },
    },
    webauthn: { rpName: leagueName },
    // Nobody can come this way until an identity provider is entered with the service key.
    saml: { enabled: true },
  };
}

const settingsTimeout = 5000;
const settingsMilliseconds = 300_000;
const Settings = v.object({
  external: v.record(v.string(), v.boolean()),
  disable_signup: v.boolean(),
});
/** What Supabase's settings list beside the providers that lead away. */
const notProviders = new Set(['email', 'phone', 'anonymous_users']);

async function fetchOptions({ url, anonKey }: NonNullable<Config['supabase']>) {
  const response = await fetch(`${url}/auth/v1/settings`, {
    headers: { apikey: anonKey },
    signal: AbortSignal.timeout(settingsTimeout),
  });
  const settings = v.parse(Settings, await response.json());
  const names = Object.keys(settings.external).filter(
    (name) => settings.external[name] === true && !notProviders.has(name),
  );
  return {
    providers: names
      .sort((one, other) => Number(other === 'discord') - Number(one === 'discord'))
      .map((name) => ({ name, label: null })),
    email: settings.external.email === true,
    sign_up: !settings.disable_signup,
    captcha: false,
  };
}

/** Says what the sign-in page may offer: from our own settings, or from those of Supabase, asked now and then. */
export function createSignInReader(
  config: Config,
  loadWays: () => Promise<readonly StoredWay[]>,
): () => Promise<SignInOptions> {
  const { supabase } = config;
  if (supabase === null) {
    const email = getMailWay(config) !== 'none';
    return async () => {
      const stored = await loadWays();
      const providers = Object.keys(listProviders(config, stored, '')).map((name) => ({
        name,
        label: name === 'oidc' ? (findOidc(config, stored)?.name ?? null) : null,
      }));
      return { providers, email, sign_up: true, captcha: config.captcha };
    };
  }
  let kept: { until: number; options: Promise<SignInOptions> } | null = null;
  return () => {
    if (kept === null || kept.until < Date.now()) {
      kept = { until: Date.now() + settingsMilliseconds, options: fetchOptions(supabase) };
      // The next who asks tries again.
      kept.options.catch(() => {
        kept = null;
      });
    }
    return kept.options;
  };
}

const chatKeptFor = 1000;

interface ChatSources {
  loadWays: () => Promise<readonly StoredWay[]>;
  readSignIn: () => Promise<SignInOptions>;
}

/** Says whether the chat platform lets people in. */
export function createChatReader(
  config: Config,
  { loadWays, readSignIn }: ChatSources,
): () => Promise<boolean> {
  return config.supabase === null
    ? createOwnChatReader(config, loadWays)
    : createHostedChatReader(readSignIn);
}

/** No page waits for Supabase but the first: what it said last holds, and nothing while it has said nothing. */
function createHostedChatReader(readSignIn: () => Promise<SignInOptions>): () => Promise<boolean> {
  let last: boolean | null = null;
  const read = async () => {
    const { providers } = await readSignIn();
    last = providers.some(({ name }) => name === 'discord');
  };
  return async () => {
    const reading = read().catch(() => {
      last ??= false;
    });
    if (last === null) {
      await reading;
    }
    return last ?? false;
  };
}

/** Kept for a second, and while the database cannot be asked. */
function createOwnChatReader(
  config: Config,
  loadWays: () => Promise<readonly StoredWay[]>,
): () => Promise<boolean> {
  let kept: { until: number; answer: Promise<boolean> } | null = null;
  let last = hasChatSignIn(config, []);
  const read = async () => {
    try {
      last = hasChatSignIn(config, await loadWays());
    } catch (error) {
      if (toUnavailable(error) === null) {
        throw error;
      }
    }
    return last;
  };
  return () => {
    if (kept === null || kept.until < Date.now()) {
      kept = { until: Date.now() + chatKeptFor, answer: read() };
    }
    return kept.answer;
  };
}

const names: Readonly<Record<string, string>> = {
  discord: 'Discord',
  steam: 'Steam',
  github: 'GitHub',
  google: 'Google',
};

/** The ways in by name, as they are set; those of organisations stand in the database. */
export function listWaysIn(config: Config, stored: readonly StoredWay[]): string[] {
  if (config.supabase !== null) {
    return ['Supabase'];
  }
  const providers = Object.keys(listProviders(config, stored, '')).map(
    (name) => names[name] ?? findOidc(config, stored)?.name ?? name,
  );
  return getMailWay(config) === 'none' ? providers : [...providers, 'e-mail'];
}

/** The ways in, in one line for the operator: what works, and what to do where none does. */
export function describeSignIn(config: Config, stored: readonly StoredWay[]): string {
  if (config.supabase !== null) {
    return 'by Supabase';
  }
  const hasDiscord = findClient('discord', config, stored) !== null;
  if (!hasDiscord && hasChatSignIn(config, stored)) {
    return 'a local identity provider for this machine only; set DISCORD_CLIENT_ID for the real one';
  }
  const ways = listWaysIn(config, stored);
  const discord = 'DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET';
  if (ways.length === 0) {
    return `nobody can sign in: enter a way at /setup, or set ${discord}, another provider's, or SMTP_URL`;
  }
  return `${ways.join(', ')}${hasDiscord ? '' : `; set ${discord} for Discord`}`;
}
