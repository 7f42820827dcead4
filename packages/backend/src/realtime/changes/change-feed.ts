import { randomUUID } from 'node:crypto';
import { type Database, DatabaseUnavailable } from '@muster/database';
import type { Caller } from '../caller.ts';
import { CatchUp, lookBack } from '../catch-up.ts';
import type { Line } from '../channel.ts';
import { HeardSince } from '../heard-since.ts';
import { realtimeLimits } from '../limits.ts';
import { PassingRows } from '../passing-rows.ts';
import { Restarts } from '../restarts.ts';
import { endLeases, type Lease, listenTo, removeTriggers, renewLeases } from './listened-tables.ts';
import { Listening } from './listening.ts';
import { type Findings, lookUp } from './look-up.ts';
import { changeChannel, listTransactions, makeMark, type Place, toNextPlace } from './outbox.ts';
import { type SubscriptionLimits, Subscriptions } from './subscriptions.ts';
import { findPublished } from './tables.ts';
import { tell } from './tell.ts';

/** What telling of changes needs. */
export interface ChangeFeedOptions {
  database: Database;
  onError: (error: unknown) => void;
  limits?: SubscriptionLimits;
  lease?: Lease;
}

/** How long a change is kept, in leases: whoever needs longer has lost its own by then. */
const keptLeases = 2;
/** How many transactions are read at once, and how many may wait to be. */
const mostOfPlace = 100;
const mostWaiting = 50_000;
const retryMs = 500;

/** Transactions that were not heard of, and from when on their changes are kept for so long as a lease. */
interface Missed {
  xids: readonly string[];
  at: number;
}

/** Tells the channels of this process of changes of tables: docs/decisions/backend-realtime-changes.md. */
export class ChangeFeed {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  readonly #subscriptions: Subscriptions;
  readonly #lease: Lease;
  readonly #processId = randomUUID();
  readonly #listenings = new Set<Listening>();
  readonly #restarts = new Restarts();
  /** The tables that this process has a lease of, each once its changes are kept. */
  readonly #kept = new Map<number, Promise<void>>();
  /** Transactions that changed something, in the order of their commits, and when it was heard. */
  #waiting: { xid: string; at: number }[] = [];
  #after = '0';
  #isReading = false;
  #stopHearing: Promise<() => Promise<void>> | undefined;
  #upkeep: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #changes: PassingRows;
  readonly #heard = new HeardSince();
  readonly #catchingUp = new CatchUp<Missed>(mostWaiting);
  #published = '';

  constructor({ database, onError, limits, lease }: ChangeFeedOptions) {
    this.#database = database;
    this.#onError = onError;
    this.#subscriptions = new Subscriptions(limits ?? realtimeLimits.changes);
    this.#lease = lease ?? realtimeLimits.lease;
    const { lengthMs, renewEveryMs } = this.#lease;
    this.#changes = new PassingRows('realtime.changes', (keptLeases * lengthMs) / renewEveryMs);
  }

  /** Clears away what processes left that are gone, now and from time to time. */
  async start(): Promise<void> {
    await this.#keepUp();
  }

  /** A channel wants to be told; it hears of what comes of it by itself. */
  listen(
    channel: { name: string; line: Line; joinRef: string | null },
    changes: readonly (Readonly<Record<string, unknown>> & { id: number })[],
    caller: Caller,
  ): Listening {
    const listening = new Listening(channel, changes, {
      caller,
      services: {
        database: this.#database,
        subscriptions: this.#subscriptions,
        keep: (entities) => this.#keep(entities),
        onEnd: (ended) => this.#listenings.delete(ended),
        onError: this.#onError,
      },
    });
    this.#listenings.add(listening);
    void listening.start();
    return listening;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#upkeep);
    this.#waiting = [];
    for (const listening of [...this.#listenings]) {
      listening.end();
    }
    const stop = await this.#stopHearing?.catch(() => undefined);
    await stop?.();
    if (stop !== undefined) {
      await endLeases(this.#database, this.#processId)
        .then(() => removeTriggers(this.#database))
        .catch(this.#onError);
    }
  }

  async #keep(entities: readonly number[]): Promise<void> {
    await this.#hear();
    for (const entity of entities) {
      const kept =
        this.#kept.get(entity) ??
        listenTo(this.#database, entity, { processId: this.#processId, lease: this.#lease });
      this.#kept.set(entity, kept);
      try {
        await kept;
      } catch (thrown) {
        this.#kept.delete(entity);
        throw thrown;
      }
    }
  }

  /** From the first channel on that wants to be told. */
  async #hear(): Promise<void> {
    const isFirst = this.#stopHearing === undefined;
    this.#stopHearing ??= this.#database.listen(changeChannel, (xid) => this.#onNotice(xid));
    try {
      await this.#stopHearing;
    } catch (thrown) {
      this.#stopHearing = undefined;
      throw thrown;
    }
    if (isFirst) {
      await this.#mark();
    }
  }

  async #mark(): Promise<void> {
    this.#heard.begin();
    const { mark, snapshot } = await makeMark(this.#database);
    this.#heard.made(mark, snapshot);
  }

  /** An empty notice says that the listening connection was lost for a while, and notices with it. */
  #onNotice(xid: string): void {
    if (xid === '') {
      void this.#catchUp();
    } else if (!/^\d+$/.test(xid)) {
      this.#onError(new Error(`a notice on ${changeChannel} names no transaction`));
    } else if (!this.#catchingUp.hold(xid)) {
      this.#add(xid, Date.now());
    }
  }

  /** @param at from when on its changes are kept for so long as a lease */
  #add(xid: string, at: number): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#startAnew();
    } else if (this.#heard.note(xid)) {
      this.#waiting.push({ xid, at });
      if (!this.#isReading) {
        this.#isReading = true;
        void this.#read();
      }
    }
  }

  /** What was not heard is looked for among the changes, where it still lies; else all must begin anew. */
  async #catchUp(): Promise<void> {
    const caughtUp = await this.#catchingUp.run(() => this.#findMissed());
    if (caughtUp === null) {
      return;
    }
    const { missed, later } = caughtUp;
    if (missed === null) {
      this.#startAnew();
    }
    for (const xid of missed?.xids ?? []) {
      this.#add(xid, missed?.at ?? 0);
    }
    for (const xid of later) {
      this.#add(xid, Date.now());
    }
  }

  /** Null where it cannot be known: too long ago, too many, or PostgreSQL has emptied the table as it came up again. */
  #findMissed(): Promise<Missed | null> {
    const keptMs = keptLeases * this.#lease.lengthMs;
    const [heard, onError] = [this.#heard, this.#onError];
    const isClosed = () => this.#isClosed;
    return lookBack({ heard, keptMs, isClosed, onError }, async ({ mark, snapshot, at }) => {
      const range = { snapshot, most: mostWaiting };
      const xids = await listTransactions(this.#database, range);
      const isWhole = xids.length <= mostWaiting && xids.includes(mark);
      if (!isWhole || heard.find(keptMs) === null) {
        return null;
      }
      const keptUntil = Date.now() + keptMs - (performance.now() - at);
      return { xids, at: keptUntil - this.#lease.lengthMs };
    });
  }

  /** Reads and tells until nothing waits. */
  async #read(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const [first] = this.#waiting;
      if (first !== undefined && Date.now() - first.at > this.#lease.lengthMs) {
        // What is to be read may be forgotten already.
        this.#startAnew();
        continue;
      }
      const place: Place = {
        xids: this.#waiting.slice(0, mostOfPlace).map(({ xid }) => xid),
        after: this.#after,
      };
      try {
        await this.#readFrom(place);
      } catch (thrown) {
        if (!(thrown instanceof DatabaseUnavailable)) {
          this.#onError(thrown);
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    this.#isReading = false;
  }

  async #readFrom(place: Place): Promise<void> {
    const waiting = this.#waiting;
    const findings = await lookUp(this.#database, place, {
      subscriptions: this.#subscriptions,
      onError: this.#onError,
    });
    await tell(findings);
    this.#endFaulty(findings);
    const next = findings.isEnd ? { xids: [], after: '0' } : toNextPlace(place, findings.read);
    // Where all began anew meanwhile, what waits now is something else.
    if (waiting === this.#waiting) {
      waiting.splice(0, place.xids.length - next.xids.length);
      this.#after = next.after;
    }
  }

  /** Filters that cannot be answered, and channels of which a transaction changed too much to be told. */
  #endFaulty({ found, faults }: Findings): void {
    for (const { change, subscriptions } of found) {
      for (const [listener, ofListener] of subscriptions) {
        const fault = ofListener.map(({ filterKey }) => faults.get(filterKey)).find(Boolean);
        if (change.type === 'TOO MANY') {
          listener.restart();
        } else if (fault !== undefined && listener instanceof Listening) {
          listener.fail(`Changes could not be filtered any more: ${fault}`);
        }
      }
    }
  }

  /** Something may have been missed: the channels must join again, and their clients look for themselves. */
  #startAnew(): void {
    this.#waiting = [];
    this.#after = '0';
    this.#heard.forget();
    if (!this.#isClosed) {
      this.#mark().catch(this.#onError);
    }
    this.#restarts.add(this.#subscriptions.listeners);
  }

  async #keepUp(): Promise<void> {
    await this.#renew().catch(this.#onError);
    await this.#clear().catch(this.#onError);
    await this.#lookForTables().catch(this.#onError);
    if (!this.#isClosed) {
      this.#upkeep = setTimeout(() => void this.#keepUp(), this.#lease.renewEveryMs);
      this.#upkeep.unref();
    }
  }

  /** Of a table that nobody here listens to any more the lease runs out by itself. */
  async #renew(): Promise<void> {
    const { entities } = this.#subscriptions;
    const lost = await renewLeases(this.#database, entities, {
      processId: this.#processId,
      lease: this.#lease,
    });
    for (const entity of this.#kept.keys()) {
      if (!entities.includes(entity) || lost.includes(entity)) {
        this.#kept.delete(entity);
      }
    }
    for (const entity of lost) {
      this.#restarts.add(this.#subscriptions.of(entity).keys());
    }
  }

  async #clear(): Promise<void> {
    await removeTriggers(this.#database);
    await this.#changes.clear(this.#database);
    if (this.#kept.size > 0) {
      await this.#mark();
    }
  }

  /** Whoever asked for all tables hears of those that come to the publication later. */
  async #lookForTables(): Promise<void> {
    const hoping = [...this.#listenings].filter(({ hopesForMore }) => hopesForMore);
    if (hoping.length === 0) {
      return;
    }
    const now = (await findPublished(this.#database, { schema: '*', table: '*' })).join();
    if (now !== this.#published) {
      this.#published = now;
      await Promise.all(hoping.map((listening) => listening.startAgain()));
    }
  }
}
