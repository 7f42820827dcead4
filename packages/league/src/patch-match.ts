import type { EntryId, Instant, Side } from './ids.ts';
import { machine } from './machine.ts';
import type { LadderPatch } from './patch.ts';
import { isSame } from './same.ts';
import { bothSides, getEntryId } from './sides.ts';
import type { Entry, LadderState, Match } from './state.ts';

/**
 * Whether what a person saw of a match has become old: status, deadline, time, maps or scores. By value, never
 * by identity alone: an event read from the log holds copies, and must count alike.
 */
function isNewVersion(before: Match, after: Match): boolean {
  return (
    before.status !== after.status ||
    before.deadline !== after.deadline ||
    !isSame(before.time, after.time) ||
    !isSame(before.maps, after.maps) ||
    !isSame(before.result?.scores, after.result?.scores) ||
    !isSame(before.reports, after.reports)
  );
}

/** A match changed at an instant, its version risen if it must. */
export function changeMatch(match: Match, change: Partial<Match>, at: Instant): Match {
  const next = { ...match, ...change, changed_at: at };
  return isNewVersion(match, next) ? { ...next, version: match.version + 1 } : next;
}

/** The patch of one match, with the places of its two entries kept true. */
export function patchMatch(
  state: LadderState,
  event: { match_id: string | null; at: Instant },
  change: Partial<Match>,
  entries: Record<EntryId, Entry> = {},
): LadderPatch {
  const match = state.matches[event.match_id ?? ''];
  if (!match) {
    return {};
  }
  const next = changeMatch(match, change, event.at);
  return { matches: { [match.id]: next }, entries: holdPlaces(state, next, entries) };
}

const places = { challenger: 'challenging', defender: 'challenged_by' } as const;

/**
 * An open match takes its challenger's place out and its defender's place in; any other leaves them free.
 * Adds to what `entries` already changes, which a result makes hundreds of.
 */
export function holdPlaces(
  state: LadderState,
  match: Match,
  entries: Record<EntryId, Entry>,
): Record<EntryId, Entry> {
  const isHeld = machine[match.status].holdsPlaces;
  for (const side of bothSides) {
    const id = getEntryId(match, side);
    const entry = entries[id] ?? state.entries[id];
    const held = entry && holdPlace(entry, side, { id: match.id, isHeld });
    if (held && held !== state.entries[id]) {
      entries[id] = held;
    }
  }
  return entries;
}

function holdPlace(entry: Entry, side: Side, match: { id: string; isHeld: boolean }): Entry {
  const place = places[side];
  if (match.isHeld) {
    return entry[place] === match.id ? entry : { ...entry, [place]: match.id };
  }
  return entry[place] === match.id ? { ...entry, [place]: null } : entry;
}
