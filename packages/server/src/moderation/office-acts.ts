import type { CaseAct } from '@muster/site/pages/moderation/kinds.ts';
import { Refused, refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { renamePerson, renameTeam, undoRename } from '../people/name-acts.ts';
import { closeTeam, restoreTeam } from '../people/team-acts.ts';
import type { CaseRow } from './case-row.ts';

/** What is given with an act on a name: of a team both, of a person none where one is made up. */
export interface GivenName {
  name?: string | undefined;
  tag?: string | undefined;
  /** Whether the log masks the name that was; it does unless said otherwise. */
  hides?: boolean | undefined;
}

const onNames: readonly CaseAct[] = ['rename_team', 'rename_person'];

/** Those whom the case concerns hear of its acts with the decision. */
const ofCase = true;

/** Whether an act takes a name away or ends a team: what site admins do on pages of their own too. */
export const isOfficeAct = (act: CaseAct) => act === 'disband_team' || onNames.includes(act);

/** Refuses a new name that an act needs and has not, or has and does not take. */
export function requireName(act: CaseAct, { name, tag, hides }: GivenName): void {
  if (act === 'rename_team' && (name === undefined || tag === undefined)) {
    refuseField(name === undefined ? 'name' : 'tag', 'needed');
  }
  if (tag !== undefined && act !== 'rename_team') {
    refuseField('tag');
  }
  if ((name !== undefined || hides !== undefined) && !onNames.includes(act)) {
    refuseField('name');
  }
}

/** A team's word in addresses; it is there even where the team has gone. */
async function getSlug(unit: Unit, { team_id }: CaseRow): Promise<string> {
  const [team] = await unit.transaction.query<{ slug: string }>(
    'select slug from public.teams where id = $1',
    [team_id],
  );
  return team?.slug ?? refuse({ code: 'not_found', params: { what: 'team', id: team_id ?? '' } });
}

/** Does an act on a name or a team's end, and tells others of the team; returns the renaming, where it was one. */
export async function doOfficeAct(
  unit: Unit,
  found: CaseRow,
  { act, name, tag, hides = true, reason }: GivenName & { act: CaseAct; reason: string },
): Promise<string | null> {
  if (act === 'disband_team') {
    await closeTeam(unit, await getSlug(unit, found), { reason, ofCase });
    return null;
  }
  if (act === 'rename_team') {
    const names = { name: name ?? '', tag: tag ?? '' };
    const slug = await getSlug(unit, found);
    return (await renameTeam(unit, slug, { ...names, reason, hides, ofCase })).rename;
  }
  const id = found.person_id ?? refuseField('acts', 'act');
  return (await renamePerson(unit, id, { name, reason, hides, ofCase })).rename;
}

interface KeptOfficeAct {
  act: CaseAct;
  rename_id: string | null;
}

/** Undoes such an act as far as it can be: a team that is back is left alone, and so is a name chosen since. */
export async function undoOfficeAct(
  unit: Unit,
  found: CaseRow,
  { act, rename_id, reason }: KeptOfficeAct & { reason: string },
): Promise<void> {
  if (rename_id !== null) {
    await giveNameBack(unit, rename_id, reason);
  } else if (act === 'disband_team') {
    const [gone] = await unit.transaction.query(
      'select 1 from public.teams where id = $1 and disbanded_at is not null',
      [found.team_id],
    );
    if (gone !== undefined) {
      await restoreTeam(unit, await getSlug(unit, found), { reason, ofCase });
    }
  }
}

const namesOfOthers = ['name_taken', 'name_confusable', 'team_disbanded', 'not_found'];

/** Where the name is somebody else's by now, it is no longer kept from whom it was taken, and theirs stays. */
async function giveNameBack(unit: Unit, rename_id: string, reason: string): Promise<void> {
  const [kept] = await unit.transaction.query<{ is_worn: boolean }>(
    `select coalesce(p.username, t.name) = r.to_name as is_worn from private.renames r
     left join public.profiles p on p.id = r.person_id left join public.teams t on t.id = r.team_id
     where r.id = $1 and r.undone_at is null`,
    [rename_id],
  );
  if (kept === undefined) {
    return;
  }
  if (!kept.is_worn) {
    await unit.transaction.query('update private.renames set undone_at = $2 where id = $1', [
      rename_id,
      unit.at,
    ]);
    return;
  }
  try {
    await undoRename(unit, rename_id, { reason, ofCase });
  } catch (error) {
    if (!(error instanceof Refused) || !namesOfOthers.includes(error.refusal.code)) {
      throw error;
    }
  }
}
