import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { findFreeSlug, toSlug } from '../engine/project/team.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { renameSlug } from '../http/former-slugs.ts';
import { requireSiteAdmin } from '../http/office.ts';
import { keepReason } from '../http/reason.ts';
import { holdTeam } from '../team/hold.ts';
import { tellOfClosing, tellOfReturn, tellOfTeamName } from './notices.ts';
import { hides, type KeptRename, keepRename, name, reason } from './renames.ts';

interface TeamRename {
  name: string;
  tag: string;
  reason: string;
  hides: boolean;
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
     where kind = 'teams' and slug = $1 and regexp_replace(former, '-[0-9]+$', '') = $2
     order by former limit 1`,
    [from, toSlug(name)],
  );
  if (row !== undefined) {
    await renameSlug(transaction, 'teams', { from, to: row.former });
  }
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
  await tellOfTeamName(unit, { rename, team: team.id, name: after.name, reason: body.reason });
  return { rename, name: after.name, slug: address };
}

/** Gives a team the name back that an admin took. */
export async function giveTeamNameBack(unit: Unit, kept: KeptRename, why: string) {
  const { id, slug, from_name, from_tag } = kept;
  const { team, ladders } = await holdTeam(unit, slug ?? '');
  const names = { name: from_name, ...(from_tag === null ? {} : { tag: from_tag }) };
  await unit.decideTeam(team.id, { type: 'edit_team', ...names, by_office: true }, ladders);
  await giveAddressBack(unit, team.slug, from_name);
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

interface TeamReturn {
  name?: string | undefined;
  tag?: string | undefined;
  reason: string;
}

/** Brings a disbanded team back with those who still have an account; its entries stay as they ended. */
async function restoreTeam(unit: Unit, slug: string, body: TeamReturn) {
  await requireSiteAdmin(unit);
  const { team } = await holdTeam(unit, slug);
  const text = await keepReason(unit, body.reason);
  await unit.decideTeam(team.id, {
    ...{ type: 'restore_team', reason: text },
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.tag === undefined ? {} : { tag: body.tag }),
  });
  await keepAudit(unit, { act: 'team_restored', kind: 'team', subject: team.id });
  const after = unit.team(team.id).team?.name ?? team.name;
  await tellOfReturn(unit, { team: team.id, name: after, reason: body.reason });
  return { slug: team.slug };
}

/** Names of teams in a site admin's hand, the end of a team, and its return. */
export function mountTeamOffice(api: Hono, parts: ApiParts): void {
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
    method: 'POST',
    path: '/moderation/teams/:slug/return',
    schema: v.object({ name: v.optional(name), tag: v.optional(name), reason }),
    work: (unit, { body, parameters }) => restoreTeam(unit, parameters.slug ?? '', body),
  });
}
