import { cpSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * A folder for a PostgreSQL of a test's own, beside the run's: what lies in memory is made and copied in a tenth of the
 * time. No other program finds its way there: temporary folders at large stay on disk.
 */
export const makeDataFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(inject('musterTestServer').folder, prefix));

/** Copies a data directory in which nothing runs, in an eighth of the time of `cp`; that keeps no directory's rights. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  cpSync(from, to, { recursive: true });
  await chmod(join(to, 'postgres'), 0o700);
}
