/** A process that something ended which nobody caught; EX_SOFTWARE of sysexits. */
const faultCode = 70;
/** Requests in flight, jobs and the database each have their own, shorter limit. */
const longestStopMilliseconds = 75_000;

/**
 * Starts what a server consists of, keeps it running until the process is told to stop, and ends its
 * parts in reverse, and the process with them. What tells it is a signal, the end of its launcher or
 * `stop`; however often it is told, it is one stop, also in the middle of the start.
 *
 * What nobody catches ends the process: nothing is known of its state then, and the launcher starts a
 * new one.
 */
export async function runServer(
  compose: (parts: AsyncDisposableStack, stop: () => void) => Promise<void>,
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

  await using parts = new AsyncDisposableStack();
  const isReady = await Promise.race([
    compose(parts, stop).then(() => true),
    told.then(() => false),
  ]);
  if (isReady) {
    process.send?.('ready');
    await told;
  }
  process.send?.('stopping');
  console.log('\nStopping: requests in flight finish first ...');
  const giveUp = () => {
    console.error('muster: the server did not stop in time and is ended.');
    process.exit(1);
  };
  setTimeout(giveUp, longestStopMilliseconds).unref();
  try {
    await parts.disposeAsync();
  } catch (error) {
    console.error('muster: not everything stopped in order:', error);
    process.exit(1);
  }
  // Whatever was only being started has nobody who would end it.
  return process.exit(0);
}
