import type { EntryCommand, LadderAdminCommand } from './command.ts';
import { type Draft, emit, getEntry, getRules, requireOpenSeason } from './draft.ts';
import { addDuration, isInstant } from './duration.ts';
import type { Instant, RestId, TextReference } from './ids.ts';
import { requireCaptain } from './permissions.ts';
import { refuse } from './refusal.ts';
import type { Entry, Rest } from './state.ts';

const day = 86_400_000;
/** The most days that an admin may give at once: as many as the rules may be set to. */
const longest = 60;

/** A rest that is announced or running, and not past. */
export function findRest(entry: Entry, at: Instant): Rest | undefined {
  return entry.rests.find((rest) => rest.status === 'announced' || isRunning(rest, at));
}

/** A rest that keeps new challenges out: from its day on, also while open matches still keep it from beginning. */
export function findDueRest(entry: Entry, at: Instant): Rest | undefined {
  const rest = findRest(entry, at);
  return rest !== undefined && rest.from <= at ? rest : undefined;
}

export function isResting(entry: Entry, at: Instant): boolean {
  return entry.rests.some((rest) => isRunning(rest, at));
}

const isRunning = ({ status, until }: Rest, at: Instant) => status === 'running' && until > at;

/** Days of rest that an entry has left this season. */
export function getRestDaysLeft(entry: Entry, limit: number): number {
  return Math.max(0, limit - entry.rests.reduce((sum, rest) => sum + rest.days, 0));
}

export function decideRest(
  draft: Draft,
  command: Extract<EntryCommand, { type: 'announce_rest' }>,
): void {
  const entry = getEntry(draft.state, command.entry_id);
  requireCaptain(draft, entry);
  requireOpenSeason(draft.state);
  if (entry.status !== 'active') {
    refuse('entry_gone', { entry: entry.name });
  }
  const { rest } = getRules(draft.state);
  requireDays(command.days, rest);
  const left = getRestDaysLeft(entry, rest.days);
  if (command.days > left) {
    refuse('rest_days_used', { left, limit: rest.days }, 'days');
  }
  announceRest(draft, entry, command);
}

function requireDays(days: number, { minimum, maximum }: { minimum: number; maximum: number }) {
  if (!Number.isInteger(days) || days < minimum || days > maximum) {
    refuse('rest_too_long', { days, minimum, maximum }, 'days');
  }
}

interface NewRest {
  rest_id: RestId;
  from: Instant;
  days: number;
}

function announceRest(
  draft: Draft,
  entry: Entry,
  { rest_id, from, days }: NewRest,
  text?: TextReference,
): void {
  if (!isInstant(from) || from < draft.at) {
    refuse('field_invalid', { field: 'from' }, 'from');
  }
  const other = findRest(entry, draft.at);
  if (other) {
    refuse('rest_overlaps', { from: other.from, until: other.until }, 'from');
  }
  emit(draft, 'rest_announced', {
    entry_id: entry.id,
    rest_id,
    from,
    until: addDuration(from, `P${days}D`),
    days,
    ...(text ? { text } : {}),
  });
  startDueRest(draft, entry.id);
}

/** An admin lets an entry rest: its own limits do not bind, but the days count among the season's. */
export function setRest(
  draft: Draft,
  entry: Entry,
  command: Extract<LadderAdminCommand, { type: 'set_rest' }>,
): void {
  requireOpenSeason(draft.state);
  if (entry.status !== 'active') {
    refuse('entry_gone', { entry: entry.name });
  }
  requireDays(command.days, { minimum: 1, maximum: longest });
  announceRest(draft, entry, command, command.reason);
}

/** A captain calls a rest off or comes back early; days begun are used. */
export function decideRestEnd(
  draft: Draft,
  command: Extract<EntryCommand, { type: 'end_rest' }>,
): void {
  const entry = getEntry(draft.state, command.entry_id);
  requireCaptain(draft, entry);
  endRest(draft, entry, getOpenRest(entry, command.rest_id));
}

export function getOpenRest(entry: Entry, id: RestId): Rest {
  const rest = entry.rests.find((candidate) => candidate.id === id && candidate.status !== 'over');
  return rest ?? refuse('not_found', { what: 'rest', id });
}

export function endRest(draft: Draft, entry: Entry, rest: Rest, text?: TextReference): void {
  const used =
    rest.status === 'announced'
      ? 0
      : Math.ceil((Date.parse(draft.at) - Date.parse(rest.from)) / day);
  emit(draft, 'rest_ended', {
    entry_id: entry.id,
    rest_id: rest.id,
    days: Math.min(rest.days, used),
    ...(text ? { text } : {}),
  });
}

/** A rest begins on its day, or as soon after as the entry's open matches have ended; who goes has none any more. */
export function startDueRest(draft: Draft, entryId: string): void {
  const entry = draft.state.entries[entryId];
  const rest = entry && findBeginning(entry, draft.at);
  if (!rest) {
    return;
  }
  const until = addDuration(draft.at, `P${rest.days}D`);
  emit(draft, 'rest_began', { entry_id: entryId, rest_id: rest.id, from: draft.at, until });
}

function findBeginning(entry: Entry, at: Instant): Rest | undefined {
  if (entry.challenging !== null || entry.challenged_by !== null) {
    return undefined;
  }
  return entry.rests.find((rest) => rest.status === 'announced' && rest.from <= at);
}
