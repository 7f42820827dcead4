import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '../commands/command.ts';
import type { Config } from '../config.ts';
import { forgottenName, readForgotten, readForgottenAt } from './forgotten-list.ts';
import { openPlace } from './place/open-place.ts';

/** Who has left since, by the list that `--forgotten` names if any, beside what is restored and in `BACKUP_DIR`. */
export async function findForgotten(
  config: Pick<Config, 'backup' | 'dataDir'>,
  path: string,
  { given = null, signal }: { given?: string | null; signal?: AbortSignal } = {},
): Promise<string[]> {
  if (given !== null && statSync(given, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new OperatorError(`--forgotten takes the list beside the backups; ${given} is none.`);
  }
  const folders = [dirname(path), config.backup.directory ?? dirname(path)];
  const lists = [
    ...(given === null ? [] : [given]),
    ...folders.map((folder) => join(folder, forgottenName)),
  ];
  const place = config.backup.s3 === null ? null : openPlace(config, signal);
  const found = await Promise.all([
    ...lists.map(readForgotten),
    ...(place === null ? [] : [readForgottenAt(place)]),
  ]);
  return [...new Set(found.flat())].sort();
}
