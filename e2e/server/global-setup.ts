import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbedded } from '@muster/database';
import { makeRunFolder } from '../../packages/database/src/testing/make-run-folder.ts';
import { parseConfig } from '../../packages/server/src/config.ts';
import { furnishLeague } from '../../packages/server/src/demonstration/furnish.ts';
import { createLeague } from '../../packages/server/src/engine/league.ts';
import { openObjects } from '../../packages/server/src/files/open-objects.ts';
import { openLeague } from '../../packages/server/src/open-league.ts';
import { layFurnished, makeDataDir, startServer } from './start-server.ts';

/** Brings to an empty directory what a first start does, without a server that would be stopped again at once. */
async function furnish(dataDir: string): Promise<void> {
  const postgres = await startEmbedded({ dataDir, isDurable: false });
  try {
    const config = parseConfig({ DATA_DIR: dataDir, DATABASE_URL: postgres.url });
    await using opened = await openLeague(config);
    const { database } = opened;
    await furnishLeague(createLeague(database, undefined, openObjects(config, database)));
  } finally {
    await postgres.stop();
  }
}

/**
 * One living league for all specs: each spec makes its own people and teams in it. Its demonstration is played once;
 * what was there then is copied for specs that start a league of their own.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.MUSTER_URL !== undefined) {
    return async () => {};
  }
  const folder = await makeRunFolder('muster-browser-');
  const furnished = join(folder, 'furnished');
  await furnish(furnished);
  process.env.MUSTER_FURNISHED = furnished;
  const server = await startServer({ dataDir: makeDataDir('e2e') });
  process.env.MUSTER_URL = server.url;
  process.env.MUSTER_DATA_DIR = server.dataDir;
  layFurnished(folder);
  const shared = await startEmbedded({
    ...{ dataDir: folder, isDurable: false, settings: { max_connections: '200' } },
  });
  process.env.MUSTER_SHARED_POSTGRES = shared.url;
  return async () => {
    await server.stop();
    await shared.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
