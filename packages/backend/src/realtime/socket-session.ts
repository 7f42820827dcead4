import type { Database } from '@muster/database';
import { type RawData, WebSocket } from 'ws';
import { authorizeListening, type VerifyToken } from './authorize.ts';
import type { BufferBudget, Buffering } from './buffer-budget.ts';
import {
  decodeBinary,
  decodeText,
  encode,
  type Frame,
  isRecord,
  type ProtocolVersion,
} from './frames.ts';
import type { Hub, Subscriber } from './hub.ts';
import { type BucketLimit, TokenBucket } from './token-bucket.ts';
import { findTopicName, parseHintTopic, toWireTopic } from './topics.ts';

/** What every session works with. */
export interface SessionServices {
  database: Database;
  verify: VerifyToken;
  hub: Hub;
  budget: BufferBudget;
  onError: (error: unknown) => void;
  /** Told once for each client that was cut off because it did not read. */
  onDropped: () => void;
}

/** A topic that the client has joined. */
interface Joined {
  joinRef: string | null;
  /** When the token that opened the topic runs out, in milliseconds; null for public topics. */
  until: number | null;
}

const maxTopics = 100;
/** What may wait for one client: some thousand hints that it has not read. */
const maxBufferedBytes = 256 * 1024;
/** What one client may have sent that nobody has come to yet. */
const maxUnhandledBytes = 256 * 1024;
const frames: BucketLimit = { burst: 250, perSecond: 20 };
const joins: BucketLimit = { burst: 120, perSecond: 2 };
const policyViolation = 1008;

/** The server's side of one client's socket. */
export class SocketSession implements Subscriber, Buffering {
  readonly version: ProtocolVersion;
  readonly #socket: WebSocket;
  readonly #services: SessionServices;
  readonly #joined = new Map<string, Joined>();
  readonly #frames = new TokenBucket(frames, performance.now());
  readonly #joins = new TokenBucket(joins, performance.now());
  #work: Promise<void> = Promise.resolve();
  #unhandledBytes = 0;
  #isAlive = true;

  constructor(socket: WebSocket, version: ProtocolVersion, services: SessionServices) {
    this.version = version;
    this.#socket = socket;
    this.#services = services;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('close', () => {
      services.budget.remove(this);
      this.#leaveAll();
    });
    // What is wrong with one client's socket is followed by its close; there is nobody to tell.
    socket.on('error', () => socket.terminate());
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount + this.#unhandledBytes;
  }

  /** Called at intervals: asks for a sign of life, and cuts off who gave none since the last time. */
  checkAlive(now: number): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    for (const [topic, { until }] of this.#joined) {
      if (until !== null && until <= now) {
        this.#expire(topic);
      }
    }
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  drop(): void {
    this.#services.onDropped();
    this.#socket.terminate();
  }

  send(bytes: Buffer | string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      return;
    }
    if (this.#socket.bufferedAmount > maxBufferedBytes) {
      this.drop();
      return;
    }
    const before = this.#socket.bufferedAmount;
    this.#socket.send(bytes, { binary: false });
    const waiting = this.#socket.bufferedAmount - before;
    if (waiting > 0) {
      this.#services.budget.add(this, waiting);
    }
  }

  restart(topic: string): void {
    const joined = this.#forget(topic);
    if (joined) {
      this.#push(topic, 'phx_error', {}, joined.joinRef);
    }
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#isAlive = true;
    if (!this.#frames.take(performance.now())) {
      this.close(policyViolation, 'too many messages');
      return;
    }
    // Between the first word that it is closed and its end a client may go on sending.
    if (this.#socket.readyState !== WebSocket.OPEN) {
      return;
    }
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    const frame = isBinary ? decodeBinary(bytes) : decodeText(this.version, bytes.toString('utf8'));
    if (!frame) {
      this.close(policyViolation, 'a message could not be read');
      return;
    }
    this.#unhandledBytes += bytes.length;
    if (this.#unhandledBytes > maxUnhandledBytes) {
      this.close(policyViolation, 'too many messages');
      return;
    }
    this.#services.budget.add(this, bytes.length);
    // One after the other: a leave must not overtake the join before it.
    this.#work = this.#work
      .then(() => this.#handle(frame))
      .catch(this.#services.onError)
      .finally(() => {
        this.#unhandledBytes -= bytes.length;
      });
  }

  async #handle(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix') {
      if (frame.event === 'heartbeat') {
        this.#reply(frame, 'ok', {});
      }
      return;
    }
    const name = findTopicName(frame.topic);
    if (frame.event === 'phx_join') {
      await this.#join(frame, name);
    } else if (name === null || !this.#joined.has(name)) {
      // A leave of what is already left is no mistake.
      if (frame.event === 'phx_leave') {
        this.#reply(frame, 'ok', {});
      } else {
        this.#refuse(frame, 'unmatched topic');
      }
    } else {
      await this.#handleJoined(frame, name);
    }
  }

  async #join(frame: Frame, name: string | null): Promise<void> {
    const topic = name === null ? null : parseHintTopic(name);
    const config = isRecord(frame.payload.config) ? frame.payload.config : {};
    const changes = config.postgres_changes;
    if (name === null || topic === null) {
      this.#refuse(
        frame,
        'Unknown topic: only ladder:, match:, team:, servers: and person: with an id can be joined',
      );
    } else if (Array.isArray(changes) && changes.length > 0) {
      this.#refuse(
        frame,
        'Changes of tables are not sent: listen to the hints and fetch what changed',
      );
    } else if (!this.#joins.take(performance.now())) {
      this.#refuse(frame, 'ClientJoinRateLimitReached: Too many joins per second');
    } else if (this.#joined.size >= maxTopics && !this.#joined.has(name)) {
      this.#refuse(frame, `ChannelRateLimitReached: at most ${maxTopics} topics a connection`);
    } else {
      const token = toToken(frame.payload.access_token);
      const permission = await authorizeListening(topic, token, this.#services);
      if (!permission.ok) {
        this.#refuse(frame, permission.reason);
        return;
      }
      if (this.#socket.readyState !== WebSocket.OPEN) {
        return;
      }
      this.#joined.set(name, { joinRef: frame.joinRef, until: permission.until });
      this.#services.hub.join(name, this);
      this.#reply(frame, 'ok', { postgres_changes: [] });
    }
  }

  async #handleJoined(frame: Frame, name: string): Promise<void> {
    switch (frame.event) {
      case 'phx_leave':
        this.#forget(name);
        this.#reply(frame, 'ok', {});
        this.#push(name, 'phx_close', {}, frame.joinRef);
        break;
      case 'access_token':
        await this.#renew(name, toToken(frame.payload.access_token));
        break;
      case 'broadcast':
        this.#refuse(frame, 'Unauthorized: only the server writes to this topic');
        break;
      case 'presence':
        this.#refuse(frame, 'Presence is not kept on this topic');
        break;
      default:
        this.#refuse(frame, `unknown event: ${frame.event.slice(0, 50)}`);
    }
  }

  /** A newer token keeps a person's topic open; one that does not fit closes it. */
  async #renew(name: string, token: string | null): Promise<void> {
    const topic = parseHintTopic(name);
    const joined = this.#joined.get(name);
    if (!topic || !joined || token === null) {
      return;
    }
    const permission = await authorizeListening(topic, token, this.#services);
    if (permission.ok) {
      joined.until = permission.until;
    } else {
      this.#expire(name);
    }
  }

  #expire(topic: string): void {
    const joined = this.#forget(topic);
    if (!joined) {
      return;
    }
    const message = 'Token has expired: fields must be renewed before the topic is joined again';
    const payload = { status: 'error', extension: 'system', message, channel: topic };
    this.#push(topic, 'system', payload, joined.joinRef);
    this.#push(topic, 'phx_close', {}, joined.joinRef);
  }

  #forget(topic: string): Joined | undefined {
    const joined = this.#joined.get(topic);
    this.#joined.delete(topic);
    this.#services.hub.leave(topic, this);
    return joined;
  }

  #leaveAll(): void {
    for (const topic of [...this.#joined.keys()]) {
      this.#forget(topic);
    }
  }

  #refuse(frame: Frame, reason: string): void {
    this.#reply(frame, 'error', { reason });
  }

  #reply(frame: Frame, status: 'ok' | 'error', response: Record<string, unknown>): void {
    const { topic, ref, joinRef } = frame;
    const reply = { topic, event: 'phx_reply', payload: { status, response }, ref, joinRef };
    this.send(encode(this.version, reply));
  }

  #push(
    topic: string,
    event: string,
    payload: Record<string, unknown>,
    joinRef: string | null,
  ): void {
    const frame = { topic: toWireTopic(topic), event, payload, ref: null, joinRef };
    this.send(encode(this.version, frame));
  }
}

/** Clients put their API key where a token is wanted while nobody is signed in; it names no person. */
function toToken(value: unknown): string | null {
  return typeof value === 'string' && !value.startsWith('sb_') ? value : null;
}
