import type { Database, Scope, Transaction } from '@muster/database';
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
import { parseExactJson } from './exact-json.ts';

/** Under whose rights a request runs, and what functions that it calls may read of it. */
export interface RequestScope extends Scope {
  /** Nothing can be written, whatever the statement says. */
  readOnly: boolean;
  rpc?: { method: string; path: string; requestHeaders?: unknown };
}

/** What Supabase gives anon, in milliseconds; the others have the database's default for scopes. */
const ANON_STATEMENT_TIMEOUT = 3_000;

const RPC_SETTINGS = `select
  set_config('request.method', $1, true),
  set_config('request.path', $2, true),
  set_config('request.headers', $3, true),
  set_config('response.status', '', true),
  set_config('response.headers', '', true),
  set_config('search_path', 'public, extensions', true)`;

/** In the same piece as the first statement of the request, which does not run where this fails. */
const REQUIRE_SESSION = 'select auth.require_session($1)';

/** Thrown through a transaction to undo it, while its answer stands. */
class Undone extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('the transaction is undone, its answer is kept');
    this.answer = answer;
  }
}

/**
 * Runs `work` in one transaction with the rights and claims of its scope. An answer of failure undoes
 * what was done on the way to it.
 */
export async function runScoped<T>(
  database: Database,
  scope: RequestScope,
  work: (database: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  const { role, claims, readOnly, rpc } = scope;
  const timeout = role === 'anon' ? { statementTimeout: ANON_STATEMENT_TIMEOUT } : {};
  try {
    return await database.transaction(
      async (transaction) => {
        if (rpc) {
          const headers = JSON.stringify(rpc.requestHeaders ?? {});
          await transaction.query(RPC_SETTINGS, [rpc.method, rpc.path, headers]);
        }
        const [, answer] = await Promise.all([
          requireSession(transaction, claims.session_id),
          work(toKysely(transaction)),
        ]);
        if (answer instanceof Response && answer.status >= 400) throw new Undone(answer);
        return answer;
      },
      { scope: { role, claims }, readOnly, ...timeout },
    );
  } catch (thrown) {
    if (thrown instanceof Undone) return thrown.answer as T;
    throw thrown;
  }
}

/** A token ends with the session that it names; one that names none is a key's, or another signer's. */
async function requireSession(
  transaction: Pick<Transaction, 'query'>,
  session: unknown,
): Promise<void> {
  if (session === undefined || session === '') return;
  await transaction.query(REQUIRE_SESSION, [String(session)]);
}

/** A query builder that runs in a transaction which is open already. */
export function toKysely(transaction: Pick<Transaction, 'query'>): Kysely<unknown> {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OpenTransactionDriver(transaction),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** The query builder's view of an open transaction; it can neither end nor nest it. */
class OpenTransactionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(transaction: Pick<Transaction, 'query'>) {
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

/**
 * Rows come as the JSON that PostgreSQL makes of them, as PostgREST has them too: times in ISO 8601,
 * numbers with every digit, arrays and ranges of any type.
 */
async function execute<Row>(
  transaction: Pick<Transaction, 'query'>,
  { sql, parameters, query }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const isWrite = query.kind !== 'SelectQueryNode' && query.kind !== 'RawNode';
  if (isWrite && !('returning' in query && query.returning)) {
    const counting = `with q as (${sql} returning 1) select count(*) as count from q`;
    const [counted] = await transaction.query<{ count: string }>(counting, parameters);
    return { rows: [], numAffectedRows: BigInt(counted?.count ?? 0) };
  }
  const reading = isWrite
    ? `with q as (${sql}) select row_to_json(q)::text as row from q`
    : `select row_to_json(q)::text as row from (${sql}) q`;
  const rows = await transaction.query<{ row: string }>(reading, parameters);
  return { rows: rows.map(({ row }) => parseExactJson(row) as Row) };
}
