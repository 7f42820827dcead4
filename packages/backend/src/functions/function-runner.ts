import { rm } from 'node:fs/promises';
import type { Door } from './door.ts';
import {
  crashed,
  FunctionFailure,
  notStarted,
  tooBusy,
  tookTooLong,
  tookTooMuch,
} from './failure.ts';
import { FunctionProcess, type ProcessOptions } from './function-process.ts';
import type { FunctionLimits } from './limits.ts';
import type { FunctionSpec } from './list-functions.ts';
import { type CallTime, type RelayedCall, relay } from './relay.ts';

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
  readonly #waiting: (() => void)[] = [];
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
  async call(call: Omit<RelayedCall, 'time' | 'limits'>): Promise<Response> {
    await this.#enter();
    const time: CallTime = { isOver: false, breakOff: () => undefined };
    const late = setTimeout(() => {
      time.isOver = true;
      time.breakOff();
    }, this.#options.limits.callMs);
    const end = () => {
      clearTimeout(late);
      this.#leave();
    };
    let process: FunctionProcess;
    try {
      process = await this.#getProcess();
      if (time.isOver) {
        throw tookTooLong();
      }
    } catch (thrown) {
      end();
      throw thrown;
    }
    return this.#ask(process, { ...call, time, limits: this.#options.limits }, end);
  }

  async #ask(process: FunctionProcess, call: RelayedCall, end: () => void): Promise<Response> {
    const { time } = call;
    process.calls += 1;
    try {
      return await relay(process.connections, call, () => {
        process.calls -= 1;
        if (time.isOver) {
          this.#retire(process);
        }
        end();
      });
    } catch (thrown) {
      throw await this.#toFailure(thrown, process, time);
    }
  }

  /** What a call that broke off is told: why the process is gone, or that its time was over. */
  async #toFailure(thrown: unknown, process: FunctionProcess, time: CallTime): Promise<unknown> {
    if (time.isOver) {
      return tookTooLong();
    }
    if (!(thrown instanceof FunctionFailure) || thrown.status !== 500) {
      return thrown;
    }
    // The connection breaks a moment before the process is known to be gone.
    const end = await Promise.race([process.gone, soon()]);
    return end === 'memory' || end === 'busy' ? tookTooMuch() : crashed();
  }

  /** Waits for a turn; refuses at once where too many wait. */
  async #enter(): Promise<void> {
    const { calls, waiting } = this.#options.limits;
    clearTimeout(this.#idle);
    this.restsSince = null;
    if (this.#underWay < calls) {
      this.#underWay += 1;
      return;
    }
    if (this.#waiting.length >= waiting) {
      throw tooBusy(`At most ${calls + waiting} calls of a function at a time`);
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the turn on to who has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
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
    setTimeout(() => resolve(null), 500).unref();
  });
}
