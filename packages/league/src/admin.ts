import type { LadderAdminCommand } from './command.ts';
import { type Draft, emit, getEntry, requireOpenSeason } from './draft.ts';
import { isInstant } from './duration.ts';
import { listMovesTo } from './formats/rung.ts';
import type { EntryId } from './ids.ts';
import { requirePresent } from './join.ts';
import { findRole, requireLadderAdmin } from './permissions.ts';
import { refuse } from './refusal.ts';
import { endSuspension, removeEntry, suspendEntry } from './removal.ts';
import { endRest, getOpenRest, setRest } from './rest.ts';
import type { Entry } from './state.ts';
import { giveStrike } from './strikes.ts';

type Command<T extends LadderAdminCommand['type']> = Extract<LadderAdminCommand, { type: T }>;

/** An entry that a ladder admin may judge: not the admin's own. */
function requireJudgedEntry(draft: Draft, entryId: EntryId): Entry {
  const actor = requireLadderAdmin(draft);
  const entry = getEntry(draft.state, entryId);
  const isOwn =
    findRole(actor, entry) !== undefined ||
    entry.players.some(({ person_id }) => person_id === actor.person_id);
  if (isOwn) {
    refuse('own_match', {});
  }
  return requirePresent(entry);
}

/** Moves an entry by hand to an absolute rung. */
export function moveEntry(draft: Draft, command: Command<'move_entry'>): void {
  const entry = requireJudgedEntry(draft, command.entry_id);
  const { size } = draft.state;
  if (
    entry.rung === null ||
    !Number.isInteger(command.rung) ||
    command.rung < 1 ||
    command.rung > size
  ) {
    refuse('rung_out_of_range', { rung: command.rung, limit: size }, 'rung');
  }
  emit(draft, 'entry_moved', {
    entry_id: entry.id,
    rung: command.rung,
    moves: listMovesTo(draft.state, entry, command.rung),
    text: command.reason,
  });
}

export function decideRemoval(draft: Draft, command: Command<'remove_entry'>): void {
  const entry = requireJudgedEntry(draft, command.entry_id);
  removeEntry(draft, entry.id, { reason: 'by_admin', rule: null, text: command.reason });
}

export function decideSuspension(draft: Draft, command: Command<'suspend_entry'>): void {
  const entry = requireJudgedEntry(draft, command.entry_id);
  requireOpenSeason(draft.state);
  if (entry.status === 'suspended') {
    refuse('entry_suspended', { entry: entry.name, until: entry.suspended_until });
  }
  if (!isInstant(command.until) || command.until <= draft.at) {
    refuse('field_invalid', { field: 'until' }, 'until');
  }
  suspendEntry(draft, entry.id, {
    until: command.until,
    reason: 'by_admin',
    rule: null,
    text: command.reason,
  });
}

export function decideSuspensionEnd(draft: Draft, command: Command<'end_suspension'>): void {
  const entry = requireJudgedEntry(draft, command.entry_id);
  if (entry.status !== 'suspended') {
    refuse('not_found', { what: 'sanction', id: entry.id });
  }
  endSuspension(draft, entry.id, { rule: null, text: command.reason });
}

export function decideStrike(draft: Draft, command: Command<'give_strike'>): void {
  const entry = requireJudgedEntry(draft, command.entry_id);
  requireOpenSeason(draft.state);
  if (entry.strikes.some(({ id }) => id === command.strike_id)) {
    refuse('already_exists', { what: 'entry', id: command.strike_id });
  }
  giveStrike(draft, entry.id, {
    reason: 'by_admin',
    rule: 'strikes.limit',
    id: command.strike_id,
    text: command.reason,
  });
}

export function liftStrike(draft: Draft, command: Command<'lift_strike'>): void {
  const entry = requireJudgedEntry(draft, command.entry_id);
  const strike = entry.strikes.find(({ id, lifted }) => id === command.strike_id && !lifted);
  if (!strike) {
    refuse('not_found', { what: 'strike', id: command.strike_id });
  }
  emit(draft, 'strike_lifted', { entry_id: entry.id, strike_id: strike.id, text: command.reason });
}

/** Lets an entry rest, whatever it asked for itself. */
export function decideAdminRest(draft: Draft, command: Command<'set_rest'>): void {
  setRest(draft, requireJudgedEntry(draft, command.entry_id), command);
}

export function cancelRest(draft: Draft, command: Command<'cancel_rest'>): void {
  const entry = requireJudgedEntry(draft, command.entry_id);
  endRest(draft, entry, getOpenRest(entry, command.rest_id), command.reason);
}
