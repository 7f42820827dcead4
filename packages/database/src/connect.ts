import pg from 'pg';
import { type ConnectOptions, settleSession, toClientConfig } from './client-config.ts';
import { type Connections, openConnections } from './connections.ts';
import { askForLines, type Lines } from './copy-lines.ts';
import { type Damage, findDamage } from './damage.ts';
import { Listener } from './listener.ts';
import { toScopeStatement } from './scope.ts';
import { Gate, type ShareLimits } from './shares.ts';
import type { StatementNames } from './statement-names.ts';
import type {
  Database,
  Queryable,
  Sessions,
  Statement,
  Transaction,
  TransactionOptions,
} from './types.ts';
import { DatabaseUnavailable, toConnectionFailure } from './unavailable.ts';

const statementTimeoutMs = 30_000;
const maxNotifyBytes = 7_999;

/** Connects to a PostgreSQL. Connections are opened when needed, so this answers at once and never fails. */
export function connect(target: string | ConnectOptions): Database {
  const options: ConnectOptions = typeof target === 'string' ? { url: target } : target;
  return new PooledDatabase(openPool(options), options.statementTimeout ?? statementTimeoutMs);
}

/** What a database and its shares have together. */
interface Pool {
  options: ConnectOptions;
  /** The common ones first, then those of shares that are apart. */
  connections: [Connections, ...Connections[]];
  listener: Listener;
  shares: Map<ShareLimits, Database>;
  damage: Damage | null;
  closing: Promise<void> | undefined;
}

function openPool(options: ConnectOptions): Pool {
  const onError = options.onError ?? (() => undefined);
  return {
    options,
    connections: [openConnections(options)],
    listener: new Listener({ config: toClientConfig(options), onConnect: settleSession, onError }),
    shares: new Map(),
    damage: null,
    closing: undefined,
  };
}

function openApart(pool: Pool, { connections }: ShareLimits): Connections {
  const made = openConnections({ ...pool.options, maxConnections: connections });
  pool.connections.push(made);
  return made;
}

class PooledDatabase implements Database {
  readonly #pool: Pool;
  readonly #connections: Connections;
  readonly #statementTimeout: number;
  readonly #gate: Gate | undefined;

  constructor(
    pool: Pool,
    statementTimeout: number,
    { connections = pool.connections[0], gate }: { connections?: Connections; gate?: Gate } = {},
  ) {
    this.#pool = pool;
    this.#connections = connections;
    this.#statementTimeout = statementTimeout;
    this.#gate = gate;
  }

  get url(): string {
    return this.#pool.options.url;
  }

  get sessions(): Sessions {
    return this.#connections.names === null ? 'shared' : 'own';
  }

  get damage(): Damage | null {
    return this.#pool.damage;
  }

  query<Row = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { names } = this.#connections;
    // What a statement needs of its session is there in a transaction only.
    if (names === null) {
      return this.transaction((transaction) => transaction.query(text, values));
    }
    return this.#withClient(async (client) => {
      try {
        return await run<Row>(client, toStatement(names, text, values));
      } catch (error) {
        if (!isStalePlan(error)) {
          throw error;
        }
        // Refused before it ran, so it may run again.
        names.forget();
        return await run<Row>(client, { text, values: [...values] });
      }
    });
  }

  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return this.#inTransaction((session) => runTransaction(session, work, options));
  }

  readAtOnce<Row = Record<string, unknown>>(
    statements: readonly Statement[],
    { role }: Pick<TransactionOptions, 'role'> = {},
  ): Promise<Row[][]> {
    const begin = toBegin({ readOnly: true, ...(role ? { role } : {}) });
    return this.#inTransaction((session) => runAtOnce<Row>(session, begin, statements));
  }

  /** Runs a whole transaction, which is rolled back when the work fails. */
  #inTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const { names } = this.#connections;
    return this.#withClient(async (client, onLost) => {
      try {
        return await work({ client, names, settings: this.#toLocalSettings() });
      } catch (error) {
        if (isStalePlan(error)) {
          names?.forget();
        }
        await client.query('rollback').catch(onLost);
        throw error;
      }
    });
  }

  /** Runs the work on a connection of its own, within the share; a connection that broke is not used again. */
  async #withClient<T>(
    work: (client: pg.PoolClient, onLost: (error: Error) => void) => Promise<T>,
  ): Promise<T> {
    await this.#gate?.enter();
    let client: pg.PoolClient | undefined;
    let lost: Error | undefined;
    const onLost = (error: Error) => {
      lost ??= error;
    };
    try {
      client = await this.#connections.clients.connect().catch(throwOn);
      // While a client is out of the pool its errors are ours to hear.
      client.on('error', onLost);
      await this.#limitTime(client);
      return await work(client, onLost);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        onLost(error);
      }
      const words = findDamage(error);
      if (words !== null) {
        this.#pool.damage = { at: new Date(), words };
      }
      throw error;
    } finally {
      client?.off('error', onLost);
      client?.release(lost ?? this.#isOutlived(client));
      this.#gate?.leave();
    }
  }

  /** Whether a connection keeps too many statements prepared whose names were given up: it is closed then. */
  #isOutlived(client: pg.PoolClient): boolean {
    const { names, givenBefore } = this.#connections;
    if (names === null) {
      return false;
    }
    const before = givenBefore.get(client);
    if (before === undefined) {
      givenBefore.set(client, names.given);
    }
    return before !== undefined && names.isOutlived(before);
  }

  /** What stands behind each BEGIN where a session does not keep it. */
  #toLocalSettings(): string {
    return this.sessions === 'own'
      ? ''
      : `; set local jit = off; set local statement_timeout = ${Math.trunc(this.#statementTimeout)}`;
  }

  /** By a statement: poolers refuse it among the parameters of the connection's start. */
  async #limitTime(client: pg.PoolClient): Promise<void> {
    const { timeouts } = this.#connections;
    if (this.sessions === 'own' && timeouts.get(client) !== this.#statementTimeout) {
      await run(client, { text: `set statement_timeout = ${Math.trunc(this.#statementTimeout)}` });
      timeouts.set(client, this.#statementTimeout);
    }
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#pool.listener.listen(channel, onPayload);
  }

  share(limits: ShareLimits): Database {
    const { shares } = this.#pool;
    const known = shares.get(limits);
    if (known !== undefined) {
      return known;
    }
    const gate = new Gate(limits);
    const more = limits.isApart ? { gate, connections: openApart(this.#pool, limits) } : { gate };
    const made = new PooledDatabase(this.#pool, limits.statementTimeout, more);
    shares.set(limits, made);
    return made;
  }

  close(): Promise<void> {
    const pool = this.#pool;
    pool.closing ??= Promise.all([
      pool.listener.close(),
      ...pool.connections.map(({ clients }) => clients.end()),
    ]).then(() => undefined);
    return pool.closing;
  }
}

/** A connection, the names of what it may have prepared, and what each of its transactions begins with. */
interface Session {
  client: pg.PoolClient;
  names: StatementNames | null;
  settings: string;
}

async function runTransaction<T>(
  session: Session,
  work: (transaction: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const { client, names, settings } = session;
  await run(client, { text: `${toBegin(options)}${settings}` });
  if (options.scope) {
    const { text, values } = toScopeStatement(options.scope, options.statementTimeout);
    await run(client, toStatement(names, text, values));
  } else if (options.statementTimeout !== undefined) {
    const milliseconds = Math.trunc(options.statementTimeout);
    await run(client, { text: `set local statement_timeout = ${milliseconds}` });
  }
  const transaction = new OpenTransaction(session);
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } finally {
    transaction.end();
  }
}

/** Sends a statement: what their connection was lost by is told as such. */
async function run<Row>(client: pg.PoolClient, statement: pg.QueryConfig): Promise<Row[]> {
  return (await client.query<Row & pg.QueryResultRow>(statement).catch(throwOn)).rows;
}

function throwOn(error: unknown): never {
  throw toConnectionFailure(error);
}

/**
 * What follows a statement that failed is refused, since its transaction is aborted, and the commit at the
 * end takes everything back.
 */
async function runAtOnce<Row>(
  { client, names, settings }: Session,
  begin: string,
  statements: readonly Statement[],
): Promise<Row[][]> {
  const { stream } = client.connection;
  stream.cork();
  const begun = run(client, { text: `${begin}${settings}` });
  const read = statements.map(({ text, values }) =>
    run<Row>(client, toStatement(names, text, values)),
  );
  const committed = run(client, { text: 'commit' });
  stream.uncork();
  const outcomes = await Promise.allSettled([begun, ...read, committed]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) {
    throw failure.reason;
  }
  return Promise.all(read);
}

/** Without values a text may hold several statements, which cannot be prepared. */
function toStatement(
  names: StatementNames | null,
  text: string,
  values: readonly unknown[],
): pg.QueryConfig {
  const name = values.length > 0 ? names?.find(text) : undefined;
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
  const planned = options.plansOnce ? '; set local plan_cache_mode = force_generic_plan' : '';
  const role = options.role ? `; set local role ${pg.escapeIdentifier(options.role)}` : '';
  return `begin${isolation}${options.readOnly ? ' read only' : ''}${planned}${role}`;
}

class OpenTransaction implements Transaction, Queryable {
  readonly #session: Session;
  /** Once all of these have come, so have those that were asked for before them. */
  #lastLines: Lines | undefined;
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
    this.#requireOpen();
    const { client, names } = this.#session;
    const statement = toStatement(names, text, values);
    this.#holdBack();
    try {
      return await run<Row>(client, statement);
    } catch (error) {
      // What was sent behind a statement that failed hears only that the transaction is aborted: it is told why.
      this.#failure ??= error;
      throw isAborted(error) ? this.#failure : error;
    }
  }

  copyLines(select: string, onRows: (rows: number) => void): AsyncGenerator<Buffer> {
    this.#requireOpen();
    this.#lastLines = askForLines(this.#session.client, select);
    return this.#lastLines.read(onRows);
  }

  /** The connection is somebody else's after its end: a late statement would run in their transaction. */
  #requireOpen(): void {
    if (this.#isOver) {
      throw new Error('The transaction is over: a statement was not awaited inside it.');
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
    if (Buffer.byteLength(payload) > maxNotifyBytes) {
      throw new Error(`A notice on ${channel} is too large: at most ${maxNotifyBytes} bytes fit.`);
    }
    await this.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async commit(): Promise<void> {
    this.#lastLines?.requireAll();
    const result = await this.#session.client.query('commit').catch(throwOn);
    // A transaction in which a statement failed answers COMMIT with ROLLBACK, and no error.
    if (result.command !== 'COMMIT') {
      throw new Error(
        'The transaction was rolled back: a statement in it failed and was not heeded.',
      );
    }
  }

  end(): void {
    this.#isOver = true;
    this.#lastLines?.giveUp();
  }
}
