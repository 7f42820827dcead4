import type { Transaction } from '@muster/database';
import { listFreeHours } from '@muster/league';
import type { Hono } from 'hono';
import {
  type AvailabilityRow,
  availabilityStatement,
  toAvailability,
} from '../engine/availability.ts';
import { readLadder } from '../engine/read-state.ts';
import { refuse } from '../engine/refusal.ts';
import { type ApiParts, requireViewer } from '../http/command-route.ts';
import { getMatchStream } from '../http/find.ts';
import { getRoom } from './room.ts';

/** The home zones of both sides; null where a side has none. */
const zonesStatement = `
  select
    (select t.zone from public.entries e join public.teams t on t.id = e.team_id
     where e.id = $1) as challenger,
    (select t.zone from public.entries e join public.teams t on t.id = e.team_id
     where e.id = $2) as defender`;

interface Zones {
  challenger: string | null;
  defender: string | null;
}

/**
 * The hours that the rules allow from now on and the times already named, each with how many people of
 * each side have said to be free then. Who they are, and their other hours, is not told.
 */
async function loadHours(transaction: Transaction, matchId: string, at: string) {
  const state = await readLadder(transaction, await getMatchStream(transaction, matchId), matchId);
  const match = state.matches[matchId];
  if (match === undefined) {
    return refuse({ code: 'not_found', params: { what: 'match', id: matchId } });
  }
  const sides = [match.challenger_id, match.defender_id];
  const people = sides.flatMap((id) => state.entries[id]?.players ?? []);
  const rows = await transaction.query<AvailabilityRow>(availabilityStatement, [
    people.map(({ person_id }) => person_id),
  ]);
  const [zones] = await transaction.query<Zones>(zonesStatement, sides);
  const free = listFreeHours(state, match, at, { availability: toAvailability(rows) });
  return { ...free, zones };
}

/** `GET /matches/{id}/hours`, for captains and co-captains of both sides and the ladder's admins. */
export function mountMatchHours(api: Hono, parts: ApiParts): void {
  api.get('/matches/:id/hours', async (context) => {
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    const { database, now } = parts.league;
    const matchId = context.req.param('id').toLowerCase();
    const at = now();
    const room = await getRoom(database, matchId, { personId: viewer.person_id, at });
    if (!room.is_officer && !room.is_admin) {
      refuse({ code: 'not_captain', params: {} });
    }
    // One snapshot: a ladder's state is read by several statements, and its commands go on meanwhile.
    const hours = await database.transaction(
      (transaction) => loadHours(transaction, matchId, at.toISOString()),
      { isolation: 'repeatable read', readOnly: true },
    );
    return context.json({ data: hours });
  });
}
