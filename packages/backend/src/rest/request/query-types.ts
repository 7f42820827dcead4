/** A step into a JSON value: by key or by index, as JSON (`->`) or as text (`->>`). */
export interface JsonStep {
  key: string | number;
  asText: boolean;
}

/** A column, and the way into it where it holds JSON. */
export interface Field {
  name: string;
  path: readonly JsonStep[];
}

export type Aggregate = 'count' | 'sum' | 'avg' | 'max' | 'min';

/** One column of a `select`; `*` is a field of that name. */
export interface SelectedField {
  kind: 'field';
  field: Field;
  alias: string | null;
  cast: string | null;
  aggregate: Aggregate | null;
  aggregateCast: string | null;
}

/** Another table's rows inside each row: `alias:target!hint!inner(…)`, or spread into it: `...target(…)`. */
export interface SelectedEmbed {
  kind: 'embed';
  target: string;
  alias: string | null;
  hint: string | null;
  isInner: boolean;
  isSpread: boolean;
  select: readonly Selected[];
}

export type Selected = SelectedField | SelectedEmbed;

export type IsValue = 'null' | 'not null' | 'true' | 'false' | 'unknown';

/** What a filter holds its field against. */
export type Test =
  | { kind: 'compare'; operator: string; value: string; quantifier: 'any' | 'all' | null }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'distinct'; value: string }
  | { kind: 'search'; function: string; language: string | null; value: string };

export interface Filter {
  kind: 'filter';
  field: Field;
  isNegated: boolean;
  test: Test;
}

export interface Logic {
  kind: 'logic';
  operator: 'and' | 'or';
  isNegated: boolean;
  conditions: readonly Condition[];
}

export type Condition = Filter | Logic;

/** `relation` names an embed of one row whose field orders. */
export interface OrderTerm {
  relation: string | null;
  field: Field;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
}

/** What concerns the embed at a path of names; the empty path is the table asked for. */
export interface AtPath<T> {
  path: readonly string[];
  value: T;
}

/** A query as it was read, not yet held against any table. */
export interface Query {
  select: readonly Selected[];
  conditions: readonly AtPath<Condition>[];
  orders: readonly AtPath<readonly OrderTerm[]>[];
  limits: readonly AtPath<number | null>[];
  offsets: readonly AtPath<number>[];
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  /** Of a call by GET: what is no filter is an argument. */
  args: readonly (readonly [string, string])[];
}
