import { RestFailure } from '../failure.ts';
import { refuseConditions, refuseLength, restLimits } from '../limits.ts';
import type { AtPath, Condition, OrderTerm, Query } from './query-types.ts';
import { readFilter, readKey, readLogic } from './read-conditions.ts';
import { readOrder } from './read-order.ts';
import { readSelect } from './read-select.ts';
import { Scanner } from './scanner.ts';

/**
 * Reads the query behind the `?`. Of a call by GET, parameters that are no filters are arguments.
 * Throws a `RestFailure` with PGRST100, or the refusal of a limit.
 */
export function readQuery(search: string, isCallByGet: boolean): Query {
  if (search.length > restLimits.queryLength) {
    throw refuseLength();
  }
  const params = [...new URLSearchParams(search)];
  if (params.some((pair) => pair.join().includes('\0'))) {
    throw refuseNull();
  }
  const find = (name: string) => params.find(([key]) => key === name)?.[1];
  const query: QueryInReading = {
    select: readSelect(find('select') ?? '*'),
    columns: readNames(find('columns')),
    onConflict: readNames(find('on_conflict')),
    conditions: [],
    orders: [],
    limits: [],
    offsets: [],
    args: [],
  };
  for (const [key, value] of params) {
    if (!ofTheWhole.includes(key)) {
      readParam(query, key, value, isCallByGet);
    }
  }
  const count = query.conditions.reduce((sum, { value }) => sum + countFilters(value), 0);
  if (count > restLimits.conditions) {
    throw refuseConditions();
  }
  return query;
}

const ofTheWhole = ['select', 'columns', 'on_conflict'];

interface QueryInReading extends Query {
  conditions: AtPath<Condition>[];
  orders: AtPath<readonly OrderTerm[]>[];
  limits: AtPath<number | null>[];
  offsets: AtPath<number>[];
  args: (readonly [string, string])[];
}

function readParam(query: QueryInReading, key: string, value: string, isCallByGet: boolean): void {
  switch (key.slice(key.lastIndexOf('.') + 1)) {
    case 'order':
      if (value !== '') {
        query.orders.push({ path: readKey(key).path, value: readOrder(value) });
      }
      return;
    case 'limit':
      query.limits.push({ path: readKey(key).path, value: readNumber(value) });
      return;
    case 'offset':
      query.offsets.push({ path: readKey(key).path, value: readNumber(value) ?? 0 });
      return;
    case 'and':
    case 'or':
      query.conditions.push(readLogic(key, value));
      return;
    default: {
      const filter = isCallByGet ? findFilter(key, value) : readFilter(key, value);
      if (filter === null) {
        query.args.push([readKey(key).field.name, value]);
      } else {
        query.conditions.push(filter);
      }
    }
  }
}

function refuseNull(): RestFailure {
  const message = 'A query cannot hold the character of code zero';
  return new RestFailure(400, { code: 'PGRST100', message });
}

/** A filter, or null where the value does not begin as one. */
function findFilter(key: string, value: string): AtPath<Condition> | null {
  try {
    return readFilter(key, value);
  } catch (thrown) {
    if (thrown instanceof RestFailure && thrown.body.code === 'PGRST100') {
      return null;
    }
    throw thrown;
  }
}

function countFilters(condition: Condition): number {
  if (condition.kind === 'filter') {
    return 1;
  }
  return condition.conditions.reduce((sum, each) => sum + countFilters(each), 1);
}

/** A whole number, or null for what is none, as PostgREST has it. */
function readNumber(value: string): number | null {
  if (!/^-?\d+$/.test(value)) {
    return null;
  }
  const number = Number(value);
  if (Number.isSafeInteger(number)) {
    return number;
  }
  const message = 'Requested range not satisfiable';
  throw new RestFailure(416, { code: 'PGRST103', message, details: 'A number is too large.' });
}

function readNames(text: string | undefined): string[] | null {
  if (text === undefined) {
    return null;
  }
  const scanner = new Scanner(text, 'columns parameter');
  const names: string[] = [];
  do {
    scanner.skipBlanks();
    names.push(scanner.requireName());
    scanner.skipBlanks();
  } while (scanner.take(','));
  scanner.requireEnd();
  return [...new Set(names)];
}
