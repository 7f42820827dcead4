import { RestFailure } from '../failure.ts';
import { planRead } from '../plan.ts';
import { type Body, readBody } from '../request/read-body.ts';
import { findRoutine } from '../schema/find-routine.ts';
import type { Routine } from '../schema/schema.ts';
import { readScoped, writeScoped } from '../scoped-transaction.ts';
import { type AnswerRow, toAnswerSql, toTotalSql } from '../sql/answer-sql.ts';
import { type CallInput, toCallSql } from '../sql/call-sql.ts';
import { ReadSql } from '../sql/read-sql.ts';
import { SqlWriter } from '../sql/sql-writer.ts';
import type { Asked } from './asked.ts';
import { applyRange, toRangeStatus } from './range.ts';
import { requireAffected, requireSingular, respond, toContentRange, toObject } from './respond.ts';

/** A call's answer, and how many rows the function gave. */
interface CallRow extends AnswerRow {
  affected: string;
}

/** Answers GET, HEAD and POST of a function; what is not volatile and every GET can write nothing. */
export async function answerCall(asked: Asked): Promise<Response> {
  const { preferences, scope, requests, schema, name, request, query } = asked;
  const isPost = request.method === 'POST';
  const body = isPost ? await readBody(request, query.columns, '{}') : null;
  const contentType = body === null ? null : body.contentType;
  const args = body === null ? query.args.map(([key]) => key) : body.keys;
  const routine = findRoutine(schema, { name, args: [...new Set(args)], contentType });
  checkAffectable(asked, routine);
  const { statement, offset } = toStatement(asked, routine, toInput(asked, body));
  const check = (row: CallRow | undefined) => {
    requireSingular(asked, Number(row?.rows));
    requireAffected(asked, Number(row?.affected));
  };
  if (isPost && routine.isVolatile) {
    const isUndone = preferences.tx === 'rollback';
    const row = await writeScoped<CallRow>(requests, scope, statement, { check, isUndone });
    return toReply(asked, routine, row, offset);
  }
  const [row] = await readScoped<CallRow>(requests, scope, [statement]);
  check(row);
  return toReply(asked, routine, row, offset);
}

function toInput({ query }: Asked, body: Body | null): CallInput {
  if (body === null) {
    return { kind: 'args', args: query.args };
  }
  if (body.kind !== 'form') {
    return { kind: 'body', body };
  }
  const members = JSON.parse(body.text) as Record<string, string>;
  return { kind: 'args', args: Object.entries(members) };
}

function checkAffectable({ preferences }: Asked, { returnsSet }: Routine): void {
  if (preferences.maxAffected === null || preferences.handling !== 'strict' || returnsSet) {
    return;
  }
  throw new RestFailure(400, {
    code: 'PGRST128',
    message:
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  });
}

function toStatement(asked: Asked, routine: Routine, input: CallInput) {
  const { schema, query, preferences, format, request } = asked;
  const plan = planRead(schema, routine.relation ?? routine.name, query, false);
  applyRange(plan, request);
  const writer = new SqlWriter();
  const sql = new ReadSql(schema, writer);
  const calling = toCallSql(writer, routine, input);
  const rows = sql.toSelect(plan, 'called');
  const total = toTotalSql(preferences.count, () => sql.toCount(plan, 'called'));
  const isScalar = routine.returns !== 'composite';
  const isSilent = request.method === 'HEAD';
  const answering = toAnswerSql(rows, total, { format, isScalar, isSilent });
  // How many rows the function gave, whatever the answer shows of them.
  const text = `with called as (${calling}) select shown.*, (select count(*) from called) as affected from (${answering}) shown`;
  return { statement: { text, values: writer.values }, offset: plan.offset };
}

function toReply(
  asked: Asked,
  routine: Routine,
  row: AnswerRow | undefined,
  offset: number,
): Response {
  if (row === undefined) {
    throw new Error('the database gave no row for an answer');
  }
  const rows = Number(row.rows);
  const total = row.total === null ? null : Number(row.total);
  const isVoid = routine.returns === 'void';
  return respond(asked, row, {
    status: isVoid ? 204 : toRangeStatus(offset, rows, total),
    body: toBody(asked, routine, row),
    hasContent: !isVoid,
    contentRange: toContentRange(offset, rows, total),
    applied: ['count', 'tx', 'handling', 'timezone', 'maxAffected'],
  });
}

/** A function that returns one value is answered with that value, not with a list of it. */
function toBody(
  { format }: Asked,
  { returnsSet }: Routine,
  { rows, body }: AnswerRow,
): string | null {
  if (format.kind === 'csv' || body === null) {
    return body;
  }
  if (format.kind === 'array' && returnsSet) {
    return body;
  }
  return rows === '0' ? 'null' : toObject(body);
}
