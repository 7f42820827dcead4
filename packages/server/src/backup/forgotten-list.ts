import { basename, dirname } from 'node:path';
import type { Queryable } from '@muster/database';
import { FileFault } from '../league-file/file-fault.ts';
import type { BackupPlace } from './place/backup-place.ts';
import { openFolder } from './place/folder-place.ts';

/** The name under which the ids of the forgotten stand beside the backups, one a line. */
export const forgottenName = 'forgotten.txt';

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type TextPlace = Pick<BackupPlace, 'name' | 'readText' | 'writeText'>;

/**
 * The ids that a file lists; none where it is not there.
 * @throws FileFault where it lists something else.
 */
export function readForgotten(path: string): Promise<string[]> {
  return readForgottenAt(openFolder(dirname(path)), basename(path));
}

/** The same of the list beside backups. */
export async function readForgottenAt(place: TextPlace, name = forgottenName): Promise<string[]> {
  const content = (await place.readText(name)) ?? '';
  const ids = content.split('\n').filter((line) => line !== '');
  if (!ids.every((line) => id.test(line))) {
    throw new FileFault(`${place.name}/${name} has a line that is no id of somebody who left`);
  }
  return ids;
}

/** Whom the league has forgotten; the demonstration's people never had an account. */
export async function listForgotten(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    'select id from public.profiles where user_id is null and not is_demo',
  );
  return rows.map((row) => row.id);
}

/** Adds whoever has left to the list beside the backups. Nobody is ever taken from it. */
export async function updateForgotten(queryable: Queryable, place: TextPlace): Promise<void> {
  const listed = await readForgottenAt(place);
  const all = [...new Set([...listed, ...(await listForgotten(queryable))])].sort();
  if (all.length > listed.length) {
    await place.writeText(forgottenName, all.map((line) => `${line}\n`).join(''));
  }
}
