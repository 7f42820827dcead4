import { keepAudit } from '../engine/audit.ts';
import type { Unit } from '../engine/unit.ts';
import { keepReason } from '../http/reason.ts';
import { holdTeam } from '../team/hold.ts';
import { listTold, tellOfClosing, tellOfReturn } from './notices.ts';
import { requireSiteOffice } from './site-office.ts';

/** Ends a team: its matches and entries go by the rules of a captain's own disbanding. */
export async function closeTeam(
  unit: Unit,
  slug: string,
  { reason: why, ...of }: { reason: string; ofCase?: boolean },
) {
  await requireSiteOffice(unit);
  const { team, ladders } = await holdTeam(unit, slug);
  const roles = listTold(of);
  const members = Object.entries(unit.team(team.id).members)
    .filter(([, { role }]) => roles.includes(role))
    .map(([id]) => id);
  const reason = await keepReason(unit, why);
  await unit.decideTeamInOffice(team.id, { type: 'disband_team', reason }, ladders);
  await keepAudit(unit, { act: 'team_disbanded', kind: 'team', subject: team.id });
  await tellOfClosing(unit, { team: team.id, name: team.name, members, reason: why });
  return { slug: team.slug };
}

export interface TeamReturn {
  name?: string | undefined;
  tag?: string | undefined;
  reason: string;
  /** Whom a case concerns hears of it with the case alone. */
  ofCase?: boolean;
}

/** Brings a disbanded team back with those who still have an account; its entries stay as they ended. */
export async function restoreTeam(unit: Unit, slug: string, body: TeamReturn) {
  await requireSiteOffice(unit);
  const { team } = await holdTeam(unit, slug);
  const text = await keepReason(unit, body.reason);
  await unit.decideTeamInOffice(team.id, {
    ...{ type: 'restore_team', reason: text },
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.tag === undefined ? {} : { tag: body.tag }),
  });
  await keepAudit(unit, { act: 'team_restored', kind: 'team', subject: team.id });
  const after = unit.team(team.id).team?.name ?? team.name;
  const roles = listTold(body);
  await tellOfReturn(unit, { team: team.id, name: after, reason: body.reason, roles });
  return { slug: team.slug, team: team.id };
}
