import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit } from '../engine/audit.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { words } from '../http/fields.ts';
import { getId } from '../http/find.ts';
import { requireAdminOf } from '../http/office.ts';
import { keepReason } from '../http/reason.ts';
import { hintOffices } from '../notice/hint-offices.ts';
import { toClaimHoldsSql } from '../page/claims.ts';
import { tellOfAnswer, tellOfAppeal } from './notices.ts';
import { toAppealEnd } from './record.ts';

interface AppealedRow {
  id: string;
  person_id: string;
  ladder_id: string | null;
  kind: string;
  given_by: string | null;
  starts_at: Date;
  is_lifted: boolean;
  has_appeal: boolean;
  is_decided: boolean;
  /** The case that gave it. */
  case_id: string | null;
  /** Who has its appeal in hand still. */
  holder_id: string | null;
  holder: string | null;
  held_at: Date | null;
  /** Whether who acts is on a team with whom it holds against. */
  is_mate: boolean;
}

/** The sanction of an address, held with its appeal until the transaction ends. */
async function getSanction(unit: Unit, id: string): Promise<AppealedRow> {
  await unit.hold(['site']);
  const [row] = await unit.transaction.query<AppealedRow>(
    `select s.id, s.person_id, s.ladder_id, s.kind, s.given_by, s.starts_at, s.is_lifted,
       q.sanction_id is not null as has_appeal, q.decided_at is not null as is_decided,
       (select a.case_id from private.case_acts a where a.sanction_id = s.id) as case_id,
       h.id as holder_id, h.username as holder, q.held_at,
       exists (select from public.rosters theirs join public.rosters own using (team_id)
         where theirs.person_id = s.person_id and own.person_id = $2) as is_mate
     from public.sanctions s left join private.sanction_appeals q on q.sanction_id = s.id
     left join public.profiles h on h.id = q.holder_id and ${toClaimHoldsSql('case', 'q.held_at', '$3')}
     where s.id = $1`,
    [id, unit.viewer?.person_id ?? null, unit.at],
  );
  return row ?? refuse({ code: 'not_found', params: { what: 'sanction', id } });
}

/** Once, within its days, by the person whom it holds against: to others it is not there. */
export async function makeAppeal(unit: Unit, id: string, text: string): Promise<void> {
  const viewer = requireViewer(unit.viewer);
  const sanction = await getSanction(unit, id);
  if (sanction.person_id !== viewer.person_id || sanction.is_lifted) {
    refuse({ code: 'not_found', params: { what: 'sanction', id } });
  }
  if (sanction.case_id !== null) {
    // One decision has one appeal: that of its case, whatever it did.
    refuse({ code: 'appealed_with_case', params: { case: sanction.case_id } });
  }
  if (sanction.has_appeal) {
    refuse({ code: 'appeal_used', params: {} });
  }
  const until = toAppealEnd(sanction.starts_at.toISOString());
  if (unit.at > until) {
    refuse({ code: 'deadline_passed', params: { at: until } });
  }
  await unit.transaction.query(
    `insert into private.sanction_appeals (sanction_id, person_id, words, made_at)
     values ($1, $2, $3, $4)`,
    [id, viewer.person_id, text, unit.at],
  );
  await tellOfAppeal(unit, sanction);
}

interface Answer {
  is_granted: boolean;
  reason: string;
}

/** The open appeal of a sanction, for an admin who neither gave that nor has a part in it. */
async function getOpenAppeal(unit: Unit, id: string) {
  const sanction = await getSanction(unit, id);
  const viewer = await requireAdminOf(unit, sanction.ladder_id);
  if ([sanction.given_by, sanction.person_id].includes(viewer.person_id) || sanction.is_mate) {
    refuse({ code: 'own_match', params: {} });
  }
  if (!sanction.has_appeal || sanction.is_decided || sanction.is_lifted) {
    refuse({ code: 'not_found', params: { what: 'appeal', id } });
  }
  return { sanction, viewer };
}

/** Refuses who would decide what another admin has in hand. */
function requireUnheld({ holder_id, holder, held_at }: AppealedRow, personId: string): void {
  if (holder_id !== null && holder_id !== personId) {
    const since = held_at?.toISOString() ?? '';
    refuse({ code: 'case_taken', params: { by: holder ?? '', since } });
  }
}

/** Takes the appeal in hand, or gives it back. */
async function holdAppeal(unit: Unit, id: string, { take_over }: { take_over: boolean }) {
  const { sanction, viewer } = await getOpenAppeal(unit, id);
  if (!take_over) {
    requireUnheld(sanction, viewer.person_id);
  }
  await unit.transaction.query(
    'update private.sanction_appeals set holder_id = $2, held_at = $3 where sanction_id = $1',
    [id, viewer.person_id, unit.at],
  );
  await hintOffices(unit.transaction, sanction.ladder_id);
}

async function releaseAppeal(unit: Unit, id: string): Promise<void> {
  const { sanction, viewer } = await getOpenAppeal(unit, id);
  await unit.transaction.query(
    `update private.sanction_appeals set holder_id = null, held_at = null
     where sanction_id = $1 and holder_id = $2`,
    [id, viewer.person_id],
  );
  await hintOffices(unit.transaction, sanction.ladder_id);
}

async function answerAppeal(unit: Unit, id: string, answer: Answer) {
  const { sanction, viewer } = await getOpenAppeal(unit, id);
  requireUnheld(sanction, viewer.person_id);
  await settleSanctionAppeal(unit, sanction, answer);
}

/** The host's answer, where nobody in office may give one; yes lifts the sanction. */
export async function answerAppealAsHost(unit: Unit, id: string, answer: Answer): Promise<void> {
  await settleSanctionAppeal(unit, await getSanction(unit, id), answer);
}

/** Yes and no are both acts; yes lifts the sanction. */
async function settleSanctionAppeal(
  unit: Unit,
  sanction: AppealedRow,
  { is_granted, reason }: Answer,
): Promise<void> {
  const { id, ladder_id } = sanction;
  await unit.transaction.query(
    `update private.sanction_appeals
     set decided_by = $2, decided_at = $3, is_granted = $4, answer = $5, holder_id = null, held_at = null
     where sanction_id = $1`,
    [id, unit.viewer?.person_id ?? null, unit.at, is_granted, reason],
  );
  if (is_granted) {
    const text = await keepReason(unit, reason);
    const isSystem = unit.viewer === null;
    await unit.decideSite({ type: 'lift_sanction', sanction_id: id, reason: text }, { isSystem });
  }
  await keepAudit(unit, {
    act: is_granted ? 'appeal_granted' : 'appeal_refused',
    kind: 'sanction',
    subject: id,
  });
  await tellOfAnswer(unit, sanction, is_granted);
  await hintOffices(unit.transaction, ladder_id);
}

/** Appeals of sanctions: made by the person, answered by another admin than the first. */
export function mountSanctionAppeals(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/sanctions/:id/appeal',
    schema: v.object({ text: words }),
    async work(unit, { body, parameters }) {
      await makeAppeal(unit, getId(parameters, 'id', 'sanction'), body.text);
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/sanctions/:id/appeal/claim',
    schema: v.object({ take_over: v.optional(v.boolean(), false) }),
    async work(unit, { body, parameters }) {
      await holdAppeal(unit, getId(parameters, 'id', 'sanction'), body);
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/sanctions/:id/appeal/release',
    schema: v.object({}),
    async work(unit, { parameters }) {
      await releaseAppeal(unit, getId(parameters, 'id', 'sanction'));
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/sanctions/:id/appeal/answer',
    schema: v.object({ is_granted: v.boolean(), reason: words }),
    async work(unit, { body, parameters }) {
      await answerAppeal(unit, getId(parameters, 'id', 'sanction'), body);
      return {};
    },
  });
}
