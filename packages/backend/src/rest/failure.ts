import { DatabaseUnavailable } from '@muster/database';

/** The body of every failed answer of the REST service, as PostgREST words it. */
interface FailureBody {
  code: string;
  details: string | null | readonly Record<string, string>[];
  hint: string | null;
  message: string;
}

/** What makes a failure: its code and words, and where it is soon over, the seconds to wait. */
type FailureInput = Partial<FailureBody> &
  Pick<FailureBody, 'code' | 'message'> & { retryAfter?: number };

/** A request that is not done, with its answer in PostgREST's form. */
export class RestFailure extends Error {
  readonly status: number;
  readonly body: FailureBody;
  readonly #retryAfter: number | undefined;

  constructor(status: number, body: FailureInput) {
    super(body.message);
    this.name = 'RestFailure';
    this.status = status;
    this.body = {
      code: body.code,
      details: body.details ?? null,
      hint: body.hint ?? null,
      message: body.message,
    };
    this.#retryAfter = body.retryAfter;
  }

  getResponse(): Response {
    const headers: Record<string, string> = {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `Muster; error=${this.body.code}`,
    };
    if (this.status === 401) {
      headers['WWW-Authenticate'] = 'Bearer';
    }
    if (this.#retryAfter !== undefined) {
      headers['Retry-After'] = String(this.#retryAfter);
    }
    const body = isBodiless(this.status) ? null : JSON.stringify(this.body);
    return new Response(body, { status: this.status, headers });
  }
}

/** Whether answers of a status never have a body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** What the driver throws when PostgreSQL refuses a statement. */
interface DatabaseError extends Error {
  severity: string;
  code: string;
  detail?: string;
  hint?: string;
}

/** Statuses by whole SQLSTATE, then by class; the rest are the caller's fault: 400. */
const byState: Readonly<Record<string, number>> = {
  '08P01': 400,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // A request that takes too long is at fault as one that is too large is.
  '57014': 400,
  P0001: 400,
};
const byClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** How soon a caller may try again what failed with the connection, in seconds. */
const retryAfterSeconds = 1;

/** A failure of the database in PostgREST's words; anything else is returned as it came. */
export function toRestFailure(thrown: unknown, isAnonymous: boolean): unknown {
  if (thrown instanceof DatabaseUnavailable) {
    return toUnavailableFailure(thrown);
  }
  if (!isDatabaseError(thrown)) {
    return thrown;
  }
  if (thrown.code === 'PGRST') {
    return toRaised(thrown);
  }
  const status = toStatus(thrown.code, isAnonymous);
  return new RestFailure(status, {
    code: thrown.code,
    message: thrown.message,
    ...(thrown.detail === undefined ? {} : { details: thrown.detail }),
    ...(thrown.hint === undefined ? {} : { hint: thrown.hint }),
    ...(status === 503 ? { retryAfter: retryAfterSeconds } : {}),
  });
}

/** PostgREST's words for a database that is away and for a pool that is used up; both may be tried again. */
export function toUnavailableFailure({ reason, retryAfter }: DatabaseUnavailable): RestFailure {
  const body =
    reason === 'away'
      ? { code: 'PGRST001', message: 'Database connection error. Retrying the connection.' }
      : { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' };
  return new RestFailure(503, { ...body, retryAfter });
}

function isDatabaseError(thrown: unknown): thrown is DatabaseError {
  return thrown instanceof Error && 'code' in thrown && 'severity' in thrown;
}

/** An answer that a function words as a whole: `raise sqlstate 'PGRST'` with JSON as message and detail. */
function toRaised({ message, detail }: DatabaseError): RestFailure {
  try {
    const words = JSON.parse(message) as FailureBody;
    const { status } = JSON.parse(detail ?? '') as { status: number };
    if (status >= 200 && status <= 599) {
      return new RestFailure(status, words);
    }
  } catch {
    // What is no JSON is told below.
  }
  return new RestFailure(500, {
    code: 'PGRST121',
    message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'. DETAIL must be a JSON object with the key: 'status'.",
  });
}

function toStatus(state: string, isAnonymous: boolean): number {
  if (state === '42501') {
    return isAnonymous ? 401 : 403;
  }
  const own = /^PT([2-5]\d\d)$/.exec(state);
  if (own) {
    return Number(own[1]);
  }
  return byState[state] ?? byClass[state.slice(0, 2)] ?? 400;
}
