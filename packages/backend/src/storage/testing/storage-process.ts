import { connect } from '@muster/database';
import { verifyAccessToken } from '../../auth/access-token.ts';
import { loadAuthKeys } from '../../auth/keys.ts';
import { openRequests } from '../../rest/open-requests.ts';
import { openRequestLogin } from '../../rest/request-login.ts';
import { serve } from '../../testing/serve.ts';
import { createStorage, type StorageConfig } from '../create-storage.ts';
import { doTasks } from './do-tasks.ts';

/**
 * A process that serves storage alone, moves and sweeps until it is killed; the database's address and the settings
 * come as arguments. The other services stay out of it: many are started.
 */
const [url = '', settings = '{}'] = process.argv.slice(2);
const config = JSON.parse(settings) as StorageConfig;
const database = connect(url);
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
doTasks(database, config);
process.send?.(server.url);
