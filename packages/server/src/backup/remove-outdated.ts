import { parseBackupName } from './backup-name.ts';
import { listOutdated } from './outdated.ts';
import type { BackupPlace } from './place/backup-place.ts';

/** Takes the backups away that may go; to be called once a new one was read back. */
export async function removeOutdated(place: BackupPlace, now: Date): Promise<void> {
  const backups = (await place.list()).flatMap((name) => parseBackupName(name) ?? []);
  for (const { name } of listOutdated(backups, now)) {
    await place.remove(name);
  }
}
