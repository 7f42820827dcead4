import { randomBytes } from 'node:crypto';
import type { StreamName } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../league/ids.ts';
import { refuse, type Unit } from '../league/unit.ts';
import { type ApiParts, mountCommand } from './command-route.ts';
import { id } from './fields.ts';
import { type FoundTeam, getId, getTeam, listTeamLadders } from './find.ts';

const inviteDays = 7;
const day = 24 * 3600 * 1000;

const name = v.pipe(v.string(), v.maxLength(80));
const about = v.pipe(v.string(), v.maxLength(2000));
const teamRole = v.picklist(['captain', 'co_captain', 'player', 'substitute']);

interface HeldTeam {
  team: FoundTeam;
  ladders: StreamName[];
}

/**
 * Holds a team's stream with those of the ladders that it stands on. A ladder that it joined while we
 * waited for the locks is held as well: what happens to the team must not pass it by.
 */
async function holdTeam(unit: Unit, slug: string): Promise<HeldTeam> {
  const team = await getTeam(unit.transaction, slug);
  const before = await listTeamLadders(unit.transaction, team.id);
  await unit.hold([`team:${team.id}`, ...before]);
  const ladders = await listTeamLadders(unit.transaction, team.id);
  if (ladders.some((ladder) => !before.includes(ladder))) {
    await unit.hold([`team:${team.id}`, ...ladders]);
  }
  return { team, ladders };
}

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

function mountInvites(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/invites',
    schema: v.object({ role: v.optional(v.picklist(['player', 'substitute']), 'player') }),
    async work(unit, { body, parameters }) {
      const { team } = await holdTeam(unit, parameters.slug ?? '');
      const inviteId = createId();
      const expiresAt = new Date(Date.parse(unit.at) + inviteDays * day).toISOString();
      await unit.decideTeam(team.id, {
        type: 'make_invite',
        invite_id: inviteId,
        role: body.role,
        person_id: null,
        expires_at: expiresAt,
      });
      const code = randomBytes(12).toString('base64url');
      await unit.transaction.query(
        `insert into private.team_invites (code, invite_id, team_id, created_by, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [code, inviteId, team.id, unit.viewer?.person_id, expiresAt],
      );
      return { code, url: `/teams/${team.slug}?invite=${code}`, expires_at: expiresAt };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/join',
    schema: v.object({ code: v.pipe(v.string(), v.maxLength(64)) }),
    async work(unit, { body, parameters }) {
      const { team, ladders } = await holdTeam(unit, parameters.slug ?? '');
      const [invite] = await unit.transaction.query<{ invite_id: string }>(
        'select invite_id from private.team_invites where code = $1 and team_id = $2',
        [body.code, team.id],
      );
      if (invite === undefined) {
        return refuse({ code: 'not_found', params: { what: 'invite', id: body.code } });
      }
      await unit.decideTeam(team.id, { type: 'join_team', invite_id: invite.invite_id }, ladders);
      return { slug: team.slug };
    },
  });
}

/** Somebody asks to be let in; a captain or co-captain answers. An invite that is out may be taken back. */
function mountRequests(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/teams/:slug/invites/:invite',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { team } = await holdTeam(unit, parameters.slug ?? '');
      const invite_id = getId(parameters, 'invite', 'invite');
      await unit.decideTeam(team.id, { type: 'revoke_invite', invite_id });
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/requests',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { team } = await holdTeam(unit, parameters.slug ?? '');
      await unit.decideTeam(team.id, { type: 'ask_to_join' });
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/requests/answer',
    schema: v.object({ person: id, accept: v.boolean(), role: v.optional(teamRole, 'player') }),
    async work(unit, { body, parameters }) {
      const { team, ladders } = await holdTeam(unit, parameters.slug ?? '');
      const { person: person_id, accept, role } = body;
      const command = { type: 'answer_request', person_id, accept, role } as const;
      await unit.decideTeam(team.id, command, ladders);
      return {};
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

/** Founding, editing and disbanding teams, invites, members and their roles. */
export function mountTeams(api: Hono, parts: ApiParts): void {
  mountFounding(api, parts);
  mountInvites(api, parts);
  mountRequests(api, parts);
  mountMembers(api, parts);
}
