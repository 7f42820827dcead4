/** How far the server's clock is ahead of this machine's, in milliseconds; learnt from every payload. */
let ahead = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

/** Notes what time it was on the server when it answered. */
export function learnServerTime(serverNow: number, machineNow: number = Date.now()): void {
  ahead = serverNow - machineNow;
}

/** The server's time as it is known here. */
export function getServerTime(): number {
  return Date.now() + ahead;
}

/** The server's time, in whole seconds so that a render sees one value until the next tick. */
export function readServerTime(): number {
  return Math.floor(getServerTime() / 1000) * 1000;
}

/** Calls back once a second while anybody listens; one timer for all. */
export function subscribeToSeconds(onSecond: () => void): () => void {
  listeners.add(onSecond);
  timer ??= setInterval(() => {
    for (const listener of listeners) {
      listener();
    }
  }, 1000);
  return () => {
    listeners.delete(onSecond);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}
