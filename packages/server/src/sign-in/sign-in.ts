import type { AuthConfigInput, ProviderConfig } from '@muster/backend';
import type { SignInOptions } from '@muster/site/pages/login/data.ts';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { devDiscordClient } from '../dev/development.ts';
import { isPrivateLeague } from '../http/peer.ts';
import { getTextWay } from '../mail/auth-text.ts';
import { getMailWay } from '../mail/mail-way.ts';

type Providers = Record<string, Partial<ProviderConfig>>;

/** Whether the chat platform lets people in, or what stands in for it where only this machine or a closed network asks. */
export function hasChatSignIn(
  config: Pick<Config, 'supabase' | 'discord' | 'host' | 'siteUrl' | 'devIdentity'>,
): boolean {
  return config.supabase !== null || config.discord !== null || isPrivateLeague(config);
}

/** The providers that the operator has switched on, in the order in which they are offered. */
function listProviders(config: Config, devSecret: string): Providers {
  const discord =
    config.discord === null
      ? { clientIds: [devDiscordClient], clientSecret: devSecret, url: '/dev/discord' }
      : toClient(config.discord);
  return {
    // A chat account need not have an address, and we need none.
    ...(hasChatSignIn(config) ? { discord: { ...discord, emailOptional: true } } : {}),
    // The game platform wants to know which site asks, and knows none on loopback. It signs in without
    // a key; the key brings the person's name.
    ...(config.siteUrl !== null || config.steamUrl !== null
      ? { steam: { clientSecret: config.steamApiKey ?? '', url: config.steamUrl } }
      : {}),
    ...(config.github === null ? {} : { github: toClient(config.github) }),
    ...(config.google === null ? {} : { google: toClient(config.google) }),
    ...(config.oidc === null
      ? {}
      : {
          oidc: {
            ...toClient(config.oidc),
            url: config.oidc.issuer,
            oidc: true,
            emailOptional: true,
          },
        }),
  };
}

function toClient({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  return { clientIds: [clientId], clientSecret };
}

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

/** How the league's own auth service lets people in. */
export function toAuthConfig(config: Config, devSecret: string): AuthConfigInput {
  const hasMail = getMailWay(config) !== 'none';
  const hasTexts = getTextWay(config) !== 'none' || Object.keys(config.textTestCodes).length > 0;
  return {
    external: {
      email: { enabled: hasMail },
      phone: { enabled: hasTexts },
      providers: listProviders(config, devSecret),
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
    webauthn: { rpName: config.leagueName },
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
export function createSignInReader(config: Config): () => Promise<SignInOptions> {
  const { supabase } = config;
  if (supabase === null) {
    const providers = Object.keys(listProviders(config, '')).map((name) => ({
      name,
      label: name === 'oidc' ? (config.oidc?.name ?? null) : null,
    }));
    const email = getMailWay(config) !== 'none';
    const options = { providers, email, sign_up: true, captcha: config.captcha };
    return async () => options;
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

const names: Readonly<Record<string, string>> = {
  discord: 'Discord',
  steam: 'Steam',
  github: 'GitHub',
  google: 'Google',
};

/** The ways in by name, as they are set; those of organisations stand in the database. */
export function listWaysIn(config: Config): string[] {
  if (config.supabase !== null) {
    return ['Supabase'];
  }
  const providers = Object.keys(listProviders(config, '')).map(
    (name) => names[name] ?? config.oidc?.name ?? name,
  );
  return getMailWay(config) === 'none' ? providers : [...providers, 'e-mail'];
}

/** The ways in, in one line for the operator: what works, and what to set where none does. */
export function describeSignIn(config: Config): string {
  if (config.supabase !== null) {
    return 'by Supabase';
  }
  if (config.discord === null && hasChatSignIn(config)) {
    return 'a local identity provider for this machine only; set DISCORD_CLIENT_ID for the real one';
  }
  const ways = listWaysIn(config);
  const discord = 'DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET';
  if (ways.length === 0) {
    return `nobody can sign in: set ${discord}, another provider's, or SMTP_URL`;
  }
  return `${ways.join(', ')}${config.discord === null ? `; set ${discord} for Discord` : ''}`;
}
