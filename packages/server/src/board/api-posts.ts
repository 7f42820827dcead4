import type { Queryable } from '@muster/database';
import { isZone } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { instant } from '../http/fields.ts';
import { getId, getTeam } from '../http/find.ts';
import { requireVoice } from '../http/voice.ts';

const postsPerMinute = 10;
const day = 24 * 3600 * 1000;
/** What nobody took down by then is taken to be settled. */
const daysUp = 14;

const slug = v.pipe(v.string(), v.maxLength(60));
const post = v.object({
  kind: v.picklist(['team_seeks_player', 'player_seeks_team', 'scrim']),
  game: slug,
  team: v.optional(v.nullable(slug)),
  region: v.picklist(['EU', 'NA', 'SA', 'AS', 'OC', 'AF', 'INT']),
  zone: v.pipe(v.string(), v.maxLength(64)),
  evenings: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
    v.maxLength(7),
  ),
  languages: v.pipe(
    v.array(v.picklist(['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'])),
    v.minLength(1),
    v.maxLength(7),
  ),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
  /** When a team would play a scrim. */
  times: v.optional(v.pipe(v.array(instant), v.maxLength(5)), []),
});
type Post = v.InferOutput<typeof post>;

async function requireGame(unit: Unit, game: string): Promise<void> {
  const [row] = await unit.transaction.query(
    'select 1 from public.games where slug = $1 and retired_at is null',
    [game],
  );
  if (row === undefined) {
    refuse({ code: 'not_found', params: { what: 'game', id: game }, field: 'game' });
  }
}

/** The team that a post speaks for: none where a person looks for one, else one that its author leads. */
async function findSpeaker(unit: Unit, body: Post, person: string): Promise<string | null> {
  const given = body.team ?? null;
  if (body.kind === 'player_seeks_team') {
    return given === null ? null : refuseField('team');
  }
  if (given === null) {
    return refuseField('team');
  }
  const team = await getTeam(unit.transaction, given);
  return (await isLeader(unit.transaction, team.id, person))
    ? team.id
    : refuse({ code: 'not_captain', params: {}, field: 'team' });
}

/** Whether a person is captain or co-captain of a team that plays. */
export async function isLeader(
  queryable: Queryable,
  teamId: string,
  personId: string,
): Promise<boolean> {
  const rows = await queryable.query(
    `select 1 from public.rosters r join public.teams t on t.id = r.team_id and t.disbanded_at is null
     where r.team_id = $1 and r.person_id = $2 and r.role in ('captain', 'co_captain')`,
    [teamId, personId],
  );
  return rows.length > 0;
}

/** The times of a scrim, each once and within the time for which the notice may be up. */
function toTimes({ kind, times }: Post, at: string, until: string): string[] {
  if (kind !== 'scrim' && times.length > 0) {
    refuseField('times');
  }
  for (const [place, time] of times.entries()) {
    if (times.indexOf(time) !== place) {
      refuse({ code: 'times_not_distinct', params: { time }, field: 'times' });
    }
    if (time <= at || time > until) {
      refuse({ code: 'time_out_of_window', params: { time, from: at, until }, field: 'times' });
    }
  }
  return [...times].sort();
}

async function putUp(unit: Unit, body: Post): Promise<{ id: string; expires_at: string }> {
  const person = unit.viewer?.person_id ?? '';
  await requireVoice(unit.transaction, { personId: person, ladderId: null, at: unit.at });
  await requireGame(unit, body.game);
  if (!isZone(body.zone)) {
    refuse({ code: 'zone_unknown', params: { zone: body.zone }, field: 'zone' });
  }
  const team = await findSpeaker(unit, body, person);
  const id = createId();
  const latest = new Date(Date.parse(unit.at) + daysUp * day).toISOString();
  const times = toTimes(body, unit.at, latest);
  // Once the last time is past there is nothing to answer.
  const expiresAt = times.at(-1) ?? latest;
  // One that has run out and that nobody has swept away yet must not stand in the way.
  await unit.transaction.query(
    'delete from public.board_posts where person_id = $1 and kind = $2 and expires_at <= $3',
    [person, body.kind, unit.at],
  );
  await unit.transaction.query(
    `insert into public.board_posts
       (id, kind, game_slug, team_id, person_id, region, zone, evenings, languages, text, created_at, expires_at, times)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[id, body.kind, body.game, team, person, body.region, body.zone],
      [...new Set(body.evenings)].sort(),
      [...new Set(body.languages)],
      ...[body.text, unit.at, expiresAt, times],
    ],
  );
  return { id, expires_at: expiresAt };
}

/** Its author takes a post down; a team's may be taken down by whoever leads the team by now. */
async function takeDown(unit: Unit, id: string): Promise<void> {
  const rows = await unit.transaction.query(
    `delete from public.board_posts p where p.id = $1 and (p.person_id = $2 or exists (
       select 1 from public.rosters r
       where r.team_id = p.team_id and r.person_id = $2 and r.role in ('captain', 'co_captain')))
     returning p.id`,
    [id, unit.viewer?.person_id],
  );
  if (rows.length === 0) {
    refuse({ code: 'not_found', params: { what: 'post', id } });
  }
}

/** The boards: who looks for whom. */
export function mountBoardPosts(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/boards',
    schema: post,
    perMinute: postsPerMinute,
    work: (unit, { body }) => putUp(unit, body),
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/boards/:id',
    schema: v.object({}),
    async work(unit, { parameters }) {
      await takeDown(unit, getId(parameters, 'id', 'post'));
      return {};
    },
  });
}
