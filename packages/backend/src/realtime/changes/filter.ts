/** One condition on a column, as a client writes it: `column=not.operator.value`. */
export interface Filter {
  column: string;
  operator: FilterOperator;
  /** The text of a value of the column's type; of `in` the text of a PostgreSQL array. */
  value: string;
  isNegated: boolean;
}

export type FilterOperator = (typeof operators)[number];

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;

/** What can be meant by a filter, in characters and in conditions. */
const longestFilter = 4_000;
const mostConditions = 20;

/** Reads conditions that are to hold together, divided by commas. What is wrong is said as Supabase says it. */
export function parseFilters(given: string): Filter[] | { fault: string } {
  if (given.length > longestFilter) {
    return { fault: `filter must not have more than ${longestFilter} characters` };
  }
  if (given.trim() === '') {
    return [];
  }
  const parts = splitAtCommas(given.trim());
  if (parts.length > mostConditions) {
    return { fault: `filter must not have more than ${mostConditions} conditions` };
  }
  const filters: Filter[] = [];
  for (const part of parts) {
    const filter = parseCondition(part.trim());
    if ('fault' in filter) {
      return filter;
    }
    filters.push(filter);
  }
  return filters;
}

/** Commas within brackets or within quotes divide nothing. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isQuoted) {
      if (char === '\\') {
        at += 1;
      } else if (char === '"') {
        isQuoted = false;
      }
    } else if (char === '"' && '.(,'.includes(text[at - 1] ?? ' ')) {
      isQuoted = true;
    } else if (char === '(') {
      depth += 1;
    } else if (char === ')') {
      depth = Math.max(0, depth - 1);
    } else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function parseCondition(text: string): Filter | { fault: string } {
  if (text === '') {
    return { fault: 'filter must not contain empty segments (check for extra commas)' };
  }
  const [column, right] = divide(text, '=');
  if (right === undefined) {
    return { fault: toList([column]) };
  }
  const isNegated = right.startsWith('not.');
  const [operator, value] = divide(isNegated ? right.slice('not.'.length) : right, '.');
  if (value === undefined || !isOperator(operator)) {
    return { fault: toList(value === undefined ? [operator] : [operator, value]) };
  }
  if (operator !== 'in') {
    return { column, operator, value: unquote(value), isNegated };
  }
  return value.startsWith('(') && value.endsWith(')')
    ? { column, operator, value: `{${value.slice(1, -1)}}`, isNegated }
    : { fault: '`in` filter value must be wrapped by parentheses' };
}

function divide(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

function isOperator(word: string): word is FilterOperator {
  return operators.some((operator) => operator === word);
}

/** A value may be put into quotes as a whole; what is not is taken as it stands. */
function unquote(value: string): string {
  const inside = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1];
  return inside === undefined ? value : inside.replace(/\\(.)/gs, '$1');
}

/** Texts as the service that clients know writes lists of them. */
export function toList(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}
