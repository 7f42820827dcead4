const mebibyte = 1024 * 1024;

/** What the service takes on, unless the operator says otherwise of the first three. */
export const realtimeLimits = {
  /** Open sockets, of everybody and of one address. */
  sockets: 20_000,
  socketsOfOne: 500,
  /** Bytes that wait for all clients together. */
  bufferedBytes: 16 * mebibyte,
  /** People who are present on one channel, and how much they say of themselves, there and everywhere together. */
  presence: { most: 2_000, mostBytes: mebibyte, mostBytesOfAll: 32 * mebibyte },
  /** How policies are asked: clients wait ten seconds for the answer to a join. */
  asks: {
    ...{ atOnce: 4, atOnceOfOne: 3, waiting: 10_000, waitingOfOne: 1_000 },
    patienceMs: 8_000,
  },
  /** What is told of changes of tables, a wish for all of them counted once for each. */
  changes: { all: 100_000, ofOne: 5_000, ofConnection: 1_000 },
  /** How long a table is listened to without a word; the word comes twice over before that ends. */
  lease: { lengthMs: 30_000, renewEveryMs: 10_000 },
  /** When somebody who was refused may try again, in seconds. */
  retryAfter: 10,
  /** How often clients are asked for a sign of life, in milliseconds. */
  pingEveryMs: 30_000,
} as const;
