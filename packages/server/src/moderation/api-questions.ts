import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit } from '../engine/audit.ts';
import { createId } from '../engine/ids.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { id } from '../http/fields.ts';
import { getId } from '../http/find.ts';
import { requireRoom } from '../http/limits.ts';
import { getCase, requireActing, requireNotFirst, requireStatus, version } from './api-cases.ts';
import { hintCase } from './api-reports.ts';
import type { CaseRow } from './case-row.ts';
import { tellOfAnswer, tellOfQuestion } from './notices.ts';
import { mostQuestions } from './queue.ts';

const question = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000));
const answer = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000));

/** Question and answer are another state of the case; who has it in hand keeps it. */
async function moveOn(unit: Unit, caseId: string): Promise<CaseRow> {
  const [moved] = await unit.transaction.query<CaseRow>(
    'update private.cases set version = version + 1 where id = $1 returning *',
    [caseId],
  );
  if (moved === undefined) {
    throw new Error('the case is not there');
  }
  await hintCase(unit.transaction, moved);
  return moved;
}

/** Asks somebody whom the case concerns, or who reported it. */
export async function askQuestion(
  unit: Unit,
  parameters: Record<string, string>,
  body: { version: number; person: string; text: string },
) {
  const { viewer, found } = await getCase(unit, parameters);
  requireNotFirst(viewer, found);
  await requireActing(unit, viewer, { found, seen: body.version });
  requireStatus(found, 'open', 'appealed');
  const [asked] = await unit.transaction.query<{ count: number; is_there: boolean }>(
    `select (select count(*)::integer from private.case_questions where case_id = $1) as count,
       exists (select from private.list_case_people($1) p
         join public.profiles a on a.id = p.person_id and a.user_id is not null where p.person_id = $2) as is_there`,
    [found.id, body.person],
  );
  requireRoom(asked?.count ?? 0, mostQuestions);
  if (asked?.is_there !== true) {
    refuse({ code: 'not_found', params: { what: 'person', id: body.person }, field: 'person' });
  }
  const questionId = createId();
  await unit.transaction.query(
    `insert into private.case_questions (id, case_id, number, person_id, asked_by, words, asked_at)
     select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6 from private.case_questions where case_id = $2`,
    [questionId, found.id, body.person, viewer.person_id, body.text, unit.at],
  );
  const moved = await moveOn(unit, found.id);
  await keepAudit(unit, { act: 'case_asked', kind: 'case', subject: found.id });
  await tellOfQuestion(unit.transaction, moved, { to: body.person, at: unit.at });
  return { question: questionId, version: moved.version };
}

/** Answers once, while the case waits; to everybody else the question is not there. */
export async function answerQuestion(unit: Unit, questionId: string, text: string) {
  const { person_id } = requireViewer(unit.viewer);
  const [asked] = await unit.transaction.query<{ case_id: string }>(
    'select case_id from private.case_questions where id = $1 and person_id = $2',
    [questionId, person_id],
  );
  const [found] = await unit.transaction.query<CaseRow>(
    'select * from private.cases where id = $1 for update',
    [asked?.case_id],
  );
  if (found === undefined) {
    return refuse({ code: 'not_found', params: { what: 'case', id: questionId } });
  }
  requireStatus(found, 'open', 'appealed');
  const [kept] = await unit.transaction.query<{ asked_by: string | null }>(
    `update private.case_questions set answer = $2, answered_at = $3
     where id = $1 and answer is null returning asked_by`,
    [questionId, text, unit.at],
  );
  if (kept === undefined) {
    return refuse({ code: 'case_moved', params: { version: found.version } });
  }
  const moved = await moveOn(unit, found.id);
  await tellOfAnswer(unit.transaction, moved, { to: kept.asked_by, at: unit.at });
  return {};
}

/** Questions in a case, and their answers. */
export function mountCaseQuestions(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/cases/:id/questions',
    schema: v.object({ version, person: id, text: question }),
    work: (unit, { body, parameters }) => askQuestion(unit, parameters, body),
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/questions/:id/answer',
    schema: v.object({ text: answer }),
    work: (unit, { body, parameters }) =>
      answerQuestion(unit, getId(parameters, 'id', 'answer'), body.text),
  });
}
