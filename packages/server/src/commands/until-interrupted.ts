import { OperatorError } from './command.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Does a work that Ctrl-C ends between two of its steps, so that it can take back what it has begun. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new OperatorError('Stopped; nothing is left half done.'));
  for (const name of signals) {
    process.on(name, stop);
  }
  try {
    return await work(stopping.signal);
  } catch (error) {
    // What was in hand may fail in its own words.
    throw stopping.signal.aborted ? stopping.signal.reason : error;
  } finally {
    for (const name of signals) {
      process.off(name, stop);
    }
  }
}
