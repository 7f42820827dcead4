import * as v from 'valibot';
import type { AuthorizeInput, ProviderSession, ProviderTokens } from './provider.ts';

/** Larger answers than this are no profile. */
const maximumAnswerBytes = 1_048_576;

/** Where a provider is reached: by the browser, or by our server if that differs. */
export function getProviderBase(
  session: ProviderSession,
  from: 'browser' | 'server',
  fallback: string,
): string {
  const { url, apiUrl } = session.config;
  const base = (from === 'server' ? (apiUrl ?? url) : url) ?? fallback;
  const absolute = base.startsWith('/') ? `${session.origin}${base}` : base;
  return absolute.replace(/\/+$/, '');
}

/** An address of the authorization endpoint with the parameters that every provider takes. */
export function toAuthorizeUrl(
  endpoint: string,
  session: ProviderSession,
  input: AuthorizeInput,
): string {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(input.extra)) {
    url.searchParams.set(name, value);
  }
  url.searchParams.set('client_id', session.config.clientIds[0] ?? '');
  url.searchParams.set('redirect_uri', session.redirectUri);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('scope', [...new Set(input.scopes)].join(' '));
  url.searchParams.set('state', input.state);
  if (input.codeChallenge !== null) {
    url.searchParams.set('code_challenge', input.codeChallenge);
    url.searchParams.set('code_challenge_method', 'S256');
  }
  return url.href;
}

const TokenAnswer = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.nullish(v.string()),
  id_token: v.nullish(v.string()),
});

/** Exchanges a code at a token endpoint, form-encoded as RFC 6749 has it. */
export async function requestTokens(
  endpoint: string,
  session: ProviderSession,
  input: { code: string; codeVerifier: string | null },
): Promise<ProviderTokens> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: input.code,
    redirect_uri: session.redirectUri,
    client_id: session.config.clientIds[0] ?? '',
    client_secret: session.config.clientSecret,
  });
  if (input.codeVerifier !== null) {
    form.set('code_verifier', input.codeVerifier);
  }
  const answer = await requestJson(session, endpoint, {
    method: 'POST',
    body: form,
    headers: { accept: 'application/json' },
  });
  const tokens = v.parse(TokenAnswer, answer);
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    idToken: tokens.id_token ?? null,
  };
}

/** Asks a provider's API on behalf of the person who has just signed in there. */
export async function requestAsUser(
  session: ProviderSession,
  address: string,
  accessToken: string,
): Promise<unknown> {
  return requestJson(session, address, {
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'Muster',
    },
  });
}

/** One request with a deadline that also covers the body; anything but a 2xx with JSON throws. */
export async function requestJson(
  session: Pick<ProviderSession, 'fetch' | 'timeoutMs'>,
  address: string,
  init: RequestInit,
): Promise<unknown> {
  const response = await session.fetch(address, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(session.timeoutMs),
  });
  const text = await readLimited(response);
  // Without the query, which may hold a key.
  if (!response.ok) {
    throw new Error(`${address.split('?')[0]} answered ${response.status}`);
  }
  return JSON.parse(text);
}

/** A body that is no larger than a profile could be. */
export async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maximumAnswerBytes) {
      throw new Error('the answer is too large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
