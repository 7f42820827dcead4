import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '@muster/database';
import { FileFault } from '../league-file/file-fault.ts';

/** The name under which the ids of the forgotten stand beside the backups, one a line. */
export const forgottenName = 'forgotten.txt';

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The ids that a file lists; none where it is not there.
 * @throws FileFault where it lists something else.
 */
export async function readForgotten(path: string): Promise<string[]> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return '';
    }
    throw error;
  });
  const ids = content.split('\n').filter((line) => line !== '');
  if (!ids.every((line) => id.test(line))) {
    throw new FileFault(`${path} has a line that is no id of somebody who left`);
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

/** Adds whoever has left to the list in a folder. Nobody is ever taken from it. */
export async function updateForgotten(queryable: Queryable, folder: string): Promise<void> {
  const path = join(folder, forgottenName);
  const listed = await readForgotten(path);
  const all = [...new Set([...listed, ...(await listForgotten(queryable))])].sort();
  if (all.length > listed.length) {
    await replace(path, all.map((line) => `${line}\n`).join(''));
  }
}

async function replace(path: string, content: string): Promise<void> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(partial, path);
}
