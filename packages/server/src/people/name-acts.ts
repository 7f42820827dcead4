import { keepAudit, listChanges } from '../engine/audit.ts';
import { findFreeSlug, toSlug } from '../engine/project/team.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { renameSlug } from '../http/former-slugs.ts';
import { holdTeam } from '../team/hold.ts';
import { listTold, tellOfName, tellOfTeamName } from './notices.ts';
import { type KeptRename, keepRename } from './renames.ts';
import { requireSiteOffice } from './site-office.ts';

/** The name that somebody gets: the one wished for, if it is free and fit, else one made up. */
async function findName(unit: Unit, person: string, wish: string | undefined): Promise<string> {
  const [row] = await unit.transaction.query<{
    fits: string | null;
    is_free: boolean;
    made: string;
  }>(
    `select private.parse_name($2, 2, 32) as fits, private.is_name_free($2, $1) as is_free,
       private.find_free_name('player-' || substr(md5(random()::text), 1, 4)) as made`,
    [person, wish ?? ''],
  );
  if (wish === undefined) {
    return row?.made ?? '';
  }
  if (row?.fits == null) {
    return refuse({ code: 'name_invalid', params: { minimum: 2, maximum: 32 }, field: 'name' });
  }
  return row.is_free
    ? row.fits
    : refuse({ code: 'name_taken', params: { name: row.fits }, field: 'name' });
}

/** The person by id, held; refused where nobody is, and for oneself. */
async function holdPerson(unit: Unit, id: string): Promise<{ username: string }> {
  await requireSiteOffice(unit);
  const [person] = await unit.transaction.query<{ username: string }>(
    'select username from public.profiles where id = $1 and user_id is not null for no key update',
    [id],
  );
  if (unit.viewer?.person_id === id) {
    refuse({ code: 'own_match', params: {} });
  }
  return person ?? refuse({ code: 'not_found', params: { what: 'person', id } });
}

async function setUsername(unit: Unit, id: string, to: string, from: string): Promise<void> {
  await unit.transaction.query('update public.profiles set username = $2 where id = $1', [id, to]);
  const changes = listChanges({ name: from }, { name: to });
  await keepAudit(unit, { act: 'person_renamed', kind: 'person', subject: id, changes });
}

export interface PersonRename {
  name?: string | undefined;
  reason: string;
  hides: boolean;
  /** Whom a case concerns hears of it with its decision alone. */
  ofCase?: boolean;
}

/** Gives somebody another name, or one that is made up, and tells them why. */
export async function renamePerson(unit: Unit, id: string, body: PersonRename) {
  const { username } = await holdPerson(unit, id);
  const to = await findName(unit, id, body.name);
  await setUsername(unit, id, to, username);
  const rename = await keepRename(unit, {
    ...{ person_id: id, team_id: null, from_name: username, to_name: to },
    ...{ from_tag: null, to_tag: null, reason: body.reason, hides: body.hides },
  });
  if (body.ofCase !== true) {
    await tellOfName(unit, { rename, person: id, name: to, reason: body.reason });
  }
  return { rename, name: to };
}

export interface TeamRename {
  name: string;
  tag: string;
  reason: string;
  hides: boolean;
  ofCase?: boolean;
}

/** An address made of a hidden name would go on telling it: the team gets one of its new name, to which the old one leads. */
async function moveAddress({ transaction }: Unit, from: string, name: string): Promise<string> {
  const to = await findFreeSlug(transaction, name);
  await renameSlug(transaction, 'teams', { from, to });
  return to;
}

/** Gives a team the address back that it had under its former name, where the rename took it. */
async function giveAddressBack({ transaction }: Unit, from: string, name: string): Promise<void> {
  const [row] = await transaction.query<{ former: string }>(
    `select former from private.former_slugs
     where kind = 'teams' and slug = $1 and former ~ ('^' || $2 || '(-[0-9]+)?$')
     order by former limit 1`,
    [from, toSlug(name)],
  );
  if (row !== undefined) {
    await renameSlug(transaction, 'teams', { from, to: row.former });
  }
}

/** Gives a team another name and tag, and tells its people why. */
export async function renameTeam(unit: Unit, slug: string, body: TeamRename) {
  await requireSiteOffice(unit);
  const { team, ladders } = await holdTeam(unit, slug);
  const before = unit.team(team.id).team;
  const { name: to, tag } = body;
  const command = { type: 'edit_team', name: to, tag, by_office: true } as const;
  await unit.decideTeamInOffice(team.id, command, ladders);
  const after = unit.team(team.id).team;
  if (before === null || after === null) {
    return refuse({ code: 'not_found', params: { what: 'team', id: slug } });
  }
  if (before.name === after.name && before.tag === after.tag) {
    refuseField('name');
  }
  const changes = listChanges(
    { name: before.name, tag: before.tag },
    { name: after.name, tag: after.tag },
  );
  await keepAudit(unit, { act: 'team_renamed', kind: 'team', subject: team.id, changes });
  const isHidden = body.hides && before.name !== after.name;
  const address = isHidden ? await moveAddress(unit, team.slug, after.name) : team.slug;
  const rename = await keepRename(unit, {
    ...{ person_id: null, team_id: team.id, from_name: before.name, to_name: after.name },
    ...{
      from_tag: before.tag,
      to_tag: after.tag,
      reason: body.reason,
      hides: isHidden,
    },
  });
  await tellOfTeamName(unit, {
    ...{ rename, team: team.id, name: after.name },
    ...{ reason: body.reason, roles: listTold(body) },
  });
  return { rename, name: after.name, slug: address };
}

interface GivenBack {
  reason: string;
  /** Whom a case concerns hears of it with the case alone. */
  ofCase: boolean;
}

/** Gives a team the name back that an admin took. */
async function giveTeamNameBack(unit: Unit, kept: KeptRename, { reason, ofCase }: GivenBack) {
  const { id, slug, from_name, from_tag } = kept;
  const { team, ladders } = await holdTeam(unit, slug ?? '');
  const names = { name: from_name, ...(from_tag === null ? {} : { tag: from_tag }) };
  await unit.decideTeamInOffice(team.id, { type: 'edit_team', ...names, by_office: true }, ladders);
  await giveAddressBack(unit, team.slug, from_name);
  await keepAudit(unit, { act: 'team_name_restored', kind: 'team', subject: team.id });
  await tellOfTeamName(unit, {
    ...{ rename: `${id}:undone`, team: team.id, name: from_name },
    ...{ reason, roles: listTold({ ofCase }) },
  });
  return { name: from_name };
}

/** Gives the name back, where it is free still; the name that was given goes. */
export async function undoRename(unit: Unit, id: string, back: GivenBack) {
  await requireSiteOffice(unit);
  const [kept] = await unit.transaction.query<KeptRename>(
    `select n.*, t.slug from private.renames n left join public.teams t on t.id = n.team_id
     where n.id = $1 and n.undone_at is null for update of n`,
    [id],
  );
  if (kept === undefined) {
    return refuse({ code: 'not_found', params: { what: 'name', id } });
  }
  const { person_id, from_name } = kept;
  await unit.transaction.query('update private.renames set undone_at = $2 where id = $1', [
    id,
    unit.at,
  ]);
  if (person_id !== null) {
    const { username } = await holdPerson(unit, person_id);
    const name = await findName(unit, person_id, from_name);
    await setUsername(unit, person_id, name, username);
    if (!back.ofCase) {
      const { reason } = back;
      await tellOfName(unit, { rename: `${id}:undone`, person: person_id, name, reason });
    }
    return { name };
  }
  return giveTeamNameBack(unit, kept, back);
}
