import { type Database, DatabaseUnavailable, type Transaction } from '@muster/database';
import {
  findGone,
  findLiveSessions,
  findSeen,
  findSession,
  judgeGone,
  toAskedRow,
  toSessionKey,
} from './ask-rights.ts';
import type { Filter } from './filter.ts';
import { matchFilters, toShape } from './match-filters.ts';
import { type Change, type Place, readChanges } from './outbox.ts';
import { type ChangeOfTable, publish } from './publish.ts';
import type { Listener, Subscription, Subscriptions } from './subscriptions.ts';
import { describeTables, findWholes, type PublishedTable } from './tables.ts';
import type { Wanted } from './wanted.ts';

/** A change with all that must be known to tell of it. */
export interface FoundChange {
  change: Change;
  xid: bigint;
  table: PublishedTable;
  subscriptions: ReadonlyMap<Listener, readonly Subscription[]>;
}

/** Changes, and who is told of which. */
export interface Findings {
  read: readonly Change[];
  isEnd: boolean;
  found: readonly FoundChange[];
  /** Whether a change is what a subscription asks for. */
  isWanted(found: FoundChange, subscription: Subscription): boolean;
  /** Whether the policies let a channel's caller see the row. */
  isSeen(found: FoundChange, listener: Listener): boolean;
  /** What the database said of filters that it could not answer, by their keys. */
  faults: ReadonlyMap<string, string>;
}

/** How long all filters of one shape may take, in milliseconds. */
const filterTimeout = 3_000;
/** How many questions go to the database in one piece. */
const mostAtOnce = 100;

/**
 * Reads what comes next and finds out who is told of it, in one transaction that sees one instant: a row that goes
 * meanwhile is there for all that is asked. Where something in it fails, each filter and each caller is asked apart, so
 * that nobody's filter or policy takes the changes from the others.
 */
export async function lookUp(
  database: Database,
  place: Place,
  { subscriptions, onError }: { subscriptions: Subscriptions; onError: (error: unknown) => void },
): Promise<Findings> {
  const open = <T>(work: (transaction: Transaction) => Promise<T>) =>
    database.transaction(
      async (transaction) => {
        await transaction.query('set local search_path = public, extensions');
        return work(transaction);
      },
      { statementTimeout: filterTimeout, isolation: 'repeatable read' },
    );
  try {
    return await open((transaction) =>
      new LookUp(subscriptions, (work) => work(transaction), null).run(place),
    );
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) {
      throw thrown;
    }
    return new LookUp(subscriptions, open, onError).run(place);
  }
}

type Ask = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

class LookUp {
  readonly #subscriptions: Subscriptions;
  readonly #ask: Ask;
  /** Where each is asked apart: told of what fails; null where all are asked together. */
  readonly #onFailure: ((error: unknown) => void) | null;
  readonly #faults = new Map<string, string>();
  readonly #fulfilled = new Map<string, Set<string>>();
  readonly #seen = new Map<string, Set<string>>();
  /** The rows of guarded tables that are gone by now; null where each question is asked apart and looks for itself. */
  readonly #gone: Set<string> | null;
  #sessions = new Set<string>();

  constructor(
    subscriptions: Subscriptions,
    ask: Ask,
    onFailure: ((error: unknown) => void) | null,
  ) {
    this.#subscriptions = subscriptions;
    this.#ask = ask;
    this.#onFailure = onFailure;
    this.#gone = onFailure === null ? new Set() : null;
  }

  async run(place: Place): Promise<Findings> {
    const { changes, isEnd, ofTables } = await this.#ask((transaction) =>
      this.#read(transaction, place),
    );
    const found = (await this.#publish(ofTables)).map(({ change, table }) => ({
      ...{ change, table },
      xid: BigInt(change.xid),
      subscriptions: this.#subscriptions.of(table.entity),
    }));
    await this.#match(found);
    if (this.#gone !== null) {
      await this.#findGone(found, this.#gone);
    }
    await this.#askRights(found);
    return {
      read: changes,
      isEnd,
      found,
      isWanted: (one, subscription) => this.#isWanted(one, subscription),
      isSeen: (one, listener) => this.#isSeen(one, listener),
      faults: this.#faults,
    };
  }

  async #read(
    transaction: Transaction,
    place: Place,
  ): Promise<{ changes: Change[]; isEnd: boolean; ofTables: ChangeOfTable[] }> {
    const entities = this.#subscriptions.entities;
    const [{ changes, isEnd }, tables] = await Promise.all([
      readChanges(transaction, place),
      describeTables(transaction, entities),
    ]);
    const others = [...new Set(changes.map(({ entity }) => entity))].filter(
      (entity) => !entities.includes(entity),
    );
    const wholes =
      others.length === 0 ? new Map() : await findWholes(transaction, others, entities);
    const ofTables = changes.flatMap((change) => {
      const entity = wholes.get(change.entity) ?? change.entity;
      const table = tables.get(entity);
      return table === undefined ? [] : [{ change, table }];
    });
    return { changes, isEnd, ofTables };
  }

  /** Where a publication's condition cannot be answered, nothing is told of its table. */
  async #publish(ofTables: readonly ChangeOfTable[]): Promise<readonly ChangeOfTable[]> {
    try {
      return await this.#ask((transaction) => publish(transaction, ofTables));
    } catch (thrown) {
      this.#handle(thrown);
      return ofTables.filter(({ table }) => table.condition === null);
    }
  }

  /** Asks for the filters of each table, all of one shape at once. */
  async #match(found: readonly FoundChange[]): Promise<void> {
    const asked: (() => Promise<void>)[] = [];
    for (const [table, ofTable] of Map.groupBy(found, (one) => one.table)) {
      const rows = ofTable
        .filter(({ change }) => change.type !== 'TOO MANY')
        .map(({ change }) => change);
      const filters = new Map<string, readonly Filter[]>();
      for (const subscription of [...(ofTable[0]?.subscriptions.values() ?? [])].flat()) {
        if (subscription.wanted.filters.length > 0 && isReadable(table, subscription)) {
          filters.set(subscription.filterKey, subscription.wanted.filters);
        }
      }
      for (const some of this.#divide([...filters], ([, filter]) => toShape(filter))) {
        asked.push(() => this.#matchSome(table, rows, some));
      }
    }
    await this.#askAll(asked);
  }

  async #matchSome(
    table: PublishedTable,
    rows: readonly Change[],
    some: readonly (readonly [key: string, filters: readonly Filter[]])[],
  ): Promise<void> {
    try {
      const pairs = await this.#ask((transaction) =>
        matchFilters(
          transaction,
          table,
          rows,
          some.map(([, filters]) => filters),
        ),
      );
      for (const { id, place } of pairs) {
        addTo(this.#fulfilled, some[place]?.[0] ?? '', id);
      }
    } catch (thrown) {
      this.#handle(thrown);
      for (const [key] of some) {
        this.#faults.set(key, thrown instanceof Error ? thrown.message : String(thrown));
      }
    }
  }

  /** Who would see a row that is not there any more must be asked in another way. */
  async #findGone(found: readonly FoundChange[], gone: Set<string>): Promise<void> {
    const guarded = found.filter(
      ({ change, table }) => change.record !== null && table.isGuarded && hasKey(table),
    );
    const asked = [...Map.groupBy(guarded, ({ table }) => table)].map(
      ([table, ofTable]) =>
        async () => {
          const rows = ofTable.map(({ change }) => toAskedRow(change, table));
          for (const id of await this.#ask((transaction) =>
            findGone(transaction, { table, rows }),
          )) {
            gone.add(id);
          }
        },
    );
    await this.#askAll(asked);
  }

  /** Asks for each caller what they may see of what they want. The role changes here, so this comes last. */
  async #askRights(found: readonly FoundChange[]): Promise<void> {
    const callers = this.#listCallers(found);
    const sessions = [...callers.values()].flatMap(({ caller }) => findSession(caller) ?? []);
    this.#sessions = await this.#ask((transaction) => findLiveSessions(transaction, sessions));
    await this.#askAll(
      [...callers].flatMap(([key, { caller, wanted }]) => this.#listQuestions(key, caller, wanted)),
    );
  }

  #listCallers(
    found: readonly FoundChange[],
  ): Map<string, { caller: Listener['caller']; wanted: FoundChange[] }> {
    const callers = new Map<string, { caller: Listener['caller']; wanted: FoundChange[] }>();
    for (const one of found) {
      for (const [{ caller, callerKey }, subscriptions] of one.subscriptions) {
        const known = callers.get(callerKey) ?? { caller, wanted: [] };
        const isNew = known.wanted.at(-1) !== one;
        if (isNew && subscriptions.some((subscription) => this.#isWanted(one, subscription))) {
          known.wanted.push(one);
          callers.set(callerKey, known);
        }
      }
    }
    return callers;
  }

  #listQuestions(
    key: string,
    caller: Listener['caller'],
    wanted: readonly FoundChange[],
  ): (() => Promise<void>)[] {
    const { role } = caller;
    const guarded = wanted.filter(
      ({ change, table }) =>
        change.type !== 'DELETE' &&
        !table.seesAll.includes(role) &&
        findKeyFault(table, role) === null,
    );
    return [...Map.groupBy(guarded, ({ table }) => table)].flatMap(([table, ofTable]) => {
      const asked = { table, rows: ofTable.map(({ change }) => toAskedRow(change, table)) };
      // What goes between the two, where they are asked apart, is gone by the second.
      return [
        () => this.#noteSeen(key, (one) => findSeen(one, caller, { asked, gone: this.#gone })),
        () => this.#noteSeen(key, (one) => judgeGone(one, caller, { asked, gone: this.#gone })),
      ];
    });
  }

  async #noteSeen(
    key: string,
    ask: (transaction: Transaction) => Promise<string[]>,
  ): Promise<void> {
    try {
      for (const id of await this.#ask(ask)) {
        addTo(this.#seen, key, id);
      }
    } catch (thrown) {
      this.#handle(thrown);
    }
  }

  #isWanted({ change, xid, table }: FoundChange, subscription: Subscription): boolean {
    const { wanted, since } = subscription;
    const { type } = change;
    if (type === 'TOO MANY' || !table.types.includes(type) || !isOfEvent(wanted, type)) {
      return false;
    }
    if (since.includes(xid)) {
      return false;
    }
    const { filters } = wanted;
    if (filters.length === 0) {
      return true;
    }
    const isFulfilled = this.#fulfilled.get(subscription.filterKey)?.has(change.id) ?? false;
    return (
      isFulfilled &&
      isReadable(table, subscription) &&
      (type !== 'DELETE' || isOfIdentity(table, filters))
    );
  }

  #isSeen({ change, table }: FoundChange, { caller, callerKey }: Listener): boolean {
    const session = findSession(caller);
    if (session !== null && !this.#sessions.has(toSessionKey(session))) {
      return false;
    }
    return (
      change.type === 'DELETE' ||
      table.seesAll.includes(caller.role) ||
      findKeyFault(table, caller.role) !== null ||
      (this.#seen.get(callerKey)?.has(change.id) ?? false)
    );
  }

  /** Together they go out in one piece, some at a time; apart one waits for the other. */
  async #askAll(asked: readonly (() => Promise<void>)[]): Promise<void> {
    const size = this.#onFailure === null ? mostAtOnce : 1;
    for (let from = 0; from < asked.length; from += size) {
      await Promise.all(asked.slice(from, from + size).map((ask) => ask()));
    }
  }

  #divide<T>(all: readonly T[], toGroup: (one: T) => string): T[][] {
    return this.#onFailure === null
      ? [...Map.groupBy(all, toGroup).values()]
      : all.map((one) => [one]);
  }

  #handle(thrown: unknown): void {
    if (this.#onFailure === null || thrown instanceof DatabaseUnavailable) {
      throw thrown;
    }
    this.#onFailure(thrown);
  }
}

function isOfEvent({ event }: Wanted, type: string): boolean {
  return event === '*' || event === type;
}

/** Why a role is told of a table only that something changed: it cannot know which row; null where it can. */
export function findKeyFault(
  { columns }: PublishedTable,
  role: Listener['caller']['role'],
): string | null {
  const keys = columns.filter(({ isKey }) => isKey);
  if (keys.length === 0) {
    return 'Error 400: Bad Request, no primary key';
  }
  return keys.every(({ readers }) => readers.includes(role)) ? null : 'Error 401: Unauthorized';
}

function hasKey({ columns }: PublishedTable): boolean {
  return columns.some(({ isKey }) => isKey);
}

/** Whether the caller may still read what the filters name. */
function isReadable({ columns }: PublishedTable, { wanted, listener }: Subscription): boolean {
  const { role } = listener.caller;
  return wanted.filters.every(({ column }) =>
    columns.some(({ name, readers }) => name === column && readers.includes(role)),
  );
}

/** Of a row that is gone nothing is known but what says which it was. */
function isOfIdentity({ columns }: PublishedTable, filters: readonly Filter[]): boolean {
  return filters.every(({ column }) =>
    columns.some(({ name, isIdentity }) => name === column && isIdentity),
  );
}

function addTo(sets: Map<string, Set<string>>, key: string, id: string): void {
  const ids = sets.get(key) ?? new Set();
  ids.add(id);
  sets.set(key, ids);
}
