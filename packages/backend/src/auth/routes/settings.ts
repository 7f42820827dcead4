import type { Context } from 'hono';
import type { Auth, AuthEnv } from '../context.ts';

/** The providers that Supabase's service lists, whether or not a league can switch them on. */
const listedProviders = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'steam',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

/** GET /settings: what a sign-in page may offer. */
export async function handleSettings(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const { config } = auth;
  const configured = await auth.loadProviders();
  const providers = listedProviders.map(
    (name) => [name, configured[name]?.enabled ?? false] as const,
  );
  return context.json({
    external: {
      anonymous_users: config.external.anonymousUsers.enabled,
      ...Object.fromEntries(providers),
      email: config.external.email.enabled,
      phone: config.external.phone.enabled,
    },
    disable_signup: config.disableSignup,
    mailer_autoconfirm: config.mailer.autoconfirm,
    phone_autoconfirm: config.sms.autoconfirm,
    sms_provider: config.sms.provider,
    saml_enabled: config.saml.enabled,
    saml_private_key_next_configured: false,
    passkeys_enabled: config.passkeys.enabled,
  });
}

/** GET /health: that the service answers, in the words that Supabase's tools look for. */
export function handleHealth(context: Context<AuthEnv>): Response {
  return context.json({
    version: 'v2',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
}

/** GET /.well-known/jwks.json: the public keys by which anybody can verify access tokens. */
export async function handleJwks(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  return context.json({ keys: await auth.keys.listPublicKeys() }, 200, {
    'cache-control': 'public, max-age=600',
  });
}
