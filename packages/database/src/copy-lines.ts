import pg from 'pg';
import { toConnectionFailure } from './unavailable.ts';

/** Every piece but the last is as long, so that the same rows come in the same pieces. */
const pieceBytes = 256 * 1024;
/** So many pieces wait for whoever takes them; then the connection does. */
const mostWaiting = 4;
/** Pieces that were taken and are used again: making them anew keeps the collector of garbage busy. */
const spare: Buffer[] = [];
const mostSpare = 12;
/** The signature and the flags; the length of what else the header has stands behind them. */
const signatureBytes = 15;
/** The number of a row's columns and the length of the first, which is the only one. */
const rowHeadBytes = 6;
const newLine = 0x0a;

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
    const from = (this.#isBegun ? 0 : this.#passHeader(chunk)) + rowHeadBytes;
    if (chunk.length >= from) {
      this.#rows += 1;
      this.#put(chunk, from);
    }
  }

  #passHeader(chunk: Buffer): number {
    this.#isBegun = true;
    return signatureBytes + 4 + chunk.readUInt32BE(signatureBytes);
  }

  /** Copies at once: the chunk's memory is used again. */
  #put(chunk: Buffer, from: number): void {
    for (let at = from; at < chunk.length; ) {
      const taken = chunk.copy(this.#piece, this.#length, at);
      at += taken;
      this.#take(taken);
    }
    this.#piece[this.#length] = newLine;
    this.#take(1);
    if (this.#waiting.length >= mostWaiting) {
      this.#client.connection.stream.pause();
    }
  }

  #take(bytes: number): void {
    this.#length += bytes;
    if (this.#length === pieceBytes) {
      this.#waiting.push(this.#piece);
      this.#piece = takePiece();
      this.#length = 0;
      this.#wake();
    }
  }

  async *read(onRows: (rows: number) => void): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const piece = this.#waiting.shift();
        if (piece !== undefined) {
          // Whatever comes now may be another's, who holds it back in turn.
          this.#client.connection.stream.resume();
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
      this.giveUp();
    }
  }

  requireAll(): void {
    if (this.#end === null) {
      throw new Error('The transaction ends before the rows of its last COPY were taken.');
    }
  }

  giveUp(): void {
    if (this.#end === null) {
      this.#client.connection.stream.destroy();
    }
  }
}

/** Lines that PostgreSQL was asked for. The answer to whatever is asked next stands behind them. */
export interface Lines {
  read(onRows: (rows: number) => void): AsyncGenerator<Buffer>;
  /** @throws Error where not all have come. */
  requireAll(): void;
  /** Takes the connection away where not all have come. */
  giveUp(): void;
}

/**
 * Asks for the values of a SELECT of one text that is never null, each a line. They come in pieces that do not end where
 * lines do; `onRows` hears how many have come so far, last of all how many they are. No more than a few pieces are in
 * memory, and each is written over once the next is asked for. Whoever stops before the end loses the connection, and
 * its transaction.
 */
export function askForLines(client: pg.PoolClient, select: string): Lines {
  return client.query(new LinesQuery(client, select));
}
