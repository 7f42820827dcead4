import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import * as v from 'valibot';
import { withoutEndSlashes } from '../../end-slashes.ts';
import {
  getProviderBase,
  requestAsUser,
  requestJson,
  requestTokens,
  toAuthorizeUrl,
} from './http.ts';
import type { Provider, ProviderSession, ProviderTokens, ProviderUser } from './provider.ts';

const Discovery = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
  userinfo_endpoint: v.nullish(v.string()),
});

type DiscoveryOutput = v.InferOutput<typeof Discovery>;

/** An issuer as it describes itself, with the keys that it signs with. */
interface Issuer extends DiscoveryOutput {
  getKey: JWTVerifyGetKey;
}

const Claims = v.looseObject({
  sub: v.pipe(v.string(), v.nonEmpty()),
  email: v.nullish(v.string()),
  // Some issuers write it as text.
  email_verified: v.nullish(v.union([v.boolean(), v.string()])),
  name: v.nullish(v.string()),
  picture: v.nullish(v.string()),
  preferred_username: v.nullish(v.string()),
  locale: v.nullish(v.string()),
});

/** How long an issuer's description is believed; its keys are fetched anew whenever one is unknown. */
const discoveryMs = 600_000;
const discovered = new Map<string, { issuer: Promise<Issuer>; until: number }>();

/** A provider that speaks OpenID Connect, found by its issuer's address. */
export function createOidcProvider(name: string, publicBase: string): Provider {
  return {
    name,
    usesPkce: true,

    async getAuthorizeUrl(session, input) {
      const issuer = await getIssuer(session, publicBase);
      const scopes = ['openid', 'email', 'profile', ...input.scopes];
      return toAuthorizeUrl(issuer.authorization_endpoint, session, { ...input, scopes });
    },

    async exchangeCode(session, input) {
      const issuer = await getIssuer(session, publicBase);
      return requestTokens(issuer.token_endpoint, session, input);
    },

    async getUser(session: ProviderSession, tokens: ProviderTokens): Promise<ProviderUser> {
      if (tokens.idToken === null) {
        throw new Error('the issuer sent no id_token');
      }
      const issuer = await getIssuer(session, publicBase);
      const payload = await verifyIdToken(session, publicBase, {
        idToken: tokens.idToken,
        accessToken: tokens.accessToken,
      });
      if (![payload.aud].flat().includes(session.config.clientIds[0] ?? '')) {
        throw new Error('the id_token is for another client');
      }
      // Issuers may keep the profile out of the token and give it here alone.
      const needsMore = payload.email === undefined && issuer.userinfo_endpoint;
      const more = needsMore
        ? await requestAsUser(session, issuer.userinfo_endpoint ?? '', tokens.accessToken)
        : {};
      return toProviderUser({ ...(more as object), ...payload });
    },
  };
}

/** Verifies an id_token by its issuer's keys; audience and nonce are the caller's to judge. */
export async function verifyIdToken(
  session: ProviderSession,
  publicBase: string,
  input: { idToken: string; accessToken: string | null; now?: Date },
): Promise<JWTPayload> {
  const issuer = await getIssuer(session, publicBase);
  const { payload } = await jwtVerify(input.idToken, issuer.getKey, {
    issuer: issuer.issuer,
    // A symmetric algorithm would make the client's secret a signing key, and `none` no key at all.
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
    requiredClaims: ['sub', 'exp', 'aud'],
    ...(input.now === undefined ? {} : { currentDate: input.now }),
  });
  if (input.accessToken !== null && typeof payload.at_hash === 'string') {
    requireAccessTokenHash(input.idToken, input.accessToken, payload.at_hash);
  }
  return payload;
}

/** OpenID Connect Core 3.1.3.6: the left half of the hash that the signature's algorithm names. */
function requireAccessTokenHash(idToken: string, accessToken: string, expected: string): void {
  const bits = /\d+$/.exec(decodeProtectedHeader(idToken).alg ?? '')?.[0] ?? '512';
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  const half = digest.subarray(0, digest.length / 2).toString('base64url');
  if (half !== expected) {
    throw new Error('the access token is not the one of the id_token');
  }
}

export function toProviderUser(payload: unknown): ProviderUser {
  const claims = v.parse(Claims, payload);
  const verified = claims.email_verified === true || claims.email_verified === 'true';
  const optional = {
    iss: claims.iss,
    name: claims.name,
    full_name: claims.name,
    picture: claims.picture,
    avatar_url: claims.picture,
    preferred_username: claims.preferred_username,
    user_name: claims.preferred_username,
    locale: claims.locale,
  };
  const known = Object.entries(optional).filter(([, value]) => value);
  return {
    emails: claims.email ? [{ email: claims.email, verified, primary: true }] : [],
    claims: { ...Object.fromEntries(known), sub: claims.sub, provider_id: claims.sub },
  };
}

async function getIssuer(session: ProviderSession, publicBase: string): Promise<Issuer> {
  const base = getProviderBase(session, 'server', publicBase);
  const known = discovered.get(base);
  if (known !== undefined && known.until > Date.now()) {
    return known.issuer;
  }
  const issuer = discover(session, base);
  discovered.set(base, { issuer, until: Date.now() + discoveryMs });
  // Only what worked is remembered.
  issuer.catch(() => discovered.delete(base));
  return issuer;
}

async function discover(session: ProviderSession, base: string): Promise<Issuer> {
  const answer = await requestJson(session, `${base}/.well-known/openid-configuration`, {});
  const found = v.parse(Discovery, answer);
  if (withoutEndSlashes(found.issuer) !== base) {
    throw new Error(`${base} describes another issuer, ${found.issuer}`);
  }
  const getKey = createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: session.timeoutMs,
    [customFetch]: session.fetch,
  });
  return { ...found, getKey };
}
