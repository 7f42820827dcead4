import { connect } from '@muster/database';
import type { StorageConfig } from '../create-storage.ts';
import { doTasks } from './do-tasks.ts';
import { type StopAt, stopping } from './stopping.ts';

/**
 * A process that moves and sweeps until a statement at which it stands still, to be killed there; the database's
 * address, the settings and the statement come as arguments. Some twenty are started: what serves stays out of them.
 */
const [url = '', settings = '{}', stop = ''] = process.argv.slice(2);
const stopAt = JSON.parse(stop) as StopAt;
doTasks(
  stopping(connect(url), stopAt, () => process.send?.('there')),
  JSON.parse(settings) as StorageConfig,
);
process.send?.('');
