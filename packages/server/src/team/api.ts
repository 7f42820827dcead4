import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { getId } from '../http/find.ts';
import { holdTeam } from './hold.ts';

const name = v.pipe(v.string(), v.maxLength(80));
const about = v.pipe(v.string(), v.maxLength(2000));
const teamRole = v.picklist(['captain', 'co_captain', 'player', 'substitute']);

async function writeAbout(unit: Unit, teamId: string, text: string | undefined): Promise<void> {
  if (text !== undefined) {
    await unit.transaction.query('update public.teams set about = $2 where id = $1', [
      teamId,
      text.trim(),
    ]);
  }
}

async function findSlug(unit: Unit, teamId: string): Promise<string> {
  const [row] = await unit.transaction.query<{ slug: string }>(
    'select slug from public.teams where id = $1',
    [teamId],
  );
  return row?.slug ?? '';
}

function mountFounding(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams',
    schema: v.object({
      name,
      tag: name,
      zone: v.string(),
      locale: v.string(),
      about: v.optional(about),
    }),
    async work(unit, { body }) {
      // One after the other for each person: nobody founds more teams than they may by founding them at once.
      await unit.transaction.query(
        'select 1 from public.profiles where id = $1 for no key update',
        [unit.viewer?.person_id],
      );
      const teamId = createId();
      await unit.hold([`team:${teamId}`]);
      const { about: text, ...rest } = body;
      const { name: teamName, tag, zone, locale } = rest;
      await unit.decideTeam(teamId, {
        type: 'found_team',
        team_id: teamId,
        name: teamName,
        tag,
        zone,
        locale,
      });
      await writeAbout(unit, teamId, text);
      return { slug: await findSlug(unit, teamId), id: teamId };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/edit',
    schema: v.object({
      name: v.optional(name),
      tag: v.optional(name),
      zone: v.optional(v.string()),
      locale: v.optional(v.string()),
      about: v.optional(about),
    }),
    async work(unit, { body, parameters }) {
      const { team, ladders } = await holdTeam(unit, parameters.slug ?? '');
      await unit.decideTeam(
        team.id,
        {
          type: 'edit_team',
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.tag === undefined ? {} : { tag: body.tag }),
          ...(body.zone === undefined ? {} : { zone: body.zone }),
          ...(body.locale === undefined ? {} : { locale: body.locale }),
        },
        ladders,
      );
      await writeAbout(unit, team.id, body.about);
      return { slug: team.slug };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/disband',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { team, ladders } = await holdTeam(unit, parameters.slug ?? '');
      await unit.decideTeam(team.id, { type: 'disband_team' }, ladders);
      return { slug: team.slug };
    },
  });
}

function mountMembers(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/members/:person',
    schema: v.object({ role: teamRole }),
    async work(unit, { body, parameters }) {
      const { team, ladders } = await holdTeam(unit, parameters.slug ?? '');
      const command = {
        type: 'change_role',
        person_id: getId(parameters, 'person', 'member'),
        role: body.role,
      } as const;
      await unit.decideTeam(team.id, command, ladders);
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/teams/:slug/members/:person',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { team, ladders } = await holdTeam(unit, parameters.slug ?? '');
      const person_id = getId(parameters, 'person', 'member');
      const isOwn = person_id === unit.viewer?.person_id;
      await unit.decideTeam(
        team.id,
        isOwn ? { type: 'leave_team' } : { type: 'remove_member', person_id },
        ladders,
      );
      return {};
    },
  });
}

/** Founding, editing and disbanding teams, members and their roles. */
export function mountTeams(api: Hono, parts: ApiParts): void {
  mountFounding(api, parts);
  mountMembers(api, parts);
}
