import { restLimits } from '../limits.ts';
import type { ReadPlan } from '../plan.ts';
import type { Format } from '../request/media-type.ts';
import type { Preferences } from '../request/preferences.ts';
import { boundedLine, toLines } from './bounded-rows.ts';

/** What the database answers a request with: one row. */
export interface AnswerRow {
  /** How many rows there are, where they were counted. */
  total: string | null;
  /** How many rows the answer has. */
  rows: string;
  /** The answer's body: a JSON array, or a table of text. */
  body: string | null;
  /** Set by functions: `response.headers` and `response.status`. */
  headers: string | null;
  status: string | null;
  /** Of an upsert: how many rows are new. */
  inserted: string | null;
}

/** What of the rows the answer shows. */
export interface Shape {
  format: Format;
  /** A function's values that are no rows. */
  isScalar: boolean;
  /** Only counted, as for HEAD and `return=minimal`. */
  isSilent: boolean;
}

/**
 * The statement that makes the whole answer of rows: PostgreSQL writes the JSON, nobody parses it.
 * `total` is SQL for the number of all rows, or `null`.
 */
export function toAnswerSql(rows: string, total: string, shape: Shape): string {
  const settings = `nullif(current_setting('response.headers', true), '') as headers,
    nullif(current_setting('response.status', true), '') as status,
    nullif(current_setting('muster.inserted', true), '') as inserted`;
  return `select ${total} as total, answer.*, ${settings} from (${toBodySql(rows, shape)}) answer`;
}

function toBodySql(rows: string, { format, isScalar, isSilent }: Shape): string {
  if (isSilent) {
    return `select count(*) as rows, null as body from (${rows}) r`;
  }
  if (format.kind === 'csv') {
    return toCsvSql(rows);
  }
  const line = isScalar ? `coalesce(to_json(r.scalar), 'null')` : 'row_to_json(r.*)';
  const lines = toLines(rows, format.isStripped ? `json_strip_nulls(${line})` : line);
  return `select count(*) as rows, coalesce(json_agg(${boundedLine})::text, '[]') as body from (${lines}) m`;
}

/** Records as PostgreSQL writes them are lines of CSV within brackets. */
function toCsvSql(rows: string): string {
  const names = `select string_agg(key, ',') from json_object_keys(first.row) as key`;
  return `with lines as materialized (
      select r.*::text as record, row_to_json(r.*) as row, sum(octet_length(r.*::text)) over (rows unbounded preceding) as bytes
      from (${rows}) r
    )
    select count(*) as rows,
      (select (${names}) from (select row from lines limit 1) first) || e'\\n' ||
      coalesce(string_agg(case when bytes <= ${restLimits.answerBytes} then substr(record, 2, length(record) - 2) else (${boundedLine})::text end, e'\\n'), '') as body
    from (select record, bytes, row as line from lines) m`;
}

/** The SQL for the number of all rows, as far as it is asked for; `planned` is counted by another statement. */
export function toTotalSql(count: Preferences['count'], counting: () => string): string {
  if (count === 'exact') {
    return `(select count(*) from (${counting()}) c)`;
  }
  if (count === 'estimated') {
    return `(select count(*) from (${counting()} limit ${restLimits.rows + 1}) c)`;
  }
  return 'null';
}

/** The columns that an answer needs of the rows that were written or returned; null for all. */
export function findNeeded(plan: ReadPlan, key: readonly string[]): Set<string> | null {
  const names = plan.fields.map(({ field }) => field.name);
  if (names.includes('*')) {
    return null;
  }
  const joining = plan.embeds.flatMap(({ relationship }) =>
    relationship.columns.map(([own]) => own),
  );
  const ordering = plan.order.flatMap(({ relation, field }) =>
    relation === null ? [field.name] : [],
  );
  return new Set([...names, ...joining, ...ordering, ...key]);
}
