import { takeRow } from '@muster/database';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { id } from '../http/fields.ts';
import { getId } from '../http/find.ts';
import { most, requireRoom } from '../http/limits.ts';
import { requireVoice } from '../http/voice.ts';
import { holdTeam } from './hold.ts';
import { makeInvite } from './invite.ts';

const few = v.pipe(v.string(), v.trim(), v.maxLength(300));
const teamRole = v.picklist(['captain', 'co_captain', 'player', 'substitute']);

function mountInvites(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/invites',
    schema: v.object({
      role: v.optional(v.picklist(['player', 'substitute']), 'player'),
      person: v.optional(id),
    }),
    async work(unit, { body, parameters }) {
      const { team } = await holdTeam(unit, parameters.slug ?? '');
      return makeInvite(unit, { team, role: body.role, personId: body.person ?? null });
    },
  });
  // Taken back by who leads the team, declined by whom it names.
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
}

/** Finds an invite by the secret word of its link; one's own by its id as well. */
async function getInvite(
  unit: Unit,
  teamId: string,
  { code, invite }: { code?: string | undefined; invite?: string | undefined },
): Promise<string> {
  const [row] = await unit.transaction.query<{ invite_id: string }>(
    `select invite_id from private.team_invites
     where team_id = $1 and (code = $2 or (invite_id = $3 and person_id = $4))`,
    [teamId, code ?? null, invite ?? null, unit.viewer?.person_id],
  );
  const named = code ?? invite ?? '';
  return row?.invite_id ?? refuse({ code: 'not_found', params: { what: 'invite', id: named } });
}

function mountJoining(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/join',
    schema: v.object({
      code: v.optional(v.pipe(v.string(), v.maxLength(64))),
      invite: v.optional(id),
    }),
    async work(unit, { body, parameters }) {
      const { team, ladders } = await holdTeam(unit, parameters.slug ?? '');
      const invite_id = await getInvite(unit, team.id, body);
      await unit.decideTeam(team.id, { type: 'join_team', invite_id }, ladders);
      return { slug: team.slug };
    },
  });
}

/** What is taken back can be asked again, but not so often that the team's log is filled with it. */
async function requireRequestsLeft(
  { transaction, at }: Unit,
  teamId: string,
  personId: string,
): Promise<void> {
  const { made } = takeRow(
    await transaction.query<{ made: number }>(
      `select count(*)::integer as made from public.league_events
       where stream = 'team:' || $1 and at > $3::timestamptz - interval '1 day'
         and type = 'join_asked' and actor_id = $2`,
      [teamId, personId, at],
    ),
  );
  requireRoom(made, most.requestsADay, 'daily_limit');
}

/** Somebody asks to be let in; a captain or co-captain answers, with a reason where it is no. */
function mountRequests(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/requests',
    schema: v.object({ words: v.optional(few, '') }),
    async work(unit, { body, parameters }) {
      const { team } = await holdTeam(unit, parameters.slug ?? '');
      const personId = unit.viewer?.person_id ?? '';
      await requireVoice(unit.transaction, { personId, ladderId: null, at: unit.at });
      await requireRequestsLeft(unit, team.id, personId);
      await unit.decideTeam(team.id, { type: 'ask_to_join' });
      await unit.transaction.query(
        `insert into private.join_requests (team_id, person_id, words, asked_at) values ($1, $2, $3, $4)
         on conflict (team_id, person_id) do update set words = excluded.words,
           asked_at = excluded.asked_at, is_accepted = null, reason = '', answered_at = null`,
        [team.id, personId, body.words, unit.at],
      );
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/teams/:slug/requests',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { team } = await holdTeam(unit, parameters.slug ?? '');
      await unit.decideTeam(team.id, { type: 'withdraw_request' });
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/teams/:slug/requests/answer',
    schema: v.object({
      person: id,
      accept: v.boolean(),
      role: v.optional(teamRole, 'player'),
      reason: v.optional(few, ''),
    }),
    async work(unit, { body, parameters }) {
      const { team, ladders } = await holdTeam(unit, parameters.slug ?? '');
      const { person: person_id, accept, role, reason } = body;
      const command = { type: 'answer_request', person_id, accept, role } as const;
      await unit.decideTeam(team.id, command, ladders);
      // The answer itself is written with the event; why it was no is not in the log.
      await unit.transaction.query(
        'update private.join_requests set reason = $3 where team_id = $1 and person_id = $2',
        [team.id, person_id, reason],
      );
      return {};
    },
  });
}

/** How people come to a team: by a link, by name, or by asking. */
export function mountTeamPeople(api: Hono, parts: ApiParts): void {
  mountInvites(api, parts);
  mountJoining(api, parts);
  mountRequests(api, parts);
}
