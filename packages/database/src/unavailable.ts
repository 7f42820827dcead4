import pg from 'pg';

/** How soon it is worth asking again, in seconds. */
const secondsOf = { away: 2, busy: 1 } as const;

/**
 * The database cannot be asked now and may well be in a moment: `away` while it does not answer, `busy`
 * while too many ask. Nothing of the statement was kept, but of a COMMIT that got no answer nobody knows.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code = 'unavailable';
  readonly reason: keyof typeof secondsOf;
  /** In how many seconds to try again. */
  readonly retryAfter: number;

  constructor(reason: DatabaseUnavailable['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.retryAfter = secondsOf[reason];
  }
}

/** A server that starts, stops, was killed or has no connection left, and whatever ends a connection (class 08). */
const away = /^(?:08(?!P01)|57P0[1-5]|53300)/;
/** What a statement can run into that is nobody's fault: it met another one, or took too long beside others. */
const passing = new Set(['40001', '40P01', '55P03', '57014', '53100', '53200', '53400']);
/** pg says by sentence alone that a connection was lost or never came. */
const lost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/**
 * What a connection was lost by, or could not be had, as `DatabaseUnavailable`; any other error is returned
 * as it is. Only for what came from a connection: a mail server may refuse one in the same words.
 */
export function toConnectionFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) {
    return error;
  }
  const isAway =
    error instanceof pg.DatabaseError
      ? away.test(error.code ?? '') || (error.code === '08P01' && error.severity === 'FATAL')
      : 'syscall' in error ||
        error instanceof AggregateError ||
        isSystemError(error) ||
        lost.test(error.message);
  return isAway ? new DatabaseUnavailable('away', toReason(error), { cause: error }) : error;
}

/**
 * What the one who asked is told to try again, for the edges of the program: besides what the database
 * package says itself, a conflict or a limit of time that outlasted the tries; null for any other error.
 */
export function toUnavailable(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) {
    return error;
  }
  return error instanceof pg.DatabaseError && passing.has(error.code ?? '')
    ? new DatabaseUnavailable('busy', error.message, { cause: error })
    : null;
}

function isSystemError(error: Error): boolean {
  return 'code' in error && /^E[A-Z]{3,}$/.test(String(error.code));
}

/** A host with several addresses fails with an error that has no message of its own. */
export function toReason(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && first.message ? first.message : error.name;
}
