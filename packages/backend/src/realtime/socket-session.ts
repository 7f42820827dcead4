import { type RawData, WebSocket } from 'ws';
import type { BufferBudget, Buffering } from './buffer-budget.ts';
import type { Channel, Line, RefusedJoin } from './channel.ts';
import type { ChannelServices } from './channel-services.ts';
import { ClientChannel } from './client-channel.ts';
import { decodeBinary, decodeText, encode, type Frame, type ProtocolVersion } from './frames.ts';
import { HintChannel } from './hint-channel.ts';
import { type BucketLimit, TokenBucket } from './token-bucket.ts';
import { findTopicName, parseHintTopic, toWireTopic } from './topics.ts';
import type { Turns } from './turns.ts';

/** What every session works with. */
export interface SessionServices extends ChannelServices {
  budget: BufferBudget;
  turns: Turns;
  /** Told once for each client that was cut off because it did not read. */
  onDropped: () => void;
}

/** What a client said as it connected. */
export type ClientLine = Pick<Line, 'version' | 'token' | 'address'>;

const maxTopics = 100;
/** What may wait for one client: some thousand hints that it has not read. */
const maxBufferedBytes = 256 * 1024;
/** What one client may have sent that nobody has come to yet. */
const maxUnhandledBytes = 256 * 1024;
const frames: BucketLimit = { burst: 250, perSecond: 20 };
const joins: BucketLimit = { burst: 120, perSecond: 2 };
const policyViolation = 1008;
/** Timers know no longer wait, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** The server's side of one client's socket. */
export class SocketSession implements Line, Buffering {
  readonly version: ProtocolVersion;
  readonly token: string | null;
  readonly address: string;
  readonly #socket: WebSocket;
  readonly #services: SessionServices;
  readonly #joined = new Map<string, Channel>();
  readonly #frames = new TokenBucket(frames, performance.now());
  readonly #joins = new TokenBucket(joins, performance.now());
  #work: Promise<void> = Promise.resolve();
  #unhandledBytes = 0;
  #isAlive = true;
  /** What waited is sent to nobody any more, though the socket's close is told later. */
  #isCutOff = false;
  #expiry: NodeJS.Timeout | undefined;

  constructor(
    socket: WebSocket,
    { version, token, address }: ClientLine,
    services: SessionServices,
  ) {
    this.version = version;
    this.token = token;
    this.address = address;
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
    socket.on('error', () => this.terminate());
  }

  get bufferedBytes(): number {
    return (this.#isCutOff ? 0 : this.#socket.bufferedAmount) + this.#unhandledBytes;
  }

  /** Called at intervals: asks for a sign of life, and cuts off who gave none since the last time. */
  checkAlive(now: number): void {
    if (!this.#isAlive) {
      this.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    this.#endExpired(now);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#isCutOff = true;
    this.#socket.terminate();
  }

  drop(): void {
    this.#services.onDropped();
    this.terminate();
  }

  send(bytes: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      return;
    }
    if (this.#socket.bufferedAmount > maxBufferedBytes) {
      this.drop();
      return;
    }
    const before = this.#socket.bufferedAmount;
    this.#socket.send(bytes, { binary: isBinary });
    const waiting = this.#socket.bufferedAmount - before;
    if (waiting > 0) {
      this.#services.budget.add(this, waiting);
    }
  }

  restart(topic: string): void {
    const channel = this.#forget(topic);
    if (channel) {
      this.#tellEnd(topic, 'phx_error', channel);
    }
  }

  reply(
    { topic, ref, joinRef }: Frame,
    status: 'ok' | 'error',
    response: Readonly<Record<string, unknown>>,
  ): void {
    this.#sendFrame({ topic, event: 'phx_reply', payload: { status, response }, ref, joinRef });
  }

  push(
    name: string,
    event: string,
    payload: Readonly<Record<string, unknown>>,
    joinRef: string | null,
  ): void {
    this.#sendFrame({ topic: toWireTopic(name), event, payload, ref: null, joinRef });
  }

  end(name: string, message: string): void {
    const channel = this.#forget(name);
    if (channel) {
      const payload = { status: 'error', extension: 'system', message, channel: name };
      this.push(name, 'system', payload, channel.joinRef);
      this.#tellEnd(name, 'phx_close', channel);
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
      .then(() => this.#services.turns.take())
      .then(() => this.#handle(frame))
      .catch(this.#services.onError)
      .finally(() => {
        this.#unhandledBytes -= bytes.length;
      });
  }

  async #handle(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
      this.reply(frame, 'ok', {});
      return;
    }
    const name = findTopicName(frame.topic);
    const channel = name === null ? undefined : this.#joined.get(name);
    if (frame.event === 'phx_join') {
      await this.#join(frame, name);
    } else if (name === null || channel === undefined) {
      // A leave of what is already left is no mistake.
      if (frame.event === 'phx_leave') {
        this.reply(frame, 'ok', {});
      } else {
        this.#refuse(frame, 'unmatched topic');
      }
    } else if (isOf(frame, channel)) {
      await this.#handleJoined(frame, name, channel);
    }
  }

  /** Whatever comes of it, the join before of the same topic is over. */
  async #join(frame: Frame, name: string | null): Promise<void> {
    this.#close(name ?? '');
    if (name === null) {
      this.#refuse(frame, 'unmatched topic');
    } else if (name === '') {
      this.#refuse(frame, 'TopicNameRequired: You must provide a topic name');
    } else if (!this.#joins.take(performance.now())) {
      this.#refuse(frame, 'ClientJoinRateLimitReached: Too many joins per second');
    } else if (this.#joined.size >= maxTopics) {
      this.#refuse(frame, 'ChannelRateLimitReached: Too many channels');
    } else {
      const opened = await this.#open(frame, name);
      if ('reason' in opened) {
        this.#refuse(frame, opened.reason);
      } else if (this.#socket.readyState === WebSocket.OPEN) {
        this.#start(frame, name, opened);
      } else {
        opened.close();
      }
    }
  }

  #open(frame: Frame, name: string): Promise<Channel | RefusedJoin> {
    const topic = parseHintTopic(name);
    return topic === null
      ? ClientChannel.open(frame, { name, line: this }, this.#services)
      : HintChannel.open(frame, { topic, name, line: this }, this.#services);
  }

  #start(frame: Frame, name: string, channel: Channel): void {
    this.#joined.set(name, channel);
    this.reply(frame, 'ok', channel.welcome);
    channel.start();
    this.#watchExpiry();
  }

  async #handleJoined(frame: Frame, name: string, channel: Channel): Promise<void> {
    if (frame.event === 'phx_leave') {
      this.reply(frame, 'ok', {});
      this.#close(name);
    } else {
      await channel.handle(frame);
      if (frame.event === 'access_token') {
        this.#watchExpiry();
      }
    }
  }

  #endExpired(now: number): void {
    for (const [name, channel] of [...this.#joined]) {
      if (channel.until !== null && channel.until <= now) {
        this.end(name, channel.toExpiryMessage(now));
      }
    }
    this.#watchExpiry();
  }

  /** Waits for the next token to run out. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    const next = Math.min(...[...this.#joined.values()].map(({ until }) => until ?? Infinity));
    const wait = next - Date.now();
    // What is further away is looked at with the signs of life.
    if (wait < longestWait) {
      this.#expiry = setTimeout(() => this.#endExpired(Date.now()), Math.max(wait, 0));
      this.#expiry.unref();
    }
  }

  #close(name: string): void {
    const channel = this.#forget(name);
    if (channel) {
      this.#tellEnd(name, 'phx_close', channel);
    }
  }

  /** By the reference of its join, so that the client does not take it for the end of a newer one. */
  #tellEnd(name: string, event: 'phx_close' | 'phx_error', { joinRef }: Channel): void {
    this.#sendFrame({ topic: toWireTopic(name), event, payload: {}, ref: joinRef, joinRef });
  }

  #forget(name: string): Channel | undefined {
    const channel = this.#joined.get(name);
    this.#joined.delete(name);
    channel?.close();
    return channel;
  }

  #leaveAll(): void {
    clearTimeout(this.#expiry);
    for (const name of [...this.#joined.keys()]) {
      this.#forget(name);
    }
  }

  #refuse(frame: Frame, reason: string): void {
    this.reply(frame, 'error', { reason });
  }

  #sendFrame(frame: Frame): void {
    this.send(Buffer.from(encode(this.version, frame)), false);
  }
}

/** What a client still says to a join that is over is for nobody. */
function isOf({ joinRef }: Frame, channel: Channel): boolean {
  return joinRef === null || channel.joinRef === null || joinRef === channel.joinRef;
}
