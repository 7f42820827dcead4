import {
  type ImportedSection,
  type ImportRule,
  importedSections,
} from '@muster/site/pages/archives/import-data.ts';

/** Why something of a file was not taken; `row` is the row as a whole. */
export interface ImportFault {
  /** From 1: the line of a table, the place in a list; 0 for the file as a whole. */
  line: number;
  field: string;
  rule: ImportRule;
  /** What stood there, the beginning of it. */
  value: string;
}

export interface ImportedRow {
  section: ImportedSection;
  line: number;
  raw: string;
  content: Record<string, unknown>;
}

/** A row as it was read: its fields by the names of their columns. */
export interface ReadRow {
  line: number;
  raw: string;
  fields: ReadonlyMap<string, string>;
}

const longest = { name: 80, words: 200 };
const mostNumber = 1_000_000_000;
const shownValue = 60;

/** The names that columns may have. */
export const columnNames = [
  'row',
  'date',
  'one',
  'other',
  'score_one',
  'score_other',
  'winner',
  'forfeit',
  'maps',
  'place',
  'name',
  'wins',
  'losses',
  'draws',
  'points',
  'player',
  'title',
  'value',
] as const;
type ColumnName = (typeof columnNames)[number];

/** Reads the fields of one row and notes each that cannot be. */
class Reader {
  readonly faults: ImportFault[] = [];
  readonly #row: ReadRow;

  constructor(row: ReadRow) {
    this.#row = row;
  }

  fault(field: string, rule: ImportRule): null {
    const value = (this.#row.fields.get(field) ?? '').slice(0, shownValue);
    this.faults.push({ line: this.#row.line, field, rule, value });
    return null;
  }

  words(field: ColumnName, most: number): string | null {
    const text = this.#row.fields.get(field)?.trim() ?? '';
    if (text === '') {
      return null;
    }
    return text.length > most ? this.fault(field, 'too_long') : text;
  }

  required(field: ColumnName, most = longest.name): string {
    const isThere = (this.#row.fields.get(field)?.trim() ?? '') !== '';
    return (isThere ? this.words(field, most) : this.fault(field, 'required')) ?? '';
  }

  number(field: ColumnName): number | null {
    const text = this.words(field, longest.name);
    if (text === null) {
      return null;
    }
    const number = Number(text);
    const isOne = /^\d{1,10}$/.test(text) && number <= mostNumber;
    return isOne ? number : this.fault(field, 'number');
  }

  date(field: ColumnName): string | null {
    const text = this.words(field, longest.name);
    return text === null ? null : (toDay(text) ?? this.fault(field, 'date'));
  }

  oneOf<Word extends string>(field: ColumnName, words: readonly Word[]): Word | null {
    const text = this.words(field, longest.name)?.toLowerCase();
    if (text === undefined) {
      return null;
    }
    return words.find((word) => word === text) ?? this.fault(field, 'one_of');
  }
}

/** A day as 2019-05-31 or 31.5.2019, with or without an hour behind it; null for what is no day. Days with slashes are read in two ways, so in none. */
export function toDay(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: .*)?$/.exec(text);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : [dotted?.[3], dotted?.[2], dotted?.[1]];
  if (year === undefined || month === undefined || day === undefined) {
    return null;
  }
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDay = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isDay && Number(year) >= 1970 && Number(year) <= 2999
    ? at.toISOString().slice(0, 10)
    : null;
}

const winners = { one: 'challenger', other: 'defender', draw: 'draw' } as const;
type Winner = keyof typeof winners;

function toWinner(one: number | null, other: number | null): Winner | null {
  if (one === null || other === null) {
    return null;
  }
  if (one === other) {
    return 'draw';
  }
  return one > other ? 'one' : 'other';
}

function readMatch(reader: Reader): Record<string, unknown> {
  const [one, other] = [reader.required('one'), reader.required('other')];
  const [scoreOne, scoreOther] = [reader.number('score_one'), reader.number('score_other')];
  const said = reader.oneOf('winner', ['one', 'other', 'draw']);
  const isForfeit = reader.oneOf('forfeit', ['yes', 'no']) === 'yes';
  const counted = toWinner(scoreOne, scoreOther);
  if (said !== null && counted !== null && said !== counted && !isForfeit) {
    reader.fault('winner', 'winner');
  }
  const winner = said ?? counted;
  const maps = reader.words('maps', longest.words) ?? '';
  return {
    challenger: { name: one, score: scoreOne },
    defender: { name: other, score: scoreOther },
    winner: winner === null ? null : winners[winner],
    status: isForfeit ? 'forfeited' : 'completed',
    ended_at: reader.date('date'),
    maps: maps.split('/').flatMap((map) => (map.trim() === '' ? [] : [map.trim()])),
  };
}

const readers: Record<ImportedSection, (reader: Reader) => Record<string, unknown>> = {
  match: readMatch,
  standing: (reader) => ({
    name: reader.required('name'),
    place: reader.number('place'),
    wins: reader.number('wins'),
    losses: reader.number('losses'),
    draws: reader.number('draws'),
    points: reader.words('points', longest.name),
  }),
  roster: (reader) => ({
    name: reader.required('name'),
    players: [{ name: reader.required('player') }],
  }),
  trophy: (reader) => ({
    name: reader.required('name'),
    place: reader.number('place'),
    title: reader.words('title', longest.words),
  }),
  record: (reader) => ({
    name: reader.required('name'),
    title: reader.required('title', longest.words),
    value: reader.required('value', longest.words),
  }),
};

/** What a row of a file says, or why it says nothing that can be taken. Without a word on it, a row is a match. */
export function readImportedRow(row: ReadRow): ImportedRow | ImportFault[] {
  const reader = new Reader(row);
  const section = reader.oneOf('row', importedSections) ?? 'match';
  const content = reader.faults.length > 0 ? {} : readers[section](reader);
  return reader.faults.length > 0
    ? reader.faults
    : { section, line: row.line, raw: row.raw, content };
}
