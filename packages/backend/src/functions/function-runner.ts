import { rm } from 'node:fs/promises';
import type { FunctionCall } from './call.ts';
import type { Door } from './door.ts';
import { crashed, FunctionFailure, notStarted, tooBusy, tookTooMuch } from './failure.ts';
import { FunctionProcess, type ProcessOptions } from './function-process.ts';
import type { FunctionLimits } from './limits.ts';
import type { FunctionSpec } from './list-functions.ts';
import { relay } from './relay.ts';

export interface RunnerOptions {
  spec: FunctionSpec;
  door: Door;
  limits: FunctionLimits;
  /** Makes room for one more process; throws where there is none. */
  makeRoom: () => Promise<void>;
  /** A path for a process to listen on. */
  createSocketPath: () => string;
  /** Gets the function ready to run, or throws. */
  prepare: () => Promise<Pick<ProcessOptions, 'deno' | 'environment'>>;
  onLine: ProcessOptions['onLine'];
}

/** A function's calls and the process that answers them: started by the first, kept for the next, ended when idle. */
export class FunctionRunner {
  readonly #options: RunnerOptions;
  readonly #waiting = new Set<() => void>();
  #underWay = 0;
  #process: Promise<FunctionProcess> | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;
  readonly #processes = new Set<FunctionProcess>();
  #idle: NodeJS.Timeout | undefined;
  /** When it last had nothing to do, on the clock of `performance.now()`; null while it has. */
  restsSince: number | null = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  get spec(): FunctionSpec {
    return this.#options.spec;
  }

  get hasProcess(): boolean {
    return this.#process !== null;
  }

  /** Answers one call; what keeps it from that is thrown as a `FunctionFailure`. */
  async call(call: FunctionCall): Promise<void> {
    const { limits } = this.#options;
    const release = call.limit(limits.callMs);
    try {
      await this.#enter(call);
      try {
        await this.#ask(await call.within(this.#getProcess()), call);
      } finally {
        this.#leave();
      }
    } catch (thrown) {
      this.#tell(thrown, call);
      throw thrown;
    } finally {
      release();
    }
  }

  async #ask(process: FunctionProcess, call: FunctionCall): Promise<void> {
    process.calls += 1;
    try {
      await relay(process.connections, call, this.#options.limits);
    } catch (thrown) {
      throw await this.#toFailure(thrown, process, call);
    } finally {
      process.calls -= 1;
      if (call.isLate) {
        this.#retire(process);
      }
    }
  }

  /** Its caller may not hear what limit a call was broken off by; its operator reads it. */
  #tell(thrown: unknown, { isLate, requestId }: FunctionCall): void {
    if (thrown instanceof FunctionFailure && (isLate || thrown.code === 'ANSWER_TOO_LARGE')) {
      this.#options.onLine({ level: 'error', text: thrown.message, requestId });
    }
  }

  /** What a call that broke off is told: why the process is gone, or that its time was over. */
  async #toFailure(thrown: unknown, process: FunctionProcess, call: FunctionCall) {
    const isCrash = thrown instanceof FunctionFailure && thrown.status === 500;
    if (call.reason !== null || !isCrash || call.outgoing.headersSent) {
      return thrown;
    }
    // The connection breaks a moment before the process is known to be gone.
    const end = await Promise.race([process.gone, soon()]);
    return end === 'memory' || end === 'busy' ? tookTooMuch() : crashed();
  }

  /** Waits for a turn, as long as the call may; refuses at once where too many wait. */
  async #enter(call: FunctionCall): Promise<void> {
    const { calls, waiting } = this.#options.limits;
    clearTimeout(this.#idle);
    this.restsSince = null;
    if (this.#underWay < calls) {
      this.#underWay += 1;
      return;
    }
    if (this.#waiting.size >= waiting) {
      throw tooBusy(`At most ${calls + waiting} calls of a function at a time`);
    }
    const turn = Promise.withResolvers<void>();
    this.#waiting.add(turn.resolve);
    await call.within(turn.promise).catch((thrown: unknown) => {
      if (!this.#waiting.delete(turn.resolve)) {
        // Its turn came in the same moment.
        this.#leave();
      }
      throw thrown;
    });
  }

  /** Hands the turn on to who has waited longest. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#underWay -= 1;
    if (this.#underWay === 0) {
      this.restsSince = performance.now();
      this.#idle = setTimeout(() => void this.stop(), this.#options.limits.idleMs);
      this.#idle.unref();
    }
  }

  /** The process that takes calls, started where there is none; who comes meanwhile waits for the same. */
  #getProcess(): Promise<FunctionProcess> {
    if (performance.now() - this.#failedAt < this.#options.limits.failureHoldsMs) {
      throw notStarted();
    }
    this.#process ??= this.#start().catch((thrown: unknown) => {
      this.#process = null;
      throw thrown;
    });
    return this.#process;
  }

  async #start(): Promise<FunctionProcess> {
    const { spec, door, limits, createSocketPath, onLine } = this.#options;
    await this.#options.makeRoom();
    const prepared = await this.#options.prepare().catch((thrown: unknown) => {
      this.#failedAt = performance.now();
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      onLine({
        level: 'error',
        text: `The function cannot be started: ${reason}`,
        requestId: null,
      });
      throw notStarted();
    });
    const token = door.admit(spec.hosts);
    const socket = createSocketPath();
    const process = new FunctionProcess({
      ...prepared,
      ...{ spec, socket, limits, onLine, door: { port: door.port, token } },
    });
    this.#processes.add(process);
    void process.gone.then(() => {
      door.dismiss(token);
      this.#processes.delete(process);
      this.#forget(process);
      return rm(socket, { force: true });
    });
    if (await process.ready) {
      return process;
    }
    this.#failedAt = performance.now();
    throw notStarted();
  }

  /** New calls get another process. */
  #forget(process: FunctionProcess): void {
    void this.#process?.then(
      (current) => {
        if (current === process) {
          this.#process = null;
        }
      },
      () => undefined,
    );
  }

  /** A call has taken too long: the process answers what it has begun, and then it is ended. */
  #retire(process: FunctionProcess): void {
    this.#forget(process);
    const others = setInterval(() => {
      if (process.calls === 0 || process.isGone) {
        clearInterval(others);
        void process.stop();
      }
    }, this.#options.limits.watchMs);
    others.unref();
  }

  /** Ends its processes; the next call starts another. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    this.#process = null;
    await Promise.all([...this.#processes].map((process) => process.stop()));
  }
}

function soon(): Promise<null> {
  return new Promise((resolve) => {
    // Where we stood still ourselves, what has come meanwhile is heard before the time is over.
    setTimeout(() => setImmediate(resolve, null), 500).unref();
  });
}
