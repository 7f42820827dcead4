import { RestFailure } from '../failure.ts';
import { findNearest } from './find-nearest.ts';
import type { ColumnPairs, Relation, Relationship, Schema } from './schema.ts';

/** A foreign key as the catalogue has it. */
export interface ForeignKey {
  constraint: string;
  table: string;
  target: string;
  columns: ColumnPairs;
  /** Whether its columns are a key of their table, so that it leads from one row at most. */
  isUnique: boolean;
}

/** Every way that foreign keys open between tables, both ways and through junctions. */
export function toRelationships(
  keys: readonly ForeignKey[],
  relations: ReadonlyMap<string, Relation>,
): Map<string, Relationship[]> {
  const all = keys.flatMap((key) => [toForward(key), toBackward(key)]);
  for (const one of keys) {
    for (const other of keys) {
      if (isJunction(one, other, relations)) {
        all.push(toManyToMany(one, other));
      }
    }
  }
  return Map.groupBy(all, ({ from }) => from);
}

function toForward({ constraint, table, target, columns, isUnique }: ForeignKey): Relationship {
  const kind = isUnique ? 'one-to-one' : 'many-to-one';
  return { from: table, to: target, kind, constraint, columns, junction: null };
}

function toBackward({ constraint, table, target, columns, isUnique }: ForeignKey): Relationship {
  const kind = isUnique ? 'one-to-one' : 'one-to-many';
  return { from: target, to: table, kind, constraint, columns: toSwapped(columns), junction: null };
}

function toSwapped(columns: ColumnPairs): ColumnPairs {
  return columns.map(([own, other]) => [other, own] as const);
}

/** A table joins two others when the columns of both keys are part of its own key. */
function isJunction(
  one: ForeignKey,
  other: ForeignKey,
  relations: ReadonlyMap<string, Relation>,
): boolean {
  if (one.table !== other.table || one.constraint === other.constraint) {
    return false;
  }
  if (one.isUnique || other.isUnique) {
    return false;
  }
  const key = relations.get(one.table)?.primaryKey ?? [];
  return [...one.columns, ...other.columns].every(([own]) => key.includes(own));
}

function toManyToMany(one: ForeignKey, other: ForeignKey): Relationship {
  return {
    from: one.target,
    to: other.target,
    kind: 'many-to-many',
    constraint: one.constraint,
    columns: toSwapped(one.columns),
    junction: {
      table: one.table,
      constraint: other.constraint,
      columns: toSwapped(other.columns),
    },
  };
}

/**
 * The one way from a table to what an embed names: a table, a foreign key or its column, made certain by
 * the hint. Throws PGRST200 where there is none and PGRST201 where there are several: nothing is guessed.
 */
export function findRelationship(
  schema: Schema,
  from: string,
  target: string,
  hint: string | null,
): Relationship {
  const all = schema.relationships.get(from) ?? [];
  const found = all.filter((each) => fits(each, target, hint));
  const [only] = found;
  if (only === undefined) {
    throw refuseNone(schema, from, target, hint);
  }
  if (found.length > 1) {
    throw refuseSeveral(from, target, found);
  }
  return only;
}

function fits(way: Relationship, target: string, hint: string | null): boolean {
  const single = way.junction === null && way.columns.length === 1 ? way.columns[0] : undefined;
  if (way.from === way.to) {
    // One foreign key is two ways here: many rows go by the table's name, the one by the column's.
    if (way.kind === 'many-to-one') {
      return hint === null && target === single?.[0];
    }
    if (way.kind !== 'one-to-many' || target !== way.to) {
      return false;
    }
    return hint === null || hint === single?.[1];
  }
  const isNamed = way.junction === null && way.constraint === target;
  if (hint === null) {
    return target === way.to || isNamed || target === single?.[0];
  }
  if (target !== way.to) {
    return false;
  }
  if (way.junction !== null) {
    return hint === way.junction.table;
  }
  return hint === way.constraint || hint === single?.[0] || hint === single?.[1];
}

function refuseNone(
  schema: Schema,
  from: string,
  target: string,
  hint: string | null,
): RestFailure {
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  const near = findNearest(
    target,
    (schema.relationships.get(from) ?? []).map(({ to }) => to),
  );
  return new RestFailure(400, {
    code: 'PGRST200',
    message: `Could not find a relationship between '${from}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${from}' and '${target}'${using} in the schema 'public', but no matches were found.`,
    hint: near === null ? null : `Perhaps you meant '${near}' instead of '${target}'.`,
  });
}

function refuseSeveral(from: string, target: string, found: readonly Relationship[]): RestFailure {
  const hints = found.map((way) => `'${way.to}!${way.junction?.table ?? way.constraint}'`);
  return new RestFailure(300, {
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    details: found.map(toDetails),
    hint: `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  });
}

function toDetails(way: Relationship): Record<string, string> {
  const { from, to, kind, constraint, columns, junction } = way;
  const list = (pairs: ColumnPairs, side: 0 | 1) =>
    `(${pairs.map((pair) => pair[side]).join(', ')})`;
  const relationship =
    junction === null
      ? `${constraint} using ${from}${list(columns, 0)} and ${to}${list(columns, 1)}`
      : `${junction.table} using ${constraint}${list(columns, 1)} and ${junction.constraint}${list(junction.columns, 1)}`;
  return { cardinality: kind, embedding: `${from} with ${to}`, relationship };
}
