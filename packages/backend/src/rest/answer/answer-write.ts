import { RestFailure } from '../failure.ts';
import { planRead, type ReadPlan } from '../plan.ts';
import type { Preferences } from '../request/preferences.ts';
import type { Condition, Query } from '../request/query-types.ts';
import { readBody } from '../request/read-body.ts';
import type { Relation } from '../schema/schema.ts';
import { writeScoped } from '../scoped-transaction.ts';
import { type AnswerRow, findNeeded, toAnswerSql } from '../sql/answer-sql.ts';
import { ReadSql } from '../sql/read-sql.ts';
import { SqlWriter } from '../sql/sql-writer.ts';
import { toWriteSql, type Write } from '../sql/write-sql.ts';
import type { Asked } from './asked.ts';
import { requireAffected, requireSingular, respond, toContentRange, toObject } from './respond.ts';

const kinds = { POST: 'insert', PATCH: 'update', PUT: 'put', DELETE: 'delete' } as const;

/** Answers POST, PATCH, PUT and DELETE of a table. */
export async function answerWrite(
  asked: Asked,
  relation: Relation,
  method: keyof typeof kinds,
): Promise<Response> {
  const { schema, query, preferences, format, scope, requests } = asked;
  const kind = kinds[method];
  const conditions = query.conditions.flatMap(({ path, value }) =>
    path.length === 0 ? [value] : [],
  );
  if (kind === 'put') {
    checkPut(query, relation, conditions);
  }
  const isLocated = kind === 'insert' && preferences.return === 'headers-only';
  const plan = isLocated ? planKey(relation) : planRead(schema, relation.name, query, true);
  const isSilent = preferences.return !== 'representation' && !isLocated;
  const write: Write = {
    kind,
    relation,
    body:
      kind === 'delete'
        ? null
        : await readBody(asked.request, kind === 'put' ? null : query.columns),
    conditions: kind === 'insert' ? [] : conditions,
    resolution: kind === 'insert' ? preferences.resolution : null,
    conflict: (kind === 'insert' ? query.onConflict : null) ?? relation.primaryKey,
    hasDefaults: preferences.missing === 'default' && kind !== 'put',
    returning: isSilent ? new Set() : findNeeded(plan, relation.primaryKey),
  };

  const writer = new SqlWriter();
  const writing = toWriteSql(writer, write);
  const reading = isSilent
    ? 'select * from written'
    : new ReadSql(schema, writer).toSelect(plan, 'written');
  const answering = toAnswerSql(reading, 'null', { format, isScalar: false, isSilent });
  const text = `with written as (${writing}) ${answering}`;
  const row = await writeScoped<AnswerRow>(
    requests,
    scope,
    { text, values: writer.values },
    {
      check: (written) => checkWritten(asked, kind, Number(written?.rows)),
      isUndone: preferences.tx === 'rollback',
    },
  );
  if (row === undefined) {
    throw new Error('the database gave no row for an answer');
  }

  const { status, applied } = toOutcome(asked, write, row);
  const isShown = preferences.return === 'representation';
  return respond(asked, row, {
    status,
    body: isShown ? (format.kind === 'object' ? toObject(row.body) : row.body) : null,
    hasContent: isShown,
    ...toRange(asked, kind, Number(row.rows)),
    location: isLocated ? toLocation(relation, row) : null,
    applied,
  });
}

function checkPut(query: Query, relation: Relation, conditions: readonly Condition[]): void {
  if (query.limits.length > 0 || query.offsets.length > 0) {
    const message = 'limit/offset querystring parameters are not allowed for PUT';
    throw new RestFailure(400, { code: 'PGRST114', message });
  }
  const named = conditions.map((condition) =>
    isPlainEqual(condition) ? condition.field.name : null,
  );
  const key = relation.primaryKey;
  const isKey =
    key.length > 0 && key.length === named.length && key.every((name) => named.includes(name));
  if (isKey) {
    return;
  }
  throw new RestFailure(405, {
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  });
}

function isPlainEqual(condition: Condition): condition is Condition & { kind: 'filter' } {
  return (
    condition.kind === 'filter' &&
    !condition.isNegated &&
    condition.field.path.length === 0 &&
    condition.test.kind === 'compare' &&
    condition.test.operator === '=' &&
    condition.test.quantifier === null
  );
}

function checkWritten(asked: Asked, kind: Write['kind'], rows: number): void {
  if (kind === 'put') {
    if (rows === 1) {
      return;
    }
    const message = 'Payload values do not match URL in primary key column(s)';
    throw new RestFailure(400, { code: 'PGRST115', message });
  }
  requireSingular(asked, rows);
  if (kind !== 'insert') {
    requireAffected(asked, rows);
  }
}

const common = ['return', 'count', 'tx', 'handling', 'timezone'] as const;

function toOutcome(
  { preferences, query }: Asked,
  { kind, relation }: Write,
  { inserted }: AnswerRow,
): { status: number; applied: readonly (keyof Preferences)[] } {
  const isShown = preferences.return === 'representation';
  const isNew = Number(inserted ?? 0) > 0;
  switch (kind) {
    case 'insert': {
      const isMerged = preferences.resolution === 'merge-duplicates' && inserted !== null && !isNew;
      const isResolved = relation.primaryKey.length > 0 || query.onConflict !== null;
      const resolution = isResolved ? (['resolution'] as const) : [];
      return { status: isMerged ? 200 : 201, applied: [...common, 'missing', ...resolution] };
    }
    case 'put':
      return { status: isShown ? (isNew ? 201 : 200) : 204, applied: common };
    case 'update':
      return { status: isShown ? 200 : 204, applied: [...common, 'missing', 'maxAffected'] };
    case 'delete':
      return { status: isShown ? 200 : 204, applied: [...common, 'maxAffected'] };
  }
}

function toRange({ preferences }: Asked, kind: Write['kind'], rows: number) {
  if (kind === 'put') {
    return {};
  }
  const isCounted = preferences.count === 'exact' || preferences.count === 'estimated';
  const total = isCounted ? rows : null;
  return { contentRange: toContentRange(0, kind === 'update' ? rows : 0, total) };
}

/** A plan that reads only the key of the new row, as text, for the `Location` header. */
function planKey({ name, primaryKey }: Relation): ReadPlan {
  return {
    relation: name,
    fields: primaryKey.map((column) => ({
      kind: 'field',
      field: { name: column, path: [] },
      alias: null,
      cast: 'text',
      aggregate: null,
      aggregateCast: null,
    })),
    embeds: [],
    conditions: [],
    order: [],
    limit: null,
    offset: 0,
  };
}

function toLocation({ name, primaryKey }: Relation, { rows, body }: AnswerRow): string | null {
  if (rows !== '1' || primaryKey.length === 0) {
    return null;
  }
  const [key] = JSON.parse(body ?? '[]') as Record<string, string | null>[];
  const filters = primaryKey.map((column) => {
    const value = key?.[column] ?? null;
    return [column, value === null ? 'is.null' : `eq.${value}`];
  });
  return `/${encodeURIComponent(name)}?${new URLSearchParams(filters)}`;
}
