import { type Database, DatabaseUnavailable } from '@muster/database';
import type { Caller } from '../caller.ts';
import type { Line } from '../channel.ts';
import { findWantedFault, toUnknownTable } from './check-wanted.ts';
import { takeSnapshot } from './listened-tables.ts';
import type { Listener, Subscription, Subscriptions } from './subscriptions.ts';
import { describeTables, findPublished } from './tables.ts';
import { parseWanted, type Wanted } from './wanted.ts';

/** What a channel that listens works with. */
export interface ListeningServices {
  database: Database;
  subscriptions: Subscriptions;
  /** Sees to it that changes of these tables are kept from now on. */
  keep(entities: readonly number[]): Promise<void>;
  onEnd(listening: Listening): void;
  onError: (error: unknown) => void;
}

/** What a channel asked for, with the id by which its client knows it. */
interface Wish {
  id: number;
  wanted: Wanted;
}

/** When what failed for another reason than what was asked is tried again, in milliseconds. */
const retryMs = { least: 5_000, more: 5_000 };
const mostTables = 200;
const tooMany =
  'Too many changes of tables are listened to: ask for fewer on a channel and leave others';
const tryingAgain = 'Unable to subscribe to changes at this moment: it is tried again';

/** One channel's wish to be told of changes of tables, from its join to its end. */
export class Listening implements Listener {
  readonly name: string;
  readonly line: Line;
  readonly joinRef: string | null;
  readonly #given: readonly (Readonly<Record<string, unknown>> & { id: number })[];
  readonly #services: ListeningServices;
  #caller: Caller;
  #callerKey: string;
  #isOver = false;
  #retry: NodeJS.Timeout | undefined;
  /** Counts the starts, so that what an older one asked is given up. */
  #turn = 0;
  #lastSaid = '';

  constructor(
    channel: { name: string; line: Line; joinRef: string | null },
    given: readonly (Readonly<Record<string, unknown>> & { id: number })[],
    { caller, services }: { caller: Caller; services: ListeningServices },
  ) {
    this.name = channel.name;
    this.line = channel.line;
    this.joinRef = channel.joinRef;
    this.#given = given;
    this.#services = services;
    this.#caller = caller;
    this.#callerKey = toCallerKey(caller);
  }

  get caller(): Caller {
    return this.#caller;
  }

  get callerKey(): string {
    return this.#callerKey;
  }

  /** Whether it asked for tables that may come to the publication later. */
  get hopesForMore(): boolean {
    return this.#given.some(
      ({ schema, table }) => schema === '*' || table === '*' || table === undefined,
    );
  }

  /** Looks for what was asked, and tells the client whether it will be told. */
  start(): Promise<void> {
    return this.#start(() => true);
  }

  /** Looks again, and tells the client only what is new to it. */
  startAgain(): Promise<void> {
    return this.#start(({ message }) => message !== this.#lastSaid);
  }

  async #start(isWorthSaying: (said: Said) => boolean): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    clearTimeout(this.#retry);
    const said = await this.#subscribe(() => this.#isOver || turn !== this.#turn);
    if (said === null) {
      return;
    }
    if (isWorthSaying(said)) {
      this.#tell(said);
    }
    if (said.isPassing) {
      const wait = retryMs.least + Math.random() * retryMs.more;
      this.#retry = setTimeout(() => void this.start(), wait);
      this.#retry.unref();
    }
  }

  /** Another token takes the place of the one before, at once. */
  async renew(caller: Caller): Promise<void> {
    this.#caller = caller;
    this.#callerKey = toCallerKey(caller);
    await this.start();
  }

  /** A filter that the database cannot answer ends what was asked, not the channel. */
  fail(message: string): void {
    this.#services.subscriptions.remove(this);
    this.#tell({ status: 'error', message });
  }

  restart(): void {
    if (!this.#isOver) {
      this.line.restart(this.name);
    }
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#retry);
    this.#services.subscriptions.remove(this);
    this.#services.onEnd(this);
  }

  /** @returns what the client is told; null where it has gone, or asked again, meanwhile */
  async #subscribe(isStale: () => boolean): Promise<Said | null> {
    const { subscriptions, keep, database, onError } = this.#services;
    try {
      const found = await this.#find();
      if (isStale()) {
        return null;
      }
      if ('fault' in found) {
        subscriptions.remove(this);
        return { status: 'error', message: found.fault };
      }
      await keep([...new Set(found.map(({ entity }) => entity))]);
      const since = await takeSnapshot(database);
      if (isStale()) {
        return null;
      }
      return subscriptions.set(
        this,
        found.map((one) => ({ ...one, listener: this, since })),
      )
        ? { status: 'ok', message: 'Subscribed to PostgreSQL' }
        : { status: 'error', message: tooMany };
    } catch (thrown) {
      if (!(thrown instanceof DatabaseUnavailable)) {
        onError(thrown);
      }
      return isStale() ? null : { status: 'error', message: tryingAgain, isPassing: true };
    }
  }

  async #find(): Promise<Omit<Subscription, 'listener' | 'since'>[] | { fault: string }> {
    const wishes: Wish[] = [];
    for (const given of this.#given) {
      const wanted = parseWanted(given);
      if ('fault' in wanted) {
        return wanted;
      }
      wishes.push({ id: given.id, wanted });
    }
    return this.#services.database.transaction(async (transaction) => {
      await transaction.query('set local search_path = public, extensions');
      const found: Omit<Subscription, 'listener' | 'since'>[] = [];
      for (const { id, wanted } of wishes) {
        const entities = await findPublished(transaction, wanted);
        const tables = await describeTables(transaction, entities);
        if (tables.size === 0) {
          return { fault: toUnknownTable(wanted) };
        }
        if (tables.size > mostTables) {
          return { fault: tooMany };
        }
        for (const [entity, table] of tables) {
          const fault = await findWantedFault(transaction, wanted, {
            table,
            role: this.#caller.role,
          });
          if (fault !== null) {
            return { fault };
          }
          const filterKey = JSON.stringify([entity, wanted.filters]);
          const selectKey = JSON.stringify(wanted.select);
          found.push({ id, wanted, entity, filterKey, selectKey });
        }
      }
      return found;
    });
  }

  #tell({ status, message }: Said): void {
    this.#lastSaid = message;
    const payload = { extension: 'postgres_changes', status, message, channel: this.name };
    this.line.push(this.name, 'system', payload, this.joinRef);
  }
}

interface Said {
  status: 'ok' | 'error';
  message: string;
  /** Whether it is worth trying again. */
  isPassing?: true;
}

function toCallerKey({ role, claims }: Caller): string {
  return JSON.stringify([role, claims]);
}
