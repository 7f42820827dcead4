import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { connect, type Database, type Queryable } from '@muster/database';
import { getOrCreateSecret } from '../auth/secrets.ts';
import { toLoginUrl } from './login-url.ts';

const scramIterations = 4096;
/**
 * Where a password is asked, one that is wrong ends the attempt at once. With none the driver gives up
 * but keeps the line open, and PostgreSQL waits a minute for the rest.
 */
const unusedPassword = 'none';

/**
 * The address under which requests log in: a role that may become anon, authenticated or service_role
 * and may nothing by itself. Where PostgreSQL asks no password, as on the embedded server's socket,
 * that is `authenticator`. Elsewhere it is a role made for this database, because roles are shared by
 * the whole cluster and two leagues on it must not overwrite each other's password.
 */
export async function openRequestLogin(database: Database): Promise<string> {
  const user = await getRoleName(database);
  const hasRole = await isRole(database, user);
  const plain = toLoginUrl(database.url, { user: 'authenticator', password: unusedPassword });
  if (!hasRole && (await canLogIn(plain))) {
    return plain;
  }

  const password = await getOrCreateSecret(database, 'rest_login_password');
  const own = toLoginUrl(database.url, { user, password });
  if (hasRole && (await canLogIn(own))) {
    return own;
  }

  await setUpRole(database, user, password);
  if (await canLogIn(own)) {
    return own;
  }
  throw new Error(
    `PostgreSQL lets the REST service log in neither as authenticator nor as ${user}: allow one of them in pg_hba.conf`,
  );
}

async function canLogIn(url: string): Promise<boolean> {
  const connection = connect({ url, maxConnections: 1, applicationName: 'muster rest' });
  try {
    const [row] = await connection.query<{ fits: boolean }>(
      'select not rolinherit and not rolsuper as fits from pg_catalog.pg_roles where rolname = session_user',
    );
    return row?.fits === true;
  } catch (error) {
    if (isRefusedLogin(error)) {
      return false;
    }
    throw error;
  } finally {
    await connection.close();
  }
}

function isRefusedLogin(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('28');
}

async function isRole(database: Queryable, name: string): Promise<boolean> {
  const found = await database.query('select from pg_catalog.pg_roles where rolname = $1', [name]);
  return found.length > 0;
}

async function getRoleName(database: Database): Promise<string> {
  const [row] = await database.query<{ oid: string }>(
    'select oid::text from pg_catalog.pg_database where datname = current_database()',
  );
  return `muster_rest_${row?.oid}`;
}

/** The password goes over as a SCRAM verifier, so that no log of statements can hold it. */
async function setUpRole(database: Database, user: string, password: string): Promise<void> {
  const verifier = toScramVerifier(password);
  await database.transaction(async (transaction) => {
    await transaction.query(`select pg_advisory_xact_lock(hashtext('muster rest login'))`);
    // Such statements take no parameters; the name is a word and a number, the verifier has no quote in it.
    const verb = (await isRole(transaction, user)) ? 'alter' : 'create';
    await transaction.query(`${verb} role ${user} login noinherit password '${verifier}'`);
    await transaction.query(`grant anon, authenticated, service_role to ${user}`);
  });
}

/** What PostgreSQL stores for a password (RFC 5803). */
function toScramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, scramIterations, 32, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  const serverKey = sign('Server Key').toString('base64');
  return `SCRAM-SHA-256$${scramIterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
