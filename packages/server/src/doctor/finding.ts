import { EmbeddedError, MigrationError, OpenDatabaseError } from '@muster/database';
import { ConfigError } from '../config.ts';
import { FileFault } from '../league-file/file-fault.ts';

/**
 * How a thing is: a warning is something to know of, what is wrong keeps the league from what it is for, and unknown
 * is what cannot be looked at before something else is well.
 */
export interface Verdict {
  is: 'ok' | 'warning' | 'wrong' | 'unknown';
  /** One line, with what to do where something is to be done; it holds no secret. */
  says: string;
}

/** How one thing is that the league needs. */
export interface Finding extends Verdict {
  name: string;
  /** Whether the look was given up, and goes on behind our back. */
  isOverdue?: boolean;
}

export const ok = (says: string): Verdict => ({ is: 'ok', says });
export const warning = (says: string): Verdict => ({ is: 'warning', says });
export const unknown = (says: string): Verdict => ({ is: 'unknown', says });
export const wrong = (says: string): Verdict => ({ is: 'wrong', says });

/** Errors whose message is written for whoever runs the league. */
const told = [ConfigError, EmbeddedError, FileFault, MigrationError, OpenDatabaseError];

/** What an error says that may be printed: of one that is not ours its code alone, since its words may hold an address. */
export function toWords(error: unknown): string {
  if (told.some((kind) => error instanceof kind)) {
    return (error as Error).message.replace(/\.$/, '');
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
}

/** How long a look that is stopped has to take back what it has begun, in milliseconds. */
const endAfter = 5_000;

async function waitForEnd(looking: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, endAfter);
  await Promise.race([looking.catch(() => undefined), late.promise]);
  clearTimeout(timer);
}

/**
 * Looks at one thing for so many milliseconds at most; what fails is what is wrong with it. Where all is stopped, it
 * rejects once the look has taken back what it had begun.
 */
export async function lookWithin(
  name: string,
  milliseconds: number,
  look: (signal: AbortSignal) => Promise<Verdict>,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Finding> {
  stopping.throwIfAborted();
  const late = AbortSignal.timeout(milliseconds);
  const signal = AbortSignal.any([late, stopping]);
  const over = Promise.withResolvers<never>();
  const end = () => over.reject(signal.reason);
  signal.addEventListener('abort', end);
  // Two things keep nothing alive that is over: the timer, and a promise that nobody waits for.
  const held = setTimeout(() => undefined, milliseconds);
  const looking = look(signal);
  try {
    return { name, ...(await Promise.race([looking, over.promise])) };
  } catch (error) {
    if (stopping.aborted) {
      await waitForEnd(looking);
      throw stopping.reason;
    }
    const says = late.aborted ? `no answer within ${milliseconds / 1000} s` : toWords(error);
    return { name, ...wrong(says), isOverdue: late.aborted };
  } finally {
    clearTimeout(held);
    signal.removeEventListener('abort', end);
  }
}
