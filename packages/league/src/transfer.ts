import { requireIdentities } from './check-in.ts';
import type { EntryCommand, SystemCommand } from './command.ts';
import { type Draft, emit, getEntry, getRules, requireEnough } from './draft.ts';
import { addDuration } from './duration.ts';
import type { PersonId, TeamId } from './ids.ts';
import { listPresent, requirePresent, requireSingleEntry } from './join.ts';
import { requireCaptain } from './permissions.ts';
import { refuse } from './refusal.ts';
import { leaveLadder } from './removal.ts';
import { getRosterLimits } from './rules-schema.ts';
import type { Entry, LadderState } from './state.ts';

/** The entry that a team has on this ladder now. */
export function findTeamEntry(state: LadderState, teamId: TeamId): Entry | undefined {
  return listPresent(state).find((entry) => entry.team_id === teamId);
}

function getTeamEntry(draft: Draft, teamId: TeamId): Entry {
  return findTeamEntry(draft.state, teamId) ?? refuse('not_found', { what: 'entry', id: teamId });
}

/** Somebody joined the team: they may play for its entry after the transfer's wait. */
export function admitPlayer(
  draft: Draft,
  command: Extract<SystemCommand, { type: 'admit_player' }>,
): void {
  admit(draft, getTeamEntry(draft, command.team_id), command.person_id);
}

function admit(draft: Draft, entry: Entry, personId: PersonId): void {
  const rules = getRules(draft.state);
  if (entry.players.some(({ person_id }) => person_id === personId)) {
    refuse('already_member', {});
  }
  const { maximum } = getRosterLimits(rules);
  if (entry.players.length >= maximum) {
    refuse('roster_full', { limit: maximum });
  }
  requireSingleEntry(draft.state, [personId]);
  requireIdentities(draft, [personId], rules.team.identityRequired);
  emit(draft, 'player_admitted', {
    entry_id: entry.id,
    person_id: personId,
    eligible_from: addDuration(draft.at, rules.transfer.wait),
  });
}

type ByHand<T extends 'add_player' | 'drop_player'> = Extract<EntryCommand, { type: T }>;

/** The captain names somebody of the team who may play from now on; the transfer's wait holds for them too. */
export function addPlayer(draft: Draft, command: ByHand<'add_player'>): void {
  const entry = getOwnEntry(draft, command.entry_id);
  const isOnTeam = draft.facts.teams[command.person_id]?.includes(entry.team_id ?? '') === true;
  if (!isOnTeam) {
    refuse('not_on_roster', { people: [command.person_id] });
  }
  admit(draft, entry, command.person_id);
}

/** The captain takes somebody out of those who may play, as long as enough are left; they stay on the team. */
export function dropPlayer(draft: Draft, command: ByHand<'drop_player'>): void {
  const entry = getOwnEntry(draft, command.entry_id);
  if (!entry.players.some(({ person_id }) => person_id === command.person_id)) {
    refuse('not_on_roster', { people: [command.person_id] });
  }
  requireEnough(getRules(draft.state), entry.players.length - 1);
  emit(draft, 'player_released', { entry_id: entry.id, person_id: command.person_id });
}

function getOwnEntry(draft: Draft, entryId: string): Entry {
  const entry = requirePresent(getEntry(draft.state, entryId));
  requireCaptain(draft, entry);
  return entry;
}

/** Who leaves the team is out of the eligible roster at once; a lineup that is checked in keeps them. */
export function releasePlayer(
  draft: Draft,
  command: Extract<SystemCommand, { type: 'release_player' }>,
): void {
  const entry = getTeamEntry(draft, command.team_id);
  if (!entry.players.some(({ person_id }) => person_id === command.person_id)) {
    refuse('not_found', { what: 'member', id: command.person_id });
  }
  emit(draft, 'player_released', { entry_id: entry.id, person_id: command.person_id });
}

export function renameEntry(
  draft: Draft,
  command: Extract<SystemCommand, { type: 'rename_entry' }>,
): void {
  const entry = getTeamEntry(draft, command.team_id);
  if (entry.name !== command.name) {
    emit(draft, 'entry_renamed', { entry_id: entry.id, name: command.name });
  }
}

export function disbandEntry(draft: Draft, teamId: TeamId): void {
  leaveLadder(draft, getTeamEntry(draft, teamId).id, 'disbanded');
}

export function retireDriver(draft: Draft, personId: PersonId): void {
  const entry = listPresent(draft.state).find(({ person_id }) => person_id === personId);
  leaveLadder(draft, (entry ?? refuse('not_found', { what: 'entry', id: personId })).id, 'left');
}
