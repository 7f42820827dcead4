import { RestFailure } from './failure.ts';
import { restLimits } from './limits.ts';
import type {
  AtPath,
  Condition,
  OrderTerm,
  Query,
  Selected,
  SelectedEmbed,
  SelectedField,
} from './request/query-types.ts';
import { findRelationship } from './schema/relationships.ts';
import type { Relationship, Schema } from './schema/schema.ts';

/** The reading of one table: what of each row, which rows, in which order, and what is embedded in them. */
export interface ReadPlan {
  /** The table, or the function whose rows are read. */
  relation: string;
  fields: readonly SelectedField[];
  embeds: readonly EmbedPlan[];
  conditions: Condition[];
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number;
}

export interface EmbedPlan {
  /** What filters and the answer call it. */
  name: string;
  isInner: boolean;
  isSpread: boolean;
  relationship: Relationship;
  plan: ReadPlan;
}

/**
 * Holds a query against the schema. Limits of rows are taken from the query and kept below the service's
 * own; `isWrite` leaves the written rows themselves as many as they are.
 */
export function planRead(
  schema: Schema,
  relation: string,
  query: Query,
  isWrite: boolean,
): ReadPlan {
  const plan = toPlan(schema, relation, query.select.length === 0 ? [everything] : query.select);
  const { conditions, orders, limits, offsets } = query;
  for (const { path, value } of conditions) {
    // Of a write, filters of the root say which rows are written.
    if (!isWrite || path.length > 0) {
      findAt(plan, path).conditions.push(value);
    }
  }
  for (const { path, value } of orders) {
    findAt(plan, path).order = value;
  }
  for (const { path, value } of limits) {
    setLimit(findAt(plan, path), value);
  }
  for (const { path, value } of offsets) {
    findAt(plan, path).offset = value;
  }
  if (isWrite) {
    Object.assign(plan, { limit: null, offset: 0 });
  }
  checkOrders(plan);
  return plan;
}

const everything: SelectedField = {
  kind: 'field',
  field: { name: '*', path: [] },
  alias: null,
  cast: null,
  aggregate: null,
  aggregateCast: null,
};

function toPlan(schema: Schema, relation: string, select: readonly Selected[]): ReadPlan {
  const fields = select.filter((item) => item.kind === 'field');
  const embeds = select.filter((item) => item.kind === 'embed');
  return {
    relation,
    fields,
    embeds: embeds.map((embed) => toEmbed(schema, relation, embed)),
    conditions: [],
    order: [],
    limit: restLimits.rows,
    offset: 0,
  };
}

function toEmbed(schema: Schema, relation: string, embed: SelectedEmbed): EmbedPlan {
  const relationship = findRelationship(schema, relation, embed.target, embed.hint);
  const plan = toPlan(schema, relationship.to, embed.select);
  if (embed.isSpread && hasAggregate(plan)) {
    throw new RestFailure(400, {
      code: 'PGRST127',
      message: 'Feature not implemented',
      details: 'Aggregates are not implemented for spreads.',
    });
  }
  const { isInner, isSpread } = embed;
  const planned = { name: embed.alias ?? embed.target, isInner, isSpread, relationship, plan };
  if (isToOne(planned)) {
    plan.limit = null;
  }
  return planned;
}

/** Whether rows are put together in groups: one of the fields is an aggregate. */
export function hasAggregate({ fields, embeds }: ReadPlan): boolean {
  if (fields.some(({ aggregate }) => aggregate !== null)) {
    return true;
  }
  return embeds.some((embed) => embed.isSpread && hasAggregate(embed.plan));
}

export function isToOne({ relationship }: EmbedPlan): boolean {
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
}

/** An embed of nothing only filters: it is left out of the answer. */
export function isEmpty({ fields, embeds }: ReadPlan): boolean {
  return fields.length === 0 && embeds.every(({ plan }) => isEmpty(plan));
}

function findAt(plan: ReadPlan, path: AtPath<unknown>['path']): ReadPlan {
  let found = plan;
  for (const name of path) {
    const embed = findEmbed(found, name);
    if (embed === null) {
      throw refuseNotEmbedded(name);
    }
    found = embed.plan;
  }
  return found;
}

/** By what the answer calls it, else by its table. */
export function findEmbed({ embeds }: ReadPlan, name: string): EmbedPlan | null {
  return (
    embeds.find((embed) => embed.name === name) ??
    embeds.find(({ relationship }) => relationship.to === name) ??
    null
  );
}

function setLimit(plan: ReadPlan, limit: number | null): void {
  if (limit === null) {
    return;
  }
  if (limit < 0) {
    throw refuseRange('Limit should be greater than or equal to zero.');
  }
  plan.limit = Math.min(limit, restLimits.rows);
}

function checkOrders(plan: ReadPlan): void {
  for (const { relation } of plan.order) {
    if (relation === null) {
      continue;
    }
    const embed = findEmbed(plan, relation);
    if (embed === null) {
      throw refuseNotEmbedded(relation);
    }
    if (!isToOne(embed)) {
      throw refuseOrder(plan.relation, relation);
    }
  }
  for (const embed of plan.embeds) {
    checkOrders(embed.plan);
  }
}

export function refuseRange(details: string): RestFailure {
  const message = 'Requested range not satisfiable';
  return new RestFailure(416, { code: 'PGRST103', message, details });
}

function refuseNotEmbedded(name: string): RestFailure {
  return new RestFailure(400, {
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

function refuseOrder(origin: string, name: string): RestFailure {
  return new RestFailure(400, {
    code: 'PGRST118',
    message: `A related order on '${name}' is not possible`,
    details: `'${origin}' and '${name}' do not form a many-to-one or one-to-one relationship`,
  });
}
