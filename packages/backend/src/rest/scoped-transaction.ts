import type { Database, Scope, Statement, Transaction } from '@muster/database';

/** Under whose rights a request runs, and what it says of itself to functions and policies. */
export interface RequestScope extends Scope {
  method: string;
  /** Behind `/rest/v1`. */
  path: string;
  headers: Headers;
  timezone: string | null;
}

/** How long a statement may take, in milliseconds: what Supabase gives the roles. */
const statementTimeouts = { anon: 3_000, authenticated: 8_000, service_role: 8_000 } as const;

const searchPath = 'public, extensions';

/** One number comes back, not what was set. */
const settingsSql = `select num_nulls(
  set_config('search_path', '${searchPath}', true),
  set_config('request.jwt.claims', $1, true),
  set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $3, true),
  set_config('request.jwt.claim.email', $4, true),
  set_config('request.method', $5, true),
  set_config('request.path', $6, true),
  set_config('request.headers', $7, true),
  set_config('request.cookies', $8, true),
  set_config('statement_timeout', $9, true))`;
/** A token ends with the session that it names; nothing behind this runs where it fails. */
const settingsOfSession = `${settingsSql}, auth.require_session($10)`;

const timezoneSql = `select set_config('timezone', $1, true)`;

/**
 * Runs statements that only read in one transaction under a scope, all in one exchange with the
 * database, and resolves to the first row of each.
 */
export async function readScoped<Row>(
  database: Database,
  scope: RequestScope,
  statements: readonly Statement[],
): Promise<(Row | undefined)[]> {
  const settings = toScopeSettings(scope);
  const { role } = scope;
  const results = await database.readAtOnce<Row>([...settings, ...statements], { role });
  return results.slice(settings.length).map(([row]) => row);
}

/**
 * Runs one statement that writes, in a transaction of its own under a scope. What `check` throws of its
 * row undoes it, and so does `isUndone`, by which the answer stands all the same.
 */
export async function writeScoped<Row>(
  database: Database,
  scope: RequestScope,
  statement: Statement,
  { check, isUndone }: { check: (row: Row | undefined) => void; isUndone: boolean },
): Promise<Row | undefined> {
  let row: Row | undefined;
  const undone = new Error('the transaction is undone, its answer is kept');
  try {
    const { role } = scope;
    const write = async (transaction: Transaction) => {
      const settings = toScopeSettings(scope).map(({ text, values }) =>
        transaction.query(text, values),
      );
      const written = transaction.query<Row>(statement.text, statement.values);
      const [rows] = await Promise.all([written, ...settings]);
      row = rows[0];
      check(row);
      if (!isUndone) {
        return;
      }
      // What is only looked at when a transaction ends would not be looked at.
      await transaction.query('set constraints all immediate');
      throw undone;
    };
    await database.transaction(write, { role });
  } catch (thrown) {
    if (thrown !== undone) {
      throw thrown;
    }
  }
  return row;
}

/** The statements that give a transaction the claims of its scope and tell it of the request; its role is set before. */
export function toScopeSettings({
  role,
  claims,
  method,
  path,
  headers,
  timezone,
}: RequestScope): Statement[] {
  const cookie = headers.get('cookie');
  const others = [...headers].filter(([name]) => name !== 'cookie');
  const values = [
    JSON.stringify(claims),
    toSetting(claims.sub),
    role,
    toSetting(claims.email),
    method,
    path,
    JSON.stringify(Object.fromEntries(others)),
    cookie === null ? '{}' : JSON.stringify(readCookies(cookie)),
    String(statementTimeouts[role]),
  ];
  // A token that names no session is a key's, or another signer's.
  const { session_id: session } = claims;
  return [
    ...(timezone === null ? [] : [{ text: timezoneSql, values: [timezone] }]),
    session === undefined || session === ''
      ? { text: settingsSql, values }
      : { text: settingsOfSession, values: [...values, String(session)] },
  ];
}

function toSetting(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

function readCookies(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim(), value.join('=').trim()] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}
