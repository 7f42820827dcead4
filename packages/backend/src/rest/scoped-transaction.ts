import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type postgres from 'postgres';

/** Under whose rights and with which facts about the request a transaction runs. */
export interface RequestScope {
  role: string;
  claims: Readonly<Record<string, unknown>>;
  /** Set for calls of functions, which may read the request. */
  rpc?: { method: string; path: string; requestHeaders?: unknown; readOnly?: boolean };
}

const SCOPE = `select
  set_config('request.jwt.claims', $1, true),
  set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $3, true),
  set_config('request.jwt.claim.email', $4, true),
  set_config('request.method', $5, true),
  set_config('request.path', $6, true),
  set_config('request.headers', $7, true),
  set_config('response.status', '', true),
  set_config('response.headers', '', true),
  set_config('search_path', 'public, extensions', true),
  set_config('statement_timeout', $8, true),
  set_config('role', $3, true)`;

/** What Supabase gives its roles, in milliseconds. */
const STATEMENT_TIMEOUTS: Readonly<Record<string, string>> = { anon: '3000' };
const STATEMENT_TIMEOUT = '8000';

/**
 * So many shapes of statement are kept prepared by each connection. The shapes come from outside and
 * have no end, and PostgreSQL keeps every prepared one in memory, so the rest are sent unprepared.
 */
const MAX_PREPARED_SHAPES = 300;
const preparedShapes = new Set<string>();

/** Thrown through the driver's transaction to undo it, while its answer stands. */
class Undone extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('the transaction is undone, its answer is kept');
    this.answer = answer;
  }
}

/**
 * Runs `work` in one transaction that has its rights before the first statement of `work`: the scope
 * is sent ahead on the same connection without waiting for its answer. Should it fail, so does all
 * that follows it. An answer of failure undoes what was done on the way to it.
 */
export async function runScoped<T>(
  sql: postgres.Sql,
  scope: RequestScope,
  work: (database: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  try {
    const answer = await sql.begin(scope.rpc?.readOnly ? 'read only' : '', async (transaction) => {
      const scoped = transaction.unsafe(SCOPE, toSettings(scope), { prepare: true }).execute();
      const [done] = await Promise.allSettled([work(toKysely(transaction)), scoped]);
      await scoped;
      if (done.status === 'rejected') throw done.reason;
      if (done.value instanceof Response && done.value.status >= 400) throw new Undone(done.value);
      return { value: done.value };
    });
    return answer.value;
  } catch (thrown) {
    if (thrown instanceof Undone) return thrown.answer as T;
    throw thrown;
  }
}

function toSettings({ role, claims, rpc }: RequestScope): string[] {
  return [
    JSON.stringify(claims),
    toSetting(claims.sub),
    role,
    toSetting(claims.email),
    rpc?.method ?? '',
    rpc?.path ?? '',
    JSON.stringify(rpc?.requestHeaders ?? {}),
    STATEMENT_TIMEOUTS[role] ?? STATEMENT_TIMEOUT,
  ];
}

function toSetting(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

function toKysely(transaction: postgres.TransactionSql): Kysely<unknown> {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OpenTransactionDriver(transaction),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** The query builder's view of a transaction that is already open; it can neither end nor nest it. */
class OpenTransactionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(transaction: postgres.TransactionSql) {
    this.#connection = {
      executeQuery: (query) => execute(transaction, query),
      streamQuery: () => {
        throw new Error('the REST service does not stream');
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('the transaction of a request is open already');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

async function execute<Row>(
  transaction: postgres.TransactionSql,
  query: CompiledQuery,
): Promise<QueryResult<Row>> {
  const parameters = [...query.parameters] as postgres.ParameterOrJSON<never>[];
  const result = await transaction.unsafe(query.sql, parameters, {
    prepare: isPrepared(query.sql),
  });
  const rows = Array.from(result) as Row[];
  return COUNTED.has(result.command) ? { rows, numAffectedRows: BigInt(result.count) } : { rows };
}

function isPrepared(text: string): boolean {
  if (preparedShapes.size < MAX_PREPARED_SHAPES) preparedShapes.add(text);
  return preparedShapes.has(text);
}
