import type { Rest } from './types.ts';

const timeoutMs = 30_000;
/** Headers that belong to one connection, or that `fetch` sets by itself. */
const hopByHop = [
  'connection',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'content-length',
];

/**
 * Hands requests on to a PostgREST. It verifies the bearer token once more, with the league's
 * `JWT_SECRET` or its `/auth/v1/.well-known/jwks.json`, so only the address changes.
 */
export function createRestProxy(address: string): Rest {
  const base = address.replace(/\/+$/, '');
  return {
    answer: async (request) => {
      const { pathname, search } = new URL(request.url);
      const path = pathname.replace(/^\/rest\/v1/, '') || '/';
      try {
        const answer = await fetch(`${base}${path}${search}`, {
          method: request.method,
          headers: toForwarded(request.headers),
          ...(request.body === null ? {} : { body: request.body, duplex: 'half' }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        return new Response(answer.body, {
          status: answer.status,
          headers: toReturned(answer.headers),
        });
      } catch {
        const body = {
          code: 'PGRST000',
          details: null,
          hint: null,
          message: 'Could not reach the REST service.',
        };
        return Response.json(body, { status: 503 });
      }
    },
    close: async () => undefined,
  };
}

function toForwarded(headers: Headers): Headers {
  const forwarded = new Headers(headers);
  for (const name of hopByHop) {
    forwarded.delete(name);
  }
  return forwarded;
}

/** `fetch` has already undone the coding and its length. */
function toReturned(headers: Headers): Headers {
  const returned = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection']) {
    returned.delete(name);
  }
  return returned;
}
