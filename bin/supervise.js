// Plain JavaScript that Node 20 understands, like all of the launcher.

/** The exit code by which a server says that its settings or its content are wrong: trying again would not help. */
const refusedCode = 78;
/** A server that was told to stop stops within a minute; what hangs longer is ended. */
const longestStopMs = 90_000;
const parentPollMs = 1_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const usual = { firstPauseMs: 1_000, longestPauseMs: 60_000, most: 10, withinMs: 3_600_000 };

/**
 * Runs a server until it is told to stop, and brings one that ends by itself back, after pauses that
 * grow, until that has happened too often. A server that was never ready is not tried again: what
 * keeps it from starting is for a person to read.
 *
 * `start` gets the environment beside the usual one, and returns the child process with a channel to it.
 * By the channel the server says `ready` and `stopping`, and learns of our own end.
 * Resolves to the exit code.
 */
export function supervise(start, policy = usual) {
  const { firstPauseMs, longestPauseMs, most, withinMs } = policy;
  return new Promise((done) => {
    let child;
    let pause;
    let isTold = false;
    let wasReady = false;
    /** What the next server that is ready writes down: the ends that nobody has yet. */
    let untold = [];
    let recent = [];

    const stop = () => {
      child?.kill('SIGTERM');
      if (pause !== undefined) {
        clearTimeout(pause);
        done(0);
      }
      if (!isTold) {
        setTimeout(() => child?.kill('SIGKILL'), longestStopMs).unref();
      }
      isTold = true;
    };

    const launch = () => {
      pause = undefined;
      child = start(untold.length === 0 ? {} : { MUSTER_ENDS: JSON.stringify(untold) });
      child.on('message', (message) => {
        // Told by somebody else than us: however it ends now, that was asked for.
        if (message === 'stopping') {
          isTold = true;
        }
        if (message !== 'ready') {
          return;
        }
        wasReady = true;
        untold = [];
      });
      child.once('exit', (code, signal) => {
        const isOrdered = isTold || code === 0 || code === refusedCode || signals.includes(signal);
        if (isOrdered || !wasReady) {
          done(code ?? (signal === 'SIGINT' ? 130 : 1));
        } else {
          bringBack(code === null ? `signal ${signal}` : `exit code ${code}`);
        }
      });
    };

    const bringBack = (reason) => {
      const now = Date.now();
      recent = [...recent.filter((at) => at > now - withinMs), now];
      untold.push({ at: new Date(now).toISOString(), reason });
      if (recent.length >= most) {
        console.error(
          `muster: the server ended by itself ${most} times within ${Math.round(withinMs / 60_000)} minutes, the last time by ${reason}; it is not started again. What it said stands above.`,
        );
        done(1);
        return;
      }
      const pauseMs = Math.min(firstPauseMs * 2 ** (recent.length - 1), longestPauseMs);
      console.error(
        `muster: the server ended by itself (${reason}); it is started again in ${pauseMs / 1000} s.`,
      );
      pause = setTimeout(launch, pauseMs);
    };

    for (const signal of signals) {
      process.on(signal, stop);
    }
    watchNpm(stop);
    launch();
  });
}

/** npm, or the shell that it runs us by, may be ended without a word to us: then nobody is left to stop us. */
function watchNpm(stop) {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script } = process.env;
  if (event !== 'npx' && !script?.includes('bin/launch.js')) {
    return;
  }
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) {
      stop();
    }
  }, parentPollMs).unref();
}
