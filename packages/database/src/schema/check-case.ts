import type { Case, Run } from './case.ts';
import { quoteTable, type Row } from './world.ts';

/** Rows that a check lets through and rows that it stops; what a row does not say is a sample. */
export interface Check {
  lets: readonly Row[];
  stops: readonly Row[];
}

/** One column's values, each beside the same other columns. */
export function values(
  column: string,
  {
    lets,
    stops,
    beside = {},
  }: { lets: readonly unknown[]; stops: readonly unknown[]; beside?: Row },
): Check {
  const toRow = (value: unknown) => ({ ...beside, [column]: value });
  return { lets: lets.map(toRow), stops: stops.map(toRow) };
}

/** These words and no others. */
export function oneOf(column: string, words: string, beside?: (word: string) => Row): Check {
  const toRow = (word: string) => ({ ...beside?.(word), [column]: word });
  return { lets: words.split(' ').map(toRow), stops: ['', 'other'].map(toRow) };
}

export function atLeast(column: string, least: number, beside: Row = {}): Check {
  return values(column, { lets: [least, least + 1], stops: [least - 1], beside });
}

/** As many characters, however many bytes they are. */
export function lengths(column: string, least: number, most: number, beside: Row = {}): Check {
  const long = (length: number) => 'ż'.repeat(length);
  return values(column, {
    lets: [long(least), long(most)],
    stops: [...(least > 0 ? [long(least - 1)] : []), long(most + 1)],
    beside,
  });
}

/** A check stands alone here: triggers and the table's other rules are shown elsewhere. */
function checkCase(name: string, { lets, stops }: Check): Case {
  const table = name.slice(0, name.lastIndexOf('.'));
  const constraint = name.slice(table.length + 1);
  const shorten = (row: Row) =>
    JSON.stringify(row, (_, value) =>
      typeof value === 'string' && value.length > 60
        ? `${value.slice(0, 20)}… (${value.length})`
        : value,
    );
  const toRuns = (rows: readonly Row[], isLet: boolean): Record<string, Run> =>
    Object.fromEntries(
      rows.map((row) => [
        shorten(row),
        async (world) => {
          await world.query(`alter table ${quoteTable(table)} disable trigger user`);
          const add = () => world.add(table, row);
          await (isLet ? world.lets(add) : world.stops({ code: '23514', constraint }, add));
        },
      ]),
    );
  return { object: `check ${name}`, lets: toRuns(lets, true), stops: toRuns(stops, false) };
}

export function toCases(checks: Readonly<Record<string, Check>>): Case[] {
  return Object.entries(checks).map(([name, check]) => checkCase(name, check));
}
