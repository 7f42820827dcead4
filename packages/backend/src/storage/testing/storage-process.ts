import { connect } from '@muster/database';
import { verifyAccessToken } from '../../auth/access-token.ts';
import { loadAuthKeys } from '../../auth/keys.ts';
import { openRequests } from '../../rest/open-requests.ts';
import { openRequestLogin } from '../../rest/request-login.ts';
import { serve } from '../../testing/serve.ts';
import type { HomeName } from '../bytes/home.ts';
import { moveStoredBytes } from '../bytes/move.ts';
import { createStorage, type StorageConfig } from '../create-storage.ts';
import { type StopAt, stopping } from './stopping.ts';

/**
 * A process that serves storage alone, moves and sweeps until it is killed; the database's address, the settings and
 * the statement at which it stands still come as arguments. Some sixty are started: the other services stay out of them.
 */
const [url = '', settings = '{}', stop = 'null'] = process.argv.slice(2);
const config = JSON.parse(settings) as StorageConfig;
const stopAt = JSON.parse(stop) as StopAt | null;
const plain = connect(url);
const database = stopAt === null ? plain : stopping(plain, stopAt, () => process.send?.('there'));
const keys = await loadAuthKeys({ database });
const onError = (error: unknown) => console.error(error);
const storage = createStorage({
  ...{ database, config, onError, secret: keys.secret },
  requests: await openRequests(await openRequestLogin(database), onError),
  verify: (token) => verifyAccessToken(keys, token),
});
const server = await serve((request) =>
  storage.answer(new Request(request.url.replace('/storage/v1', ''), request), '127.0.0.1'),
);

async function move(to: HomeName) {
  const failures: string[] = [];
  const onFailure = (error: unknown) => {
    failures.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
  };
  return { ...(await moveStoredBytes(database, config, to, { onFailure })), failures };
}

process.on('message', async (task: { move: HomeName } | 'sweep') => {
  process.send?.(
    task === 'sweep' ? await storage.sweep().then(() => 'swept') : await move(task.move),
  );
});
process.on('disconnect', () => process.exit());
process.send?.(server.url);
