import type { ProviderConfig } from '../config.ts';

interface ProviderEmail {
  email: string;
  verified: boolean;
  primary: boolean;
}

/** What a provider says of a person; `claims` becomes the identity's data and holds `sub`. */
export interface ProviderUser {
  emails: ProviderEmail[];
  claims: Record<string, unknown> & { sub: string };
}

export interface ProviderTokens {
  accessToken: string;
  refreshToken: string;
  idToken: string | null;
}

/** One request's dealings with a provider: addresses may depend on the origin that we were reached by. */
export interface ProviderSession {
  config: ProviderConfig;
  /** The site's origin, for providers that live on it. */
  origin: string;
  redirectUri: string;
  fetch: typeof fetch;
  timeoutMs: number;
}

export interface AuthorizeInput {
  state: string;
  scopes: readonly string[];
  /** What the caller wants passed on; never the parameters that are ours to set. */
  extra: Readonly<Record<string, string>>;
  codeChallenge: string | null;
}

/** A service at which people already have an account. */
interface ProviderBasics {
  readonly name: string;
  /** Whether our own exchange with it is bound by a verifier too. */
  readonly usesPkce: boolean;
  /** False where there is nothing to register a client with. */
  readonly needsClient?: boolean;
  /** False where nobody's address is ever given. */
  readonly hasEmail?: boolean;
  getAuthorizeUrl(session: ProviderSession, input: AuthorizeInput): Promise<string>;
}

/** One that gives a code, for it tokens, and for these who it is. */
export interface CodeProvider extends ProviderBasics {
  exchangeCode(
    session: ProviderSession,
    input: { code: string; codeVerifier: string | null },
  ): Promise<ProviderTokens>;
  getUser(session: ProviderSession, tokens: ProviderTokens): Promise<ProviderUser>;
}

/** One that says who it is by the browser itself: what that brings back is judged. */
export interface AssertingProvider extends ProviderBasics {
  verifyCallback(
    session: ProviderSession,
    params: URLSearchParams,
    now: Date,
  ): Promise<ProviderUser>;
}

export type Provider = CodeProvider | AssertingProvider;
