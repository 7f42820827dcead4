import type { Database } from '@muster/database';
import { OperatorError } from '../commands/command.ts';
import { isUnfinished, unfinishedWords } from './finish-import.ts';

/** @throws OperatorError where the database has no whole league. */
export async function requireLeague(database: Database): Promise<void> {
  const [found] = await database.query<{ is_there: boolean }>(
    `select to_regclass('private.migrations') is not null as is_there`,
  );
  if (found?.is_there !== true) {
    throw new OperatorError('There is no league here yet.');
  }
  if (await isUnfinished(database)) {
    throw new OperatorError(unfinishedWords);
  }
}
