import type { Viewer } from '../context.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { requireViewer } from './command-route.ts';

/** Whether a row is there; it is held until the transaction ends, so that an office taken meanwhile ends before or after. */
async function isHeld(unit: Unit, statement: string, person: string): Promise<boolean> {
  const rows = await unit.transaction.query(`${statement} for share`, [person]);
  return rows.length > 0;
}

const siteAdmin = 'select 1 from public.admins where person_id = $1 and ladder_id is null';
const editor = 'select 1 from public.editors where person_id = $1';

/** The site admin who acts; anybody else is refused with `not_admin`. */
export async function requireSiteAdmin(unit: Unit): Promise<Viewer> {
  const viewer = requireViewer(unit.viewer);
  if (!(await isHeld(unit, siteAdmin, viewer.person_id))) {
    refuse({ code: 'not_admin', params: {} });
  }
  return viewer;
}

/** The editor who acts; site admins count as such, anybody else is refused with `not_editor`. */
export async function requireEditor(unit: Unit): Promise<Viewer> {
  const viewer = requireViewer(unit.viewer);
  const { person_id } = viewer;
  if (!(await isHeld(unit, editor, person_id)) && !(await isHeld(unit, siteAdmin, person_id))) {
    refuse({ code: 'not_editor', params: {} });
  }
  return viewer;
}
