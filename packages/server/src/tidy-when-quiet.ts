import type { IncomingMessage, Server } from 'node:http';
import { getHeapStatistics } from 'node:v8';

/** So long nobody has asked for anything, and probably nobody will in the next moment. */
export const quietMilliseconds = 20_000;
/** Who watches the server asks again and again, which says nothing of visitors. */
const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** Less than this is not worth a collection. */
export const worthBytes = 8 * 1024 * 1024;

/** How much V8 holds at present, in bytes. */
const getHeapSize = () => getHeapStatistics().total_heap_size;

/** There where the process was started with `--expose-gc`, as the launcher starts it. */
function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

const usual = { collect: collectGarbage, getSize: getHeapSize };

/**
 * Gives back what a rush, or the start, has left behind, once it has become quiet: V8 keeps freed pages for
 * later until it is pressed, and never is while nothing happens; a gentler collection gives nothing back. It holds
 * the loop for two collections, 40 to 50 ms of its processor time and as long as V8's other threads wait for theirs
 * on a busy machine: which is why it waits for a moment in which nobody asks, and for something to give back.
 */
export function tidyWhenQuiet(server: Server, { collect, getSize } = usual): void {
  let size = 0;
  const tidy = () => {
    if (getSize() < size + worthBytes) {
      return;
    }
    collect();
    size = getSize();
  };
  const timer = setTimeout(tidy, quietMilliseconds).unref();
  const wait = ({ url }: IncomingMessage) => {
    if (!probes.has(url)) {
      timer.refresh();
    }
  };
  server.on('request', wait);
  server.once('close', () => {
    server.off('request', wait);
    clearTimeout(timer);
  });
}
