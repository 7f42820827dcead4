import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiKeys } from './api-keys.ts';
import { readAsked, unknownKey } from './asked.ts';
import { isBrokenOff } from './broken-off.ts';
import { addCorsHeaders, answerPreflight } from './cors.ts';
import { RestFailure } from './rest/failure.ts';
import { requireRestCaller, type VerifyToken } from './rest/rest-caller.ts';
import type { Rest } from './rest/types.ts';

/** What the server says of a request beside the request itself. */
export interface GatewayBindings {
  /** The peer's address, or the one that a trusted proxy named. */
  clientAddress?: string;
  /** Set by `@hono/node-server`. */
  incoming?: { socket?: { remoteAddress?: string } };
}

/** A service behind the gateway; it gets paths without its prefix. */
interface Service {
  fetch(request: Request, bindings: GatewayBindings): Response | Promise<Response>;
}

/** The services behind the gateway. What is not there answers 501 until it is built. */
export interface GatewayOptions {
  auth: Service;
  rest: Rest;
  realtime?: Service;
  storage?: Service;
  apiKeys: ApiKeys;
  verify: VerifyToken;
  /** Told of failures that are ours; the caller sees only that there was one. */
  onError?: (error: unknown) => void;
}

interface GatewayEnv {
  Bindings: GatewayBindings;
}

const maxBodyBytes = 1024 * 1024;

/** The paths that Supabase's clients call, as one application. */
export function createGateway(options: GatewayOptions): Hono<GatewayEnv> {
  const { auth, rest, realtime, storage, apiKeys, verify } = options;
  const app = new Hono<GatewayEnv>();

  app.use(async (context, next) => {
    if (context.req.method === 'OPTIONS') {
      return answerPreflight(context.req);
    }
    await next();
    addCorsHeaders(context.res.headers, context.req);
    return undefined;
  });
  app.onError((error, context) => {
    const answer = error instanceof RestFailure ? error.getResponse() : toServerError(error);
    addCorsHeaders(answer.headers, context.req);
    if (answer.status >= 500 && !isBrokenOff(error)) {
      options.onError?.(error);
    }
    return answer;
  });
  app.on(
    ['POST', 'PUT', 'PATCH', 'DELETE'],
    '/rest/v1/*',
    bodyLimit({ maxSize: maxBodyBytes, onError: answerTooLarge }),
  );

  app.all('/auth/v1/*', (context) => {
    const request = toServiceRequest(context.req.raw, apiKeys, '/auth/v1');
    return request instanceof Response ? request : auth.fetch(request, context.env);
  });
  app.all('/rest/v1/*', async (context) => {
    const { raw } = context.req;
    const asked = toAsked(raw, apiKeys, '/rest/v1');
    if (asked === null) {
      return answerUnknownKey();
    }
    const caller = await requireRestCaller(asked.headers, verify);
    const request = { ...asked, method: raw.method, body: raw.body, text: () => raw.text() };
    return rest.answer(request, caller, getAddress(context.env));
  });
  for (const [prefix, service] of [
    ['/realtime/v1', realtime],
    ['/storage/v1', storage],
    // Calls of functions, where there are any, are taken over before: `functions/create-functions.ts`.
    ['/functions/v1', undefined],
  ] as const) {
    app.all(`${prefix}/*`, async (context) => {
      const request = toServiceRequest(context.req.raw, apiKeys, prefix);
      if (request instanceof Response) {
        return request;
      }
      const answer = service ? await service.fetch(request, context.env) : answerNotBuilt(prefix);
      return prefix === '/realtime/v1' ? answer : toSandboxed(answer);
    });
  }
  app.notFound(() =>
    Response.json({ message: 'no Route matched with those values' }, { status: 404 }),
  );
  return app;
}

/** From where a request comes. */
export function getAddress({ clientAddress, incoming }: GatewayBindings = {}): string | undefined {
  return clientAddress ?? incoming?.socket?.remoteAddress;
}

/** What a service is asked, without the key and with the token; null for a key that is not ours. */
function toAsked(
  request: Request,
  apiKeys: ApiKeys,
  prefix: string,
): { url: string; headers: Headers } | null {
  const { url, headers: given } = request;
  const asked = readAsked({ url, get: (name) => given.get(name) }, apiKeys, prefix);
  if (asked === null) {
    return null;
  }
  const headers = new Headers(given);
  headers.delete('apikey');
  if (asked.authorization === null) {
    headers.delete('authorization');
  } else {
    headers.set('authorization', asked.authorization);
  }
  return { url: asked.url, headers };
}

/** The request as its service gets it, without the prefix. */
function toServiceRequest(request: Request, apiKeys: ApiKeys, prefix: string): Request | Response {
  const asked = toAsked(request, apiKeys, prefix);
  if (asked === null) {
    return answerUnknownKey();
  }
  const { origin, pathname, search } = new URL(asked.url);
  const path = pathname.slice(prefix.length) || '/';
  return new Request(`${origin}${path}${search}`, {
    method: request.method,
    headers: asked.headers,
    signal: request.signal,
    ...(request.body === null ? {} : { body: request.body, duplex: 'half' }),
  });
}

function answerUnknownKey(): Response {
  return Response.json(unknownKey, { status: 401 });
}

function answerTooLarge(): Response {
  const message = `The request's body is larger than ${maxBodyBytes} bytes`;
  return Response.json(
    { code: 'request_entity_too_large', details: null, hint: null, message },
    { status: 413 },
  );
}

function answerNotBuilt(prefix: string): Response {
  const body = { code: 'service_not_available', message: `${prefix} is not part of this release` };
  return Response.json(body, { status: 501 });
}

/** What people upload must never run as a page of this origin. */
function toSandboxed(answer: Response): Response {
  answer.headers.set('Content-Security-Policy', "sandbox; default-src 'none'");
  answer.headers.set('X-Content-Type-Options', 'nosniff');
  return answer;
}

function toServerError(error: unknown): Response {
  if (error instanceof Error && 'getResponse' in error && typeof error.getResponse === 'function') {
    return error.getResponse();
  }
  return Response.json(
    { code: 'unexpected_failure', message: 'Something went wrong' },
    { status: 500 },
  );
}
