import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportRule } from '@muster/site/pages/archives/import-data.ts';
import { CsvError, parse } from 'csv-parse';
import { createTurns } from '../engine/replay/slices.ts';
import { decodeTable, type Encoding } from './decode-table.ts';
import {
  columnNames,
  type ImportedRow,
  type ImportFault,
  type ReadRow,
  readImportedRow,
} from './import-rows.ts';

/** What a file may have; beyond it, it is refused or no more of it is read. */
export const importLimits = {
  bytes: 2 * 1024 * 1024,
  rows: 20_000,
  fields: 40,
  row: 8000,
} as const;
const mostFaults = 200;
const keptRaw = 2000;
const portion = 4 * 1024;

/** What a file of a JSON history may say of itself. */
export interface ImportFacts {
  title?: string;
  origin?: string;
  ladder?: string;
  season?: string;
  game?: string;
  ended_on?: string;
}
const factNames = ['title', 'origin', 'ladder', 'season', 'game', 'ended_on'] as const;

export interface ReadImport {
  format: 'csv' | 'json';
  encoding: Encoding;
  /** What parts the fields of a table; null in JSON. */
  separator: string | null;
  facts: ImportFacts;
  rows: ImportedRow[];
  /** The first of what was not taken, and how much that is. */
  faults: ImportFault[];
  faulty: number;
}

/** Gathers what is taken and what is not; players of one team come together. */
class Gathering {
  readonly rows: ImportedRow[] = [];
  readonly faults: ImportFault[] = [];
  faulty = 0;
  #seen = 0;
  readonly #rosters = new Map<string, { row: ImportedRow; players: unknown[] }>();

  /** Whether more may come. */
  take(row: ReadRow): boolean {
    if (!this.#hasRoom(row.line)) {
      return false;
    }
    const read = readImportedRow({ ...row, raw: row.raw.slice(0, keptRaw) });
    if (Array.isArray(read)) {
      this.faulty += 1;
      this.faults.push(...read.slice(0, Math.max(0, mostFaults - this.faults.length)));
    } else if (read.section === 'roster') {
      this.#takePlayer(read);
    } else {
      this.rows.push(read);
    }
    return true;
  }

  /** A row that cannot be read at all; it counts as the others do. */
  refuseRow(fault: ImportFault): boolean {
    const hasRoom = this.#hasRoom(fault.line);
    if (hasRoom) {
      this.refuse(fault);
    }
    return hasRoom;
  }

  #hasRoom(line: number): boolean {
    this.#seen += 1;
    if (this.#seen > importLimits.rows) {
      this.refuse({ line, field: 'file', rule: 'too_many_rows', value: '' });
    }
    return this.#seen <= importLimits.rows;
  }

  /** The reader may say of one row twice that it is too long. */
  refuse(fault: ImportFault): void {
    const last = this.faults.at(-1);
    if (last?.line === fault.line && last.rule === fault.rule) {
      return;
    }
    this.faulty += 1;
    if (this.faults.length < mostFaults) {
      this.faults.push(fault);
    }
  }

  #takePlayer(row: ImportedRow): void {
    const name = String(row.content.name);
    const own = Array.isArray(row.content.players) ? row.content.players : [];
    const known = this.#rosters.get(name);
    if (known === undefined) {
      const players: unknown[] = [...own];
      const kept = { ...row, content: { ...row.content, players } };
      this.#rosters.set(name, { row: kept, players });
      this.rows.push(kept);
    } else {
      known.players.push(...own);
      known.row.raw = `${known.row.raw}\n${row.raw}`.slice(0, keptRaw);
    }
  }
}

const toColumn = (name: string) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_');
const isColumn = (name: string) => columnNames.some((known) => known === toColumn(name));

/** What parts the fields: with it the first line has the most names that we know. */
function findSeparator(text: string): string {
  const [head = ''] = text.slice(0, importLimits.row).split('\n', 1);
  const count = (separator: string) =>
    head.split(separator).filter((name) => isColumn(name.replaceAll('"', ''))).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

interface CsvRecord {
  record: string[];
  raw: string;
  info: { lines: number };
}

const countBreaks = (text: string) => text.split('\n').length - 1;

/** Says on which line each record begins, records in their order: the parser counts a line that a quote runs over twice. */
function createLineFinder(text: string): (raw: string, about: number) => number {
  let at = 0;
  let line = 1;
  return (raw, about) => {
    const found = text.indexOf(raw, at);
    if (found === -1) {
      return about;
    }
    const begin = line + countBreaks(text.slice(at, found));
    at = found + raw.length;
    line = begin + countBreaks(raw);
    return begin;
  };
}

const csvRules: Readonly<Record<string, ImportRule>> = {
  CSV_MAX_RECORD_SIZE: 'row_too_long',
  CSV_QUOTE_NOT_CLOSED: 'quote',
  CSV_INVALID_CLOSING_QUOTE: 'quote',
  INVALID_OPENING_QUOTE: 'quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'quote',
};

function toCsvFault(error: CsvError | undefined): ImportFault {
  const line = typeof error?.lines === 'number' ? error.lines : 0;
  const rule = csvRules[error?.code ?? ''] ?? 'not_a_row';
  return { line, field: 'row', rule, value: '' };
}

/** Without the lines before and after it; a run of breaks inside is looked at once, not again from each of them. */
export const withoutOuterBreaks = (text: string): string => text.replace(/^\n+|(?<!\n)\n+$/g, '');

/** Takes the records of a table one after the other; false where no more may come. */
function createRecordTaker(text: string, gathering: Gathering): (record: CsvRecord) => boolean {
  const findLine = createLineFinder(text);
  let columns: string[] | null = null;
  return ({ record, raw: whole, info }) => {
    const raw = withoutOuterBreaks(whole);
    const line = findLine(raw, info.lines);
    if (columns !== null) {
      const fields = new Map(columns.map((name, index) => [name, record[index] ?? '']));
      return record.length > importLimits.fields
        ? gathering.refuseRow({ line, field: 'row', rule: 'fields', value: '' })
        : gathering.take({ line, raw, fields });
    }
    columns = record.map(toColumn);
    if (columns.some(isColumn)) {
      return true;
    }
    gathering.refuse({ line, field: 'file', rule: 'no_columns', value: raw.slice(0, 60) });
    return false;
  };
}

/** The parser is fed by hand, a little at a time, with a turn for everybody else after each: piped, it would read on. */
async function readCsv(text: string, separator: string, gathering: Gathering): Promise<void> {
  let isOpen = true;
  const take = createRecordTaker(text, gathering);
  const parser = parse({
    delimiter: separator,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: importLimits.row,
    trim: true,
    on_skip: (error) => {
      isOpen &&= gathering.refuseRow(toCsvFault(error));
      return undefined;
    },
  });
  parser.on('data', (record: CsvRecord) => {
    isOpen &&= take(record);
  });
  const ended = finished(parser).catch((error: unknown) => {
    if (!(error instanceof CsvError)) {
      throw error;
    }
    isOpen &&= gathering.refuseRow(toCsvFault(error));
  });
  for (let at = 0; at < text.length && isOpen && !parser.destroyed; at += portion) {
    parser.write(text.slice(at, at + portion));
    await nextTurn();
  }
  if (isOpen) {
    parser.end();
    await ended;
  } else {
    parser.destroy();
    await ended.catch(() => undefined);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of rows, or an object with `rows` and words on the whole. */
async function readJson(text: string, gathering: Gathering): Promise<ImportFacts> {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    gathering.refuse({ line: 0, field: 'file', rule: 'not_json', value: text.slice(0, 60) });
    return {};
  }
  const given = isObject(whole) ? whole : { rows: whole };
  const takeTurns = createTurns();
  const rows: unknown[] = Array.isArray(given.rows) ? given.rows : [];
  for (const [index, row] of rows.entries()) {
    const line = index + 1;
    await takeTurns();
    if (!isObject(row)) {
      gathering.refuseRow({ line, field: 'row', rule: 'not_a_row', value: '' });
      continue;
    }
    const entries = Object.entries(row);
    const raw = JSON.stringify(row);
    if (entries.length > importLimits.fields || raw.length > importLimits.row) {
      const rule = entries.length > importLimits.fields ? 'fields' : 'row_too_long';
      gathering.refuseRow({ line, field: 'row', rule, value: '' });
      continue;
    }
    const fields = new Map(
      entries.map(([name, value]) => [toColumn(name), value === null ? '' : toField(value)]),
    );
    if (!gathering.take({ line, raw, fields })) {
      break;
    }
  }
  return Object.fromEntries(
    factNames.flatMap((name) => {
      const value = given[name];
      return typeof value === 'string' ? [[name, toKept(value)]] : [];
    }),
  );
}

/** Neither PostgreSQL nor the log holds a NUL or half of a surrogate pair, and no name has one; JSON can name both. */
const toKept = (text: string) => text.replaceAll('\0', '').toWellFormed();

const toField = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : toKept(String(value));

/** Reads a history of another place: what of it can be taken, and what cannot and why. It never throws for what a file holds, and lets others have their turn. */
export async function readImport(bytes: Uint8Array): Promise<ReadImport> {
  const { encoding, text } = decodeTable(bytes);
  const clean = toKept(text).replaceAll(/\r\n?/g, '\n');
  const gathering = new Gathering();
  const isJson = /^\s*[[{]/.test(clean);
  const separator = isJson ? null : findSeparator(clean);
  const facts = isJson ? await readJson(clean, gathering) : {};
  if (separator !== null) {
    await readCsv(clean, separator, gathering);
  }
  const { rows, faults } = gathering;
  if (rows.length === 0 && gathering.faulty === 0) {
    gathering.refuse({ line: 0, field: 'file', rule: 'no_rows', value: '' });
  }
  const format = isJson ? 'json' : 'csv';
  return { format, encoding, separator, facts, rows, faults, faulty: gathering.faulty };
}
