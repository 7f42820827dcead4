import { connect } from '@muster/database';
import { createBackend } from '../../create-backend.ts';
import { serve } from '../../testing/serve.ts';
import type { HomeName } from '../bytes/home.ts';
import { moveStoredBytes } from '../bytes/move.ts';
import type { StorageConfig } from '../create-storage.ts';
import { type StopAt, stopping } from './stopping.ts';

/**
 * A process that serves storage, moves and sweeps until it is killed; the database's address, the settings and the
 * statement at which it stands still come as arguments.
 */
const [url = '', settings = '{}', stop = 'null'] = process.argv.slice(2);
const storage = JSON.parse(settings) as StorageConfig;
const stopAt = JSON.parse(stop) as StopAt | null;
const plain = connect(url);
const database = stopAt === null ? plain : stopping(plain, stopAt, () => process.send?.('there'));
const backend = await createBackend({ database, config: { storage } });
const server = await serve((request, bindings) => backend.fetch(request, bindings));

async function move(to: HomeName) {
  const failures: string[] = [];
  const onFailure = (error: unknown) => {
    failures.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
  };
  return { ...(await moveStoredBytes(database, storage, to, { onFailure })), failures };
}

process.on('message', async (task: { move: HomeName } | 'sweep') => {
  process.send?.(
    task === 'sweep' ? await backend.sweepStorage().then(() => 'swept') : await move(task.move),
  );
});
process.on('disconnect', () => process.exit());
process.send?.(server.url);
