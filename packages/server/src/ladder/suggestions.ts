import type { Queryable } from '@muster/database';
import { type LadderState, listSuggestions } from '@muster/league';
import type { StandingRow, Suggestion } from '@muster/site/pages/ladder/data.ts';
import { type AvailabilityRow, toAvailability } from '../engine/availability.ts';

interface RosterRow extends AvailabilityRow {
  entry_id: string;
}

/** The eligible rosters of some entries, with the free hours that their people have declared. */
const rostersSql = `
  select ep.entry_id, ep.person_id, s.zone, coalesce(s.availability, '[]') as availability
  from public.entry_players ep left join private.person_settings s on s.person_id = ep.person_id
  where ep.entry_id = any($1::uuid[])`;

const lookedAt = 12;

interface SuggestionInput {
  database: Queryable;
  state: LadderState;
  entryId: string;
  standings: readonly StandingRow[];
  now: Date;
}

/** Up to three opponents whom the rules allow now, each with what speaks for it. */
export async function loadSuggestions(input: SuggestionInput): Promise<Suggestion[]> {
  const { database, state, entryId, standings, now } = input;
  const near = listNearest(standings, entryId);
  if (near.length === 0) {
    return [];
  }
  const rosters = await database.query<RosterRow>(rostersSql, [[entryId, ...near]]);
  const entries = Object.fromEntries(
    [entryId, ...near].flatMap((id) => {
      const entry = state.entries[id];
      return entry === undefined ? [] : [[id, { ...entry, players: listPlayers(rosters, id) }]];
    }),
  );
  const found = listSuggestions({ ...state, entries }, entryId, now.toISOString(), {
    availability: toAvailability(rosters),
  });
  return found.flatMap(({ entry_id, reasons }) => {
    const row = standings.find((standing) => standing.entry_id === entry_id);
    if (row === undefined) {
      return [];
    }
    const { name, tag, href, place } = row;
    return [{ entry_id, name, tag, href, place, reasons }];
  });
}

/** Those that may be challenged, the nearest first. */
function listNearest(standings: readonly StandingRow[], entryId: string): string[] {
  const own = standings.findIndex(({ entry_id }) => entry_id === entryId);
  return standings
    .map((row, index) => ({ row, distance: Math.abs(index - own) }))
    .filter(({ row }) => row.refusal === null)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, lookedAt)
    .map(({ row }) => row.entry_id);
}

const listPlayers = (rosters: readonly RosterRow[], entryId: string) =>
  rosters
    .filter(({ entry_id }) => entry_id === entryId)
    .map(({ person_id }) => ({ person_id, eligible_from: '' }));
