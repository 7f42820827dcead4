import { createGateway } from '../gateway.ts';
import { createRest } from '../rest/create-rest.ts';
import { createWorld, type World } from './world.ts';

/** What was answered, read to its end. */
export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON; null where there is none. */
  json: unknown;
}

/** A request's parts beside its path; by default it comes with the operator's key. */
export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Whose token is sent: the operator's key, nobody's, or a person's own. */
  as?: 'service' | 'anon' | 'ann';
  address?: string;
}

/** The REST service behind its gateway, over a world with tables of the test's own. */
export interface RestWorld {
  world: World;
  /** Failures that were ours. */
  errors: unknown[];
  send(path: string, sent?: Sent): Promise<Answered>;
  /** The gateway itself, to be served to a client. */
  fetch(request: Request): Response | Promise<Response>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes the tables before the service reads the schema, so that no test waits for that. */
export async function createRestWorld(
  tables: string,
  more: { watchesSchema?: boolean } = {},
): Promise<RestWorld> {
  const world = await createWorld();
  await world.database.query(tables);
  const errors: unknown[] = [];
  const rest = await createRest({
    database: world.database,
    onError: (error) => errors.push(error),
    ...more,
  });
  const gateway = createGateway({
    auth: { fetch: () => new Response(null, { status: 404 }) },
    rest,
    apiKeys: world.apiKeys,
    verify: world.verify,
    onError: (error) => errors.push(error),
  });
  const tokens = {
    service: world.apiKeys.serviceRole,
    anon: world.apiKeys.anon,
    ann: world.ann.token,
  };
  return {
    world,
    errors,
    fetch: (request) => gateway.fetch(request, {}),
    send: async (path, { method = 'GET', headers = {}, body, as = 'service', address } = {}) => {
      const isText = typeof body === 'string';
      const answer = await gateway.request(
        `http://localhost/rest/v1/${path}`,
        {
          method,
          headers: {
            authorization: `Bearer ${tokens[as]}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
        },
        address === undefined ? {} : { clientAddress: address },
      );
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
      const json: unknown = isJson && text !== '' ? JSON.parse(text) : null;
      return { status: answer.status, headers: answer.headers, text, json };
    },
    [Symbol.asyncDispose]: async () => {
      await rest.close();
      await world[Symbol.asyncDispose]();
    },
  };
}
