const splitMark = Buffer.from([0xfe, 0xff, 0xff, 0xff]);
const mostPieces = 40;
const mostOpen = 4;
/** Of one answer, all its pieces together. */
export const mostBytes = 128 * 1024;

interface Open {
  total: number;
  bytes: number;
  pieces: Map<number, Buffer>;
}

/**
 * Joins the answers of one server that come in several datagrams, in whatever order. What is none, or more
 * than may be, is dropped without a word: it may be anybody's.
 */
export class SplitAnswers {
  readonly #isFirstEngine: boolean;
  readonly #open = new Map<number, Open>();

  /** @param isFirstEngine its pieces count in half bytes, and do not say their size */
  constructor({ isFirstEngine }: { isFirstEngine: boolean }) {
    this.#isFirstEngine = isFirstEngine;
  }

  /** The whole answer, once the datagram is one or completes one; null before. */
  take(datagram: Buffer): Buffer | null {
    if (datagram.length > mostBytes) {
      return null;
    }
    if (!datagram.subarray(0, 4).equals(splitMark)) {
      return datagram;
    }
    const piece = this.#readPiece(datagram);
    return piece === null ? null : this.#add(piece);
  }

  #readPiece(datagram: Buffer) {
    const size = this.#isFirstEngine ? 9 : 12;
    if (datagram.length <= size) {
      return null;
    }
    const id = datagram.readUInt32LE(4);
    const byte = datagram.readUInt8(8);
    const [total, number] = this.#isFirstEngine
      ? [byte & 0x0f, byte >> 4]
      : [byte, datagram.readUInt8(9)];
    // Packed answers are of engines of 2006.
    const isPacked = !this.#isFirstEngine && id >= 0x8000_0000;
    const isBounded = total > 0 && total <= mostPieces && number < total;
    return isPacked || !isBounded ? null : { id, total, number, body: datagram.subarray(size) };
  }

  #add({ id, total, number, body }: { id: number; total: number; number: number; body: Buffer }) {
    const open = this.#open.get(id) ?? { total, bytes: 0, pieces: new Map<number, Buffer>() };
    if (open.total !== total || open.pieces.has(number) || open.bytes + body.length > mostBytes) {
      return null;
    }
    if (!this.#open.has(id) && this.#open.size >= mostOpen) {
      const [oldest] = this.#open.keys();
      this.#open.delete(oldest ?? id);
    }
    this.#open.set(id, open);
    open.pieces.set(number, body);
    open.bytes += body.length;
    if (open.pieces.size < total) {
      return null;
    }
    this.#open.delete(id);
    return Buffer.concat(
      Array.from({ length: total }, (_, place) => open.pieces.get(place) ?? Buffer.alloc(0)),
    );
  }
}
