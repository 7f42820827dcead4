import type { Database } from '@muster/database';
import { parseConfig } from '../../packages/server/src/config.ts';
import { openLeagueDatabase } from '../../packages/server/src/open-league.ts';
import { findLeague } from '../server/start-server.ts';

/** Does something in the database of the league in this folder: its running server's, or one that runs meanwhile. */
export async function withLeague(
  dataDir: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const { database, close } = await openLeagueDatabase(parseConfig(findLeague(dataDir)));
  try {
    await work(database);
  } finally {
    await close();
  }
}
