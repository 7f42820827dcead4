import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { hintCase } from './api-reports.ts';
import { appealWithin, type CaseRow, getCaseId } from './case-row.ts';
import { toConcernsSql } from './concerned.ts';
import { tellOfAppeal } from './notices.ts';

const appeal = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000));

/** The case, if it concerns the person: it is about them, or about a team that they lead. */
async function getOwnCase(unit: Unit, caseId: string): Promise<CaseRow> {
  const { person_id } = requireViewer(unit.viewer);
  const [found] = await unit.transaction.query<CaseRow>(
    `select c.* from private.cases c where c.id = $1 and ${toConcernsSql('$2')} for update of c`,
    [caseId, person_id],
  );
  return found ?? refuse({ code: 'not_found', params: { what: 'case', id: caseId } });
}

/** Whom a decision concerns appeals once, while there is time; it goes to somebody else. */
export function mountAppeals(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/cases/:id/appeal',
    schema: v.object({ text: appeal }),
    async work(unit, { body, parameters }) {
      const found = await getOwnCase(unit, getCaseId(parameters));
      if (found.appealed_at !== null) {
        refuse({ code: 'appeal_used', params: {} });
      }
      const [act] = await unit.transaction.query(
        'select 1 from private.case_acts where case_id = $1 and undone_at is null limit 1',
        [found.id],
      );
      if (found.status !== 'decided' || found.decided_at === null || act === undefined) {
        return refuse({ code: 'case_state', params: { status: found.status } });
      }
      const until = new Date(found.decided_at.getTime() + appealWithin).toISOString();
      if (unit.at > until) {
        refuse({ code: 'deadline_passed', params: { at: until } });
      }
      const [moved] = await unit.transaction.query<CaseRow>(
        `update private.cases set status = 'appealed', version = version + 1, appealed_at = $2,
           appeal = $3, holder_id = null, held_at = null where id = $1 returning *`,
        [found.id, unit.at, body.text],
      );
      await tellOfAppeal(unit.transaction, moved ?? found, unit.at);
      await hintCase(unit.transaction, moved ?? found);
      return {};
    },
  });
}
