import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Auth, AuthEnv } from '../context.ts';
import { AuthError, notFound } from '../errors.ts';
import { createFlowState, requireChallenge } from '../flow-state.ts';
import { bindToBrowser } from '../linking-cookie.ts';
import { findTokenOwner, hashLinkToken } from '../one-time-tokens.ts';
import { getExternalUrl, getRedirectTo, getSiteUrl } from '../origins.ts';
import { getProvider, toProviderSession } from '../providers/registry.ts';

/** Parameters that are between us and the provider, or between us and the caller. */
const notPassedOn = new Set([
  'provider',
  'scopes',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'request',
  'request_uri',
  'redirect_to',
  'invite_token',
  'skip_http_redirect',
  'apikey',
]);

/** GET /authorize: sends the browser to a provider. */
export async function handleAuthorize(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  return context.redirect(await beginFlow(auth, context, null), 302);
}

/** Begins a sign-in at a provider, or the linking of an account there, and returns where to go. */
export async function beginFlow(
  auth: Auth,
  context: Context<AuthEnv>,
  linkingTargetId: string | null,
): Promise<string> {
  const query = context.req.query();
  const { provider, config } = await getProvider(auth, query.provider ?? '');
  const challenge = {
    challenge: query.code_challenge ?? '',
    method: query.code_challenge_method ?? '',
  };
  requireChallenge(challenge);
  const inviteHash = query.invite_token ? hashLinkToken(query.invite_token) : null;
  await requireInvite(auth, inviteHash);
  const codeVerifier = provider.usesPkce ? randomBytes(32).toString('base64url') : null;
  const flow = await createFlowState(auth.database, {
    ...challenge,
    providerType: provider.name,
    authenticationMethod: 'oauth',
    now: auth.clock(),
    inviteHash,
    referrer: getRedirectTo(auth.config, context),
    oauthClientStateId:
      codeVerifier === null ? null : await storeVerifier(auth, provider.name, codeVerifier),
    linkingTargetId,
    emailOptional: config.emailOptional || provider.hasEmail === false,
  });
  const session = toProviderSession(auth, {
    config,
    externalUrl: getExternalUrl(auth.config, context),
    siteUrl: getSiteUrl(auth.config, context),
  });
  if (linkingTargetId !== null) {
    await bindToBrowser(auth, context, flow.id);
  }
  const request = {
    state: flow.id,
    scopes: (query.scopes ?? '').split(/[\s,]+/).filter(Boolean),
    extra: Object.fromEntries(
      Object.entries(query).filter(([name]) => !notPassedOn.has(name.toLowerCase())),
    ),
    codeChallenge:
      codeVerifier === null ? null : createHash('sha256').update(codeVerifier).digest('base64url'),
  };
  return provider.getAuthorizeUrl(session, request).catch((thrown) => {
    throw new AuthError(502, 'provider_unreachable', {
      message: `The provider ${provider.name} cannot be reached`,
      cause: thrown,
    });
  });
}

async function requireInvite(auth: Auth, hash: string | null): Promise<void> {
  if (hash === null) {
    return;
  }
  if ((await findTokenOwner(auth.database, hash, ['confirmation_token'])) !== null) {
    return;
  }
  throw notFound('user_not_found', 'User identified by token not found');
}

async function storeVerifier(auth: Auth, provider: string, verifier: string): Promise<string> {
  const id = crypto.randomUUID();
  await auth.database.query(
    `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
     values ($1, $2, $3, $4)`,
    [id, provider, verifier, auth.clock()],
  );
  return id;
}
