import { hintChannel, toHintPayload } from '@muster/backend';
import type { Transaction } from '@muster/database';
import { reportReasons, thingKinds } from '@muster/site/pages/moderation/kinds.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { most, requireRoom } from '../http/limits.ts';
import { hintAllOffices } from '../notice/hint-offices.ts';
import type { CaseRow } from './case-row.ts';
import { tellOfCase } from './notices.ts';
import { allCasesTopic } from './queue.ts';
import { findThing } from './things.ts';

const reportsPerMinute = 10;

const report = v.object({
  kind: v.picklist(thingKinds),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  reason: v.picklist(reportReasons),
  text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500)), ''),
});
type Report = v.InferOutput<typeof report>;

/** Tells whoever has the case or the list of cases open that there is something new. */
export async function hintCase(
  transaction: Transaction,
  { id, version }: { id: string; version: number },
): Promise<void> {
  for (const topic of [`case:${id}`, allCasesTopic]) {
    await transaction.notify(hintChannel, toHintPayload({ topic, id: topic.slice(5), version }));
  }
  await hintAllOffices(transaction);
}

/** One person's open reports and those of a day are bounded; changing one that is there is none more. */
async function requireReportsLeft(unit: Unit, personId: string, caseId: string): Promise<void> {
  const [count] = await unit.transaction.query<{ own: number; open: number; day: number }>(
    `select count(*) filter (where r.case_id = $2)::integer as own,
       count(*) filter (where c.status = 'open')::integer as open,
       count(*) filter (where r.reported_at > $3::timestamptz - interval '1 day')::integer as day
     from private.reports r join private.cases c on c.id = r.case_id where r.person_id = $1`,
    [personId, caseId, unit.at],
  );
  if (count !== undefined && count.own === 0) {
    requireRoom(count.open, most.openReports);
    requireRoom(count.day, most.reportsADay, 'daily_limit');
  }
}

/** Keeps what the viewer says of a thing that they see, in the open case of it. */
export async function keepReport(unit: Unit, body: Report): Promise<{ id: string }> {
  const { person_id: personId } = requireViewer(unit.viewer);
  const { kind, id, reason, text } = body;
  const { transaction, at } = unit;
  const thing =
    (await findThing(transaction, { kind, id, personId, at })) ??
    refuse({ code: 'not_found', params: { what: kind, id } });
  if (thing.is_own) {
    refuse({ code: 'own_thing', params: {} });
  }
  // One person's reports are counted one after the other.
  await transaction.query('select 1 from public.profiles where id = $1 for no key update', [
    personId,
  ]);
  const { subject, person_id, team_id, ladder_id, match_id, scrim_id, snapshot } = thing;
  const [found] = await transaction.query<CaseRow & { reports: number }>(
    `insert into private.cases
       (id, kind, subject, person_id, team_id, ladder_id, match_id, scrim_id, opened_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (kind, subject) where status = 'open' do update set subject = excluded.subject
     returning *, (select count(*)::integer from private.reports r where r.case_id = cases.id) as reports`,
    [createId(), kind, subject, person_id, team_id, ladder_id, match_id, scrim_id, at],
  );
  if (found === undefined) {
    throw new Error('the case was neither there nor made');
  }
  // While this waited for the case, it may have been decided, and the thing hidden.
  if ((await findThing(transaction, { kind, id, personId, at })) === null) {
    refuse({ code: 'not_found', params: { what: kind, id } });
  }
  await requireReportsLeft(unit, personId, found.id);
  const isNew = found.reports === 0;
  const [kept] = await transaction.query<{ id: string }>(
    `insert into private.reports (id, case_id, person_id, reason, words, snapshot, reported_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (case_id, person_id) do update
       set reason = excluded.reason, words = excluded.words, snapshot = excluded.snapshot
     returning id`,
    [createId(), found.id, personId, reason, text, JSON.stringify(snapshot), at],
  );
  if (isNew) {
    await tellOfCase(transaction, found, { by: personId, at });
  }
  const [told] = await transaction.query<{ version: number }>(
    'select version from private.cases where id = $1',
    [found.id],
  );
  await hintCase(transaction, { ...found, ...told });
  return { id: kept?.id ?? '' };
}

/** A text, a picture, a name or a person is reported from where it stands. */
export function mountReports(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/reports',
    perMinute: reportsPerMinute,
    schema: report,
    work: (unit, { body }) => keepReport(unit, body),
  });
}
