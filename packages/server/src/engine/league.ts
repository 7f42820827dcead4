import type { Database } from '@muster/database';
import type { League } from './execute.ts';
import { StreamCache } from './read-state.ts';

/** The league of a database, with this process's memory of its streams. */
export function createLeague(database: Database, now: () => Date = () => new Date()): League {
  return { database, cache: new StreamCache(), now };
}
