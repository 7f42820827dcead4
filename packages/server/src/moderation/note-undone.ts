import type { Unit } from '../engine/unit.ts';
import { hintCase } from './api-reports.ts';

/** What was undone by hand, beside the case that did it: one of the three. */
interface Undone {
  sanction_id?: string;
  rename_id?: string;
  /** Of a team that is back. */
  team_id?: string;
}

/** Marks the act of a case as undone, if one did what somebody has undone by hand; its case moves. */
export async function noteUndone(
  unit: Unit,
  { sanction_id, rename_id, team_id }: Undone,
): Promise<void> {
  const moved = await unit.transaction.query<{ id: string; version: number }>(
    `with undone as (
       update private.case_acts a set undone_at = $4 from private.cases c
       where c.id = a.case_id and a.undone_at is null
         and (a.sanction_id = $1 or a.rename_id = $2 or a.act = 'disband_team' and c.team_id = $3)
       returning a.case_id)
     update private.cases c set version = version + 1 from (select distinct case_id from undone) u
     where c.id = u.case_id returning c.id, c.version`,
    [sanction_id ?? null, rename_id ?? null, team_id ?? null, unit.at],
  );
  for (const found of moved) {
    await hintCase(unit.transaction, found);
  }
}
