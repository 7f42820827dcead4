import type { Hono } from 'hono';
import * as v from 'valibot';
import { toAccountNameSql } from '../account/account-name.ts';
import { keepAudit } from '../engine/audit.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { getId } from '../http/find.ts';
import { requireSiteAdmin } from '../http/office.ts';
import { noteUndone } from '../moderation/note-undone.ts';
import { renamePerson, undoRename } from './name-acts.ts';
import { hides, name, reason } from './renames.ts';

/** Gives a name back by hand; where a case took it, that act of the case is undone with it. */
async function takeBack(unit: Unit, id: string, why: string) {
  const given = await undoRename(unit, id, { reason: why, ofCase: false });
  await noteUndone(unit, { rename_id: id });
  return given;
}

/** Accounts elsewhere that their owner may hide; each look stands in the audit log. */
async function readAccounts(unit: Unit, id: string) {
  await requireSiteAdmin(unit);
  const accounts = await unit.transaction.query(
    `select i.provider, i.provider_id, ${toAccountNameSql('i')} as display_name
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
      takeBack(unit, getId(parameters, 'id', 'person'), body.reason),
  });
}
