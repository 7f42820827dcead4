import type { Queryable } from '@muster/database';
import type { ReportedThing } from '@muster/site/pages/moderation/data.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
import { keepAudit } from '../engine/audit.ts';
import { refuseMissing } from '../engine/refusal.ts';
import { serveFile } from '../files/serve.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { isUuid } from '../http/find.ts';
import { toFreeSql } from '../page/case-office.ts';
import { getCase } from './api-cases.ts';
import { mayDecide } from './case-row.ts';

/** How long after the press its picture is shown, in milliseconds. */
const pressLasts = 30 * 60 * 1000;

/** The file of what is hidden of a case `c`, as large as it is kept: a piece of evidence, or a team's picture. */
const hiddenFile = `coalesce(
  (select e.file_id from private.match_evidence e
    where c.kind = 'evidence' and e.id::text = c.subject and e.kind = 'image' and e.hidden_at is not null),
  (select r.large_id from private.case_acts a join private.removed_logos r on r.act_id = a.id
    where a.case_id = c.id order by a.at desc limit 1))`;

/** What was reported, where the hidden picture is at the case's own address: its place has none any more. */
async function listThings(queryable: Queryable, caseId: string): Promise<ReportedThing[]> {
  const rows = await queryable.query<{ snapshot: ReportedThing; is_hidden: boolean }>(
    `select t.snapshot, ${hiddenFile} is not null and (c.kind = 'evidence' or exists (
        select from private.case_acts a join private.removed_logos r on r.act_id = a.id
        where a.case_id = c.id and strpos(t.snapshot ->> 'picture', r.key) > 0)) as is_hidden
     from private.cases c cross join lateral (
       select snapshot from private.reports where case_id = c.id and snapshot <> '{}'
       group by snapshot order by min(reported_at) limit 20) t
     where c.id = $1`,
    [caseId],
  );
  return rows.map(({ snapshot, is_hidden }) => ({
    ...snapshot,
    picture:
      is_hidden && snapshot.picture !== null
        ? `/api/moderation/cases/${caseId}/picture`
        : snapshot.picture,
  }));
}

/** The hidden picture's file for whoever's office decides the case and whose press is written down; null for others. */
async function findFile(
  queryable: Queryable,
  { caseId, viewer, now }: { caseId: string; viewer: Viewer; now: Date },
): Promise<string | null> {
  const [row] = await queryable.query<{ file: string | null }>(
    `select ${hiddenFile} as file from private.cases c
     where c.id = $1 and ${mayDecide} and ${toFreeSql('$2', '$4')} and exists (select 1 from private.audit_log l
       where l.act = 'withheld_read' and l.kind = 'case' and l.subject = c.id::text and l.person_id = $2 and l.at > $3)`,
    [caseId, viewer.person_id, new Date(now.getTime() - pressLasts), now],
  );
  return row?.file ?? null;
}

/** What is hidden is read by a press of its own, and that is written down; its picture is seen for a while after it. */
export function mountWithheld(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/cases/:id/withheld',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { found } = await getCase(unit, parameters);
      await keepAudit(unit, { act: 'withheld_read', kind: 'case', subject: found.id });
      return { things: await listThings(unit.transaction, found.id) };
    },
  });
  api.get('/moderation/cases/:id/picture', async (context) => {
    const { database, now } = parts.league;
    const caseId = context.req.param('id').toLowerCase();
    const { viewer } = await parts.resolveContext(context.req.raw);
    const file =
      viewer === null || !isUuid(caseId)
        ? null
        : await findFile(database, { caseId, viewer, now: now() });
    const answer =
      file === null
        ? null
        : await serveFile(parts.league, context.req.raw, { id: file, caching: 'asked' });
    return answer ?? refuseMissing('picture');
  });
}
