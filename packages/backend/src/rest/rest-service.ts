import type { Database } from '@muster/database';
import { isBrokenOff } from '../broken-off.ts';
import { answerCall } from './answer/answer-call.ts';
import { answerRead } from './answer/answer-read.ts';
import { answerWrite } from './answer/answer-write.ts';
import type { Asked } from './answer/asked.ts';
import { RestFailure, toRestFailure } from './failure.ts';
import { refuseAnswerBytes } from './limits.ts';
import { chooseFormat } from './request/media-type.ts';
import { readPreferences } from './request/preferences.ts';
import { readQuery } from './request/read-query.ts';
import { findNearest } from './schema/find-nearest.ts';
import { exposedSchema, readSchema } from './schema/read-schema.ts';
import type { Relation, Schema } from './schema/schema.ts';
import { readSchemaMark } from './schema/schema-mark.ts';
import { isTooLarge } from './sql/bounded-rows.ts';
import type { RestCaller, RestRequest } from './types.ts';

/** What the service works with. */
export interface RestServiceOptions {
  /** Where requests log in, without rights of its own. */
  requests: Database;
  /** Where the schema is read. */
  owner: Database;
  onError: (error: unknown) => void;
  /** Whether it sees by itself that the schema has changed. */
  watches: boolean;
}

/** Failures that a schema which has changed since it was read can bring about. */
const outdated = new Set([
  'PGRST200',
  'PGRST202',
  'PGRST204',
  'PGRST205',
  '42703',
  '42P01',
  '42883',
]);

/** PostgREST's calls over one exposed schema, which is read once and again when it is told to, or seen to have changed. */
export class RestService {
  readonly #options: RestServiceOptions;
  #schema: Schema;
  /** What the schema was when it was read. */
  #mark: string;
  #isLooking: Promise<void> | null = null;

  private constructor(options: RestServiceOptions, { schema, mark }: ReadSchema) {
    this.#options = options;
    this.#schema = schema;
    this.#mark = mark;
  }

  static async open(options: RestServiceOptions): Promise<RestService> {
    return new RestService(options, await readMarked(options));
  }

  async reloadSchema(): Promise<void> {
    const { schema, mark } = await readMarked(this.#options);
    this.#schema = schema;
    this.#mark = mark;
  }

  /**
   * Reads the schema again if it is another one by now. One looks at a time, and the next one for all that ask
   * meanwhile: what is being looked at may be older than what they ask about.
   */
  async lookAgain(): Promise<void> {
    // Whoever began it is told of its failure.
    await this.#isLooking?.catch(() => undefined);
    this.#isLooking ??= this.#look().finally(() => {
      this.#isLooking = null;
    });
    await this.#isLooking;
  }

  async #look(): Promise<void> {
    if ((await readSchemaMark(this.#options.owner)) !== this.#mark) {
      await this.reloadSchema();
    }
  }

  async answer(request: RestRequest, caller: RestCaller): Promise<Response> {
    if (!this.#options.watches) {
      return this.#answerOnce(request, caller);
    }
    const kept = keepBody(request);
    const known = this.#schema;
    const answer = await this.#answerOnce(kept, caller);
    if (!outdated.has(/error=(\w+)/.exec(answer.headers.get('proxy-status') ?? '')?.[1] ?? '')) {
      return answer;
    }
    await this.lookAgain();
    return this.#schema === known ? answer : this.#answerOnce(kept, caller);
  }

  async #answerOnce(request: RestRequest, caller: RestCaller): Promise<Response> {
    try {
      return await this.#answer(request, caller);
    } catch (thrown) {
      const failure = isTooLarge(thrown)
        ? refuseAnswerBytes()
        : toRestFailure(thrown, caller.role === 'anon');
      if (failure instanceof RestFailure) {
        return toAnswer(failure, request);
      }
      if (!isBrokenOff(failure)) {
        this.#options.onError(failure);
      }
      const message = 'Something went wrong';
      return toAnswer(new RestFailure(500, { code: 'PGRSTX00', message }), request);
    }
  }

  async #answer(request: RestRequest, caller: RestCaller): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(/^\/rest\/v1(?=\/|$)/, '');
    const { kind, name } = toResource(path);
    const hasProfile = readProfile(request);
    const isCallByGet = kind === 'routine' && request.method !== 'POST';
    const preferences = readPreferences(request.headers);
    const asked: Asked = {
      request,
      name,
      query: readQuery(search, isCallByGet),
      preferences,
      format: chooseFormat(request.headers.get('accept')),
      hasProfile,
      scope: {
        ...caller,
        method: request.method,
        path,
        headers: request.headers,
        timezone: preferences.timezone,
      },
      schema: this.#schema,
      requests: this.#options.requests,
    };
    return kind === 'routine' ? answerRoutine(asked) : answerRelation(asked);
  }
}

interface ReadSchema {
  schema: Schema;
  mark: string;
}

/** The mark first: what changes while the schema is read is seen the next time. */
async function readMarked({ owner, watches }: RestServiceOptions): Promise<ReadSchema> {
  const mark = watches ? await readSchemaMark(owner) : '';
  return { mark, schema: await readSchema(owner) };
}

/** The same request, whose body can be read again. */
function keepBody(request: RestRequest): RestRequest {
  const { method, url, headers, body } = request;
  let text: Promise<string> | null = null;
  return {
    ...{ method, url, headers, body },
    text: () => {
      text ??= request.text();
      return text;
    },
  };
}

function answerRoutine(asked: Asked): Promise<Response> {
  const { method } = asked.request;
  if (method === 'GET' || method === 'HEAD' || method === 'POST') {
    return answerCall(asked);
  }
  const message = `Cannot use the ${method} method on RPC`;
  throw new RestFailure(405, { code: 'PGRST101', message });
}

function answerRelation(asked: Asked): Promise<Response> {
  const relation = requireRelation(asked.schema, asked.name);
  const { method } = asked.request;
  switch (method) {
    case 'GET':
    case 'HEAD':
      return answerRead(asked, relation);
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
      return answerWrite(asked, relation, method);
    default:
      throw new RestFailure(405, {
        code: 'PGRST117',
        message: `Unsupported HTTP method: ${method}`,
      });
  }
}

/** What a path names: `/table` or `/rpc/function`. Throws PGRST125 and PGRST126. */
function toResource(path: string): { kind: 'relation' | 'routine'; name: string } {
  const parts = path.split('/').slice(1).map(decode);
  const [first, second] = parts;
  if (first === undefined || (first === '' && parts.length === 1)) {
    const message = 'Root endpoint metadata is disabled';
    throw new RestFailure(404, { code: 'PGRST126', message });
  }
  if (parts.length === 1) {
    return { kind: 'relation', name: first };
  }
  if (parts.length === 2 && first === 'rpc' && second) {
    return { kind: 'routine', name: second };
  }
  throw refusePath();
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refusePath();
  }
}

function refusePath(): RestFailure {
  const message = 'Invalid path specified in request URL';
  return new RestFailure(404, { code: 'PGRST125', message });
}

/** Whether the request names the schema. Throws PGRST106 where it names another than the exposed one. */
function readProfile({ method, headers }: RestRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const profile = headers.get(isRead ? 'accept-profile' : 'content-profile');
  if (profile === null) {
    return false;
  }
  if (profile === exposedSchema) {
    return true;
  }
  throw new RestFailure(406, {
    code: 'PGRST106',
    message: `Invalid schema: ${profile}`,
    hint: `Only the following schemas are exposed: ${exposedSchema}`,
  });
}

function requireRelation(schema: Schema, name: string): Relation {
  const relation = schema.relations.get(name);
  if (relation !== undefined) {
    return relation;
  }
  const near = findNearest(name, schema.relations.keys());
  throw new RestFailure(404, {
    code: 'PGRST205',
    message: `Could not find the table '${exposedSchema}.${name}' in the schema cache`,
    hint: near === null ? null : `Perhaps you meant the table '${exposedSchema}.${near}'`,
  });
}

function toAnswer(failure: RestFailure, request: RestRequest): Response {
  const answer = failure.getResponse();
  return request.method === 'HEAD' ? new Response(null, answer) : answer;
}
