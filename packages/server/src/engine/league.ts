import { type OwnObjects, openOwnObjects } from '@muster/backend';
import type { Database } from '@muster/database';

import { StreamCache } from './read-state.ts';

/** The league of a database, with this process's memory of its streams. */
export function createLeague(
  database: Database,
  now: () => Date = () => new Date(),
  objects: OwnObjects = openOwnObjects(database),
): League {
  return { database, cache: new StreamCache(), now, objects };
}

/** What the league's commands run on. */
export interface League {
  database: Database;
  cache: StreamCache;
  /** The instant of a command; moved in tests. */
  now: () => Date;
  /** The bytes of what people have sent. */
  objects: OwnObjects;
}
