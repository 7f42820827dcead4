import type { Claims, Scope } from '@muster/database';

/** Who asks, as the gateway has verified it. */
export interface RestCaller {
  role: Scope['role'];
  claims: Claims;
}

/** What of a request the service looks at. */
export type RestRequest = Pick<Request, 'method' | 'url' | 'headers' | 'body' | 'text'>;

/** The REST service of one league. */
export interface Rest {
  /** Answers a request whose path begins behind `/rest/v1`; `address` is the peer's, as far as it is known. */
  answer(request: RestRequest, caller: RestCaller, address?: string): Promise<Response>;
  close(): Promise<void>;
}
