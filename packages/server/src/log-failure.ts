import { isRefusedValue, toUnavailable } from '@muster/database';
import type { Logger } from 'pino';

/**
 * Writes down what failed: a fault of ours with its stack, a database that cannot be asked in one short
 * line, since then everything fails.
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
  const unavailable = toUnavailable(error);
  if (unavailable === null) {
    log.error({ err: error, ...about }, message);
  } else {
    log.warn({ reason: unavailable.message, ...about }, 'database unavailable');
  }
}
