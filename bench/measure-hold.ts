import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What this thread has had of the processor, in milliseconds: a busy machine does not count as a hold. */
function getUsed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

interface Pause {
  startTime: number;
  duration: number;
}

export interface MeasuredHold {
  /** The most work, in milliseconds of processor time, that was done without anybody else having their turn. */
  hold: number;
  /** How many milliseconds of that turn V8 was collecting garbage: left behind by all requests before, not by this one alone. */
  collecting: number;
  /** How long all of it took. */
  took: number;
}

/** Does some work, and looks at the turns of the event loop meanwhile. */
export async function measureHold(work: () => Promise<unknown>): Promise<MeasuredHold> {
  const pauses: Pause[] = [];
  const observer = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let [hold, last] = [0, getUsed()];
  let [from, longest] = [performance.now(), { from: 0, to: 0 }];
  const look = () => {
    const [used, now] = [getUsed(), performance.now()];
    if (used - last > hold) {
      hold = used - last;
      longest = { from, to: now };
    }
    [last, from] = [used, now];
  };
  const timer = setInterval(look, 1);
  const started = performance.now();
  await work();
  look();
  clearInterval(timer);
  const took = performance.now() - started;
  await nextTurn();
  pauses.push(...observer.takeRecords());
  observer.disconnect();
  const collecting = pauses
    .filter(({ startTime }) => startTime >= longest.from && startTime < longest.to)
    .reduce((sum, { duration }) => sum + duration, 0);
  return { hold, collecting, took };
}
