import { type ApiKeys, findTokenOfKey } from './api-keys.ts';

/** A request as far as it says who asks. */
interface Asking {
  url: string;
  get: (name: 'apikey' | 'authorization') => string | null;
}

/** Whose words a request counts as: the token that its key stands for, unless the caller brought one of their own. */
interface Asked {
  /** Without the key. */
  url: string;
  authorization: string | null;
}

/** What is said of a key that is not ours, as Supabase's gateway words it. */
export const unknownKey = {
  message: 'Invalid API key',
  hint: 'Double check your Supabase `anon` or `service_role` API key.',
} as const;

/** Reads who asks; null for a key that is not ours. */
export function readAsked({ url, get }: Asking, apiKeys: ApiKeys, prefix: string): Asked | null {
  const inUrl = url.includes('apikey=') ? new URL(url) : null;
  const apiKey = get('apikey') ?? inUrl?.searchParams.get('apikey') ?? null;
  const token = apiKey === null ? undefined : findTokenOfKey(apiKeys, apiKey);
  if (token === null) {
    return null;
  }
  let authorization = get('authorization');
  if (authorization === null || /^Bearer\s+sb_/i.test(authorization)) {
    // Supabase's gateway hands an older key on without the word Bearer. The auth service takes that for
    // no token at all (401 no_authorization, by which the client knows that nobody is signed in), so
    // such a key opens nothing there that a bearer token must open; the other services know it.
    const isKeyOnly = prefix === '/auth/v1' && !apiKey?.startsWith('sb_');
    authorization = token === undefined || isKeyOnly ? null : `Bearer ${token}`;
  }
  inUrl?.searchParams.delete('apikey');
  return { url: inUrl?.href ?? url, authorization };
}
