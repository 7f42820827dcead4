/**
 * The one place that knows `@supabase/lite`. Only its reading of PostgREST's requests and its wording
 * of the answers are used: who asks is decided by the gateway, the rights are set by
 * `scoped-transaction.ts`, and nothing of it may change a grant (docs/decisions/backend-rest.md).
 */
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
import { RestFailure, toRestFailure } from './failure.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { type RequestScope, runScoped } from './scoped-transaction.ts';
import type { RestCaller } from './types.ts';
import { WIRE_TYPES } from './wire-types.ts';

const SCHEMA = 'public';
const MAX_ROWS = 1000;
const IDLE_SECONDS = 60;
const CONNECT_TIMEOUT_SECONDS = 10;
/** What the library's parser throws as plain errors when a request cannot be read. */
const UNREADABLE =
  /^(Expected |Invalid filter|Unexpected input|Unsupported operator|Unknown operator|failed to parse)/;

/** What the mounted library needs. */
export interface LiteOptions {
  /** Where requests log in. */
  login: PostgresAddress;
  /** Where the schema is read. */
  owner: PostgresAddress;
  maxConnections: number;
  onError: (error: unknown) => void;
}

/** The library behind a call, with a way to make it read the schema again. */
export interface Lite {
  answer(request: Request, caller: RestCaller): Promise<Response>;
  reloadSchema(): Promise<void>;
  close(): Promise<void>;
}

/** Mounts the library on a connection of ours and reads the schema once. */
export async function mountLite(options: LiteOptions): Promise<Lite> {
  const connection = new RequestConnection(options);
  const callers = new WeakMap<Request, RestCaller>();
  const app = new App({
    connection,
    project_id: 'muster',
    api: { enabled: true, schemas: [SCHEMA], max_rows: MAX_ROWS, aggregates_enabled: true },
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
    close: () => connection.close(),
  };
}

class RequestConnection extends PostgresConnection {
  readonly #owner: PostgresAddress;
  readonly #onError: (error: unknown) => void;
  readonly #relations = new WeakMap<VarsContext, string>();
  #schema: Promise<IntrospectResult> | undefined;

  constructor({ login, owner, maxConnections, onError }: LiteOptions) {
    super({ url: '', postgresOptions: toDriverOptions(login, maxConnections) });
    this.#owner = owner;
    this.#onError = onError;
    // The library's own grants everything on all tables to anon; ours sends nothing and says yes.
    Object.defineProperty(this, 'ensureRlsContext', { value: async () => true });
  }

  /** On the owner's connection, since the login for requests sees no table; once, since it does not change. */
  override introspect(): Promise<IntrospectResult> {
    this.#schema ??= readSchema(this.#owner).catch((error: unknown) => {
      this.#schema = undefined;
      throw error;
    });
    return this.#schema;
  }

  async reloadSchema(): Promise<void> {
    const schema = await readSchema(this.#owner);
    this.#schema = Promise.resolve(schema);
  }

  override async onPostgrestAST(ast: AnyAST, vars?: VarsContext): Promise<AnyAST> {
    if (!ast.from) return ast;
    const { tables, views } = await this.introspect();
    const names = [...tables, ...views].map(({ name }) => name);
    if (!names.includes(ast.from)) throw toUnknownRelation(ast.from, names);
    if (vars) this.#relations.set(vars, ast.from);
    return ast;
  }

  override async withContext<T>(
    vars: VarsContext | undefined,
    work: (database: Kysely<unknown>) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    const scope = toScope(vars, options);
    try {
      return await runScoped(this.driver, scope, work);
    } catch (thrown) {
      const relation = vars && this.#relations.get(vars);
      throw toRestFailure(thrown, { isAnonymous: scope.role === 'anon', relation });
    }
  }

  /** Asked about every failure that the library has no words for; it would print it and answer 500. */
  override normalizeDbError(thrown: unknown): never {
    if (thrown instanceof RestFailure) throw thrown;
    if (thrown instanceof Error && UNREADABLE.test(thrown.message)) {
      throw new RestFailure(400, { code: 'PGRST100', message: thrown.message });
    }
    this.#onError(thrown);
    throw new RestFailure(500, { code: 'PGRSTX00', message: 'Something went wrong' });
  }
}

function toDriverOptions(address: PostgresAddress, max: number) {
  return {
    ...address,
    max,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    types: WIRE_TYPES,
    connection: { application_name: 'muster rest' },
    onnotice: () => undefined,
  };
}

function toScope(vars: VarsContext | undefined, options?: ConnectionContextOptions): RequestScope {
  if (!vars || options?.transaction || options?.forceRollback) {
    throw new Error('every statement of the REST service runs in the scope of its request');
  }
  const { role, jwt } = vars.auth as { role: string; jwt: RequestScope['claims'] | null };
  return { role, claims: jwt ?? {}, ...(options?.rpc ? { rpc: options.rpc } : {}) };
}

/** Reads the catalogue and keeps the exposed schema, so that nothing else can be named, even in a hint. */
async function readSchema(owner: PostgresAddress): Promise<IntrospectResult> {
  const connection = new PostgresConnection({
    url: '',
    postgresOptions: toDriverOptions(owner, 1),
  });
  try {
    const all = await connection.introspect();
    const isExposed = (thing: { schema?: string }) => thing.schema === SCHEMA;
    const tables = all.tables.filter(isExposed);
    if (tables.length === 0) throw new Error(`the schema ${SCHEMA} could not be read, or is empty`);
    return {
      ...all,
      tables,
      columns: all.columns.filter(isExposed),
      indexes: all.indexes.filter(isExposed),
      // The library forgets the schema that a key leads to; its definition names one that is not public.
      foreign_keys: all.foreign_keys.filter(
        (key) => isExposed(key) && !/ REFERENCES (?!public\.)[^(]*\./.test(key.fk_def ?? ''),
      ),
      primary_keys: all.primary_keys.filter(isExposed),
      views: all.views.filter(isExposed),
      functions: (all.functions ?? []).filter(isExposed),
      check_constraints: all.check_constraints.filter(isExposed),
      unique_constraints: all.unique_constraints.filter(isExposed),
      comments: all.comments.filter(isExposed),
    };
  } finally {
    await connection.close();
  }
}

function toUnknownRelation(name: string, names: string[]): RestFailure {
  const near = fuzzyMatch(name, names);
  return new RestFailure(404, {
    code: 'PGRST205',
    message: `Could not find the table '${SCHEMA}.${name}' in the schema cache`,
    hint: near === null ? null : `Perhaps you meant the table '${SCHEMA}.${near}'`,
  });
}
