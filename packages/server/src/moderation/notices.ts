import type { Transaction } from '@muster/database';
import type { NoticePlan } from '../notice/plan.ts';
import { writeNotices } from '../notice/write.ts';
import type { CaseRow } from './case-row.ts';

type Told = Pick<CaseRow, 'id' | 'version' | 'person_id' | 'team_id' | 'ladder_id'>;

const toPlan = (
  found: Told,
  kind: NoticePlan['kind'],
  to: NoticePlan['to'],
  except: string | null = null,
): NoticePlan => ({
  kind,
  to,
  except,
  // Each step of a case is told once.
  origin: `${kind}:${found.id}:${found.version}`,
  ladder_id: null,
  match_id: null,
  team_id: null,
  other_id: null,
  facts: { case: found.id },
});

/** Whom a case concerns: a person, or those who lead a team or led it to its end. */
async function listConcerned(transaction: Transaction, found: Told): Promise<NoticePlan['to'][]> {
  if (found.person_id !== null) {
    return [{ of: 'person', id: found.person_id }];
  }
  const leaders = await transaction.query<{ person_id: string }>(
    `select person_id from private.list_team_people($1) where role in ('captain', 'co_captain')`,
    [found.team_id],
  );
  return leaders.map(({ person_id }) => ({ of: 'person', id: person_id }));
}

/** A new case: those who may decide it hear of it once, however many report the same. */
export async function tellOfCase(
  transaction: Transaction,
  found: Told,
  { by, at }: { by: string | null; at: string },
): Promise<void> {
  const to: NoticePlan['to'] =
    found.ladder_id === null ? { of: 'site_admins' } : { of: 'ladder_admins', id: found.ladder_id };
  await writeNotices(transaction, [toPlan(found, 'case_opened', to, by)], at);
}

/** An appeal is for the site's admins, without who decided first. */
export async function tellOfAppeal(
  transaction: Transaction,
  found: CaseRow,
  at: string,
): Promise<void> {
  const plan = toPlan(found, 'case_appealed', { of: 'site_admins' }, found.decided_by);
  await writeNotices(transaction, [plan], at);
}

/** Everybody who reported is answered together; whom it concerns hears of it where something was done. */
export async function tellOfDecision(
  transaction: Transaction,
  found: Told,
  {
    concerned,
    at,
  }: { concerned: 'case_decided' | 'case_undone' | 'case_upheld' | null; at: string },
): Promise<void> {
  const reporters = await transaction.query<{ person_id: string }>(
    'select person_id from private.reports where case_id = $1 and person_id is not null',
    [found.id],
  );
  const plans = reporters.map(({ person_id }) =>
    toPlan(found, 'report_answered', { of: 'person', id: person_id }),
  );
  const told = concerned === null ? [] : await listConcerned(transaction, found);
  const own = told.flatMap((to) => (concerned === null ? [] : [toPlan(found, concerned, to)]));
  await writeNotices(transaction, [...plans, ...own], at);
}

/** Who is asked something in a case hears of it. */
export function tellOfQuestion(
  transaction: Transaction,
  found: Told,
  { to, at }: { to: string; at: string },
): Promise<void> {
  return writeNotices(transaction, [toPlan(found, 'case_question', { of: 'person', id: to })], at);
}

/** Who asked hears of the answer. */
export async function tellOfAnswer(
  transaction: Transaction,
  found: Told,
  { to, at }: { to: string | null; at: string },
): Promise<void> {
  if (to !== null) {
    await writeNotices(transaction, [toPlan(found, 'case_answered', { of: 'person', id: to })], at);
  }
}
