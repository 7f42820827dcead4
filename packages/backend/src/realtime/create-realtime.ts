import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Database } from '@muster/database';
import { WebSocketServer } from 'ws';
import { type ApiKeys, findTokenOfKey } from '../api-keys.ts';
import type { GatewayBindings } from '../gateway.ts';
import { OpenShares } from '../network.ts';
import { AskQueue } from './ask-queue.ts';
import type { VerifyToken } from './authorize.ts';
import { createBroadcastApi } from './broadcast-api.ts';
import { BufferBudget } from './buffer-budget.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import type { ChannelServices } from './channel-services.ts';
import { Exchange } from './exchange/exchange.ts';
import { maxBodyBytes, type ProtocolVersion } from './frames.ts';
import { hintChannel, parseHint } from './hints.ts';
import { Hub } from './hub.ts';
import { realtimeLimits } from './limits.ts';
import { keepMessagePartitions } from './message-partitions.ts';
import { toTextMessage } from './messages.ts';
import { isOwnOrigin } from './own-origin.ts';
import { Presences } from './presences.ts';
import { type Refusal, refuseUpgrade } from './refuse-upgrade.ts';
import { type ClientLine, SocketSession } from './socket-session.ts';
import { SpeechLimits } from './speech-limits.ts';
import { isHintTopic, toPresenceKey } from './topics.ts';
import { Turns } from './turns.ts';

/** What the realtime service needs. */
export interface RealtimeOptions {
  database: Database;
  /** What the processes of one database tell each other goes by this, a statement at a time. */
  exchange?: Database;
  verify: VerifyToken;
  apiKeys: ApiKeys;
  /** The site's address; while it is null, a page's origin must be the host that it connects to. */
  siteUrl?: string | null;
  limits?: RealtimeLimits;
  /** Whether clients may speak on channels that no policy guards; not unless it is said. */
  allowsPublic?: boolean;
  onError?: (error: unknown) => void;
}

/** How much the service takes on; what is not said has a default that suits most machines. */
export interface RealtimeLimits {
  /** How many sockets may be open, of everybody and of one address. */
  sockets?: number;
  socketsOfOne?: number;
  /** How many bytes may wait for all clients together. */
  bufferedBytes?: number;
}

/** What the service has to do at this moment, and what it has done since its start. */
export interface RealtimeStats {
  sockets: number;
  topics: number;
  hintsReceived: number;
  hintsSent: number;
  /** What waits for all clients together, in bytes. */
  bufferedBytes: number;
  /** Clients that were cut off because they did not read what was sent. */
  dropped: number;
  /** Connections that were refused because there were too many. */
  refused: number;
}

/** The realtime service of one process. */
export interface Realtime {
  /** Takes over a connection that asks for `/realtime/v1/websocket`; false, and untouched, for any other. */
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    bindings?: { clientAddress?: string },
  ): boolean;
  /** Answers what is behind `/realtime/v1/api`. */
  fetch(request: Request, bindings: GatewayBindings): Response | Promise<Response>;
  stats(): RealtimeStats;
  close(): Promise<void>;
}

const path = '/realtime/v1/websocket';
const partitionsEveryMs = 3600_000;
const goingAway = 1001;
const closeTimeoutMs = 1_000;

/** Starts listening for hints, from whichever process they come. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const service = new RealtimeService(options);
  await service.start();
  return service;
}

class RealtimeService implements Realtime {
  readonly #options: RealtimeOptions;
  readonly #turns = new Turns();
  readonly #hub = new Hub(this.#turns);
  readonly #presences: Presences;
  readonly #exchange: Exchange;
  readonly #channels: ChannelServices;
  readonly #changes: ChangeFeed;
  readonly #api: ReturnType<typeof createBroadcastApi>;
  readonly #sessions = new Set<SocketSession>();
  readonly #onError: (error: unknown) => void;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxBodyBytes,
    perMessageDeflate: false,
  });
  readonly #counts = { hintsReceived: 0, hintsSent: 0, dropped: 0, refused: 0 };
  readonly #shares: OpenShares;
  readonly #budget: BufferBudget;
  #stopListening: (() => Promise<void>) | undefined;
  #pings: NodeJS.Timeout | undefined;
  #partitions: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    this.#onError = options.onError ?? (() => undefined);
    const { sockets, socketsOfOne, bufferedBytes } = options.limits ?? {};
    this.#shares = new OpenShares({
      most: sockets ?? realtimeLimits.sockets,
      share: socketsOfOne ?? realtimeLimits.socketsOfOne,
    });
    this.#budget = new BufferBudget(bufferedBytes ?? realtimeLimits.bufferedBytes);
    this.#presences = new Presences({
      ...realtimeLimits.presence,
      tell: ({ key, topic }, diff) =>
        this.#hub.publish(toPresenceKey(key), toTextMessage(topic, 'presence_diff', { ...diff })),
      tellOthers: (change) => this.#exchange.tellOfPresence(change),
    });
    this.#exchange = new Exchange({
      // Not by the share in which policies take their time.
      database: options.exchange ?? options.database,
      ...{ hub: this.#hub, presences: this.#presences, onError: this.#onError },
    });
    this.#changes = new ChangeFeed({ database: options.database, onError: this.#onError });
    this.#channels = {
      database: options.database,
      onError: this.#onError,
      verify: options.verify,
      hub: this.#hub,
      presences: this.#presences,
      exchange: this.#exchange,
      speech: new SpeechLimits(),
      asks: new AskQueue(realtimeLimits.asks),
      changes: this.#changes,
      allowsPublic: options.allowsPublic ?? false,
    };
    this.#api = createBroadcastApi(this.#channels);
  }

  async start(): Promise<void> {
    const { database } = this.#options;
    this.#stopListening = await database.listen(hintChannel, (payload) => this.#onNotice(payload));
    await this.#exchange.start();
    await this.#changes.start();
    await this.#keepPartitions();
    this.#partitions = setInterval(() => void this.#keepPartitions(), partitionsEveryMs);
    this.#partitions.unref();
    this.#pings = setInterval(() => {
      const now = Date.now();
      for (const session of this.#sessions) {
        session.checkAlive(now);
      }
    }, realtimeLimits.pingEveryMs);
    this.#pings.unref();
  }

  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { clientAddress = request.socket.remoteAddress ?? '' }: { clientAddress?: string } = {},
  ): boolean {
    // Whoever writes the request's target by hand may write what is no address at all.
    const url = URL.parse(`http://localhost${request.url}`);
    if (url?.pathname !== path) {
      return false;
    }
    socket.on('error', () => socket.destroy());
    const full = this.#reserve(socket, clientAddress);
    if (full) {
      refuseUpgrade(socket, full);
      return true;
    }
    this.#admit(request, url)
      .then((admitted) => {
        if (socket.destroyed) {
          return;
        }
        if ('status' in admitted) {
          refuseUpgrade(socket, admitted);
        } else {
          this.#accept(request, socket, head, {
            ...admitted,
            version: toVersion(url),
            address: clientAddress,
          });
        }
      })
      .catch((error: unknown) => {
        this.#onError(error);
        refuseUpgrade(socket, { status: 500, message: 'Something went wrong' });
      });
    return true;
  }

  fetch(request: Request, bindings: GatewayBindings): Response | Promise<Response> {
    return this.#api.fetch(request, bindings);
  }

  stats(): RealtimeStats {
    let bufferedBytes = 0;
    for (const session of this.#sessions) {
      bufferedBytes += session.bufferedBytes;
    }
    const sockets = this.#sessions.size;
    return { sockets, topics: this.#hub.topicCount, bufferedBytes, ...this.#counts };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pings);
    clearInterval(this.#partitions);
    await this.#stopListening?.();
    await this.#changes.close();
    for (const session of this.#sessions) {
      session.close(goingAway, 'the server is stopping');
    }
    await this.#waitForSessions();
    for (const session of this.#sessions) {
      session.terminate();
    }
    this.#presences.close();
    await this.#exchange.close();
    this.#server.close();
  }

  /** Without them nobody gets into a private channel; all else goes on. */
  async #keepPartitions(): Promise<void> {
    await keepMessagePartitions(this.#options.database, new Date()).catch(this.#onError);
  }

  /** Gives clients a moment to close in order. */
  async #waitForSessions(): Promise<void> {
    const deadline = Date.now() + closeTimeoutMs;
    while (this.#sessions.size > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Counts the connection until it is closed, before anything is asked about it; or says why there is no place. */
  #reserve(socket: Duplex, address: string): Refusal | null {
    const place = this.#isClosing ? 'all_taken' : this.#shares.open(address);
    if (typeof place === 'function') {
      socket.once('close', place);
      return null;
    }
    this.#counts.refused += 1;
    const { retryAfter } = realtimeLimits;
    return place === 'share_taken'
      ? { status: 429, message: 'Too many connections of one address', retryAfter }
      : { status: 503, message: 'No more connections are taken', retryAfter };
  }

  /**
   * A foreign page must not use its visitor's address and network; programs send no Origin. Resolves to the
   * token that the given key stands for, null without a key, or to why the connection is refused.
   */
  async #admit(request: IncomingMessage, url: URL): Promise<{ token: string | null } | Refusal> {
    const { apiKeys, verify, siteUrl = null } = this.#options;
    if (!isOwnOrigin(request.headers, siteUrl)) {
      return { status: 403, message: 'origin_not_allowed' };
    }
    const given = url.searchParams.get('apikey') ?? request.headers.apikey;
    if (typeof given !== 'string' || given === '') {
      return { token: null };
    }
    const token = findTokenOfKey(apiKeys, given);
    const isOurs = token !== null && (await isVerified(verify, token));
    return isOurs ? { token } : { status: 401, message: 'Invalid API key' };
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, client: ClientLine): void {
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const session = new SocketSession(opened, client, {
        ...this.#channels,
        budget: this.#budget,
        turns: this.#turns,
        onDropped: () => {
          this.#counts.dropped += 1;
        },
      });
      this.#sessions.add(session);
      opened.on('close', () => this.#sessions.delete(session));
    });
  }

  /** An empty notice says that the listening connection was lost for a while, and hints with it. */
  #onNotice(payload: string): void {
    if (payload === '') {
      this.#hub.restartAll(isHintTopic);
      return;
    }
    try {
      this.#counts.hintsReceived += 1;
      this.#counts.hintsSent += this.#hub.deliver(parseHint(payload));
    } catch (error) {
      this.#onError(error);
    }
  }
}

function toVersion(url: URL): ProtocolVersion {
  return url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
}

async function isVerified(verify: VerifyToken, token: string): Promise<boolean> {
  try {
    await verify(token);
    return true;
  } catch {
    return false;
  }
}
