import { caseActs } from '@muster/site/pages/moderation/kinds.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
import { keepAudit } from '../engine/audit.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { id, instant, rule } from '../http/fields.ts';
import { requireFreeHand } from '../http/office.ts';
import { undoActs } from './acts.ts';
import { hintCase } from './api-reports.ts';
import { type CaseRow, findClaimEnd, getCaseId, lockCase } from './case-row.ts';
import { tellOfDecision } from './notices.ts';
import { decideCase, moveCase, settleAppeal } from './steps.ts';

/** The state of a case that somebody acts on. */
export const version = v.pipe(v.number(), v.integer(), v.minValue(1));
const sentence = v.pipe(v.string(), v.trim(), v.maxLength(1000));
const needed = v.pipe(sentence, v.minLength(1));

type LockedCase = NonNullable<Awaited<ReturnType<typeof lockCase>>>;

/** A case that the person's office lets them see, locked; nobody else is told that it is there. */
export async function getCase(unit: Unit, parameters: Record<string, string>) {
  const viewer = requireViewer(unit.viewer);
  const caseId = getCaseId(parameters);
  const found = await lockCase(unit.transaction, caseId, viewer.person_id);
  if (found?.may_decide !== true) {
    return refuse({ code: 'not_found', params: { what: 'case', id: caseId } });
  }
  await requireFreeHand(unit, viewer.person_id);
  return { viewer, found };
}

/** Refuses parties, whoever saw another state, and whoever is not the one who has it in hand. */
export async function requireActing(
  unit: Unit,
  viewer: Viewer,
  { found, seen }: { found: LockedCase; seen: number },
): Promise<void> {
  if (found.is_party) {
    refuse({ code: 'case_party', params: {} });
  }
  if (found.version !== seen) {
    refuse({ code: 'case_moved', params: { version: found.version } });
  }
  await requireUnclaimed(unit, viewer, found);
}

async function requireUnclaimed(unit: Unit, viewer: Viewer, found: CaseRow): Promise<void> {
  const until = findClaimEnd(found);
  if (until === null || until <= unit.at || found.holder_id === viewer.person_id) {
    return;
  }
  const [holder] = await unit.transaction.query<{ username: string }>(
    'select username from public.profiles where id = $1',
    [found.holder_id],
  );
  const since = found.held_at?.toISOString() ?? '';
  refuse({ code: 'case_taken', params: { by: holder?.username ?? '', since } });
}

/** Refuses what a case of another status does not take. */
export function requireStatus(found: CaseRow, ...statuses: CaseRow['status'][]): void {
  if (!statuses.includes(found.status)) {
    refuse({ code: 'case_state', params: { status: found.status } });
  }
}

/** Refuses who decided first: the appeal is somebody else's. */
export function requireNotFirst({ person_id }: Viewer, { status, decided_by }: CaseRow): void {
  if (status === 'appealed' && decided_by === person_id) {
    refuse({ code: 'own_decision', params: {} });
  }
}

function mountClaims(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/cases/:id/claim',
    schema: v.object({ take_over: v.optional(v.boolean(), false) }),
    async work(unit, { body, parameters }) {
      const { viewer, found } = await getCase(unit, parameters);
      requireStatus(found, 'open', 'appealed');
      if (found.is_party) {
        refuse({ code: 'case_party', params: {} });
      }
      requireNotFirst(viewer, found);
      if (!body.take_over) {
        await requireUnclaimed(unit, viewer, found);
      }
      await unit.transaction.query(
        'update private.cases set holder_id = $2, held_at = $3 where id = $1',
        [found.id, viewer.person_id, unit.at],
      );
      await hintCase(unit.transaction, found);
      return { version: found.version };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/cases/:id/release',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { viewer, found } = await getCase(unit, parameters);
      await unit.transaction.query(
        'update private.cases set holder_id = null, held_at = null where id = $1 and holder_id = $2',
        [found.id, viewer.person_id],
      );
      await hintCase(unit.transaction, found);
      return { version: found.version };
    },
  });
}

const name = v.pipe(v.string(), v.trim(), v.maxLength(80));
const givenAct = v.object({
  act: v.picklist(caseActs),
  until: v.optional(instant),
  name: v.optional(name),
  tag: v.optional(name),
  hides: v.optional(v.boolean()),
});
const decision = v.object({
  version,
  acts: v.pipe(v.array(givenAct), v.maxLength(caseActs.length)),
  /** Which rule a mute or a ban is given by. */
  rule: v.optional(rule),
  answer: v.optional(sentence, ''),
});

function mountDecisions(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/cases/:id/decision',
    schema: decision,
    async work(unit, { body: { version: seen, ...decided }, parameters }) {
      const { viewer, found } = await getCase(unit, parameters);
      await requireActing(unit, viewer, { found, seen });
      requireStatus(found, 'open');
      const moved = await decideCase(unit, found, decided);
      return { version: moved.version };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/cases/:id/undo',
    schema: v.object({ version, act: v.optional(v.nullable(id), null), answer: needed }),
    async work(unit, { body: { version: seen, act, answer }, parameters }) {
      const { viewer, found } = await getCase(unit, parameters);
      await requireActing(unit, viewer, { found, seen });
      requireStatus(found, 'decided', 'final');
      if (found.decided_by !== viewer.person_id && !(await isSiteAdmin(unit, viewer))) {
        refuse({ code: 'not_admin', params: {} });
      }
      if ((await undoActs(unit, found, { only: act, words: answer })) === 0) {
        refuse({ code: 'case_state', params: { status: found.status } });
      }
      const moved = await moveCase(unit, found, { answer });
      await keepAudit(unit, { act: 'case_undone', kind: 'case', subject: found.id });
      await tellOfDecision(unit.transaction, moved, { concerned: 'case_undone', at: unit.at });
      return { version: moved.version };
    },
  });
}

async function isSiteAdmin(unit: Unit, { person_id }: Viewer): Promise<boolean> {
  const rows = await unit.transaction.query(
    'select 1 from public.admins where person_id = $1 and ladder_id is null for share',
    [person_id],
  );
  return rows.length > 0;
}

function mountAppealDecision(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/cases/:id/appeal/decision',
    schema: v.object({ version, granted: v.boolean(), answer: needed }),
    async work(unit, { body: { version: seen, granted, answer }, parameters }) {
      const { viewer, found } = await getCase(unit, parameters);
      if (found.decided_by === viewer.person_id) {
        refuse({ code: 'own_decision', params: {} });
      }
      await requireActing(unit, viewer, { found, seen });
      requireStatus(found, 'appealed');
      const moved = await settleAppeal(unit, found, { granted, answer });
      return { version: moved.version };
    },
  });
}

/** What those in office do with a case. */
export function mountModerationCases(api: Hono, parts: ApiParts): void {
  mountClaims(api, parts);
  mountDecisions(api, parts);
  mountAppealDecision(api, parts);
}
