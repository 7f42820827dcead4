import { randomBytes } from 'node:crypto';
import { getRosterLimits, type StreamName } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { id, label, labels, nonce } from '../http/fields.ts';
import { getId, getLadder, getTeam } from '../http/find.ts';
import { toMatchAnswer } from '../match/route.ts';

const seedBytes = 32;

interface Joiner {
  team_id: string | null;
  person_id: string | null;
  name: string;
  players: string[];
}

/**
 * A team joins with those of its roster whom its captain chose, else with all of it, or as many as an
 * entry may have: captains first, then those who have been on it longest. Its own stream is held, so that the roster stands still.
 */
async function toTeamJoiner(
  unit: Unit,
  team: { id: string; name: string },
  { most, chosen }: { most: number | null; chosen: readonly string[] | undefined },
): Promise<Joiner> {
  const roster = await unit.transaction.query<{ person_id: string }>(
    `select person_id from public.rosters where team_id = $1
     order by array_position(array['captain', 'co_captain', 'player', 'substitute'], role), joined_at, person_id
     limit $2`,
    [team.id, chosen === undefined ? most : null],
  );
  const people = roster.map(({ person_id }) => person_id);
  const strangers = (chosen ?? []).filter((person) => !people.includes(person));
  if (strangers.length > 0) {
    refuse({ code: 'not_on_roster', params: { people: strangers }, field: 'players' });
  }
  return {
    team_id: team.id,
    person_id: null,
    name: team.name,
    players: [...(chosen ?? people)],
  };
}

function toLoneJoiner({ viewer }: Unit): Joiner {
  const { person_id, username } = viewer ?? refuse({ code: 'not_signed_in', params: {} });
  return { team_id: null, person_id, name: username, players: [person_id] };
}

interface Entrance {
  slug: string;
  team: string | undefined;
  players: readonly string[] | undefined;
}

/** Puts a team, or on a ladder for persons the person who asks, on a ladder. */
export async function joinLadder(unit: Unit, { slug, team: teamSlug, players }: Entrance) {
  const { stream } = await getLadder(unit.transaction, slug);
  const found = teamSlug === undefined ? null : await getTeam(unit.transaction, teamSlug);
  await unit.hold(found === null ? [stream] : [stream, `team:${found.id}`]);
  if (found !== null && unit.team(found.id).team?.status === 'disbanded') {
    return refuse({ code: 'team_disbanded', params: {} });
  }
  const isForPersons = unit.ladder(stream).ladder?.format === 'time_attack';
  if (!isForPersons && found === null) {
    return refuseField('team');
  }
  const rules = unit.ladder(stream).season?.rules;
  const most = rules === undefined ? null : getRosterLimits(rules).maximum;
  const joiner =
    isForPersons || found === null
      ? toLoneJoiner(unit)
      : await toTeamJoiner(unit, found, { most, chosen: players });
  const entryId = createId();
  await unit.decideLadder(stream, { type: 'join', entry_id: entryId, ...joiner });
  return { entry: entryId, rung: unit.ladder(stream).entries[entryId]?.rung ?? null };
}

function mountEntrance(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders/:slug/entries',
    schema: v.object({
      team: v.optional(label),
      /** Who of the team may play, where not all of it does. */
      players: v.optional(v.pipe(v.array(id), v.maxLength(100))),
    }),
    work: (unit, { body, parameters }) =>
      joinLadder(unit, { slug: parameters.slug ?? '', team: body.team, players: body.players }),
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/ladders/:slug/entries/:entry',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { stream } = await getLadder(unit.transaction, parameters.slug ?? '');
      const entryId = getId(parameters, 'entry', 'entry');
      await unit.hold([stream]);
      await unit.decideLadder(stream, { type: 'leave', entry_id: entryId });
      return { entry: entryId };
    },
  });
}

/** The seed of a match's draws is made before the rules see the challenge: the log gets its hash with it. */
async function makeSeed(unit: Unit, matchId: string): Promise<void> {
  await unit.transaction.query('insert into private.match_seeds (match_id, seed) values ($1, $2)', [
    matchId,
    randomBytes(seedBytes).toString('hex'),
  ]);
}

interface ChallengeBody {
  entry: string;
  opponent: string;
  maps: string[];
  sides: string[];
  nonce: string;
}

async function challenge(unit: Unit, stream: StreamName<'ladder'>, body: ChallengeBody) {
  await unit.hold([stream]);
  const matchId = createId();
  await makeSeed(unit, matchId);
  await unit.decideLadder(stream, {
    type: 'challenge',
    match_id: matchId,
    challenger_id: body.entry,
    defender_id: body.opponent,
    picks: { maps: body.maps, sides: body.sides },
    nonce: body.nonce,
  });
  return toMatchAnswer(unit.ladder(stream), matchId);
}

/** Joining and leaving a ladder, and challenging on it. */
export function mountLadders(api: Hono, parts: ApiParts): void {
  mountEntrance(api, parts);
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders/:slug/challenges',
    schema: v.object({
      entry: id,
      opponent: id,
      maps: v.optional(labels, []),
      sides: v.optional(labels, []),
      nonce,
    }),
    async work(unit, { body, parameters }) {
      const { stream } = await getLadder(unit.transaction, parameters.slug ?? '');
      return challenge(unit, stream, body);
    },
  });
}
