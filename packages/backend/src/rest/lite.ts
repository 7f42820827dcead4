/**
 * The one place that knows `@supabase/lite`. Only its reading of PostgREST's requests and its wording
 * of the answers are used: who asks is decided by the gateway, rights and statements go over
 * connections of ours, and nothing of it may change a grant (docs/decisions/backend-rest.md).
 */
import type { Database } from '@muster/database';
import {
  type AnyAST,
  App,
  type ConnectionContextOptions,
  fuzzyMatch,
  type IAppConfig,
  type IntrospectResult,
  type VarsContext,
} from '@supabase/lite';
import { PostgresConnection } from '@supabase/lite/postgres';
import type { Kysely } from 'kysely';
import { isMistake, RestFailure, toRestFailure } from './failure.ts';
import { encodeJsonValues } from './json-values.ts';
import { EXPOSED_SCHEMA, readSchema } from './read-schema.ts';
import { type RequestScope, runScoped } from './scoped-transaction.ts';
import type { RestCaller } from './types.ts';

const MAX_ROWS = 1000;

/** What the mounted library needs. */
export interface LiteOptions {
  /** Where requests log in, without rights of its own. */
  requests: Database;
  /** Where the schema is read. */
  owner: Database;
  onError: (error: unknown) => void;
}

/** The library behind a call, with a way to make it read the schema again. */
export interface Lite {
  answer(request: Request, caller: RestCaller): Promise<Response>;
  reloadSchema(): Promise<void>;
}

/** Mounts the library on connections of ours and reads the schema once. */
export async function mountLite(options: LiteOptions): Promise<Lite> {
  const connection = new RequestConnection(options);
  const callers = new WeakMap<Request, RestCaller>();
  const app = new App({
    connection,
    project_id: 'muster',
    api: { enabled: true, schemas: [EXPOSED_SCHEMA], max_rows: MAX_ROWS, aggregates_enabled: true },
    auth: { enabled: false },
    storage: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        disableFallback: true,
        // The gateway has verified the caller; what the request says of itself is not asked again.
        apiKeys: {
          resolver: async (_key, context) => {
            const caller = callers.get(context.req.raw);
            if (!caller) return null;
            return { type: 'publishable', claims: { ...caller.claims, role: caller.role } };
          },
        },
      },
    },
  } as IAppConfig & { connection: RequestConnection });
  await connection.introspect();

  return {
    answer: async (request, caller) => {
      const asked = new Request(request);
      // The library looks the caller up only for a request with a key, and would verify a token again.
      asked.headers.set('apikey', 'gateway');
      asked.headers.delete('authorization');
      callers.set(asked, caller);
      return app.fetch(asked);
    },
    reloadSchema: () => connection.reloadSchema(),
  };
}

/** What is known of a request between reading it and running it. */
interface Asked {
  relation: string | undefined;
  isRead: boolean;
}

class RequestConnection extends PostgresConnection {
  readonly #options: LiteOptions;
  readonly #asked = new WeakMap<VarsContext, Asked>();
  #schema: Promise<IntrospectResult> | undefined;

  constructor(options: LiteOptions) {
    // It makes a client of its own here, which never connects: nothing is asked of it.
    super({ url: 'postgres://nowhere.invalid/' });
    this.#options = options;
    // The library's own grants everything on all tables to anon; ours sends nothing and says yes.
    Object.defineProperty(this, 'ensureRlsContext', { value: async () => true });
  }

  /** On the owner's connection, since the login for requests sees no table; once, since it does not change. */
  override introspect(): Promise<IntrospectResult> {
    this.#schema ??= readSchema(this.#options.owner, (kysely) => {
      const reader = new PostgresConnection({ url: 'postgres://nowhere.invalid/' });
      reader.kysely = kysely;
      return reader.introspect();
    });
    return this.#schema;
  }

  async reloadSchema(): Promise<void> {
    const before = this.#schema;
    this.#schema = undefined;
    try {
      await this.introspect();
    } catch (error) {
      this.#schema = before;
      throw error;
    }
  }

  override async onPostgrestAST(ast: AnyAST, vars?: VarsContext): Promise<AnyAST> {
    if (vars) this.#asked.set(vars, { relation: ast.from, isRead: ast.type === 'query' });
    if (!ast.from) return ast;
    const { tables, views, columns } = await this.introspect();
    const names = [...tables, ...views].map(({ name }) => name);
    if (!names.includes(ast.from)) throw toUnknownRelation(ast.from, names);
    return encodeJsonValues(ast, columns);
  }

  override async withContext<T>(
    vars: VarsContext | undefined,
    work: (database: Kysely<unknown>) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    const asked = vars && this.#asked.get(vars);
    const scope = toScope(vars, asked?.isRead === true, options);
    try {
      return await runScoped(this.#options.requests, scope, work);
    } catch (thrown) {
      const isAnonymous = scope.role === 'anon';
      const failure = toRestFailure(thrown, { isAnonymous, relation: asked?.relation });
      throw isMistake(failure) ? this.#toUnexpected(failure) : failure;
    }
  }

  /**
   * Asked about every failure that the library has no words for; it would print it and answer 500.
   * What is no failure of the database came up while the request was read, so it is the request's.
   */
  override normalizeDbError(thrown: unknown): never {
    if (thrown instanceof RestFailure) throw thrown;
    if (!(thrown instanceof Error) || isMistake(thrown)) throw this.#toUnexpected(thrown);
    throw new RestFailure(400, { code: 'PGRST100', message: thrown.message });
  }

  #toUnexpected(thrown: unknown): RestFailure {
    this.#options.onError(thrown);
    return new RestFailure(500, { code: 'PGRSTX00', message: 'Something went wrong' });
  }
}

function toScope(
  vars: VarsContext | undefined,
  isRead: boolean,
  options?: ConnectionContextOptions,
): RequestScope {
  if (!vars || options?.transaction || options?.forceRollback) {
    throw new Error('every statement of the REST service runs in the scope of its request');
  }
  const { role, jwt } = vars.auth as { role: RequestScope['role']; jwt: RequestScope['claims'] };
  const readOnly = isRead || options?.rpc?.readOnly === true;
  return { role, claims: jwt, readOnly, ...(options?.rpc ? { rpc: options.rpc } : {}) };
}

function toUnknownRelation(name: string, names: string[]): RestFailure {
  const near = fuzzyMatch(name, names);
  return new RestFailure(404, {
    code: 'PGRST205',
    message: `Could not find the table '${EXPOSED_SCHEMA}.${name}' in the schema cache`,
    hint: near === null ? null : `Perhaps you meant the table '${EXPOSED_SCHEMA}.${near}'`,
  });
}
