import pg from 'pg';
import { toConnectionFailure } from './unavailable.ts';

/** Every piece but the last is as long, so that the same rows come in the same pieces. */
const pieceBytes = 256 * 1024;
/** So many pieces wait for whoever takes them; then the connection does. */
const mostWaiting = 4;
/** Pieces that were taken and are used again: making them anew keeps the collector of garbage busy. */
const spare: Buffer[] = [];
const mostSpare = 8;
/** The signature and the flags; the length of what else the header has stands behind them. */
const signatureBytes = 15;
/** The number of a row's columns and the length of the first, which is the only one. */
const rowHeadBytes = 6;
const newLine = Buffer.from('\n');

function takePiece(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
}

function giveBack(piece: Buffer): void {
  if (spare.length < mostSpare) {
    spare.push(piece);
  }
}

/** COPY in its binary format, which is taken as it comes: each message is a row, the first has the header too. */
class LinesQuery extends pg.Query {
  readonly #client: pg.PoolClient;
  readonly #waiting: Buffer[] = [];
  #piece = takePiece();
  #length = 0;
  #isBegun = false;
  #rows = 0;
  #end: { error: Error | undefined } | null = null;
  #wake: () => void = () => undefined;

  constructor(client: pg.PoolClient, select: string) {
    super(`copy (${select}) to stdout (format binary)`, (error) => {
      this.#end = { error: error ?? undefined };
      this.#wake();
    });
    this.#client = client;
  }

  /** pg calls this by its name. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const row = this.#isBegun ? chunk : this.#passHeader(chunk);
    if (row.length < rowHeadBytes) {
      return;
    }
    this.#rows += 1;
    this.#put(row.subarray(rowHeadBytes));
    this.#put(newLine);
  }

  #passHeader(chunk: Buffer): Buffer {
    this.#isBegun = true;
    return chunk.subarray(signatureBytes + 4 + chunk.readUInt32BE(signatureBytes));
  }

  /** Copies at once: the chunk's memory is used again. */
  #put(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.copy(this.#piece, this.#length, at);
      at += taken;
      this.#length += taken;
      if (this.#length === pieceBytes) {
        this.#waiting.push(this.#piece);
        this.#piece = takePiece();
        this.#length = 0;
        this.#wake();
      }
    }
    if (this.#waiting.length >= mostWaiting) {
      this.#client.connection.stream.pause();
    }
  }

  async *take(onRows: (rows: number) => void): AsyncGenerator<Buffer> {
    const { stream } = this.#client.connection;
    try {
      for (;;) {
        const piece = this.#waiting.shift();
        if (piece !== undefined) {
          stream.resume();
          onRows(this.#rows);
          yield piece;
          giveBack(piece);
        } else if (this.#end === null) {
          const { promise, resolve } = Promise.withResolvers<void>();
          this.#wake = resolve;
          await promise;
        } else {
          break;
        }
      }
      if (this.#end.error !== undefined) {
        throw toConnectionFailure(this.#end.error);
      }
      onRows(this.#rows);
      if (this.#length > 0) {
        yield this.#piece.subarray(0, this.#length);
      }
      giveBack(this.#piece);
    } finally {
      // The rest of the rows would stand before the next statement's answer.
      if (this.#end === null) {
        stream.destroy();
      }
    }
  }
}

/**
 * The values of a SELECT of one text that is never null, each a line, in pieces that do not end where lines do;
 * `onRows` hears how many have come so far, last of all how many they are. No more than a few pieces are in memory,
 * and each is written over once the next is asked for. Whoever stops before the end loses the connection, and its transaction.
 */
export async function* copyLines(
  client: pg.PoolClient,
  select: string,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  yield* client.query(new LinesQuery(client, select)).take(onRows);
}
