import { type Queryable, takeRow } from '@muster/database';
import type { Viewer } from '../context.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { requireViewer } from './command-route.ts';
import { requireFreedom } from './voice.ts';

/** Whether a row is there; it is held until the transaction ends, so that an office taken meanwhile ends before or after. */
async function isHeld(unit: Unit, statement: string, person: string): Promise<boolean> {
  const rows = await unit.transaction.query(`${statement} for share`, [person]);
  return rows.length > 0;
}

const siteAdmin = 'select 1 from public.admins where person_id = $1 and ladder_id is null';
const editor = 'select 1 from public.editors where person_id = $1';

/** An office does nothing while its holder is suspended or banned on the whole site. */
export function requireFreeHand(unit: Unit, personId: string): Promise<void> {
  return requireFreedom(unit.transaction, { personId, ladderId: null, at: unit.at });
}

/** The site admin who acts; anybody else is refused with `not_admin`. */
export async function requireSiteAdmin(unit: Unit): Promise<Viewer> {
  const viewer = requireViewer(unit.viewer);
  if (!(await isHeld(unit, siteAdmin, viewer.person_id))) {
    refuse({ code: 'not_admin', params: {} });
  }
  await requireFreeHand(unit, viewer.person_id);
  return viewer;
}

/** The editor who acts; site admins count as such, anybody else is refused with `not_editor`. */
export async function requireEditor(unit: Unit): Promise<Viewer> {
  const viewer = requireViewer(unit.viewer);
  const { person_id } = viewer;
  if (!(await isHeld(unit, editor, person_id)) && !(await isHeld(unit, siteAdmin, person_id))) {
    refuse({ code: 'not_editor', params: {} });
  }
  await requireFreeHand(unit, person_id);
  return viewer;
}

/** What of the league's texts somebody's offices let them write: all, or those of the ladders that they run. */
export interface Reach {
  is_all: boolean;
  ladders: { id: string; slug: string; name: string }[];
}

/** Editors and site admins write everything, a ladder's admins its own texts and the articles bound to it. */
export async function readReach(
  queryable: Queryable,
  personId: string,
  lock: '' | 'for share' = '',
): Promise<Reach> {
  const rows = await queryable.query<Reach>(
    `with seat as materialized (select ladder_id from public.admins where person_id = $1 ${lock}),
       desk as materialized (select 1 from public.editors where person_id = $1 ${lock})
     select exists (select from desk) or exists (select from seat where ladder_id is null) as is_all,
       (select coalesce(json_agg(json_build_object('id', l.id, 'slug', l.slug, 'name', l.name) order by l.position, l.slug), '[]')
         from seat join public.ladders l on l.id = seat.ladder_id) as ladders`,
    [personId],
  );
  return takeRow(rows);
}

/** Whether what belongs to a ladder, or to none, is somebody's to write. */
export const isWithin = ({ is_all, ladders }: Reach, ladderId: string | null): boolean =>
  is_all || ladders.some(({ id }) => id === ladderId);

/** Refuses with `not_editor` what belongs to no ladder of theirs; `field` where a form chose the ladder. */
export function requireWithin(reach: Reach, ladderId: string | null, field?: 'ladder'): void {
  if (!isWithin(reach, ladderId)) {
    refuse({ code: 'not_editor', params: {}, ...(field === undefined ? {} : { field }) });
  }
}

/** Whoever acts on articles, with what of them is theirs; who has none is refused with `not_editor`. */
export async function requireWriter(unit: Unit): Promise<{ viewer: Viewer; reach: Reach }> {
  const viewer = requireViewer(unit.viewer);
  const reach = await readReach(unit.transaction, viewer.person_id, 'for share');
  if (!reach.is_all && reach.ladders.length === 0) {
    refuse({ code: 'not_editor', params: {} });
  }
  await requireFreeHand(unit, viewer.person_id);
  return { viewer, reach };
}

/** The admin of a ladder who acts, or of the site; null where it is no ladder's. Anybody else is refused with `not_admin`. */
export async function requireAdminOf(unit: Unit, ladderId: string | null): Promise<Viewer> {
  if (ladderId === null) {
    return requireSiteAdmin(unit);
  }
  const viewer = requireViewer(unit.viewer);
  const { person_id } = viewer;
  const rows = await unit.transaction.query(
    `select 1 from public.admins
     where person_id = $1 and (ladder_id is null or ladder_id = $2) for share`,
    [person_id, ladderId],
  );
  if (rows.length === 0) {
    refuse({ code: 'not_admin', params: {} });
  }
  await requireFreeHand(unit, person_id);
  return viewer;
}
