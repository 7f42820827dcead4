import type { Database } from '@muster/database';

import { StreamCache } from './read-state.ts';

/** The league of a database, with this process's memory of its streams. */
export function createLeague(database: Database, now: () => Date = () => new Date()): League {
  return { database, cache: new StreamCache(), now };
}

/** What the league's commands run on. */
export interface League {
  database: Database;
  cache: StreamCache;
  /** The instant of a command; moved in tests. */
  now: () => Date;
}
