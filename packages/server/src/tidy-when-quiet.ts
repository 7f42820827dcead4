import type { IncomingMessage, Server } from 'node:http';

/** So long nobody has asked for anything, and probably nobody will in the next moment. */
export const quietMilliseconds = 20_000;
/** Who watches the server asks again and again, which says nothing of visitors. */
const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** There where the process was started with `--expose-gc`, as the launcher starts it. */
function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Gives back what a rush, or the start, has left behind, once it has become quiet: V8 keeps freed pages for
 * later until it is pressed, and never is while nothing happens. It holds the loop for two or three collections,
 * some hundred milliseconds, which is why it waits for a moment in which nobody asks.
 */
export function tidyWhenQuiet(server: Server, collect = collectGarbage): void {
  const timer = setTimeout(collect, quietMilliseconds).unref();
  const wait = ({ url }: IncomingMessage) => {
    if (!probes.has(url)) timer.refresh();
  };
  server.on('request', wait);
  server.once('close', () => {
    server.off('request', wait);
    clearTimeout(timer);
  });
}
