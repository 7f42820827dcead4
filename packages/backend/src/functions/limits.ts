const mebibyte = 1024 * 1024;

/** What functions may take of the machine and of each other. */
export const functionLimits = {
  /** Of V8's heap, in MiB. */
  heapMebibytes: 192,
  /** Of memory in all: above it the process is ended. */
  residentBytes: 384 * mebibyte,
  /** How often memory and time of the processor are looked at, in milliseconds. */
  watchMs: 100,
  /** A process that had the processor for itself this long does nothing but run in a circle. */
  busyMs: 10_000,
  /** From a call's first byte to its answer's last, whatever it waits for meanwhile. */
  callMs: 150_000,
  /** From the start of a process until it serves. */
  startMs: 20_000,
  /** After a start that failed, calls get its failure without another try. */
  failureHoldsMs: 1_000,
  /** A process without a call is ended after this. */
  idleMs: 60_000,
  /** Calls that one process answers at the same time. */
  calls: 40,
  /** Calls that wait for it beside them. */
  waiting: 100,
  /** Of them, calls of one network. */
  callsOfOne: 40,
  /** Processes at the same time, of all functions. */
  processes: 8,
  /** Files and connections that a process has open. */
  openFiles: 256,
  requestBytes: 10 * mebibyte,
  responseBytes: 100 * mebibyte,
  /** Read on of a body that nobody wants, and how long, in milliseconds. */
  discardedBytes: 16 * mebibyte,
  discardedMs: 2_000,
  /** Of a line that a function says; what is longer is cut. */
  lineLength: 4_000,
  /** Lines in a second that are kept of a function. */
  linesPerSecond: 200,
  /** Requests that a function has under way to the outside. */
  outgoing: 30,
  /** How long one of them may stand still. */
  outgoingMs: 30_000,
} as const;

/** The limits, or other figures in their place: tests have no minutes. */
export type FunctionLimits = { readonly [Name in keyof typeof functionLimits]: number };
