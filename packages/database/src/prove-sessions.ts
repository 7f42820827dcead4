import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type ConnectOptions, settleSession, toClientConfig } from './client-config.ts';
import { OpenDatabaseError } from './open-database-error.ts';
import type { Sessions } from './types.ts';
import { toConnectionFailure } from './unavailable.ts';

/** So many connections at once: what one of them keeps by luck, all of them do not. */
const connections = 4;
/** A connection through a pooler waits for one of the database's, which may not come for minutes. */
const timeoutMs = 10_000;

/** Of this process. */
const own = randomBytes(6).toString('hex');

const proof = `select pg_backend_pid() as process, session_user || ' ' || current_user as role,
  current_setting('jit') as jit, current_setting('muster.proof', true) as setting, $1::text as mark`;

interface Answer {
  process: number;
  role: string;
  jit: string;
  setting: string;
  mark: string;
}

/**
 * Finds out what stands behind an address: sessions of ours, or a pooler that lends them by the transaction.
 * Each of several connections has a setting and a prepared statement of its own, and asks by that statement,
 * forwards, backwards and all at once in transactions, which process of PostgreSQL answers it: always
 * the same one, which answers nobody else, and with its own settings.
 * @throws OpenDatabaseError where so many connections cannot be had, DatabaseUnavailable where one is lost.
 */
export async function proveSessions(options: ConnectOptions): Promise<Sessions> {
  const clients = Array.from({ length: connections }, () => new pg.Client(toClientConfig(options)));
  // What a connection is lost by comes as the failure of what was asked over it.
  for (const client of clients) {
    client.on('error', () => undefined);
  }
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(refuseTooFew()), timeoutMs);
  const proving = prove(clients);
  try {
    return await Promise.race([proving, late.promise]);
  } finally {
    clearTimeout(timer);
    // A statement that still waits is not waited for.
    for (const client of clients) {
      client.connection.stream.destroy();
    }
    await proving.catch(() => undefined);
  }
}

async function prove(clients: readonly pg.Client[]): Promise<Sessions> {
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => settleSession(client)));
    await Promise.all(
      clients.map((client, at) => client.query(`set muster.proof = '${toMark(at)}'`)),
    );
    const asking = [...clients.entries()];
    const rounds = [
      await askInTurn(asking),
      await askInTurn(asking.toReversed()),
      ...(await Promise.all(asking.map(askInTransaction))),
    ];
    return areOwn(rounds.flat()) ? 'own' : 'shared';
  } catch (thrown) {
    const failure = toConnectionFailure(thrown);
    // A statement came to a session that does not know it, or knows another by its name.
    if (failure instanceof pg.DatabaseError) {
      return 'shared';
    }
    throw failure;
  }
}

type Asking = readonly [at: number, client: pg.Client];
type Answered = Answer & { at: number };

async function askInTurn(asking: readonly Asking[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const each of asking) {
    answers.push(...(await ask(each)));
  }
  return answers;
}

async function askInTransaction([at, client]: Asking): Promise<Answered[]> {
  await client.query('begin');
  const answers = await ask([at, client]);
  await client.query('commit');
  return answers;
}

async function ask([at, client]: Asking): Promise<Answered[]> {
  const statement = { name: `muster_proof_${toMark(at)}`, text: proof, values: [toMark(at)] };
  const { rows } = await client.query<Answer>(statement);
  return rows.map((answer) => ({ ...answer, at }));
}

function areOwn(answers: readonly Answered[]): boolean {
  const [{ role } = { role: '' }] = answers;
  const isOwn = answers.every(
    (answer) =>
      answer.role === role &&
      answer.jit === 'off' &&
      answer.setting === toMark(answer.at) &&
      answer.mark === toMark(answer.at),
  );
  const pairs = new Set(answers.map(({ at, process }) => `${at} ${process}`));
  const processes = new Set(answers.map(({ process }) => process));
  return isOwn && pairs.size === connections && processes.size === connections;
}

function toMark(at: number): string {
  return `${own}_${at}`;
}

function refuseTooFew(): OpenDatabaseError {
  return new OpenDatabaseError(
    'database_too_small',
    `The database's address gave no ${connections} connections at once within ${timeoutMs / 1000} s: a pooler in front of PostgreSQL has to keep sessions and to have room for all of them.`,
  );
}
