import { restLimits } from '../limits.ts';
import {
  type EmbedPlan,
  findEmbed,
  hasAggregate,
  isEmpty,
  isToOne,
  type ReadPlan,
} from '../plan.ts';
import type { Filter, OrderTerm, SelectedField } from '../request/query-types.ts';
import type { Schema } from '../schema/schema.ts';
import { boundedLine, toLines } from './bounded-rows.ts';
import { type Source, toConditionSql, toFieldSql } from './conditions.ts';
import { quote, type SqlWriter } from './sql-writer.ts';

/** One column of what is read. */
interface Output {
  sql: string;
  /** Null for `*`, which brings its own names. */
  name: string | null;
  isAggregate: boolean;
}

/** An embed in a statement: `alias.embed_row` is its JSON, null where there is none. */
interface Joined {
  embed: EmbedPlan;
  alias: string;
  sql: string;
}

/** Writes the SQL of one request's reading. */
export class ReadSql {
  readonly #schema: Schema;
  readonly #writer: SqlWriter;

  constructor(schema: Schema, writer: SqlWriter) {
    this.#schema = schema;
    this.#writer = writer;
  }

  /** The rows of a plan, from its table or from what stands in place of it. */
  toSelect(plan: ReadPlan, from: string): string {
    const alias = this.#writer.nameTable(plan.relation);
    const source = { alias, relation: this.#schema.relations.get(plan.relation) };
    return this.#select(plan, source, `${from} as ${alias}`, []);
  }

  /** One row for each row that the plan would give without its limit. */
  toCount(plan: ReadPlan, from: string): string {
    const alias = this.#writer.nameTable(plan.relation);
    const source = { alias, relation: this.#schema.relations.get(plan.relation) };
    return this.#count(plan, source, `${from} as ${alias}`, []);
  }

  #select(plan: ReadPlan, source: Source, from: string, on: readonly string[]): string {
    const joins = plan.embeds.map((embed) => {
      const isOf = ({ relation }: OrderTerm) =>
        relation !== null && findEmbed(plan, relation) === embed;
      return this.#join(embed, source, plan.order.filter(isOf));
    });
    const isGrouped = hasAggregate(plan);
    const outputs = this.#toOutputs(plan, source, joins, isGrouped);
    const list = outputs.map(({ sql, name }) => (name === null ? sql : `${sql} as ${quote(name)}`));
    const where = [
      ...on,
      ...plan.conditions.map((condition) =>
        toConditionSql(this.#writer, source, condition, (filter) =>
          toEmbedTest(filter, plan, joins),
        ),
      ),
    ];
    return [
      `select ${list.join(', ')} from ${from}`,
      ...joins.map(({ sql }) => sql),
      where.length === 0 ? '' : `where ${where.join(' and ')}`,
      isGrouped ? toGroups(outputs) : '',
      this.#toOrder(plan, source, joins),
      this.#toLimit(plan.limit),
      plan.offset === 0 ? '' : `offset ${this.#writer.add(plan.offset)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  }

  #count(plan: ReadPlan, source: Source, from: string, on: readonly string[]): string {
    const toTest = (filter: Filter) => {
      const embed = findNullTest(filter, plan);
      if (embed === null) {
        return null;
      }
      const exists = `exists (${this.#countEmbed(embed, source)})`;
      return isAbsent(filter) ? `not ${exists}` : exists;
    };
    const where = [
      ...on,
      ...plan.conditions.map((each) => toConditionSql(this.#writer, source, each, toTest)),
      ...plan.embeds
        .filter(({ isInner }) => isInner)
        .map((embed) => `exists (${this.#countEmbed(embed, source)})`),
    ];
    return `select 1 from ${from}${where.length === 0 ? '' : ` where ${where.join(' and ')}`}`;
  }

  #countEmbed(embed: EmbedPlan, parent: Source): string {
    const { source, from, on } = this.#toJoined(embed, parent);
    return this.#count(embed.plan, source, from, on);
  }

  /** The embedded table, and what joins its rows to those of its parent. */
  #toJoined({ relationship, plan }: EmbedPlan, parent: Source) {
    const alias = this.#writer.nameTable(relationship.to);
    const source: Source = { alias, relation: this.#schema.relations.get(plan.relation) };
    const table = `"public".${quote(relationship.to)} as ${alias}`;
    const { junction } = relationship;
    if (junction === null) {
      const on = relationship.columns.map(
        ([own, other]) => `${alias}.${quote(other)} = ${parent.alias}.${quote(own)}`,
      );
      return { source, from: table, on };
    }
    const through = this.#writer.nameTable(junction.table);
    const on = [
      ...relationship.columns.map(
        ([own, other]) => `${through}.${quote(other)} = ${parent.alias}.${quote(own)}`,
      ),
      ...junction.columns.map(
        ([own, other]) => `${through}.${quote(other)} = ${alias}.${quote(own)}`,
      ),
    ];
    return { source, from: `${table}, "public".${quote(junction.table)} as ${through}`, on };
  }

  #join(embed: EmbedPlan, parent: Source, order: readonly OrderTerm[]): Joined {
    const { source, from, on } = this.#toJoined(embed, parent);
    const rows = this.#select(embed.plan, source, from, on);
    const alias = this.#writer.nameTable('embed');
    const [kind, test] = embed.isInner
      ? ['inner', `${alias}.${rowName} is not null`]
      : ['left', 'true'];
    const read = isToOne(embed)
      ? this.#toOneRow(embed, rows, order)
      : this.#toManyRows(embed, rows);
    return { embed, alias, sql: `${kind} join lateral (${read}) as ${alias} on ${test}` };
  }

  /** The one row as JSON, what is spread of it, and what its parent's rows are ordered by. */
  #toOneRow({ isSpread, plan }: EmbedPlan, rows: string, order: readonly OrderTerm[]): string {
    const row: Source = { alias: 'r', relation: this.#schema.relations.get(plan.relation) };
    const columns = [
      `row_to_json(r.*) as ${rowName}`,
      ...(isSpread ? this.#toNames(plan).map((name) => `r.${quote(name)}`) : []),
      ...order.map(
        (term) => `${toFieldSql(this.#writer, row, term.field)} as ${toOrderName(term)}`,
      ),
    ];
    return `select ${columns.join(', ')} from (${rows}) r`;
  }

  /** All rows as one JSON array, or one array for each column that is spread. */
  #toManyRows({ isSpread, plan }: EmbedPlan, rows: string): string {
    const columns = isSpread
      ? [
          `nullif(count(*), 0) as ${rowName}`,
          ...this.#toNames(plan).map((name) => {
            const member = `(${boundedLine}) -> ${this.#writer.addKey(name)}`;
            return `coalesce(json_agg(${member}), '[]') as ${quote(name)}`;
          }),
        ]
      : [`json_agg(${boundedLine}) as ${rowName}`];
    return `select ${columns.join(', ')} from (${toLines(rows)}) m`;
  }

  /** What the columns of a plan are called, in their order. */
  #toNames(plan: ReadPlan): string[] {
    const relation = this.#schema.relations.get(plan.relation);
    return [
      ...plan.fields.flatMap((field) =>
        isStar(field) ? [...(relation?.columns.keys() ?? [])] : [toName(field)],
      ),
      ...plan.embeds.flatMap((embed) => {
        if (embed.isSpread) {
          return this.#toNames(embed.plan);
        }
        return isEmpty(embed.plan) ? [] : [embed.name];
      }),
    ];
  }

  #toOutputs(plan: ReadPlan, source: Source, joins: readonly Joined[], isGrouped: boolean) {
    return [
      ...plan.fields.flatMap((field) => this.#toFieldOutputs(field, source, isGrouped)),
      ...joins.flatMap((joined) => this.#toEmbedOutputs(joined, isGrouped)),
    ];
  }

  #toFieldOutputs(field: SelectedField, source: Source, isGrouped: boolean): Output[] {
    if (isStar(field)) {
      const names = [...(source.relation?.columns.keys() ?? [])];
      if (!isGrouped) {
        return [{ sql: `${source.alias}.*`, name: null, isAggregate: false }];
      }
      return names.map((name) => {
        return { sql: `${source.alias}.${quote(name)}`, name, isAggregate: false };
      });
    }
    const { aggregate, cast, aggregateCast } = field;
    const value = field.field.name === '*' ? '*' : toFieldSql(this.#writer, source, field.field);
    const typed = cast === null ? value : `cast(${value} as ${cast})`;
    const isAggregate = aggregate !== null;
    const counted = isAggregate ? `${aggregate}(${typed})` : typed;
    const sql = aggregateCast === null ? counted : `cast(${counted} as ${aggregateCast})`;
    return [{ sql, name: toName(field), isAggregate }];
  }

  #toEmbedOutputs({ embed, alias }: Joined, isGrouped: boolean): Output[] {
    if (embed.isSpread) {
      return this.#toNames(embed.plan).map((name) => {
        return { sql: `${alias}.${quote(name)}`, name, isAggregate: false };
      });
    }
    if (isEmpty(embed.plan)) {
      return [];
    }
    const row = isToOne(embed) ? `${alias}.${rowName}` : `coalesce(${alias}.${rowName}, '[]')`;
    // What rows are grouped by must be comparable, and json is not.
    return [{ sql: isGrouped ? `(${row})::jsonb` : row, name: embed.name, isAggregate: false }];
  }

  /** The service's own limit is no value: PostgreSQL runs what it knows beforehand with less work. */
  #toLimit(limit: number | null): string {
    if (limit === null) {
      return '';
    }
    return `limit ${limit === restLimits.rows ? limit : this.#writer.add(limit)}`;
  }

  #toOrder(plan: ReadPlan, source: Source, joins: readonly Joined[]): string {
    const terms = plan.order.map((term) => {
      const embed = term.relation === null ? null : findEmbed(plan, term.relation);
      const joined = joins.find((each) => each.embed === embed);
      const value = joined
        ? `${joined.alias}.${toOrderName(term)}`
        : toFieldSql(this.#writer, source, term.field);
      const direction = term.direction === null ? '' : ` ${term.direction}`;
      return `${value}${direction}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`;
    });
    return terms.length === 0 ? '' : `order by ${terms.join(', ')}`;
  }
}

const rowName = 'embed_row';

function toOrderName({ field }: OrderTerm): string {
  return quote(`order by ${field.name} ${field.path.map(({ key }) => key).join(' ')}`);
}

function isStar({ field, aggregate }: SelectedField): boolean {
  return field.name === '*' && aggregate === null;
}

/** As PostgREST calls a column: by its alias, its aggregate, the last member of its path, or its name. */
function toName({ alias, aggregate, field }: SelectedField): string {
  if (alias !== null) {
    return alias;
  }
  if (aggregate !== null) {
    return aggregate;
  }
  const member = field.path.findLast(({ key }) => typeof key === 'string')?.key;
  return member === undefined ? field.name : String(member);
}

function toGroups(outputs: readonly Output[]): string {
  const places = outputs.flatMap(({ isAggregate }, at) => (isAggregate ? [] : [at + 1]));
  return places.length === 0 ? '' : `group by ${places.join(', ')}`;
}

/** The embed of which a filter asks whether it is there; null for any other filter. */
function findNullTest({ field, test }: Filter, plan: ReadPlan): EmbedPlan | null {
  if (field.path.length > 0 || test.kind !== 'is') {
    return null;
  }
  if (test.value !== 'null' && test.value !== 'not null') {
    return null;
  }
  return plan.embeds.find(({ name }) => name === field.name) ?? null;
}

function isAbsent({ isNegated, test }: Filter): boolean {
  return test.kind === 'is' && (test.value === 'null') !== isNegated;
}

function toEmbedTest(filter: Filter, plan: ReadPlan, joins: readonly Joined[]): string | null {
  const embed = findNullTest(filter, plan);
  const joined = joins.find((each) => each.embed === embed);
  if (joined === undefined) {
    return null;
  }
  return `${joined.alias}.${rowName} is ${isAbsent(filter) ? '' : 'not '}null`;
}
