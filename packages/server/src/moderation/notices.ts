import type { Transaction } from '@muster/database';
import type { CaseAct } from '@muster/site/pages/moderation/kinds.ts';
import type { NoticeFacts } from '@muster/site/pages/notices/kinds.ts';
import type { NoticePlan } from '../notice/plan.ts';
import { writeNotices } from '../notice/write.ts';
import type { CaseRow } from './case-row.ts';

type Told = Pick<CaseRow, 'id' | 'kind' | 'version' | 'person_id' | 'team_id' | 'ladder_id'>;

const toPlan = (
  found: Told,
  kind: NoticePlan['kind'],
  { to, except }: Pick<NoticePlan, 'to' | 'except'>,
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

/** Whom a case concerns: a person, those who lead a team or led it to its end, or who wrote an article. */
async function listConcerned(transaction: Transaction, found: Told): Promise<NoticePlan['to'][]> {
  const people = await transaction.query<{ person_id: string }>(
    `select person_id from private.list_case_people($1) where part = 'concerned' order by person_id`,
    [found.id],
  );
  return people.map(({ person_id }) => ({ of: 'person', id: person_id }));
}

/** A new case: those who may decide it hear of it once, however many report the same. */
export async function tellOfCase(
  transaction: Transaction,
  found: Told,
  { by, at }: { by: string | null; at: string },
): Promise<void> {
  const to: NoticePlan['to'] =
    found.ladder_id === null ? { of: 'site_admins' } : { of: 'ladder_admins', id: found.ladder_id };
  // Articles are their editors' too; who has both offices is told once.
  const audiences = found.kind === 'article' ? [to, { of: 'editors' } as const] : [to];
  const plans = audiences.map((audience) =>
    toPlan(found, 'case_opened', { to: audience, except: by }),
  );
  await writeNotices(transaction, plans, at);
}

/** An appeal is for the site's admins, without who decided first. */
export async function tellOfAppeal(
  transaction: Transaction,
  found: CaseRow,
  at: string,
): Promise<void> {
  const audience = { to: { of: 'site_admins' }, except: found.decided_by } as const;
  await writeNotices(transaction, [toPlan(found, 'case_appealed', audience)], at);
}

interface DoneAct {
  act: CaseAct;
  /** What somebody or a team is called from then on, where it was that. */
  to_name: string | null;
}

/** What a notice says of a decision: the act on a name or a team, if there was one; the page has them all. */
async function findFacts(transaction: Transaction, found: CaseRow): Promise<NoticeFacts | null> {
  const acts = await transaction.query<DoneAct>(
    `select a.act, r.to_name from private.case_acts a left join private.renames r on r.id = a.rename_id
     where a.case_id = $1`,
    [found.id],
  );
  if (acts.every(({ act }) => act === 'mute' || act === 'ban')) {
    return null;
  }
  const has = (asked: CaseAct) => acts.some(({ act }) => act === asked);
  const { answer: reason } = found;
  const name = acts.find(({ to_name }) => to_name !== null)?.to_name ?? null;
  if (found.person_id !== null) {
    return name === null ? {} : { did: 'person_renamed', name, reason };
  }
  const [team] = await transaction.query<{ name: string }>(
    'select name from public.teams where id = $1',
    [found.team_id],
  );
  if (has('disband_team')) {
    return { did: 'team_closed', team: team?.name ?? '', reason };
  }
  return name === null ? {} : { did: 'team_renamed', team: name, reason };
}

/**
 * Everybody who reported is answered together; whom it concerns hears of it where something was done, once: of a
 * sanction its own notice tells, and of a name or a team's end none but this one.
 */
export async function tellOfDecision(
  transaction: Transaction,
  found: CaseRow,
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
    toPlan(found, 'report_answered', { to: { of: 'person', id: person_id }, except: null }),
  );
  const facts = concerned === 'case_decided' ? await findFacts(transaction, found) : {};
  const told = concerned === null || facts === null ? [] : await listConcerned(transaction, found);
  const own = told.flatMap((to): NoticePlan[] => {
    if (concerned === null) {
      return [];
    }
    const plan = toPlan(found, concerned, { to, except: null });
    return [{ ...plan, team_id: found.team_id, facts: { ...plan.facts, ...facts } }];
  });
  await writeNotices(transaction, [...plans, ...own], at);
}

/** Who is asked something in a case hears of it. */
export function tellOfQuestion(
  transaction: Transaction,
  found: Told,
  { to, at }: { to: string; at: string },
): Promise<void> {
  const plan = toPlan(found, 'case_question', { to: { of: 'person', id: to }, except: null });
  return writeNotices(transaction, [plan], at);
}

/** Who asked hears of the answer. */
export async function tellOfAnswer(
  transaction: Transaction,
  found: Told,
  { to, at }: { to: string | null; at: string },
): Promise<void> {
  if (to !== null) {
    const plan = toPlan(found, 'case_answered', { to: { of: 'person', id: to }, except: null });
    await writeNotices(transaction, [plan], at);
  }
}
