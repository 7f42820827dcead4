import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { beatHeart, forgiveOutage, runDueClocks } from '../league/clock.ts';
import type { League } from '../league/execute.ts';
import { cleanUp } from './clean-up.ts';

export interface Jobs {
  /** Ends after the step in hand. */
  stop(): Promise<void>;
}

interface JobsOptions {
  league: League;
  log: Logger;
}

const clockEvery = 1000;
const heartEvery = 60_000;
const cleanUpEvery = 3600_000;

/** Calls the work again and again, so much time after it has ended, until the signal. A failure is logged and does not end it. */
async function repeat(
  every: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
  log: Logger,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'job failed');
    }
    // Aborting ends the pause early, which is all that the rejection says.
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}

/** What the server does by itself: the clock of the ladders, its own sign of life, forgetting what is over. */
export async function startJobs({ league, log }: JobsOptions): Promise<Jobs> {
  await forgiveOutage(league);
  const stopping = new AbortController();
  const running = [
    repeat(clockEvery, stopping.signal, () => runDueClocks(league), log),
    repeat(heartEvery, stopping.signal, () => beatHeart(league), log),
    repeat(cleanUpEvery, stopping.signal, () => cleanUp(league), log),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
