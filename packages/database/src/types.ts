import type { Damage } from './damage.ts';
import type { ShareLimits } from './shares.ts';

/** The claims of a verified access token, as `request.jwt.claims` holds them. */
export type Claims = Readonly<Record<string, unknown>>;

/** Under whose rights a transaction runs. Without a scope it runs as the owner of the league's tables. */
export interface Scope {
  role: 'anon' | 'authenticated' | 'service_role';
  claims: Claims;
}

/** One parametrised statement. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

export interface Queryable {
  /**
   * Runs one parametrised statement and returns its rows.
   * `bigint` and `numeric` arrive as strings, `date` as `YYYY-MM-DD`, `timestamptz` as Date, `json` parsed.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A transaction in progress; it commits when the work that was given it resolves, else rolls back. */
export interface Transaction extends Queryable {
  /** Sends NOTIFY at commit. The payload must stay below 8,000 bytes. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * The rows of a SELECT of one text that is never null, each a line, by COPY: for what is too much for `query`.
   * Comes in pieces that do not end where lines do, as fast as they are taken; each is written over once the next is
   * asked for. `onRows` hears how many rows have come so far. Whoever stops before the end loses the transaction.
   * The statement goes out at once: the next may be asked for before these rows are taken, and PostgreSQL is at it by
   * then. Its rows, and answers to whatever is asked behind it, come when these have been taken.
   */
  copyLines(select: string, onRows: (rows: number) => void): AsyncGenerator<Buffer>;
}

export interface TransactionOptions {
  scope?: Scope;
  /** Runs under this role, where the work sets the claims itself. */
  role?: Scope['role'];
  readOnly?: boolean;
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** How long each statement may take, in milliseconds: 8,000 under a scope, else the connection's 30,000. */
  statementTimeout?: number;
  /**
   * Each statement is planned once a connection, whatever its values are: for small statements that look up by
   * keys, which take longer to plan than to run.
   */
  plansOnce?: boolean;
}

/**
 * What each connection is: a session of PostgreSQL of its own (`own`), or one that a pooler lends for the length
 * of a transaction (`shared`), where no setting, lock or prepared statement outlasts that.
 */
export type Sessions = 'own' | 'shared';

export interface Database extends Queryable {
  /** A connection address with the owner's rights, for libraries that open their own. */
  readonly url: string;
  /** As it was told when it was opened. */
  readonly sessions: Sessions;
  /** What this process met last of files that are damaged; null where it met none. */
  readonly damage: Damage | null;
  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Runs statements that only read in one transaction, all sent at once: for those of which none waits for
   * the rows of another. Resolves to the rows of each; the first failure rejects.
   */
  readAtOnce<Row = Record<string, unknown>>(
    statements: readonly Statement[],
    options?: Pick<TransactionOptions, 'role'>,
  ): Promise<Row[][]>;
  /**
   * Calls `onPayload` for each NOTIFY, over one shared connection that is opened again when lost.
   * After that it is called with an empty payload: what was sent meanwhile is gone, so look at the tables.
   * Returns a function that stops it.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * The same database within bounds: at most so many of its connections at once, and so many who wait for
   * one; the next is refused at once with `DatabaseUnavailable`. The same limits give the same share. Work
   * inside a transaction must not ask its own share for another connection.
   */
  share(limits: ShareLimits): Database;
  close(): Promise<void>;
}
