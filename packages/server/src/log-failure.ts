import { findDamage, isRefusedValue, toUnavailable } from '@muster/database';
import type { Logger } from 'pino';

/** What to do where the database's own files are damaged. */
export const damagedWords =
  'The database’s files are damaged: look at the disk, stop the league and restore its last backup, or with the embedded one an instant before (npx muster restore --at)';

/**
 * Writes down what failed: a fault of ours with its stack, files of the database that are
 * damaged with what to do, a database that cannot be asked in one short line, since then everything fails.
 */
export function logFailure(
  log: Pick<Logger, 'error' | 'warn'>,
  error: unknown,
  message: string,
  about: Record<string, unknown> = {},
): void {
  if (isRefusedValue(error)) {
    log.warn({ reason: String(error), ...about }, 'a value that the database refused');
    return;
  }
  const damage = findDamage(error);
  if (damage !== null) {
    log.error({ reason: damage, ...about }, damagedWords);
    return;
  }
  const unavailable = toUnavailable(error);
  if (unavailable === null) {
    log.error({ err: error, ...about }, message);
  } else {
    log.warn({ reason: unavailable.message, ...about }, 'database unavailable');
  }
}
