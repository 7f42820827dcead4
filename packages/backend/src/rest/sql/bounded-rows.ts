import { restLimits } from '../limits.ts';

/** Stands in the message of the error by which the database ends a statement whose answer is too large. */
const mark = 'muster: an answer of more bytes than the service gives: ';

/** Whether what was thrown is the database saying that the answer would be too large. */
export function isTooLarge(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('code' in thrown)) {
    return false;
  }
  return thrown.code === '22P02' && thrown.message.includes(mark);
}

/**
 * The rows of a query as JSON, one `line` each, counted in `bytes` as they are made: what is beyond the
 * limit is never put together. `toLine` makes the JSON of the row `r`.
 */
export function toLines(rows: string, toLine = 'row_to_json(r.*)'): string {
  // `offset 0` keeps the planner from making each line twice, to count it and to give it.
  const lines = `select ${toLine} as line from (${rows}) r offset 0`;
  return `select line, sum(octet_length(line::text)) over (rows unbounded preceding) as bytes from (${lines}) l`;
}

/** A line of `toLines`, or the end of the statement: no number begins with a word. */
export const boundedLine = `case when bytes <= ${restLimits.answerBytes} then line else ('${mark}' || bytes)::integer::text::json end`;
