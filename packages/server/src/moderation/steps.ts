import { keepAudit } from '../engine/audit.ts';
import { refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { doActs, type GivenAct, undoActs } from './acts.ts';
import { hintCase } from './api-reports.ts';
import type { CaseRow } from './case-row.ts';
import { tellOfDecision } from './notices.ts';

/** Writes a step of a case; its version moves, and nobody has it in hand any more. */
export async function moveCase(
  unit: Unit,
  found: CaseRow,
  columns: Readonly<Record<string, unknown>>,
): Promise<CaseRow> {
  const names = Object.keys(columns);
  const [moved] = await unit.transaction.query<CaseRow>(
    `update private.cases set version = version + 1, holder_id = null, held_at = null,
       ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')}
     where id = $1 returning *`,
    [found.id, ...Object.values(columns)],
  );
  await hintCase(unit.transaction, moved ?? found);
  return moved ?? found;
}

/** Decides an open case: by acts, or closed without one and then with a sentence. By nobody where the host does it. */
export async function decideCase(
  unit: Unit,
  found: CaseRow,
  { acts, rule, answer }: { acts: readonly GivenAct[]; rule?: string | undefined; answer: string },
): Promise<CaseRow> {
  const isClosed = acts.length === 0;
  if (isClosed && answer === '') {
    refuseField('answer', 'needed');
  }
  await doActs(unit, found, acts, { viewer: unit.viewer, rule, words: answer });
  const moved = await moveCase(unit, found, {
    status: isClosed ? 'closed' : 'decided',
    decided_at: unit.at,
    decided_by: unit.viewer?.person_id ?? null,
    answer,
  });
  const act = isClosed ? 'case_closed' : 'case_decided';
  await keepAudit(unit, { act, kind: 'case', subject: found.id });
  const concerned = isClosed ? null : 'case_decided';
  await tellOfDecision(unit.transaction, moved, { concerned, at: unit.at });
  return moved;
}

/** Decides a case's appeal for good; a yes undoes what was done; both have a reason. */
export async function settleAppeal(
  unit: Unit,
  found: CaseRow,
  { granted, answer }: { granted: boolean; answer: string },
): Promise<CaseRow> {
  if (answer === '') {
    refuseField('answer', 'needed');
  }
  if (granted) {
    // What somebody has undone by hand meanwhile is undone.
    await undoActs(unit, found, { only: null, words: answer });
  }
  const moved = await moveCase(unit, found, {
    status: 'final',
    appeal_decided_at: unit.at,
    appeal_decided_by: unit.viewer?.person_id ?? null,
    appeal_granted: granted,
    appeal_answer: answer,
  });
  const act = granted ? 'appeal_granted' : 'appeal_refused';
  await keepAudit(unit, { act, kind: 'case', subject: found.id });
  const concerned = granted ? 'case_undone' : 'case_upheld';
  await tellOfDecision(unit.transaction, moved, { concerned, at: unit.at });
  return moved;
}
