/** A process that something ended which nobody caught; EX_SOFTWARE of sysexits. */
const faultCode = 70;
/** Requests in flight, jobs and the database each have their own, shorter limit. */
const longestStopMilliseconds = 75_000;

/** What the parts of a server may ask of the whole. */
export interface ServerControl {
  stop(): void;
  /** The work throws nothing. */
  pause(work: PauseWork): void;
}

type PauseWork = (signal: AbortSignal) => Promise<void>;

/**
 * Starts what a server consists of, keeps it running until the process is told to stop, and ends its
 * parts in reverse, and the process with them. What tells it is a signal, the end of its launcher or
 * `stop`; however often it is told, it is one stop, also in the middle of the start.
 *
 * `compose` resolves to the lines that people are told once it serves; the launcher learns of it before them, so that
 * a server whose address anybody has read is brought back when it ends.
 *
 * A part of it may also ask for a pause: all parts end, its work is done while nothing is served, and the server is
 * composed anew. Told to stop meanwhile, it aborts that work and waits for its end.
 *
 * What nobody catches ends the process: nothing is known of its state then, and the launcher starts a
 * new one.
 */
export async function runServer(
  compose: (parts: AsyncDisposableStack, control: ServerControl) => Promise<readonly string[]>,
): Promise<never> {
  process.on('uncaughtException', (error) => {
    console.error('muster: the server ends by an error that nobody caught:', error);
    process.exit(faultCode);
  });
  const { promise: told, resolve: stop } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop());
  }
  process.on('disconnect', stop);
  // Listening to the launcher must not keep a server alive that has nothing else to do.
  process.channel?.unref();

  for (;;) {
    const work = await serveOnce(compose, { told, stop });
    if (work === null) {
      break;
    }
    const pausing = new AbortController();
    told.then(() => pausing.abort());
    await work(pausing.signal);
    if (pausing.signal.aborted) {
      break;
    }
  }
  // Whatever was only being started has nobody who would end it.
  return process.exit(0);
}

/** Serves until it is told to stop, or a pause is asked for: then it is over, and the pause's work is the answer. */
async function serveOnce(
  compose: Parameters<typeof runServer>[0],
  { told, stop }: { told: Promise<void>; stop: () => void },
): Promise<PauseWork | null> {
  await using parts = new AsyncDisposableStack();
  const { promise: paused, resolve: pause } = Promise.withResolvers<PauseWork>();
  const lines = await Promise.race([compose(parts, { stop, pause }), told.then(() => null)]);
  if (lines !== null) {
    process.send?.('ready');
    console.log(lines.join('\n'));
  }
  const work = lines === null ? null : await Promise.race([told.then(() => null), paused]);
  await end(parts, work !== null);
  return work;
}

/** Ends all parts; what keeps them from ending in order, or in time, ends the process. */
async function end(parts: AsyncDisposableStack, isPause: boolean): Promise<void> {
  if (!isPause) {
    process.send?.('stopping');
  }
  console.log(`\n${isPause ? 'A pause' : 'Stopping'}: requests in flight finish first ...`);
  const giveUp = () => {
    console.error('muster: the server did not stop in time and is ended.');
    process.exit(1);
  };
  const limit = setTimeout(giveUp, longestStopMilliseconds).unref();
  try {
    await parts.disposeAsync();
  } catch (error) {
    console.error('muster: not everything stopped in order:', error);
    process.exit(1);
  }
  clearTimeout(limit);
}
