/** The body of every failed answer of the REST service, as PostgREST words it. */
interface FailureBody {
  code: string;
  details: string | null;
  hint: string | null;
  message: string;
}

/** Carries a finished answer out of the REST library, which passes on what has `getResponse`. */
export class RestFailure extends Error {
  readonly status: number;
  readonly body: FailureBody;

  constructor(status: number, body: Partial<FailureBody> & { code: string; message: string }) {
    super(body.message);
    this.name = 'RestFailure';
    this.status = status;
    this.body = {
      code: body.code,
      details: body.details ?? null,
      hint: body.hint ?? null,
      message: body.message,
    };
  }

  getResponse(): Response {
    const headers: Record<string, string> = {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `Muster; error=${this.body.code}`,
    };
    if (this.status === 401) headers['WWW-Authenticate'] = 'Bearer';
    return new Response(JSON.stringify(this.body), { status: this.status, headers });
  }
}

/** What the driver throws when PostgreSQL refuses a statement. */
interface DatabaseError extends Error {
  severity: string;
  code: string;
  detail?: string;
  hint?: string;
}

/** Statuses by whole SQLSTATE, then by class; the rest are the caller's fault: 400. */
const BY_STATE: Readonly<Record<string, number>> = {
  // A byte of zero in a name breaks off the message that carries it; the connection lives on.
  '08P01': 400,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};
const BY_CLASS: Readonly<Record<string, number>> = {
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
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Whom the failure is told, and what they asked, as far as the wording needs it. */
interface Asked {
  isAnonymous: boolean;
  /** The table or view of the request, if it is one. */
  relation: string | undefined;
}

/** A failure of the database in PostgREST's words; anything else is returned as it came. */
export function toRestFailure(thrown: unknown, asked: Asked): unknown {
  if (isLostConnection(thrown)) {
    return new RestFailure(503, {
      code: 'PGRST001',
      message: 'Database connection error. Retrying the connection.',
    });
  }
  if (!isDatabaseError(thrown)) return thrown;
  return new RestFailure(toStatus(thrown.code, asked.isAnonymous), {
    code: thrown.code,
    message: toMessage(thrown, asked.relation),
    ...(thrown.detail === undefined ? {} : { details: thrown.detail }),
    ...(thrown.hint === undefined ? {} : { hint: thrown.hint }),
  });
}

/** The library's own errors have codes too, but only PostgreSQL's have a severity. */
function isDatabaseError(thrown: unknown): thrown is DatabaseError {
  return thrown instanceof Error && 'code' in thrown && 'severity' in thrown;
}

function isLostConnection(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? String(thrown.code) : '';
  return (
    /^E[A-Z]{4,}$/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(
      thrown.message,
    )
  );
}

/** Whether something thrown shows a mistake in a program, ours or a library's, and not in what it was given. */
export function isMistake(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  if (thrown instanceof RestFailure || thrown instanceof URIError) return false;
  return (
    thrown instanceof TypeError || thrown instanceof RangeError || thrown instanceof ReferenceError
  );
}

function toStatus(state: string, isAnonymous: boolean): number {
  if (state === '42501') return isAnonymous ? 401 : 403;
  const own = /^PT([2-5]\d\d)$/.exec(state);
  if (own) return Number(own[1]);
  return BY_STATE[state] ?? BY_CLASS[state.slice(0, 2)] ?? 400;
}

/** PostgREST qualifies the columns in its SQL, and so PostgreSQL's message names the table. */
function toMessage(error: DatabaseError, relation: string | undefined): string {
  if (error.code !== '42703' || relation === undefined) return error.message;
  return error.message.replace(
    /^column "([^"]+)" does not exist$/,
    (_whole, column) => `column ${relation}.${column} does not exist`,
  );
}
