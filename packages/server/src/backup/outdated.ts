import type { BackupName } from './backup-name.ts';

const day = 24 * 3600_000;
/**
 * So young none goes, in milliseconds. A league that was restored from an older one, or began anew on an empty disk,
 * writes beside the backups of the one before it, and whoever notices needs the last of those.
 */
const leastAge = 7 * day;

/** How many of each are kept: the last backup of a day, of a week (from Monday) and of a month, in UTC. */
const kept: readonly { most: number; toPeriod: (at: Date) => string | number }[] = [
  { most: 7, toPeriod: (at) => Math.floor(at.getTime() / day) },
  // The first of January 1970 was a Thursday.
  { most: 4, toPeriod: (at) => Math.floor((at.getTime() / day + 3) / 7) },
  { most: 12, toPeriod: (at) => at.toISOString().slice(0, 7) },
];

/**
 * The backups that may go. Periods without a backup do not count, so that where none was made for long the old ones
 * stay. One from after now, of a clock that was set back, neither goes nor takes the place of another.
 */
export function listOutdated(backups: readonly BackupName[], now: Date): BackupName[] {
  const made = backups.filter(({ at }) => at <= now);
  const newestFirst = made.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const staying = new Set<BackupName>();
  for (const { most, toPeriod } of kept) {
    const lastOfEach = new Map<string | number, BackupName>();
    for (const backup of newestFirst) {
      const period = toPeriod(backup.at);
      if (!lastOfEach.has(period) && lastOfEach.size < most) {
        lastOfEach.set(period, backup);
        staying.add(backup);
      }
    }
  }
  return newestFirst.filter(
    (backup) => !staying.has(backup) && now.getTime() - backup.at.getTime() >= leastAge,
  );
}
