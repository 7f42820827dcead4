import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { JWTPayload } from 'jose';
import * as v from 'valibot';
import { authenticate, requireSecondFactor } from '../authenticate.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { badRequest, OAuthError } from '../errors.ts';
import { linkToUser, signInExternally } from '../external-account.ts';
import { isSameText } from '../flow-state.ts';
import { toLinkTarget } from '../mail-link.ts';
import { getExternalUrl, getSiteUrl } from '../origins.ts';
import { toProviderUser, verifyIdToken } from '../providers/oidc.ts';
import { findIdTokenProvider, toProviderSession } from '../providers/registry.ts';
import { captchaEntry, getClientInfo, optionalText, parseBody } from '../request.ts';
import { type IssuedTokens, openSession } from '../sessions.ts';
import { KeptFailure, retryBeaten, transactKeeping } from '../transaction.ts';

const IdTokenBody = v.object({
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  link_identity: v.nullish(v.boolean()),
  ...captchaEntry,
});

type IdTokenFields = v.InferOutput<typeof IdTokenBody>;

/** The grant by an id_token that an app got from its provider by itself. */
export async function grantByIdToken(auth: Auth, context: Context<AuthEnv>): Promise<IssuedTokens> {
  const body = await parseBody(context, IdTokenBody);
  if (body.id_token === '') {
    throw invalid('id_token required');
  }
  if (body.provider === '' && (body.client_id === '' || body.issuer === '')) {
    throw invalid('provider or client_id and issuer required');
  }
  const targetId = body.link_identity ? (await requireTarget(auth, context)).id : null;
  const configured = await findIdTokenProvider(auth, {
    provider: body.provider,
    issuer: body.issuer,
    clientId: body.client_id,
  });
  if (configured === null) {
    const name = body.issuer || body.provider;
    throw badRequest('provider_disabled', `Provider (issuer "${name}") is not enabled`);
  }
  const payload = await requireIdToken(auth, context, { body, configured });
  const signIn = {
    provider: configured.provider.name,
    user: toProviderUser(payload),
    emailOptional: configured.config.emailOptional,
    address: getClientInfo(context).address,
    link: toLinkTarget(auth, context, { isPkce: false }),
  };
  return retryBeaten(() =>
    transactKeeping(auth.database, async (transaction) => {
      const user =
        targetId === null
          ? await signInExternally(auth, transaction, signIn)
          : await linkToUser(auth, transaction, { ...signIn, targetId });
      if (user instanceof KeptFailure) {
        return user;
      }
      return openSession(auth, transaction, {
        user,
        method: 'oauth',
        client: getClientInfo(context),
        issuer: getExternalUrl(auth.config, context),
      });
    }),
  );
}

function invalid(description: string, cause?: unknown): OAuthError {
  return new OAuthError('invalid request', description, cause);
}

async function requireTarget(auth: Auth, context: Context<AuthEnv>) {
  if (!context.req.header('authorization')) {
    throw invalid('Linking requires a valid user access token in Authorization');
  }
  const caller = await authenticate(auth, context);
  requireSecondFactor(caller, 'AAL2 session is required to link an identity when MFA is enabled');
  return caller.user;
}

async function requireIdToken(
  auth: Auth,
  context: Context<AuthEnv>,
  input: {
    body: IdTokenFields;
    configured: NonNullable<Awaited<ReturnType<typeof findIdTokenProvider>>>;
  },
): Promise<JWTPayload> {
  const { body, configured } = input;
  const session = toProviderSession(auth, {
    config: configured.config,
    externalUrl: getExternalUrl(auth.config, context),
    siteUrl: getSiteUrl(auth.config, context),
  });
  const payload = await verifyIdToken(session, configured.issuer, {
    idToken: body.id_token,
    accessToken: body.access_token || null,
    now: auth.clock(),
  }).catch((thrown) => {
    throw invalid('Bad ID token', thrown);
  });
  const audiences = [payload.aud].flat();
  if (!audiences.some((audience) => configured.config.clientIds.includes(audience ?? ''))) {
    throw invalid(`Unacceptable audience in id_token: [${audiences.join(' ')}]`);
  }
  if (!configured.config.skipNonceCheck) {
    requireNonce(payload, body.nonce);
  }
  return payload;
}

/** The token holds only the nonce's hash, so whoever steals the token cannot present it. */
function requireNonce(payload: JWTPayload, nonce: string): void {
  const claimed = typeof payload.nonce === 'string' ? payload.nonce : '';
  if ((claimed === '') !== (nonce === '')) {
    throw invalid('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (nonce === '') {
    return;
  }
  const hash = createHash('sha256').update(nonce).digest('hex');
  if (!isSameText(hash, claimed)) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}
