import { toNetwork } from '../../network.ts';
import type { Caller } from '../caller.ts';
import type { Line } from '../channel.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Wanted } from './wanted.ts';

/** A channel whose client is told of changes. */
export interface Listener {
  readonly name: string;
  readonly line: Line;
  readonly joinRef: string | null;
  /** Under whose rights; another one once it has sent another token. */
  readonly caller: Caller;
  /** The same for all whose rights are the same. */
  readonly callerKey: string;
  /** The client may have missed something: it must join again. */
  restart(): void;
}

/** That a channel is told of changes of one table. */
export interface Subscription {
  listener: Listener;
  /** By which the client knows what it asked for. */
  id: number;
  wanted: Wanted;
  /** The same for all with the same filters on the same table. */
  filterKey: string;
  /** The same for all that want the same columns. */
  selectKey: string;
  entity: number;
  /** What was committed at this moment it has not missed. */
  since: Snapshot;
}

/** How many there may be, a wish for all tables counted once for each table. */
export interface SubscriptionLimits {
  all: number;
  /** Of one person over all connections; of who is nobody in particular, of one network. */
  ofOne: number;
  ofConnection: number;
}

/** Who is told of changes of which tables, in this process. */
export class Subscriptions {
  readonly #limits: SubscriptionLimits;
  readonly #ofTables = new Map<number, Map<Listener, Subscription[]>>();
  readonly #counts = new Map<unknown, number>();
  readonly #holders = new Map<Listener, unknown[]>();

  constructor(limits: SubscriptionLimits) {
    this.#limits = limits;
  }

  get entities(): number[] {
    return [...this.#ofTables.keys()];
  }

  of(entity: number): ReadonlyMap<Listener, readonly Subscription[]> {
    return this.#ofTables.get(entity) ?? new Map<Listener, Subscription[]>();
  }

  get listeners(): Listener[] {
    return [...this.#holders.keys()];
  }

  /**
   * Puts these in the place of those that the channel had; false, and nothing is changed, where they are too
   * many. What goes on misses nothing: it keeps its beginning, and the channel its place in the order.
   */
  set(listener: Listener, subscriptions: readonly Subscription[]): boolean {
    const before = this.#listOf(listener);
    const person = toPerson(listener);
    const isTooMany =
      this.#count(this) + subscriptions.length - before.length > this.#limits.all ||
      this.#count(listener.line) + subscriptions.length - before.length >
        this.#limits.ofConnection ||
      this.#count(person) + subscriptions.length > this.#limits.ofOne;
    if (isTooMany) {
      return false;
    }
    const going = new Map(before.map((one) => [toKey(one), one.since]));
    const ofTables = Map.groupBy(
      subscriptions.map((one) => ({ ...one, since: going.get(toKey(one)) ?? one.since })),
      ({ entity }) => entity,
    );
    this.#uncount(listener, before.length);
    for (const entity of this.entities.filter((one) => !ofTables.has(one))) {
      this.#leave(entity, listener);
    }
    for (const [entity, ofTable] of ofTables) {
      const listeners = this.#ofTables.get(entity) ?? new Map<Listener, Subscription[]>();
      listeners.set(listener, ofTable);
      this.#ofTables.set(entity, listeners);
    }
    if (subscriptions.length > 0) {
      const holders = [this, listener.line, person];
      this.#holders.set(listener, holders);
      for (const holder of holders) {
        this.#counts.set(holder, this.#count(holder) + subscriptions.length);
      }
    }
    return true;
  }

  remove(listener: Listener): void {
    this.set(listener, []);
  }

  #listOf(listener: Listener): Subscription[] {
    return this.#holders.has(listener)
      ? [...this.#ofTables.values()].flatMap((listeners) => listeners.get(listener) ?? [])
      : [];
  }

  #leave(entity: number, listener: Listener): void {
    const listeners = this.#ofTables.get(entity);
    listeners?.delete(listener);
    if (listeners?.size === 0) {
      this.#ofTables.delete(entity);
    }
  }

  #uncount(listener: Listener, count: number): void {
    for (const holder of this.#holders.get(listener) ?? []) {
      const left = this.#count(holder) - count;
      if (left > 0) {
        this.#counts.set(holder, left);
      } else {
        this.#counts.delete(holder);
      }
    }
    this.#holders.delete(listener);
  }

  #count(holder: unknown): number {
    return this.#counts.get(holder) ?? 0;
  }
}

function toKey({ id, entity }: Subscription): string {
  return `${id} of ${entity}`;
}

function toPerson({ caller, line }: Listener): string {
  const { sub } = caller.claims;
  return typeof sub === 'string' ? `person ${sub}` : `network ${toNetwork(line.address)}`;
}
