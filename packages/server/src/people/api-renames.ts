import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { getId } from '../http/find.ts';
import { requireSiteAdmin } from '../http/office.ts';
import { giveTeamNameBack } from './api-teams.ts';
import { tellOfName } from './notices.ts';
import { hides, type KeptRename, keepRename, name, reason } from './renames.ts';

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
  const { person_id, from_name } = kept;
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
  return giveTeamNameBack(unit, kept, why);
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

/** Names of people in a site admin's hand, names given back, and whose accounts somebody has. */
export function mountRenames(api: Hono, parts: ApiParts): void {
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
    method: 'DELETE',
    path: '/moderation/renames/:id',
    schema: v.object({ reason }),
    work: (unit, { body, parameters }) =>
      undoRename(unit, getId(parameters, 'id', 'person'), body.reason),
  });
}
