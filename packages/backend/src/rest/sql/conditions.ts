import type { Condition, Field, Filter, Test } from '../request/query-types.ts';
import type { Relation } from '../schema/schema.ts';
import { quote, type SqlWriter, toArrayText } from './sql-writer.ts';

/** A table in a statement: what SQL calls it, and its columns as far as they are known. */
export interface Source {
  alias: string;
  relation: Relation | undefined;
}

/** A column or what stands in it, as an expression. */
export function toFieldSql(writer: SqlWriter, source: Source, { name, path }: Field): string {
  if (name === '*') {
    return `${source.alias}.*`;
  }
  const column = `${source.alias}.${quote(name)}`;
  if (path.length === 0) {
    return column;
  }
  const type = source.relation?.columns.get(name)?.type;
  const json = type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`;
  return (
    json + path.map(({ key, asText }) => (asText ? '->>' : '->') + writer.addKey(key)).join('')
  );
}

/**
 * A condition as SQL. `toEmbedSql` words a filter that asks whether there is a row of an embed, and gives
 * null where the filter names none.
 */
export function toConditionSql(
  writer: SqlWriter,
  source: Source,
  condition: Condition,
  toEmbedSql: (filter: Filter) => string | null,
): string {
  if (condition.kind === 'filter') {
    return toEmbedSql(condition) ?? toFilterSql(writer, source, condition);
  }
  const parts = condition.conditions.map((each) =>
    toConditionSql(writer, source, each, toEmbedSql),
  );
  return `${condition.isNegated ? 'not ' : ''}(${parts.join(` ${condition.operator} `)})`;
}

export function toFilterSql(writer: SqlWriter, source: Source, filter: Filter): string {
  const { field, isNegated, test } = filter;
  const tested = toTestSql(writer, source, field, test);
  return isNegated ? `not (${tested})` : `(${tested})`;
}

function toTestSql(writer: SqlWriter, source: Source, field: Field, test: Test): string {
  const value = toFieldSql(writer, source, field);
  switch (test.kind) {
    case 'compare': {
      const isPattern = test.operator === 'like' || test.operator === 'ilike';
      const operand = writer.add(isPattern ? test.value.replaceAll('*', '%') : test.value);
      const held = test.quantifier === null ? operand : `${test.quantifier} (${operand})`;
      return `${value} ${test.operator} ${held}`;
    }
    case 'in':
      return `${value} = any (${writer.add(toArrayText(test.values))})`;
    case 'is':
      return `${value} is ${test.value}`;
    case 'distinct':
      return `${value} is distinct from ${writer.add(test.value)}`;
    case 'search': {
      const isVector = source.relation?.columns.get(field.name)?.type === 'tsvector';
      const language = test.language === null ? '' : `${writer.add(test.language)}::regconfig, `;
      const vector =
        isVector && field.path.length === 0 ? value : `to_tsvector(${language}${value})`;
      return `${vector} @@ ${test.function}(${language}${writer.add(test.value)})`;
    }
  }
}
