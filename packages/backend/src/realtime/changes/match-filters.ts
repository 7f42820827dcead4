import type { Queryable } from '@muster/database';
import { quote } from '../../rest/sql/sql-writer.ts';
import type { Filter, FilterOperator } from './filter.ts';
import type { Change } from './outbox.ts';
import type { Column, PublishedTable } from './tables.ts';

const signs: Readonly<Partial<Record<FilterOperator, string>>> = {
  eq: '=',
  neq: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};
/** What `is` may be asked; it stands in the statement, not among its values. */
const states: Readonly<Record<string, string>> = {
  null: 'null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

/** What filters have in common that differ in their values alone: one statement answers all of them. */
export function toShape(filters: readonly Filter[]): string {
  return JSON.stringify(
    filters.map(({ column, operator, value, isNegated }) => [
      column,
      operator,
      isNegated,
      operator === 'is' ? value : null,
    ]),
  );
}

/** A changed row that filters are asked about. */
export type AskedRow = Pick<Change, 'id' | 'xid' | 'record'>;

/**
 * Which rows fulfil which of these filters, all of one shape: pairs of a row's id and a filter's place. The
 * database compares, by the columns' own types and collations. Of a row that is told of as gone, the row that it was
 * is asked, also where it is only gone from the publication.
 */
export async function matchFilters(
  queryable: Queryable,
  table: PublishedTable,
  rows: readonly AskedRow[],
  filters: readonly (readonly Filter[])[],
): Promise<{ id: string; place: number }[]> {
  const [first = []] = filters;
  const values = first.map((_, index) => filters.map((filter) => filter[index]?.value ?? ''));
  const names = first.map((_, index) => `v${index}`);
  const given = first.map((_, index) => `$${index + 4}::text[]`);
  const conditions = first.map((filter, index) =>
    toCondition(filter, findColumn(table, filter.column), `f.v${index}`),
  );
  return queryable.query<{ id: string; place: number }>(
    `select c.id::text as id, (f.n - 1)::int as place
     from realtime.changes c join unnest($2::bigint[], $3::boolean[]) as told (id, is_gone) using (id)
     cross join lateral json_populate_record(
       null::${table.inSql}, case when told.is_gone then c.old_record else c.record end) as r
     cross join unnest(${given.join(', ')}) with ordinality as f (${names.join(', ')}, n)
     where c.xid = any($1::text[]::xid8[]) and ${conditions.join(' and ')}`,
    [
      [...new Set(rows.map(({ xid }) => xid))],
      rows.map(({ id }) => id),
      rows.map(({ record }) => record === null),
      ...values,
    ],
  );
}

function findColumn({ columns, inSql }: PublishedTable, name: string): Column {
  const column = columns.find((one) => one.name === name);
  if (column === undefined) {
    throw new Error(`the column ${name} of ${inSql} is not there any more`);
  }
  return column;
}

/** One condition in SQL: the column of the row `r` against a text. */
export function toCondition(
  { operator, value, isNegated, column: name }: Filter,
  { cast }: Column,
  text: string,
): string {
  const column = `r.${quote(name)}`;
  const not = isNegated ? 'not ' : '';
  if (operator === 'is') {
    return `${column} is ${not}${states[value] ?? 'null'}`;
  }
  if (operator === 'isdistinct') {
    return `${column} is ${isNegated ? 'not ' : ''}distinct from ${text}::${cast}`;
  }
  return operator === 'in'
    ? `${not}(${column} = any(${text}::${cast}[]))`
    : `${not}(${column} ${signs[operator] ?? '='} ${text}::${cast})`;
}
