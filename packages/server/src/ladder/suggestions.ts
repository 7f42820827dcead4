import type { Queryable } from '@muster/database';
import { listSuggestions } from '@muster/league';
import type { StandingRow, Suggestion } from '@muster/site/pages/ladder/data.ts';
import type { Question } from '../engine/asker.ts';
import {
  type AvailabilityRow,
  availabilityStatement,
  toAvailability,
} from '../engine/availability.ts';

const lookedAt = 12;

interface SuggestionInput {
  database: Queryable;
  question: Question;
  entryId: string;
  standings: readonly StandingRow[];
}

/** Up to three opponents whom the rules allow now, each with what speaks for it. */
export async function loadSuggestions(input: SuggestionInput): Promise<Suggestion[]> {
  const { database, question, entryId, standings } = input;
  const { state, at } = question;
  const near = listNearest(standings, entryId);
  if (near.length === 0) {
    return [];
  }
  const looked = [entryId, ...near].flatMap((id) => state.entries[id] ?? []);
  const hours = await database.query<AvailabilityRow>(availabilityStatement, [
    looked.flatMap(({ players }) => players.map(({ person_id }) => person_id)),
  ]);
  const entries = Object.fromEntries(looked.map((entry) => [entry.id, entry]));
  const availability = toAvailability(hours);
  const found = listSuggestions({ ...state, entries }, entryId, at, { availability });
  return found.flatMap(({ entry_id, reasons }) => {
    const row = standings.find((standing) => standing.entry_id === entry_id);
    if (row === undefined) {
      return [];
    }
    const { name, tag, href, place, is_rematch } = row;
    const met = is_rematch === true ? { is_rematch } : {};
    return [{ entry_id, name, tag, href, place, reasons, ...met }];
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
