import type { Context } from 'hono';
import * as v from 'valibot';
import type { Auth, AuthEnv } from '../context.ts';
import { badRequest, notFound, validationFailed } from '../errors.ts';
import { createFlowState, requireChallenge } from '../flow-state.ts';
import { isUuid, optionalText, parseBody, pkceEntries } from '../request.ts';
import { toSignInUrl } from '../saml/exchange.ts';
import { getServiceProvider, toMetadata } from '../saml/service-provider.ts';
import { findSsoProvider, type SsoProvider } from '../saml/sso-providers.ts';

const SsoBody = v.object({
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: v.nullish(v.boolean()),
  ...pkceEntries,
});

const validYears = 5;

/** POST /sso: where to go to sign in by one's own identity provider. */
export async function handleSso(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, SsoBody);
  const provider = await requireProvider(auth, body);
  const challenge = { challenge: body.code_challenge, method: body.code_challenge_method };
  requireChallenge(challenge);
  const now = auth.clock();
  const requestId = `id-${crypto.randomUUID()}`;
  const relayState = crypto.randomUUID();
  const ours = await getServiceProvider(auth, context);
  const url = await toSignInUrl(ours, { provider, requestId, relayState });
  await auth.database.transaction(async (transaction) => {
    const flow = await createFlowState(transaction, {
      ...challenge,
      providerType: 'sso/saml',
      authenticationMethod: 'sso/saml',
      referrer: body.redirect_to,
      now,
    });
    await transaction.query(
      `insert into auth.saml_relay_states
         (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [relayState, provider.id, requestId, body.redirect_to, flow.id, now],
    );
  });
  return body.skip_http_redirect ? context.json({ url }) : context.redirect(url, 303);
}

async function requireProvider(
  auth: Auth,
  body: { provider_id: string; domain: string },
): Promise<SsoProvider> {
  const { provider_id: id, domain } = body;
  if (id !== '' && domain !== '') {
    throw validationFailed('Only one of provider_id or domain supported');
  }
  if (id === '' && domain === '') {
    throw validationFailed('A provider_id or domain needs to be provided');
  }
  if (id !== '' && !isUuid(id)) {
    throw badRequest('bad_json', 'Could not parse request body as JSON: provider_id: not a UUID');
  }
  const provider =
    id === ''
      ? await findSsoProvider(auth.database, 'domain', domain)
      : await findSsoProvider(auth.database, 'id', id);
  if (provider === null) {
    const missing = id === '' ? 'No SSO provider assigned for this domain' : 'No such SSO provider';
    throw notFound('sso_provider_not_found', missing);
  }
  if (provider.disabled) {
    throw notFound('sso_provider_disabled', 'SSO Provider is currently disabled');
  }
  return provider;
}

/** GET /sso/saml/metadata: what an identity provider must know of us. */
export async function handleSamlMetadata(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const isDownload = context.req.query('download') === 'true';
  const validUntil = auth.clock();
  validUntil.setUTCFullYear(validUntil.getUTCFullYear() + validYears);
  const metadata = toMetadata(await getServiceProvider(auth, context), {
    allowsEncryption: auth.config.saml.allowEncryptedAssertions,
    validUntil: isDownload ? validUntil : null,
  });
  return context.body(metadata, 200, {
    'content-type': 'application/xml',
    'cache-control': 'public, max-age=600',
    ...(isDownload ? { 'content-disposition': 'attachment; filename="metadata.xml"' } : {}),
  });
}
