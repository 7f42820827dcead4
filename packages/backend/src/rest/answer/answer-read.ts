import { restLimits } from '../limits.ts';
import { planRead, type ReadPlan } from '../plan.ts';
import type { Relation } from '../schema/schema.ts';
import { readScoped } from '../scoped-transaction.ts';
import { type AnswerRow, toAnswerSql, toTotalSql } from '../sql/answer-sql.ts';
import { ReadSql } from '../sql/read-sql.ts';
import { quote, SqlWriter } from '../sql/sql-writer.ts';
import type { Asked } from './asked.ts';
import { applyRange, toRangeStatus } from './range.ts';
import { requireSingular, respond, toContentRange, toObject } from './respond.ts';

/** The planner's answer to `explain (format json)`. */
interface Explained {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
}

/** Answers GET and HEAD of a table. */
export async function answerRead(asked: Asked, relation: Relation): Promise<Response> {
  const { schema, query, preferences, format, scope, requests, request } = asked;
  const plan = planRead(schema, relation.name, query, false);
  applyRange(plan, request);
  const from = `"public".${quote(relation.name)}`;
  const isHead = request.method === 'HEAD';

  const writer = new SqlWriter();
  const sql = new ReadSql(schema, writer);
  const rowsSql = sql.toSelect(plan, from);
  const total = toTotalSql(preferences.count, () => sql.toCount(plan, from));
  const text = toAnswerSql(rowsSql, total, { format, isScalar: false, isSilent: isHead });
  const [row, explained] = await readScoped<AnswerRow & Explained>(requests, scope, [
    { text, values: writer.values },
    ...toExplain(asked, plan, from),
  ]);
  if (row === undefined) {
    throw new Error('the database gave no row for an answer');
  }

  const rows = Number(row.rows);
  requireSingular(asked, rows);
  const counted = toCounted(row.total, explained?.['QUERY PLAN'][0].Plan['Plan Rows']);
  return respond(asked, row, {
    status: toRangeStatus(plan.offset, rows, counted),
    body: isHead ? null : format.kind === 'object' ? toObject(row.body) : row.body,
    hasContent: true,
    contentRange: toContentRange(plan.offset, rows, counted),
    applied: ['count', 'tx', 'handling', 'timezone'],
  });
}

/** Asks the planner how many rows it expects, where that is wanted. */
function toExplain({ schema, preferences }: Asked, plan: ReadPlan, from: string) {
  if (preferences.count !== 'planned' && preferences.count !== 'estimated') {
    return [];
  }
  const writer = new SqlWriter();
  const counting = new ReadSql(schema, writer).toCount(plan, from);
  return [{ text: `explain (format json) ${counting}`, values: writer.values }];
}

/** The exact count while it is small; the planner's where it was not counted, or not to the end. */
function toCounted(total: string | null, planned: number | undefined): number | null {
  if (total === null) {
    return planned ?? null;
  }
  const exact = Number(total);
  return planned !== undefined && exact > restLimits.rows ? Math.max(exact, planned) : exact;
}
