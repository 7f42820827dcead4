import { isRecord } from '../frames.ts';
import { type Filter, parseFilters, toList } from './filter.ts';

/** Which changes a client asks to be told of. */
export interface Wanted {
  event: '*' | ChangeType;
  /** A name, or `*` for all. */
  schema: string;
  table: string;
  /** All of them must hold. */
  filters: readonly Filter[];
  /** The columns that it wants to see beside the key; null for all. */
  select: readonly string[] | null;
}

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

const mostColumns = 100;
const selectFault =
  'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]';
const wildcardFault =
  'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.';
const missingFault =
  'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to';

/** Reads one of the `postgres_changes` of a join. What is wrong is said as Supabase says it. */
export function parseWanted(given: unknown): Wanted | { fault: string } {
  const params = isRecord(given) ? given : {};
  const names = toNames(params);
  if (names === null) {
    return { fault: missingFault };
  }
  if (typeof params.select === 'string') {
    return { fault: selectFault };
  }
  const select = toSelect(params.select);
  if (select !== null && select.length > mostColumns) {
    return { fault: `Error parsing \`select\` params: at most ${mostColumns} columns` };
  }
  if (select !== null && (names.schema === '*' || names.table === '*')) {
    return { fault: wildcardFault };
  }
  const filters = typeof params.filter === 'string' ? parseFilters(params.filter) : [];
  return 'fault' in filters
    ? { fault: `Error parsing \`filter\` params: ${filters.fault}` }
    : { event: toEvent(params.event), ...names, filters, select };
}

/** A filter is of one table, so both names must be there with it. */
function toNames(params: Record<string, unknown>): { schema: string; table: string } | null {
  const { schema, table, filter } = params;
  const hasFilter = typeof filter === 'string';
  if (filter !== undefined && filter !== null && !hasFilter) {
    return null;
  }
  const given = [schema, table].map((name) => (typeof name === 'string' ? name : null));
  const [schemaName = null, tableName = null] = given;
  if (schemaName !== null && tableName !== null) {
    return { schema: schemaName, table: tableName };
  }
  if (hasFilter || (schemaName === null && tableName === null)) {
    return null;
  }
  return { schema: schemaName ?? 'public', table: tableName ?? '*' };
}

function toSelect(given: unknown): readonly string[] | null {
  if (!Array.isArray(given)) {
    return null;
  }
  const names = [...new Set(given.filter((name) => typeof name === 'string'))].sort();
  return names.length === 0 ? null : names;
}

function toEvent(given: unknown): Wanted['event'] {
  const event = typeof given === 'string' ? given.toUpperCase() : '*';
  return event === 'INSERT' || event === 'UPDATE' || event === 'DELETE' ? event : '*';
}

/** What was asked, as messages about it say it. */
export function describeWanted({ event, schema, table, filters, select }: Wanted): string {
  const conditions = filters.map(({ column, operator, value, isNegated }) => {
    const texts = [column, operator, value].map((text) => JSON.stringify(text)).join(', ');
    return `{${texts}, ${isNegated}}`;
  });
  const columns = select === null ? 'nil' : toList(select);
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${conditions.join(', ')}], select: ${columns}]`;
}
