import type { Queryable, Transaction } from '@muster/database';
import type { TableHere } from './catalogue.ts';
import { logLinesSql, toLinesSql } from './rows-sql.ts';

/** Few enough that large rows fit into memory, enough that asking costs little. */
const rowsAtOnce = 500;

/** Rows of a statement as they are asked for, some at a time. It must run in a transaction. */
async function* readInParts<Row>(queryable: Queryable, sql: string): AsyncGenerator<Row[]> {
  await queryable.query(`declare kept_rows no scroll cursor for ${sql}`);
  for (;;) {
    const rows = await queryable.query<Row>(`fetch ${rowsAtOnce} from kept_rows`);
    if (rows.length > 0) {
      yield rows;
    }
    if (rows.length < rowsAtOnce) {
      await queryable.query('close kept_rows');
      return;
    }
  }
}

/** The rows of a table as lines of JSON, and how many they are, told to `onRows`. */
export async function* readLines(
  transaction: Transaction,
  table: TableHere,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  for await (const rows of readInParts<{ line: string }>(transaction, toLinesSql(table))) {
    onRows(rows.length);
    yield Buffer.from(`${rows.map(({ line }) => line).join('\n')}\n`);
  }
}

export interface LoggedPart {
  stream: string;
  lines: string[];
}

/** The log, one stream after another in the order of their names, in parts that are of one stream each. */
export async function* readLog(transaction: Transaction): AsyncGenerator<LoggedPart> {
  interface Row {
    stream: string;
    line: string;
  }
  for await (const rows of readInParts<Row>(transaction, logLinesSql)) {
    let part: LoggedPart | null = null;
    for (const { stream, line } of rows) {
      if (part !== null && part.stream === stream) {
        part.lines.push(line);
      } else {
        if (part !== null) {
          yield part;
        }
        part = { stream, lines: [line] };
      }
    }
    if (part !== null) {
      yield part;
    }
  }
}
