import { RestFailure } from '../failure.ts';
import type { Condition } from '../request/query-types.ts';
import type { Body } from '../request/read-body.ts';
import type { Relation } from '../schema/schema.ts';
import { type Source, toConditionSql } from './conditions.ts';
import { quote, type SqlWriter } from './sql-writer.ts';

/** What is written into one table. */
export interface Write {
  kind: 'insert' | 'update' | 'put' | 'delete';
  relation: Relation;
  body: Body | null;
  /** Which rows; of a `put` also what the body must say. */
  conditions: readonly Condition[];
  /** What an insert does with rows that are there already, and by which columns it knows them. */
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  conflict: readonly string[];
  /** Members that are missing get their column's default, not null. */
  hasDefaults: boolean;
  /** The columns that the answer needs of the written rows; null for all, none for their number. */
  returning: ReadonlySet<string> | null;
}

/** The statement that writes, and returns what the answer needs. */
export function toWriteSql(writer: SqlWriter, write: Write): string {
  switch (write.kind) {
    case 'insert':
    case 'put':
      return toInsertSql(writer, write);
    case 'update':
      return toUpdateSql(writer, write);
    case 'delete': {
      const source = nameTarget(writer, write.relation);
      return `delete from ${toTarget(write.relation)} as ${source.alias} ${toWhere(writer, source, write)} ${toReturning(source, write)}`;
    }
  }
}

function toInsertSql(writer: SqlWriter, write: Write): string {
  const { relation, kind, resolution } = write;
  const source = nameTarget(writer, relation);
  const columns = requireColumns(relation, write.body);
  const list = columns.map(quote).join(', ');
  const values = columns.map((name) => `body.${quote(name)}`).join(', ');
  const isMerge = kind === 'put' || resolution === 'merge-duplicates';
  const body: Source = { alias: 'body', relation };
  const conditions = [
    ...(isMerge ? [countInserted(1)] : []),
    ...write.conditions.map((each) => toConditionSql(writer, body, each, () => null)),
  ];
  const target = `${toTarget(relation)} as ${source.alias}`;
  // Without any column each row is one of defaults, which only a list of no columns at all can say.
  const insert =
    columns.length === 0
      ? `insert into ${target} select from ${toRows(writer, write)}`
      : `insert into ${target} (${list}) select ${values} from ${toRows(writer, write)}`;
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  return `${insert} ${where} ${toConflict(write, columns, isMerge)} ${toReturning(source, write)}`;
}

function toConflict(
  { kind, resolution, conflict }: Write,
  columns: readonly string[],
  isMerge: boolean,
): string {
  if ((kind !== 'put' && resolution === null) || conflict.length === 0) {
    return '';
  }
  const target = `on conflict (${conflict.map(quote).join(', ')})`;
  if (!isMerge || columns.length === 0) {
    return `${target} do nothing`;
  }
  const set = columns.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ');
  return `${target} do update set ${set} where ${countInserted(-1)}`;
}

/** Counts the rows that are new: each is counted before it is inserted, and taken off when it was there. */
function countInserted(step: 1 | -1): string {
  const count = `coalesce(nullif(current_setting('muster.inserted', true), '')::integer, 0)`;
  return `set_config('muster.inserted', (${count} + ${step})::text, true) is not null`;
}

function toUpdateSql(writer: SqlWriter, write: Write): string {
  const { relation } = write;
  const source = nameTarget(writer, relation);
  const columns = requireColumns(relation, write.body);
  if (columns.length === 0) {
    const list = write.returning === null ? '*' : [...write.returning].map(quote).join(', ');
    return `select ${list} from ${toTarget(relation)} as ${source.alias} where false`;
  }
  const set = columns.map((name) => `${quote(name)} = body.${quote(name)}`).join(', ');
  return `update ${toTarget(relation)} as ${source.alias} set ${set} from ${toRows(writer, write)} ${toWhere(writer, source, write)} ${toReturning(source, write)}`;
}

/** The body as rows `body` of the table's own types, made of its text by the database. */
function toRows(writer: SqlWriter, { relation, body, hasDefaults }: Write): string {
  const names = body?.keys ?? [];
  const text = body?.text ?? '{}';
  const isObject = body?.isObject ?? true;
  const json = writer.add(isObject ? `[${text}]` : text);
  if (names.length === 0) {
    return `json_array_elements(${json}::json) as body`;
  }
  const types = names.map((name) => `${quote(name)} ${relation.columns.get(name)?.type}`);
  const source = hasDefaults ? toDefaulted(writer, relation, names, json) : `${json}::json`;
  const read = hasDefaults ? 'jsonb_to_recordset' : 'json_to_recordset';
  return `${read}(${source}) as body (${types.join(', ')})`;
}

/** The body with each column's default under what its rows say. */
function toDefaulted(
  writer: SqlWriter,
  relation: Relation,
  names: readonly string[],
  json: string,
): string {
  const members = names.flatMap((name) => {
    const value = relation.columns.get(name)?.default ?? null;
    return value === null ? [] : [`${writer.addKey(name)}, ${value}`];
  });
  const defaults = `jsonb_build_object(${members.join(', ')})`;
  return `(select coalesce(jsonb_agg(${defaults} || each), '[]') from jsonb_array_elements(${json}::jsonb) each)`;
}

function requireColumns(relation: Relation, body: Body | null): readonly string[] {
  const names = body?.keys ?? [];
  const unknown = names.find((name) => !relation.columns.has(name));
  if (unknown === undefined) {
    return names;
  }
  throw new RestFailure(400, {
    code: 'PGRST204',
    message: `Could not find the '${unknown}' column of '${relation.name}' in the schema cache`,
  });
}

function nameTarget(writer: SqlWriter, relation: Relation): Source {
  return { alias: writer.nameTable(relation.name), relation };
}

function toTarget({ name }: Relation): string {
  return `"public".${quote(name)}`;
}

function toWhere(writer: SqlWriter, source: Source, { conditions }: Write): string {
  const parts = conditions.map((each) => toConditionSql(writer, source, each, () => null));
  return parts.length === 0 ? '' : `where ${parts.join(' and ')}`;
}

function toReturning({ alias }: Source, { returning }: Write): string {
  if (returning === null) {
    return `returning ${alias}.*`;
  }
  const columns = [...returning].map((name) => `${alias}.${quote(name)}`);
  return `returning ${columns.length === 0 ? '1' : columns.join(', ')}`;
}
