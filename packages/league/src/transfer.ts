import { requireIdentities } from './check-in.ts';
import type { SystemCommand } from './command.ts';
import { type Draft, emit, getRules } from './draft.ts';
import { addDuration } from './duration.ts';
import type { TeamId } from './ids.ts';
import { listPresent, requireSingleEntry } from './join.ts';
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
  const entry = getTeamEntry(draft, command.team_id);
  const rules = getRules(draft.state);
  if (entry.players.some(({ person_id }) => person_id === command.person_id))
    refuse('already_member', {});
  const { maximum } = getRosterLimits(rules);
  if (entry.players.length >= maximum) refuse('roster_full', { limit: maximum });
  requireSingleEntry(draft.state, [command.person_id]);
  requireIdentities(draft, [command.person_id], rules.team.identityRequired);
  emit(draft, 'player_admitted', {
    entry_id: entry.id,
    person_id: command.person_id,
    eligible_from: addDuration(draft.at, rules.transfer.wait),
  });
}

/** Who leaves the team is out of the eligible roster at once; a lineup that is checked in keeps them. */
export function releasePlayer(
  draft: Draft,
  command: Extract<SystemCommand, { type: 'release_player' }>,
): void {
  const entry = getTeamEntry(draft, command.team_id);
  if (!entry.players.some(({ person_id }) => person_id === command.person_id))
    refuse('not_found', { what: 'member', id: command.person_id });
  emit(draft, 'player_released', { entry_id: entry.id, person_id: command.person_id });
}

export function renameEntry(
  draft: Draft,
  command: Extract<SystemCommand, { type: 'rename_entry' }>,
): void {
  const entry = getTeamEntry(draft, command.team_id);
  if (entry.name !== command.name)
    emit(draft, 'entry_renamed', { entry_id: entry.id, name: command.name });
}

export function disbandEntry(draft: Draft, teamId: TeamId): void {
  leaveLadder(draft, getTeamEntry(draft, teamId).id, 'disbanded');
}
