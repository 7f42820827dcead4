import { DatabaseUnavailable } from './unavailable.ts';

/** What of a process's connections one kind of work may have. */
export interface ShareLimits {
  /** For the message and for whoever reads it. */
  name: string;
  /** How many connections at once. */
  connections: number;
  /** How many may wait for one; the next is refused at once. */
  waiting: number;
  /** How long one waits before it is refused, in milliseconds. */
  patience: number;
  /** How long a statement may take, in milliseconds. */
  statementTimeout: number;
  /** Has connections of its own, which nobody else makes grow. */
  isApart?: true;
}

const people = { waiting: 200, patience: 5_000, statementTimeout: 10_000 } as const;

/**
 * Who may have how many of a process's connections, so that nobody takes them all from the others. REST
 * logs in for itself, and the jobs have theirs; the others share one pool.
 */
export const shares = {
  /** Pages, and whatever else is only read. */
  pages: { name: 'pages', connections: 5, ...people },
  /** Whatever people change. */
  commands: { name: 'commands', connections: 4, ...people },
  auth: { name: 'auth', connections: 3, ...people },
  realtime: { name: 'realtime', connections: 1, ...people },
  /**
   * One of them holds the clock's lock while others work under it. Apart, as something of it is done every
   * second: a common connection would never be idle for long enough to end, and keep what pages have made of it.
   */
  jobs: {
    name: 'jobs',
    connections: 3,
    waiting: 100,
    patience: 60_000,
    statementTimeout: 30_000,
    isApart: true,
  },
  rest: { name: 'rest', connections: 8, ...people },
  /** Files, with the service's own rights; with their callers' they use REST's. */
  storage: { name: 'storage', connections: 1, ...people },
} as const satisfies Record<string, ShareLimits>;

/** Starting, saying whether the process is ready, and what the processes of realtime tell each other. */
const ownConnections = 1;
/** The job queue's library: its four workers, and one that listens. */
export const queueConnections = 5;
const listeningConnections = 1;

/** How large the pool is that all shares but REST's and the jobs' are parts of. */
export const poolConnections =
  Object.values(shares).reduce((sum, { connections }) => sum + connections, ownConnections) -
  shares.rest.connections -
  shares.jobs.connections;

/** At most so many connections has one process in all. */
export const processConnections =
  poolConnections +
  shares.rest.connections +
  shares.jobs.connections +
  queueConnections +
  listeningConnections;

interface Waiting {
  enter: () => void;
  timer: NodeJS.Timeout;
}

/** Lets so many through at once; others wait in the order in which they came, so many and so long. */
export class Gate {
  readonly #limits: ShareLimits;
  readonly #waiting = new Set<Waiting>();
  #inside = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** Resolves when there is room; rejects with `DatabaseUnavailable`. Whoever came in has to `leave`. */
  async enter(): Promise<void> {
    const { connections, waiting, patience } = this.#limits;
    if (this.#inside < connections) {
      this.#inside += 1;
      return;
    }
    if (this.#waiting.size >= waiting) {
      throw this.#toRefusal();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.delete(entry);
      reject(this.#toRefusal());
    }, patience);
    const entry: Waiting = { enter: resolve, timer };
    this.#waiting.add(entry);
    await promise;
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#inside -= 1;
      return;
    }
    // The place is handed on: whoever comes now waits behind those who wait already.
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.enter();
  }

  #toRefusal(): DatabaseUnavailable {
    const { name, connections } = this.#limits;
    return new DatabaseUnavailable(
      'busy',
      `All ${connections} connections for ${name} are taken, and as many wait as may.`,
    );
  }
}
