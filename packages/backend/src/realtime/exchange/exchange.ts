import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { lookBack } from '../catch-up.ts';
import { HeardSince } from '../heard-since.ts';
import type { Hub } from '../hub.ts';
import { type Message, toBroadcast } from '../messages.ts';
import { PassingRows } from '../passing-rows.ts';
import type { PresenceChange, Presences } from '../presences.ts';
import { isHintTopic, toChannelKey } from '../topics.ts';
import { listAnnouncements, makeMark } from './announcements.ts';
import { Inbox } from './inbox.ts';
import {
  type Broadcast,
  type DatabaseMessage,
  exchangeChannel,
  type Heard,
  type Notice,
  type Said,
  writeMark,
} from './notice.ts';
import { Outbox } from './outbox.ts';
import { Peers } from './peers.ts';
import { toMessage } from './to-message.ts';

interface ExchangeOptions {
  database: Database;
  hub: Hub;
  presences: Presences;
  onError: (error: unknown) => void;
}

/** So long a process that has just come takes nobody's silence for solitude, in milliseconds. */
const shyMs = 5_000;
const beatMs = 1_500;
/** How long a last word may take. */
const closeMs = 1_000;
const upkeepEveryMs = 10_000;
/** How many upkeeps what the database said stays, and how long a process may have been away to hear it then. */
const keptUpkeeps = 6;
const keptMs = keptUpkeeps * upkeepEveryMs;
const mostMissed = 2_000;
/** Parcels are read within a moment; what is older nobody waits for. */
const parcelsKept = '30 seconds';

/**
 * What the processes of one database tell each other: broadcasts, who is present, and what the database itself
 * says on channels. It goes by NOTIFY. While a process is alone it says nothing. One that ends without a word
 * is missed within seconds, and with it its people. Where something may have been lost, all clients of the
 * process join again.
 */
export class Exchange {
  readonly #own = randomUUID();
  readonly #options: ExchangeOptions;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  readonly #peers = new Peers();
  #stopListening: (() => Promise<void>) | undefined;
  #beats: NodeJS.Timeout | undefined;
  #upkeep: NodeJS.Timeout | undefined;
  readonly #heard = new HeardSince();
  readonly #announcements = new PassingRows('realtime.announcements', keptUpkeeps);
  #saidHelloAt = Number.NEGATIVE_INFINITY;
  #wasAwayAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #owesState = false;
  #isTellingState = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { database, hub, onError } = options;
    this.#outbox = new Outbox({
      ...{ own: this.#own, database, onError },
      onDrained: () => this.#payState(),
    });
    this.#inbox = new Inbox({
      ...{ own: this.#own, database, onError },
      isWanted: (key) => key === '' || hub.has(key),
      handle: (heard) => this.#handle(heard),
      findMissed: () => this.#findMissed(),
      onLost: () => this.#lose(),
    });
  }

  /** Resolves when the others know of this process: what is said from then on reaches it. */
  async start(): Promise<void> {
    const { database } = this.#options;
    this.#stopListening = await database.listen(exchangeChannel, (payload) =>
      this.#inbox.receive(payload),
    );
    this.#sayHello();
    await this.#outbox.settle();
    await this.#keepUp();
    this.#beats = setInterval(() => this.#beat(), beatMs);
    this.#upkeep = setInterval(() => void this.#keepUp(), upkeepEveryMs);
    this.#beats.unref();
    this.#upkeep.unref();
  }

  /** Tells the others what somebody has broadcast; false where too much waits already. */
  broadcast(said: Broadcast): boolean {
    return this.#say(said);
  }

  /** Tells them who came or went; where it cannot now, it tells them later who is there. */
  tellOfPresence(change: PresenceChange): void {
    if (!this.#say(change)) {
      this.#owesState = true;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#beats);
    clearInterval(this.#upkeep);
    this.#say({ kind: 'bye' });
    await Promise.race([
      this.#outbox.close(),
      new Promise((resolve) => setTimeout(resolve, closeMs).unref()),
    ]);
    await this.#stopListening?.();
  }

  /** Whether all others have had the time to answer. */
  get #isSettled(): boolean {
    return performance.now() - this.#saidHelloAt > shyMs;
  }

  get #isAlone(): boolean {
    return this.#peers.isEmpty && this.#isSettled;
  }

  #beat(): void {
    if (!this.#isAlone) {
      this.#outbox.beat();
    }
  }

  #say(said: Said): boolean {
    return this.#isAlone || this.#outbox.add(said);
  }

  #sayHello(): void {
    this.#saidHelloAt = performance.now();
    this.#outbox.add({ kind: 'hello' });
    void this.#tellState();
  }

  #handle(heard: Heard): void {
    if ('said' in heard) {
      this.#hear(heard);
    } else if ('isLost' in heard) {
      this.#options.hub.restart(toChannelKey(heard.topic, heard.isPrivate));
    } else if ('mark' in heard) {
      this.#heard.note(heard.mark);
    } else if ('event' in heard && this.#heard.note(heard.id)) {
      this.#hearDatabase(heard);
    }
  }

  #hear({ from, count, said }: Notice): void {
    if (from === this.#own) {
      if (said.kind === 'beat') {
        for (const gone of this.#peers.beat()) {
          this.#options.presences.drop(gone);
        }
      }
      return;
    }
    if (said.kind === 'bye') {
      this.#peers.forget(from);
      this.#options.presences.drop(from);
      return;
    }
    if (said.kind === 'hello') {
      this.#peers.begin(from, count);
      void this.#tellState();
      return;
    }
    const place = this.#peers.hear(from, { count, said });
    if (place === 'again') {
      return;
    }
    const wasAway = performance.now() - this.#wasAwayAt < shyMs;
    if (place === 'gap') {
      this.#lose();
    } else if (place === 'new' && wasAway) {
      // It came meanwhile, and may have said something since.
      this.#options.hub.restartAll((topic) => !isHintTopic(topic));
    } else if (place === 'new' && this.#isSettled) {
      // It was taken for gone, or nothing of it was heard before.
      this.#sayHello();
    }
    this.#do(from, said);
  }

  #do(from: string, said: Said): void {
    const { presences } = this.#options;
    switch (said.kind) {
      case 'state':
        presences.doubt(from);
        break;
      case 'stated':
        presences.settle(from);
        break;
      case 'track':
        presences.addOf(from, said, said);
        break;
      case 'untrack':
        presences.removeOf(said, said.ref);
        break;
      case 'broadcast':
        this.#publish(said.key, toMessage(said));
        break;
      default:
      // A beat says that it is there, and no more.
    }
  }

  #hearDatabase(message: DatabaseMessage): void {
    const { topic, isPrivate, event, id, body } = message;
    const key = toChannelKey(topic, isPrivate);
    if (body !== null) {
      this.#publish(key, toBroadcast(topic, event, body, { id }), id);
    }
  }

  /** Where more is on its way than can be told, who listens has missed something. */
  #publish(key: string, message: Message, id: string | null = null): void {
    const { hub } = this.#options;
    if (hub.isFull) {
      hub.restart(key);
    } else {
      hub.publish(key, message, { id });
    }
  }

  #lose(): void {
    this.#peers.startAnew();
    this.#options.hub.restartAll((topic) => !isHintTopic(topic));
    this.#sayHello();
    void this.#mark();
  }

  /**
   * After nothing was heard for a while: what the database said meanwhile is read, and of the others each one's next beat
   * tells whether it said something.
   */
  #findMissed(): Promise<readonly string[] | null> {
    const { database, onError } = this.#options;
    const isClosed = () => this.#isClosed;
    return lookBack(
      { heard: this.#heard, keptMs, isClosed, onError },
      async ({ mark, snapshot }) => {
        const missed = await listAnnouncements(database, { snapshot, most: mostMissed });
        const isWhole = missed.length <= mostMissed && missed.includes(writeMark(mark));
        if (!isWhole || missed.includes('')) {
          return null;
        }
        this.#peers.loseCount();
        this.#wasAwayAt = performance.now();
        this.#sayHello();
        return missed;
      },
    );
  }

  #payState(): void {
    if (this.#owesState) {
      this.#owesState = false;
      void this.#tellState();
    }
  }

  /** A channel after the other, none while the one before has not gone out: they may be many. */
  async #tellState(): Promise<void> {
    if (this.#isTellingState) {
      this.#owesState = true;
      return;
    }
    this.#isTellingState = true;
    this.#say({ kind: 'state' });
    for (const channel of this.#options.presences.listOwn()) {
      this.tellOfPresence({ kind: 'track', ...channel, instead: null });
      await this.#outbox.settle();
    }
    this.#isTellingState = false;
    this.#say({ kind: 'stated' });
  }

  /**
   * Clears away what every process has heard, and sees how far this one has. How often that was tells how old a row is:
   * so it goes by the clock alone.
   */
  async #keepUp(): Promise<void> {
    const { database, onError } = this.#options;
    try {
      await database.query(`delete from private.parcels where sent_at < now() - $1::interval`, [
        parcelsKept,
      ]);
      await this.#announcements.clear(database);
    } catch (error) {
      onError(error);
    }
    await this.#mark();
  }

  /** Sees how far this process has heard. */
  async #mark(): Promise<void> {
    const { database, onError } = this.#options;
    const mark = randomUUID();
    this.#heard.begin();
    try {
      const { snapshot } = await makeMark(database, mark);
      this.#heard.made(mark, snapshot);
    } catch (error) {
      onError(error);
    }
  }
}
