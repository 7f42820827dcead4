import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { toOneAddress } from '../../network-address.ts';

/** Where a server is asked: an address that was judged, never a name. */
export interface Peer {
  address: string;
  port: number;
}

export interface Reply {
  answer: Buffer;
  /** Milliseconds since it was asked, the last time. */
  ping: number;
}

interface Asked {
  hear: (datagram: Buffer) => void;
  ended: Promise<void>;
}

export interface Request {
  datagram: Buffer;
  /** The answer, once a datagram is or completes it; null for whatever else comes. */
  toAnswer: (datagram: Buffer) => Buffer | null;
  /** By `performance.now()`, when nobody waits for it any more. */
  until: number;
}

const tries = 2;
/** Answers of many servers come at the same moment; the usual room loses a third of three hundred. */
const roomBytes = 4 * 1024 * 1024;

const toKey = (address: string, port: number) => `${toOneAddress(address)} ${port}`;

/** Asks servers by UDP, all by one socket of each family. Datagrams of others than who is asked are dropped. */
export class QuerySocket {
  readonly #tryMilliseconds: number;
  readonly #asked = new Map<string, Asked>();
  readonly #sockets = new Map<'udp4' | 'udp6', Promise<Socket>>();

  constructor({ tryMilliseconds = 1500 }: { tryMilliseconds?: number } = {}) {
    this.#tryMilliseconds = tryMilliseconds;
  }

  /** Asks twice at most; null where no answer comes. Of one server it is one request at a time. */
  async request(peer: Peer, request: Request): Promise<Reply | null> {
    const key = toKey(peer.address, peer.port);
    for (let other = this.#asked.get(key); other !== undefined; other = this.#asked.get(key)) {
      await other.ended;
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { promise: heard, resolve: answer } = Promise.withResolvers<Buffer>();
    this.#asked.set(key, {
      ended,
      hear: (datagram) => {
        const whole = request.toAnswer(datagram);
        if (whole !== null) {
          answer(whole);
        }
      },
    });
    try {
      return await this.#try(peer, request, heard);
    } finally {
      this.#asked.delete(key);
      end();
    }
  }

  async #try(
    peer: Peer,
    { datagram, until }: Request,
    heard: Promise<Buffer>,
  ): Promise<Reply | null> {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const sent = performance.now();
      const wait = Math.min(this.#tryMilliseconds, until - sent);
      if (wait <= 0 || !(await this.#send(peer, datagram))) {
        return null;
      }
      const { promise: silence, resolve: giveUp } = Promise.withResolvers<null>();
      const timer = setTimeout(() => giveUp(null), wait);
      const answer = await Promise.race([heard, silence]);
      clearTimeout(timer);
      if (answer !== null) {
        return { answer, ping: Math.max(1, Math.round(performance.now() - sent)) };
      }
    }
    return null;
  }

  /** Whether it went out: a machine without IPv6 cannot send there. */
  async #send({ address, port }: Peer, datagram: Buffer): Promise<boolean> {
    try {
      const socket = await this.#open(isIPv6(address) ? 'udp6' : 'udp4');
      const { promise, resolve } = Promise.withResolvers<boolean>();
      socket.send(datagram, port, address, (error) => resolve(error === null));
      return await promise;
    } catch {
      return false;
    }
  }

  #open(family: 'udp4' | 'udp6'): Promise<Socket> {
    const opened = this.#sockets.get(family) ?? this.#bind(family);
    this.#sockets.set(family, opened);
    return opened;
  }

  async #bind(family: 'udp4' | 'udp6'): Promise<Socket> {
    const socket = createSocket({ type: family });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.on('error', (error) => {
      // Whoever sends next opens another.
      this.#sockets.delete(family);
      socket.close();
      reject(error);
    });
    socket.on('message', (datagram: Buffer, from: RemoteInfo) => {
      this.#asked.get(toKey(from.address, from.port))?.hear(datagram);
    });
    socket.bind(0, resolve);
    await promise;
    try {
      socket.setRecvBufferSize(roomBytes);
    } catch {
      // The system gives less; then it is less.
    }
    socket.unref();
    return socket;
  }

  async close(): Promise<void> {
    const opened = [...this.#sockets.values()];
    this.#sockets.clear();
    for (const socket of await Promise.allSettled(opened)) {
      if (socket.status === 'fulfilled') {
        socket.value.close();
      }
    }
  }
}
