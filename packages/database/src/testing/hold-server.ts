import { connect } from '../connect.ts';
import { type EmbeddedOptions, startEmbedded } from '../embedded/start-embedded.ts';

/**
 * A process of its own for tests that kill it: starts the PostgreSQL of a directory, says `ready`,
 * and with `isWriting` inserts numbers one by one, naming each on a line once the server has
 * acknowledged it. Ends in order on SIGTERM.
 */
const [dataDir = '', given = '{}'] = process.argv.slice(2);
const { isWriting, ...options } = JSON.parse(given) as { isWriting?: boolean } & Omit<
  EmbeddedOptions,
  'dataDir'
>;

try {
  const server = await startEmbedded({ ...options, dataDir });
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  process.stdout.write(`ready ${server.url}\n`);
  if (isWriting) {
    await writeForever(server.url);
  }
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`failed ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function writeForever(url: string): Promise<void> {
  const database = connect(url);
  await database.query('create table if not exists written (n bigint primary key)');
  const [last] = await database.query<{ n: string }>(
    'select coalesce(max(n), 0) as n from written',
  );
  for (let n = Number(last?.n) + 1; ; n += 1) {
    await database.query('insert into written values ($1)', [n]);
    process.stdout.write(`${n}\n`);
  }
}
