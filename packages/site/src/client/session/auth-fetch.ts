import { fetchAgain } from '../fetch/fetch-again.ts';

/** The statuses after which the same refresh may be tried again; any other failure ends the session. */
const retryable = new Set([502, 503, 504]);
/** What the auth library takes for passing trouble of the network, beyond the three. */
const takenForPassing = (status: number) =>
  status >= 500 && status <= 530 && !retryable.has(status);
const timeout = 10_000;

/**
 * Fetches for the auth library, which counts more server errors as passing than the specification:
 * those arrive as a plain refusal, so that it judges them as final. And it compares a session's end with
 * this machine's clock, which may be wrong by a day: it is told how long a session lasts, not when it ends.
 * What only reads is asked for again in passing trouble; a code or a refresh token is spent once.
 */
export async function authFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const send = () => {
    const limit = AbortSignal.timeout(timeout);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return fetch(input, { ...init, signal });
  };
  const isRead = (init.method ?? 'GET') === 'GET';
  const response = isRead ? await fetchAgain(send, { signal: init.signal }) : await send();
  if (response.ok && isForSession(response.url)) {
    return withoutEnd(response);
  }
  if (!takenForPassing(response.status)) {
    return response;
  }
  return new Response(response.body, {
    status: 400,
    statusText: response.statusText,
    headers: response.headers,
  });
}

function isForSession(url: string): boolean {
  return /\/auth\/v1\/(?:token|verify|signup)\b/.test(url);
}

async function withoutEnd(response: Response): Promise<Response> {
  const { expires_at: _, ...body } = (await response.json()) as { expires_at?: number };
  return Response.json(body, response);
}
