import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { createId } from '../engine/ids.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { getId } from '../http/find.ts';
import { requireSiteAdmin } from '../http/office.ts';
import { keepReason } from '../http/reason.ts';
import { holdTeam } from '../team/hold.ts';
import { tellOfClosing, tellOfName, tellOfTeamName } from './notices.ts';

/** Short, as whom it concerns reads it in the notice itself. */
const reason = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300));
const name = v.pipe(v.string(), v.trim(), v.maxLength(80));

interface Renamed {
  person_id: string | null;
  team_id: string | null;
  from_name: string;
  to_name: string;
  from_tag: string | null;
  to_tag: string | null;
  reason: string;
  hides: boolean;
}

async function keepRename(unit: Unit, renamed: Renamed): Promise<string> {
  const id = createId();
  await unit.transaction.query(
    `insert into private.renames (id, person_id, team_id, from_name, to_name, from_tag, to_tag, reason, hides,
       given_by, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      ...[renamed.person_id, renamed.team_id, renamed.from_name, renamed.to_name],
      ...[renamed.from_tag, renamed.to_tag, renamed.reason, renamed.hides],
      ...[unit.viewer?.person_id ?? null, unit.at],
    ],
  );
  return id;
}

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
  const viewer = await requireSiteAdmin(unit);
  const [person] = await unit.transaction.query<{ username: string }>(
    'select username from public.profiles where id = $1 and user_id is not null for no key update',
    [id],
  );
  if (viewer.person_id === id) {
    refuse({ code: 'own_match', params: {} });
  }
  return person ?? refuse({ code: 'not_found', params: { what: 'person', id } });
}

async function setUsername(unit: Unit, id: string, to: string, from: string): Promise<void> {
  await unit.transaction.query('update public.profiles set username = $2 where id = $1', [id, to]);
  const changes = listChanges({ name: from }, { name: to });
  await keepAudit(unit, { act: 'person_renamed', kind: 'person', subject: id, changes });
}

interface PersonRename {
  name?: string | undefined;
  reason: string;
  hides: boolean;
}

async function renamePerson(unit: Unit, id: string, body: PersonRename) {
  const { username } = await holdPerson(unit, id);
  const to = await findName(unit, id, body.name);
  await setUsername(unit, id, to, username);
  const rename = await keepRename(unit, {
    ...{ person_id: id, team_id: null, from_name: username, to_name: to },
    ...{ from_tag: null, to_tag: null, reason: body.reason, hides: body.hides },
  });
  await tellOfName(unit, { rename, person: id, name: to, reason: body.reason });
  return { rename, name: to };
}

interface TeamRename {
  name: string;
  tag: string;
  reason: string;
  hides: boolean;
}

async function renameTeam(unit: Unit, slug: string, body: TeamRename) {
  await requireSiteAdmin(unit);
  const { team, ladders } = await holdTeam(unit, slug);
  const before = unit.team(team.id).team;
  const { name: to, tag } = body;
  const command = { type: 'edit_team', name: to, tag, by_office: true } as const;
  await unit.decideTeam(team.id, command, ladders);
  const after = unit.team(team.id).team;
  if (before === null || after === null) {
    return refuse({ code: 'not_found', params: { what: 'team', id: slug } });
  }
  const changes = listChanges(
    { name: before.name, tag: before.tag },
    { name: after.name, tag: after.tag },
  );
  await keepAudit(unit, { act: 'team_renamed', kind: 'team', subject: team.id, changes });
  const rename = await keepRename(unit, {
    ...{ person_id: null, team_id: team.id, from_name: before.name, to_name: after.name },
    ...{ from_tag: before.tag, to_tag: after.tag, reason: body.reason, hides: body.hides },
  });
  await tellOfTeamName(unit, { rename, team: team.id, name: after.name, reason: body.reason });
  return { rename, name: after.name };
}

interface KeptRename extends Renamed {
  id: string;
  slug: string | null;
}

/** Gives the name back, where it is free still; the name that was given goes. */
async function undoRename(unit: Unit, id: string, why: string) {
  await requireSiteAdmin(unit);
  const [kept] = await unit.transaction.query<KeptRename>(
    `select n.*, t.slug from private.renames n left join public.teams t on t.id = n.team_id
     where n.id = $1 and n.undone_at is null for update of n`,
    [id],
  );
  if (kept === undefined) {
    return refuse({ code: 'not_found', params: { what: 'name', id } });
  }
  const { person_id, slug, from_name, from_tag } = kept;
  await unit.transaction.query('update private.renames set undone_at = $2 where id = $1', [
    id,
    unit.at,
  ]);
  if (person_id !== null) {
    const { username } = await holdPerson(unit, person_id);
    const name = await findName(unit, person_id, from_name);
    await setUsername(unit, person_id, name, username);
    await tellOfName(unit, { rename: `${id}:undone`, person: person_id, name, reason: why });
    return { name };
  }
  const { team, ladders } = await holdTeam(unit, slug ?? '');
  await unit.decideTeam(
    team.id,
    {
      ...{ type: 'edit_team', name: from_name, by_office: true },
      ...(from_tag === null ? {} : { tag: from_tag }),
    },
    ladders,
  );
  await keepAudit(unit, { act: 'team_name_restored', kind: 'team', subject: team.id });
  await tellOfTeamName(unit, {
    rename: `${id}:undone`,
    team: team.id,
    name: from_name,
    reason: why,
  });
  return { name: from_name };
}

/** Ends a team: its matches and entries go by the rules of a captain's own disbanding. */
async function closeTeam(unit: Unit, slug: string, why: string) {
  await requireSiteAdmin(unit);
  const { team, ladders } = await holdTeam(unit, slug);
  const members = Object.keys(unit.team(team.id).members);
  const reason = await keepReason(unit, why);
  await unit.decideTeam(team.id, { type: 'disband_team', reason }, ladders);
  await keepAudit(unit, { act: 'team_disbanded', kind: 'team', subject: team.id });
  await tellOfClosing(unit, { team: team.id, name: team.name, members, reason: why });
  return { slug: team.slug };
}

/** Accounts elsewhere that their owner may hide; each look stands in the audit log. */
async function readAccounts(unit: Unit, id: string) {
  await requireSiteAdmin(unit);
  const accounts = await unit.transaction.query(
    `select i.provider, i.provider_id, coalesce(i.identity_data -> 'custom_claims' ->> 'global_name',
       i.identity_data ->> 'full_name', i.identity_data ->> 'name') as display_name
     from public.profiles p join auth.identities i on i.user_id = p.user_id
     where p.id = $1 order by i.provider`,
    [id],
  );
  await keepAudit(unit, { act: 'accounts_read', kind: 'person', subject: id });
  return { accounts };
}

/** Names of people and teams in a site admin's hand, the end of a team, and whose accounts somebody has. */
export function mountRenames(api: Hono, parts: ApiParts): void {
  const hides = v.optional(v.boolean(), false);
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/people/:id/name',
    schema: v.object({ name: v.optional(name), reason, hides }),
    work: (unit, { body, parameters }) =>
      renamePerson(unit, getId(parameters, 'id', 'person'), body),
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/people/:id/accounts',
    schema: v.object({}),
    work: (unit, { parameters }) => readAccounts(unit, getId(parameters, 'id', 'person')),
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/teams/:slug/name',
    schema: v.object({ name, tag: name, reason, hides }),
    work: (unit, { body, parameters }) => renameTeam(unit, parameters.slug ?? '', body),
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/teams/:slug/disband',
    schema: v.object({ reason }),
    work: (unit, { body, parameters }) => closeTeam(unit, parameters.slug ?? '', body.reason),
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/moderation/renames/:id',
    schema: v.object({ reason }),
    work: (unit, { body, parameters }) =>
      undoRename(unit, getId(parameters, 'id', 'person'), body.reason),
  });
}
