import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { toScopeStatement } from '../scope.ts';
import type { Claims, Queryable, Scope } from '../types.ts';
import { referents, samples } from './samples.ts';

/** A row as it is given to or comes from a table. */
export type Row = Readonly<Record<string, unknown>>;

/** A column of a table of ours. */
export interface Column {
  table: string;
  name: string;
  type: string;
  is_nullable: boolean;
  /** Whether a row may leave it to the database: a default, an identity, a generated value. */
  is_filled: boolean;
  /** Whether a row may not give it: an identity or a generated value. */
  is_given: boolean;
  /** The values of its enum, else null. */
  labels: string[] | null;
  /** What it refers to, else null. */
  referent: string | null;
  referent_column: string | null;
}

/** How an attempt failed, as PostgreSQL tells it. */
export interface Refusal {
  code: string;
  constraint?: string;
  column?: string;
  message?: string;
  detail?: string;
}

const columnsSql = `
  select n.nspname || '.' || c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as is_filled,
    a.attidentity = '' and a.attgenerated = '' as is_given,
    (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid)
      as labels,
    r.referent, r.referent_column
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join lateral (
      select fn.nspname || '.' || fc.relname as referent, fa.attname as referent_column
      from pg_constraint k join pg_class fc on fc.oid = k.confrelid
        join pg_namespace fn on fn.oid = fc.relnamespace
        join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = k.confkey[1]
      where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) r on true
  where n.nspname in ('auth', 'private', 'public', 'realtime', 'storage') and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped
  order by 1, a.attnum`;

/** The columns of every table of ours, by its full name. */
export async function readColumns(database: Queryable): Promise<Map<string, Column[]>> {
  const columns = await database.query<Column>(columnsSql);
  return Map.groupBy(columns, ({ table }) => table);
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteTable = (table: string) => table.split('.').map(quote).join('.');

let made = 0;

/** A second of two days of 2030. */
const toInstant = (n: number) =>
  new Date(Date.UTC(2030, 0, 1) + (n % 172_800) * 1000).toISOString();

/** Something new of a type that no constraint minds. */
function makeValue({ type, labels }: Column): unknown {
  made += 1;
  if (labels !== null) {
    return labels[0];
  }
  if (type.endsWith('[]')) {
    return [];
  }
  if (type === 'uuid') {
    return randomUUID();
  }
  if (type === 'boolean') {
    return false;
  }
  if (type === 'json' || type === 'jsonb') {
    return '{}';
  }
  if (type === 'bytea') {
    return Buffer.from([made % 256]);
  }
  if (type === 'inet') {
    return '192.0.2.1';
  }
  if (type === 'tstzrange') {
    return `[${toInstant(2 * made)},${toInstant(2 * made + 1)})`;
  }
  if (type.startsWith('timestamp')) {
    return toInstant(made);
  }
  if (/int|double|numeric|oid|xid8/.test(type)) {
    return made;
  }
  return `text ${made}`;
}

/** One transaction of a migrated database in which rows are made and things are tried. */
export class World {
  readonly columns: ReadonlyMap<string, readonly Column[]>;
  readonly #transaction: Queryable;

  constructor(transaction: Queryable, columns: ReadonlyMap<string, readonly Column[]>) {
    this.#transaction = transaction;
    this.columns = columns;
  }

  query<Found = Row>(text: string, values: readonly unknown[] = []): Promise<Found[]> {
    return this.#transaction.query<Found>(text, values);
  }

  /** The first row of a statement; fails where there is none. */
  async one<Found = Row>(text: string, values: readonly unknown[] = []): Promise<Found> {
    const [row] = await this.query<Found>(text, values);
    assert.ok(row !== undefined, `no row: ${text}`);
    return row;
  }

  /** A column's value that lets a row be one of its table; with all that it refers to. */
  async sample(column: Column): Promise<unknown> {
    const sample = samples[`${column.table}.${column.name}`];
    if (sample !== undefined && sample !== 'referent') {
      made += 1;
      return sample(made);
    }
    if (column.referent !== null) {
      const referent = await this.addReferent(column);
      return referent[column.referent_column ?? ''];
    }
    return makeValue(column);
  }

  /** Adds what a column refers to. */
  addReferent({ table, name, referent }: Column): Promise<Row> {
    return this.add(
      referent ?? assert.fail(`${name} refers to nothing`),
      referents[`${table}.${name}`],
    );
  }

  /**
   * Adds a row to a table, with all that it refers to; what is not given gets a sample. A column given as
   * 'referent' gets a row of its own to refer to, all those given as 'one' the same.
   */
  async add<Found extends Row = Row>(table: string, given: Row = {}): Promise<Found> {
    const row: Record<string, unknown> = {};
    let shared: unknown;
    for (const column of this.columns.get(table) ?? assert.fail(`there is no table ${table}`)) {
      const isLeft = column.is_nullable || column.is_filled || !column.is_given;
      const { name } = column;
      if (given[name] === 'one') {
        shared ??= await this.sample(column);
        row[name] = shared;
      } else if (given[name] === 'referent') {
        row[name] = await this.sample(column);
      } else if (name in given) {
        row[name] = given[name];
      } else if (!isLeft || `${table}.${name}` in samples) {
        row[name] = await this.sample(column);
      }
    }
    return this.insert<Found>(table, row);
  }

  /** Inserts exactly this row. */
  async insert<Found extends Row = Row>(table: string, row: Row): Promise<Found> {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    const values = names.length === 0 ? 'default values' : `values (${places.join(', ')})`;
    const columns = names.length === 0 ? '' : ` (${names.map(quote).join(', ')})`;
    return this.one<Found>(
      `insert into ${quoteTable(table)}${columns} ${values} returning *`,
      Object.values(row),
    );
  }

  /** Does something and takes it back: how it was refused, null where it was let through. */
  async attempt(work: () => Promise<unknown>): Promise<Refusal | null> {
    try {
      // In one piece with the first statement of the work.
      await Promise.all([this.query('savepoint attempt'), work()]);
      return null;
    } catch (error) {
      if (error instanceof assert.AssertionError) {
        throw error;
      }
      return error as Refusal;
    } finally {
      await this.query('rollback to savepoint attempt; release savepoint attempt');
    }
  }

  /** Asserts that something is let through, and takes it back. */
  async lets(work: () => Promise<unknown>): Promise<void> {
    assert.equal(toText(await this.attempt(work)), 'let through');
  }

  /** Asserts that something is refused with this code and, where they are given, these names. */
  async stops(expected: Refusal, work: () => Promise<unknown>): Promise<void> {
    const refusal = await this.attempt(work);
    const named = (of: Refusal | null) =>
      Object.fromEntries(Object.keys(expected).map((key) => [key, of?.[key as keyof Refusal]]));
    assert.deepEqual(named(refusal), named(expected), `it was ${toText(refusal)}`);
  }

  /** Runs a statement under a role's rights and claims, as a request's transaction has them. */
  async as<Found = Row>(scope: Scope, text: string, values: readonly unknown[] = []) {
    const statement = toScopeStatement(scope, 30_000);
    await this.query(statement.text, statement.values);
    const rows = await this.query<Found>(text, values);
    await this.query(
      `select set_config('role', 'none', true), set_config(name, '', true) from unnest(array[
         'request.jwt.claims', 'request.jwt.claim.sub', 'request.jwt.claim.role', 'request.jwt.claim.email'
       ]) as claims (name)`,
    );
    return rows;
  }
}

function toText(refusal: Refusal | null): string {
  if (refusal === null) {
    return 'let through';
  }
  return `${refusal.code} ${refusal.constraint ?? ''} ${refusal.message ?? ''}`.trim();
}

export const anybody: Scope = { role: 'anon', claims: { role: 'anon' } };

/** The scope of somebody who is signed in. */
export function signedIn(userId: unknown, claims: Claims = {}): Scope {
  return { role: 'authenticated', claims: { sub: userId, role: 'authenticated', ...claims } };
}
