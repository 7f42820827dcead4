import { Socket } from 'node:net';

/** As much as Node reads at once, and all that a connection holds once large messages are through. */
const leastBytes = 64 * 1024;
/** A message begins with its kind; its length, itself included, stands behind that. */
const kindBytes = 1;
const headBytes = kindBytes + 4;

/** How many bytes the messages take that have wholly come. */
function measureWhole(memory: Buffer, filled: number): number {
  let whole = 0;
  while (whole + headBytes <= filled) {
    const next = whole + kindBytes + memory.readUInt32BE(whole + kindBytes);
    if (next > filled) {
      break;
    }
    whole = next;
  }
  return whole;
}

/** What comes of PostgreSQL's messages, of which only whole ones are given on. */
class MessageMemory {
  #memory = Buffer.allocUnsafeSlow(leastBytes);
  /** So many bytes of a message have come that is not whole. */
  #begun = 0;

  /** Where the next bytes go. */
  get free(): Buffer {
    return this.#memory.subarray(this.#begun);
  }

  /** So many bytes have come; `give` gets what is whole with them and must be done with it when it returns. */
  take(bytes: number, give: (messages: Buffer) => void): void {
    const filled = this.#begun + bytes;
    const whole = measureWhole(this.#memory, filled);
    if (whole > 0) {
      give(this.#memory.subarray(0, whole));
    }
    const rest = this.#memory.subarray(whole, filled);
    this.#begun = rest.length;
    this.#memory = this.#findRoom(rest);
  }

  /** Memory that begins with what has begun, and has room behind it. */
  #findRoom(rest: Buffer): Buffer<ArrayBuffer> {
    const { length } = this.#memory;
    const wanted = rest.length < leastBytes ? leastBytes : length;
    const isFull = rest.length === length;
    if (wanted === length && !isFull) {
      rest.copy(this.#memory);
      return this.#memory;
    }
    const memory = Buffer.allocUnsafeSlow(isFull ? 2 * length : wanted);
    rest.copy(memory);
    return memory;
  }
}

/**
 * A socket for a connection of pg's. By itself Node makes a buffer for each read, and for a part of a message pg makes
 * one more: a long answer of many small reads keeps the collector of garbage busy. This one reads into memory of its own,
 * and its `data` are whole messages, of which pg keeps nothing. With TLS it is a plain one: what it reads is sealed.
 */
export function createReadingSocket({ ssl }: { ssl?: unknown } = {}): Socket {
  if (ssl !== undefined && ssl !== false) {
    return new Socket();
  }
  const memory = new MessageMemory();
  const socket: Socket = new Socket({
    onread: {
      buffer: () => memory.free,
      callback(bytes) {
        memory.take(bytes, (messages) => socket.emit('data', messages));
        return true;
      },
    },
  });
  return socket;
}
