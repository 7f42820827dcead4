import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, getProgram } from './binaries.ts';
import { EmbeddedError } from './embedded-error.ts';
import { fillLog } from './fill-log.ts';
import { toReason } from './initialise.ts';
import { clearLeftovers, readPostmasterFile } from './leftovers.ts';
import { type Privileges, toCommand } from './privileges.ts';
import { runCommand, toCleanEnvironment, toIdentity } from './run-command.ts';

const pollMs = 10;
/** Recovery after a crash replays what was written since the last checkpoint; a large one takes minutes. */
const startTimeoutMs = 10 * 60_000;
const fastStopMs = 30_000;
const immediateStopMs = 10_000;
const stopPollMs = 1_000;
const firstRestartDelayMs = 200;
const longestRestartDelayMs = 30_000;
const largestLogBytes = 10 * 1024 * 1024;
const logTailBytes = 8_192;

export interface PostmasterOptions {
  binaries: Binaries;
  privileges: Privileges;
  pgData: string;
  /** Settings as `postgres -c` takes them. */
  settings: Readonly<Record<string, string>>;
  logPath: string;
  /** Told when the server ended without being asked and is being started again. */
  onRestart: () => void;
  /** Told once when somebody else has told the server to stop, or its files are gone, by which it stops itself. */
  onToldToStop: (areFilesGone: boolean) => void;
}

/** The server's process: started, watched, started again when it dies, and stopped. */
export class Postmaster {
  readonly #options: PostmasterOptions;
  #child: ChildProcess | undefined;
  readonly #stopping = new AbortController();
  #restarting: Promise<void> = Promise.resolve();
  readonly #onExit = () => this.#child?.kill('SIGINT');
  #watch: NodeJS.Timeout | undefined;
  #wasTold = false;

  constructor(options: PostmasterOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    await clearLeftovers(this.#options.pgData);
    await fillLog(this.#options.pgData);
    await rotateLog(this.#options.logPath);
    // Whoever ends the process without stop() still leaves a server that shuts down in order.
    process.once('exit', this.#onExit);
    await this.#launch();
    this.#watch = setInterval(() => void this.#lookForStop(), stopPollMs).unref();
  }

  /** Ends all sessions and stops; what does not stop in time is stopped harder, and recovers at its next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#watch);
    process.off('exit', this.#onExit);
    await this.#restarting;
    const child = this.#child;
    if (!child || hasExited(child)) {
      return;
    }
    const exited = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
    await this.#signal(child, 'SIGINT');
    if (await isBefore(exited, fastStopMs)) {
      return;
    }
    await this.#signal(child, 'SIGQUIT');
    if (!(await isBefore(exited, immediateStopMs))) {
      throw new EmbeddedError(
        'stop_failed',
        `PostgreSQL (process ${child.pid}) does not stop; its next start will recover.`,
      );
    }
  }

  async #launch(): Promise<void> {
    const { binaries, privileges, pgData, settings, logPath } = this.#options;
    const args = ['-D', pgData];
    for (const [name, value] of Object.entries(settings)) {
      args.push('-c', `${name}=${value}`);
    }
    const command = toCommand(privileges, getProgram(binaries, 'postgres'), args);
    // A file, not a pipe: the server must outlive us for long enough to shut down.
    const log = openSync(logPath, 'a', 0o600);
    const child = spawn(command.file, [...command.args], {
      ...toIdentity(command),
      env: toCleanEnvironment(),
      cwd: '/',
      // A group of its own: Ctrl+C is for us, who close our connections before we stop it.
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    });
    closeSync(log);
    this.#child = child;
    endWithUs(child);
    let failure: Error | undefined;
    child.once('error', (error) => {
      failure = error;
    });
    // It does not keep our process alive; whoever uses it does, by a connection.
    child.unref();
    await this.#waitUntilReady(child, () => failure);
    child.once('exit', () => this.#onDeath(child));
    if (hasExited(child)) {
      this.#onDeath(child);
    }
  }

  /** One that was told to stop goes on until its last session, ours, has ended; new ones it refuses. */
  async #lookForStop(): Promise<void> {
    const file = await readPostmasterFile(this.#options.pgData);
    if (file?.isStopping || this.#areFilesGone()) {
      this.#onTold();
    }
  }

  #areFilesGone(): boolean {
    return !existsSync(join(this.#options.pgData, 'PG_VERSION'));
  }

  #onTold(): void {
    if (!this.#stopping.signal.aborted && !this.#wasTold) {
      this.#wasTold = true;
      this.#options.onToldToStop(this.#areFilesGone());
    }
  }

  async #waitUntilReady(child: ChildProcess, getFailure: () => Error | undefined): Promise<void> {
    const until = Date.now() + startTimeoutMs;
    for (;;) {
      const file = await readPostmasterFile(this.#options.pgData);
      if (file?.isReady && file.pid === child.pid) {
        return;
      }
      const failure = getFailure();
      if (failure || hasExited(child)) {
        const reason = failure?.message ?? toReason(await readTail(this.#options.logPath));
        throw new EmbeddedError('start_failed', `PostgreSQL did not start: ${reason}`);
      }
      if (Date.now() > until) {
        child.kill('SIGINT');
        throw new EmbeddedError('start_failed', 'PostgreSQL was not ready after ten minutes.');
      }
      await delay(pollMs);
    }
  }

  #onDeath(child: ChildProcess): void {
    if (child.exitCode === 0 || this.#areFilesGone()) {
      this.#onTold();
    } else if (!this.#stopping.signal.aborted) {
      this.#options.onRestart();
      this.#restarting = this.#restart();
    }
  }

  async #restart(): Promise<void> {
    let pause = firstRestartDelayMs;
    while (!this.#stopping.signal.aborted) {
      try {
        await clearLeftovers(this.#options.pgData);
        await this.#launch();
        return;
      } catch {
        // The log has the reason; a full disk or too little memory may be over in a moment.
        await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, longestRestartDelayMs);
      }
    }
  }

  async #signal(child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (process.platform !== 'win32') {
      child.kill(signal);
      return;
    }
    // Windows has no such signals; pg_ctl speaks to the server by a named pipe.
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
    const file = getProgram(this.#options.binaries, 'pg_ctl');
    const args = ['stop', '-D', this.#options.pgData, '-m', mode, '--no-wait'];
    await runCommand({ file, args }, immediateStopMs).catch(() => undefined);
  }
}

/**
 * However our own process ends, the server is told to stop: a shell waits for a line that never comes,
 * until the system closes its input together with us. Windows has no such shell; there the next start
 * ends what was left.
 */
function endWithUs(server: ChildProcess): void {
  if (process.platform === 'win32' || server.pid === undefined) {
    return;
  }
  const script = 'read -r line; kill -INT "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(server.pid)], {
    env: toCleanEnvironment(),
    cwd: '/',
    // Out of reach of the signals that end us.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.once('error', () => undefined);
  guard.unref();
  if (guard.stdin instanceof Socket) {
    guard.stdin.once('error', () => undefined).unref();
  }
  // Before its input is closed, so that it never ends the next owner of the number.
  server.once('exit', () => guard.kill('SIGKILL'));
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isBefore(event: Promise<true>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(limitMs, false, { signal: timer.signal }).catch(() => false);
  const isInTime = await Promise.race([event, late]);
  timer.abort();
  return isInTime;
}

async function rotateLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largestLogBytes) {
    await rename(path, `${path}.1`);
  }
}

async function readTail(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) {
    return '';
  }
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - logTailBytes);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(logTailBytes),
      0,
      logTailBytes,
      start,
    );
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}
