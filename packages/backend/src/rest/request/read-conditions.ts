import { refuseConditionDepth, restLimits } from '../limits.ts';
import type { AtPath, Condition, Filter, IsValue, Logic, Test } from './query-types.ts';
import { Scanner } from './scanner.ts';

/** PostgreSQL's operators by PostgREST's names. */
const operators: Readonly<Record<string, string>> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};
/** Those that can be held against any or all of several values. */
const quantified: Readonly<Record<string, string>> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};
const searches: Readonly<Record<string, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};
const isValues: Readonly<Record<string, IsValue>> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

const wordForm = /[a-z]+/y;
const isWord = /[A-Za-z_]+/y;
const rest = /.*/sy;
const listElement = /[^,)]*/y;
const array = /\{[^{}]*\}/y;

/** The path and the field of a filter's key: `teams.data->>name`. */
export function readKey(key: string): { path: string[]; field: Filter['field'] } {
  const scanner = new Scanner(key, 'tree path');
  const names = [scanner.requireName()];
  while (scanner.take('.')) {
    names.push(scanner.requireName());
  }
  const jsonPath = scanner.readJsonPath();
  scanner.requireEnd();
  const name = names.pop() ?? '';
  return { path: names, field: { name, path: jsonPath } };
}

/** Reads one filter: `id=eq.1`. */
export function readFilter(key: string, value: string): AtPath<Filter> {
  const { path, field } = readKey(key);
  const scanner = new Scanner(value, 'filter');
  const isNegated = scanner.take('not.');
  const test = readTest(scanner, () => scanner.match(rest) ?? '');
  scanner.requireEnd();
  return { path, value: { kind: 'filter', field, isNegated, test } };
}

/** Reads `or=(…)`, `and=(…)`, `not.or=(…)` and the same of an embed: `teams.or=(…)`. */
export function readLogic(key: string, value: string): AtPath<Logic> {
  const { path, field } = readKey(key);
  const scanner = new Scanner(value, 'logic tree');
  const logic = readGroup(scanner, field.name === 'or' ? 'or' : 'and', path.includes('not'), 1);
  scanner.requireEnd();
  return { path: path.filter((name) => name !== 'not'), value: logic };
}

function readGroup(
  scanner: Scanner,
  operator: Logic['operator'],
  isNegated: boolean,
  depth: number,
): Logic {
  if (depth > restLimits.conditionDepth) {
    throw refuseConditionDepth();
  }
  scanner.skipBlanks();
  scanner.require('(');
  const conditions: Condition[] = [];
  do {
    scanner.skipBlanks();
    conditions.push(readCondition(scanner, depth));
    scanner.skipBlanks();
  } while (scanner.take(','));
  scanner.require(')');
  scanner.skipBlanks();
  return { kind: 'logic', operator, isNegated, conditions };
}

function readCondition(scanner: Scanner, depth: number): Condition {
  const group = scanner.attempt(() => {
    const isNegated = scanner.take('not.');
    const operator = scanner.take('and') ? 'and' : scanner.take('or') ? 'or' : null;
    scanner.skipBlanks();
    return operator !== null && scanner.sees('(') ? { operator, isNegated } : null;
  });
  if (group !== null) {
    return readGroup(scanner, group.operator as Logic['operator'], group.isNegated, depth + 1);
  }
  const field = scanner.requireField();
  scanner.require('.');
  const isNegated = scanner.take('not.');
  return { kind: 'filter', field, isNegated, test: readTest(scanner, () => readValue(scanner)) };
}

/** A value between others: quoted, an array, or up to the next comma or bracket. */
function readValue(scanner: Scanner): string {
  return readQuotedElement(scanner) ?? scanner.match(array) ?? scanner.match(listElement) ?? '';
}

function readQuotedElement(scanner: Scanner): string | null {
  return scanner.attempt(() => {
    const quoted = scanner.findQuoted();
    return scanner.isAtEnd || scanner.sees(',') || scanner.sees(')') ? quoted : null;
  });
}

function readTest(scanner: Scanner, readRest: () => string): Test {
  const word = scanner.match(wordForm) ?? '';
  if (word === 'in') {
    return { kind: 'in', values: readList(scanner) };
  }
  if (word === 'is') {
    return { kind: 'is', value: readIsValue(scanner) };
  }
  if (word === 'isdistinct') {
    scanner.require('.');
    return { kind: 'distinct', value: readRest() };
  }
  const search = Object.hasOwn(searches, word) ? searches[word] : undefined;
  if (search !== undefined) {
    const language = scanner.take('(') ? readClosed(scanner) : null;
    scanner.require('.');
    return { kind: 'search', function: search, language, value: readRest() };
  }
  const plain = Object.hasOwn(operators, word) ? operators[word] : undefined;
  if (plain !== undefined) {
    scanner.require('.');
    return { kind: 'compare', operator: plain, value: readRest(), quantifier: null };
  }
  const operator = Object.hasOwn(quantified, word) ? quantified[word] : undefined;
  if (operator === undefined) {
    throw scanner.failure('operator (eq, gt, ...)');
  }
  const quantifier = scanner.take('(any)') ? 'any' : scanner.take('(all)') ? 'all' : null;
  scanner.require('.');
  return { kind: 'compare', operator, value: readRest(), quantifier };
}

function readClosed(scanner: Scanner): string {
  const word = scanner.requireIdentifier();
  scanner.require(')');
  return word;
}

function readIsValue(scanner: Scanner): IsValue {
  scanner.require('.');
  const word = scanner.match(isWord)?.toLowerCase() ?? '';
  const value = Object.hasOwn(isValues, word) ? isValues[word] : undefined;
  if (value === undefined) {
    throw scanner.failure('isVal: (null, not_null, true, false, unknown)');
  }
  return value;
}

function readList(scanner: Scanner): string[] {
  scanner.require('.');
  scanner.skipBlanks();
  scanner.require('(');
  const values: string[] = [];
  do {
    values.push(readQuotedElement(scanner) ?? scanner.match(listElement) ?? '');
  } while (scanner.take(','));
  scanner.require(')');
  scanner.skipBlanks();
  return values.length === 1 && values[0] === '' ? [] : values;
}
