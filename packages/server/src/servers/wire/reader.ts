import { MalformedAnswer } from './malformed-answer.ts';

/** Reads an answer from its beginning to its end, and never past it. Numbers are little endian. */
export class Reader {
  readonly #bytes: Buffer;
  #place: number;

  constructor(bytes: Buffer, place = 0) {
    this.#bytes = bytes;
    this.#place = place;
  }

  get left(): number {
    return Math.max(0, this.#bytes.length - this.#place);
  }

  #step(size: number): number {
    if (this.left < size) {
      throw new MalformedAnswer(`ends ${size - this.left} bytes early`);
    }
    const place = this.#place;
    this.#place += size;
    return place;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#step(1));
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#step(2));
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#step(4));
  }

  skip(size: number): void {
    this.#step(size);
  }

  /** A text that a zero ends; bytes that are no UTF-8 become the sign for that. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#place);
    if (end < 0) {
      throw new MalformedAnswer('a text has no end');
    }
    const text = this.#bytes.toString('utf8', this.#place, end);
    this.#place = end + 1;
    return text;
  }
}
