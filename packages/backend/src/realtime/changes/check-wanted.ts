import { DatabaseUnavailable, type Scope, type Transaction } from '@muster/database';
import { quote } from '../../rest/sql/sql-writer.ts';
import type { Filter } from './filter.ts';
import { toCondition } from './match-filters.ts';
import type { Column, PublishedTable } from './tables.ts';
import { describeWanted, type Wanted } from './wanted.ts';

const mostOfList = 100;
const wrongState = 'invalid value for is filter: must be null, true, false, or unknown';
const textOperators = ['like', 'ilike', 'match', 'imatch'];

/**
 * Whether somebody may be told of a table's changes so: the fault, as Supabase says it, or null. What only the
 * database can say, such as whether a text is a value of a type, is tried in the transaction and taken back.
 */
export async function findWantedFault(
  transaction: Transaction,
  wanted: Wanted,
  { table, role }: { table: PublishedTable; role: Scope['role'] },
): Promise<string | null> {
  const readable = table.columns.filter(({ readers }) => readers.includes(role));
  for (const filter of wanted.filters) {
    const column = readable.find(({ name }) => name === filter.column);
    const fault =
      column === undefined
        ? raised(`invalid column for filter ${filter.column}`)
        : await findFilterFault(transaction, filter, { column, table });
    if (fault !== null) {
      return toMessage(wanted, fault);
    }
  }
  const unknown = wanted.select?.find((name) => !readable.some((column) => column.name === name));
  return unknown === undefined
    ? null
    : toMessage(wanted, raised(`invalid column for select ${unknown}`));
}

/** What is said where no published table goes by that name. */
export function toUnknownTable(wanted: Wanted): string {
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${describeWanted(wanted)}`;
}

function toMessage(wanted: Wanted, exception: string): string {
  return `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${describeWanted(wanted)}. Exception: ${exception}`;
}

function raised(message: string): string {
  return `ERROR P0001 (raise_exception) ${message}`;
}

async function findFilterFault(
  transaction: Transaction,
  filter: Filter,
  { column, table }: { column: Column; table: PublishedTable },
): Promise<string | null> {
  const { operator, value } = filter;
  if (operator === 'is') {
    return findStateFault(value, column);
  }
  // The value first, by itself: a comparison with nothing would not look at it.
  const type = operator === 'in' ? `${column.cast}[]` : column.cast;
  const fault =
    (await tryOut(transaction, `select $1::text::${type}`, [value])) ??
    (await tryOut(
      transaction,
      `select from (select null::${table.inSql} as x) as n cross join lateral (select (n.x).${quote(column.name)}) as r
       where ${toCondition(filter, column, '$1::text')}`,
      [value],
    ));
  if (fault === null) {
    return operator === 'in'
      ? countList(transaction, type, value)
      : findPatternFault(transaction, filter);
  }
  return fault.code === noOperator && textOperators.includes(operator)
    ? raised(`operator ${operator} requires a text-compatible column type, got ${column.cast}`)
    : `ERROR ${fault.code} (${names[fault.code] ?? 'error'}) ${fault.message}`;
}

function findStateFault(value: string, { type, cast }: Column): string | null {
  if (!['null', 'true', 'false', 'unknown'].includes(value)) {
    return raised(wrongState);
  }
  return value === 'null' || type === 'bool'
    ? null
    : raised(`is ${value} filter requires a boolean column, got ${cast}`);
}

async function countList(
  transaction: Transaction,
  type: string,
  value: string,
): Promise<string | null> {
  const [row] = await transaction.query<{ count: number }>(
    `select cardinality($1::text::${type}) as count`,
    [value],
  );
  return (row?.count ?? 0) > mostOfList
    ? raised(`too many values for \`in\` filter. Maximum ${mostOfList}`)
    : null;
}

async function findPatternFault(
  transaction: Transaction,
  { operator, value }: Filter,
): Promise<string | null> {
  if (operator !== 'match' && operator !== 'imatch') {
    return null;
  }
  const fault = await tryOut(transaction, `select '' ~ $1::text`, [value]);
  return fault === null
    ? null
    : raised(`invalid regular expression for ${operator} filter: ${fault.message}`);
}

const noOperator = '42883';
/** As PostgreSQL names what comes of values and types that do not fit. */
const names: Readonly<Record<string, string>> = {
  '22P02': 'invalid_text_representation',
  '22003': 'numeric_value_out_of_range',
  '22007': 'invalid_datetime_format',
  '22008': 'datetime_field_overflow',
  [noOperator]: 'undefined_function',
};

async function tryOut(
  transaction: Transaction,
  sql: string,
  values: readonly unknown[],
): Promise<{ code: string; message: string } | null> {
  await transaction.query('savepoint tried');
  try {
    await transaction.query(sql, values);
    await transaction.query('release savepoint tried');
    return null;
  } catch (thrown) {
    const isFault = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string';
    if (!isFault || thrown instanceof DatabaseUnavailable) {
      throw thrown;
    }
    await transaction.query('rollback to savepoint tried');
    return { code: String(thrown.code), message: thrown.message };
  }
}
