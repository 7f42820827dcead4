import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBackupName } from './backup-name.ts';
import { listOutdated } from './outdated.ts';

/** Takes the backups of a folder away that may go; to be called once a new one was read back. */
export async function removeOutdated(folder: string): Promise<void> {
  const backups = (await readdir(folder)).flatMap((name) => parseBackupName(name) ?? []);
  for (const { name } of listOutdated(backups)) {
    await rm(join(folder, name), { force: true });
  }
}
