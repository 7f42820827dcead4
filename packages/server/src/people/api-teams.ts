import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { noteUndone } from '../moderation/note-undone.ts';
import { renameTeam } from './name-acts.ts';
import { hides, name, reason } from './renames.ts';
import { closeTeam, restoreTeam, type TeamReturn } from './team-acts.ts';

/** Brings a team back by hand; where a case ended it, that act of the case is undone with it. */
async function bringBack(unit: Unit, slug: string, body: TeamReturn) {
  const { team, ...given } = await restoreTeam(unit, slug, body);
  await noteUndone(unit, { team_id: team });
  return given;
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
    work: (unit, { body, parameters }) => closeTeam(unit, parameters.slug ?? '', body),
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/teams/:slug/return',
    schema: v.object({ name: v.optional(name), tag: v.optional(name), reason }),
    work: (unit, { body, parameters }) => bringBack(unit, parameters.slug ?? '', body),
  });
}
