import pg from 'pg';
import { Listener } from './listener.ts';
import { toScopeStatement } from './scope.ts';
import { StatementNames } from './statement-names.ts';
import { lossless } from './type-parsers.ts';
import type { Database, Queryable, Statement, Transaction, TransactionOptions } from './types.ts';

/**
 * How to connect; everything but the address has a default that suits a web server.
 * Through a pooler, one that keeps sessions: we listen, lock and keep statements prepared.
 */
export interface ConnectOptions {
  /** `postgres://user:password@host:port/database`, or with `?host=/directory` for a Unix socket. */
  url: string;
  /** At most so many connections, 10 unless given; listening takes one more. */
  maxConnections?: number;
  /** How long a statement may take, in milliseconds, 30,000 unless given; 0 for no limit. */
  statementTimeout?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** Told of connections that were lost while nobody was waiting on them; they are replaced by themselves. */
  onError?: (error: Error) => void;
}

const CONNECTION_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const MAX_NOTIFY_BYTES = 7_999;

/** Connects to a PostgreSQL. Connections are opened when needed, so this answers at once and never fails. */
export function connect(target: string | ConnectOptions): Database {
  const options: ConnectOptions = typeof target === 'string' ? { url: target } : target;
  return new PooledDatabase(options);
}

/** The settings of pg that every connection of ours has. */
export function toClientConfig(options: ConnectOptions): pg.ClientConfig {
  return {
    connectionString: options.url,
    application_name: options.applicationName ?? 'muster',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: lossless,
  };
}

/**
 * Settles a connection before anything else goes over it; every kind of ours does. By a statement: poolers
 * refuse settings among the parameters of the connection's start.
 */
export async function settleSession(client: pg.ClientBase, statementTimeout?: number) {
  const settings = [
    // Our statements are short; compiling them costs more than running them.
    'set jit = off',
    ...(statementTimeout === undefined
      ? []
      : [`set statement_timeout = ${Math.trunc(statementTimeout)}`]),
  ];
  await client.query(settings.join('; '));
}

class PooledDatabase implements Database {
  readonly url: string;
  readonly #pool: pg.Pool;
  readonly #listener: Listener;
  readonly #names = new StatementNames();
  #closing: Promise<void> | undefined;

  constructor(options: ConnectOptions) {
    const statementTimeout = options.statementTimeout ?? STATEMENT_TIMEOUT_MS;
    const onError = options.onError ?? (() => undefined);
    const config = toClientConfig(options);
    this.url = options.url;
    this.#pool = new pg.Pool({
      ...config,
      max: options.maxConnections ?? 10,
      // A statement goes out when it is given, not when the one before it has been answered.
      pipeline: true,
      onConnect: (client) => settleSession(client, statementTimeout),
    });
    // An error event that nobody hears would end the process. One that is being closed may be cut off while it
    // says goodbye, which is no failure.
    this.#pool.on('error', (error) => {
      if (this.#closing === undefined) onError(error);
    });
    this.#listener = new Listener({ config, onConnect: settleSession, onError });
  }

  async query<Row = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const statement = toStatement(this.#names, text, values);
    try {
      return (await this.#pool.query<Row & pg.QueryResultRow>(statement)).rows;
    } catch (error) {
      if (!isStalePlan(error)) {
        throw error;
      }
      // Refused before it ran, so it may run again.
      this.#names.forget();
      return (await this.#pool.query<Row & pg.QueryResultRow>(text, [...values])).rows;
    }
  }

  async transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return this.#withClient((client) =>
      runTransaction({ client, names: this.#names }, work, options),
    );
  }

  async readAtOnce<Row = Record<string, unknown>>(
    statements: readonly Statement[],
  ): Promise<Row[][]> {
    return this.#withClient((client) => runAtOnce({ client, names: this.#names }, statements));
  }

  /** Takes a connection for a transaction, which is rolled back when the work fails. */
  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    const onLost = (error: Error) => {
      lost = error;
    };
    // While a client is out of the pool its errors are ours to hear.
    client.on('error', onLost);
    try {
      return await work(client);
    } catch (error) {
      if (isStalePlan(error)) {
        this.#names.forget();
      }
      await client.query('rollback').catch((failure: Error) => {
        lost ??= failure;
      });
      throw error;
    } finally {
      client.off('error', onLost);
      client.release(lost);
    }
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onPayload);
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#listener.close(), this.#pool.end()]).then(() => undefined);
    return this.#closing;
  }
}

/** A connection, and the names of what it may have prepared. */
interface Session {
  client: pg.PoolClient;
  names: StatementNames;
}

async function runTransaction<T>(
  { client, names }: Session,
  work: (transaction: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  await client.query(toBegin(options));
  if (options.scope) {
    const { text, values } = toScopeStatement(options.scope, options.statementTimeout);
    await client.query(toStatement(names, text, values));
  } else if (options.statementTimeout !== undefined) {
    await client.query(`set local statement_timeout = ${Math.trunc(options.statementTimeout)}`);
  }
  const transaction = new OpenTransaction({ client, names });
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } finally {
    transaction.end();
  }
}

/**
 * What follows a statement that failed is refused, since its transaction is aborted, and the commit at the
 * end takes everything back.
 */
async function runAtOnce<Row>(
  { client, names }: Session,
  statements: readonly Statement[],
): Promise<Row[][]> {
  const { stream } = client.connection;
  stream.cork();
  const begun = client.query('begin read only');
  const read = statements.map(({ text, values }) =>
    client.query<Row & pg.QueryResultRow>(toStatement(names, text, values)),
  );
  const committed = client.query('commit');
  stream.uncork();
  const outcomes = await Promise.allSettled([begun, ...read, committed]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return (await Promise.all(read)).map(({ rows }) => rows);
}

/** Without values a text may hold several statements, which cannot be prepared. */
function toStatement(
  names: StatementNames,
  text: string,
  values: readonly unknown[],
): pg.QueryConfig {
  const name = values.length > 0 ? names.find(text) : undefined;
  return name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
}

/** A prepared statement whose table got other columns since: `select *` would give other rows. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

function toBegin(options: TransactionOptions): string {
  const isolation = options.isolation ? ` isolation level ${options.isolation}` : '';
  const begin = `begin${isolation}${options.readOnly ? ' read only' : ''}`;
  return options.plansOnce ? `${begin}; set local plan_cache_mode = force_generic_plan` : begin;
}

class OpenTransaction implements Transaction, Queryable {
  readonly #session: Session;
  #isOver = false;
  #isHeldBack = false;
  #failure: unknown;

  constructor(session: Session) {
    this.#session = session;
  }

  async query<Row = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    // The connection is somebody else's by now: a late statement would run in their transaction.
    if (this.#isOver) {
      throw new Error('The transaction is over: a statement was not awaited inside it.');
    }
    const { client, names } = this.#session;
    const statement = toStatement(names, text, values);
    this.#holdBack();
    try {
      return (await client.query<Row & pg.QueryResultRow>(statement)).rows;
    } catch (error) {
      // What was sent behind a statement that failed hears only that the transaction is aborted: it is told why.
      this.#failure ??= error;
      throw isAborted(error) ? this.#failure : error;
    }
  }

  /** Statements that are given together go out in one piece: a system call each costs as much as the statement. */
  #holdBack(): void {
    if (this.#isHeldBack) {
      return;
    }
    this.#isHeldBack = true;
    const { stream } = this.#session.client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isHeldBack = false;
      stream.uncork();
    });
  }

  async notify(channel: string, payload: string): Promise<void> {
    if (Buffer.byteLength(payload) > MAX_NOTIFY_BYTES) {
      throw new Error(
        `A notice on ${channel} is too large: at most ${MAX_NOTIFY_BYTES} bytes fit.`,
      );
    }
    await this.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async commit(): Promise<void> {
    const result = await this.#session.client.query('commit');
    // A transaction in which a statement failed answers COMMIT with ROLLBACK, and no error.
    if (result.command !== 'COMMIT') {
      throw new Error(
        'The transaction was rolled back: a statement in it failed and was not heeded.',
      );
    }
  }

  end(): void {
    this.#isOver = true;
  }
}
