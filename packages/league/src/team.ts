import { applyTeam, emptyTeam } from './apply-team.ts';
import type { SystemCommand, TeamCommand } from './command.ts';
import type { Actor, DecideContext, Decision } from './context.ts';
import { isInstant } from './duration.ts';
import type { TeamEvent, TeamEventData } from './event.ts';
import type { PersonId, Role, TeamId } from './ids.ts';
import { requireActor } from './permissions.ts';
import { Refused, refuse } from './refusal.ts';
import { findHeir, isLastCaptain, listReturning } from './succession.ts';
import { requireHome, requireNames, requireNotRemoved } from './team-name.ts';
import type { Member, TeamState } from './team-state.ts';

export { applyTeam, emptyTeam };

const foundedLimit = 5;

/** A decision on a team in the making. */
interface TeamDraft {
  state: TeamState;
  readonly context: DecideContext;
  readonly events: TeamEvent[];
}

type Command<T extends TeamCommand['type']> = Extract<TeamCommand, { type: T }>;
type Handlers = { [T in TeamCommand['type']]: (draft: TeamDraft, command: Command<T>) => void };

function emit<T extends keyof TeamEventData>(
  draft: TeamDraft,
  type: T,
  data: TeamEventData[T],
): void {
  const { actor, at } = draft.context;
  const event = {
    type,
    version: 1,
    ladder_id: null,
    match_id: null,
    actor_id: actor?.person_id ?? null,
    at,
    data,
  } as TeamEvent;
  draft.events.push(event);
  draft.state = applyTeam(draft.state, event);
}

const handlers: Handlers = {
  found_team: foundTeam,
  edit_team: editTeam,
  make_invite: makeInvite,
  revoke_invite: revokeInvite,
  join_team: joinTeam,
  ask_to_join: askToJoin,
  withdraw_request: withdrawRequest,
  answer_request: answerRequest,
  change_role: changeRole,
  remove_member: removeMember,
  leave_team: leaveTeam,
  disband_team: disbandTeam,
  restore_team: restoreTeam,
  retire_member: retireMember,
};

/** Decides a command on a team. What follows on its ladders: `listLadderConsequences`. */
export function decideTeam(
  state: TeamState,
  command: TeamCommand,
  context: DecideContext,
): Decision<TeamEvent> {
  const draft: TeamDraft = { state, context, events: [] };
  try {
    (handlers[command.type] as (draft: TeamDraft, command: TeamCommand) => void)(draft, command);
    return { ok: true, events: draft.events };
  } catch (error) {
    if (error instanceof Refused) {
      return { ok: false, refusal: error.refusal };
    }
    throw error;
  }
}

function foundTeam(draft: TeamDraft, command: Command<'found_team'>): void {
  const actor = requireActor(draft.context);
  if (draft.state.team) {
    refuse('already_exists', { what: 'team', id: command.team_id });
  }
  if ((draft.context.facts.teams_founded ?? 0) >= foundedLimit) {
    refuse('too_many_teams', { limit: foundedLimit });
  }
  const { name, tag } = requireNames(draft.context, command.team_id, command);
  requireNotRemoved(draft.context, { name, tag });
  requireHome(command);
  emit(draft, 'team_founded', {
    team_id: command.team_id,
    name,
    tag,
    zone: command.zone,
    locale: command.locale,
    founder_id: actor.person_id,
  });
}

function getTeam({ state }: TeamDraft) {
  const team = state.team ?? refuse('not_found', { what: 'team', id: '' });
  if (team.status === 'disbanded') {
    refuse('team_disbanded', {});
  }
  return team;
}

function requireRole(draft: TeamDraft, roles: readonly Role[]): { actor: Actor; member: Member } {
  const actor = requireActor(draft.context);
  getTeam(draft);
  const member = draft.state.members[actor.person_id];
  if (!member || !roles.includes(member.role)) {
    refuse('not_captain', {});
  }
  return { actor, member };
}

/** A site admin who is none of these people: what concerns those needs another. The host is one too. */
function requireOffice({ context }: TeamDraft, people: readonly PersonId[]): void {
  if (context.system === true) {
    return;
  }
  const actor = requireActor(context);
  if (!actor.is_site_admin) {
    refuse('not_admin', {});
  }
  if (people.includes(actor.person_id)) {
    refuse('own_match', {});
  }
}

function disbandTeam(draft: TeamDraft, { reason }: Command<'disband_team'>): void {
  if (reason === undefined) {
    requireRole(draft, ['captain']);
    emit(draft, 'team_disbanded', { why: 'by_captain' });
  } else {
    getTeam(draft);
    requireOffice(draft, Object.keys(draft.state.members));
    emit(draft, 'team_disbanded', { why: 'by_admin', text: reason });
  }
}

/** By a site admin who was not on it: with those of its last roster who have an account, under its name or another. */
function restoreTeam(draft: TeamDraft, command: Command<'restore_team'>): void {
  const team = draft.state.team ?? refuse('not_found', { what: 'team', id: '' });
  const { members, was } = listReturning(draft.state, draft.context);
  requireOffice(draft, team.status === 'disbanded' ? was : []);
  if (team.status !== 'disbanded') {
    refuse('already_exists', { what: 'team', id: team.id });
  }
  if (!members.some(({ role }) => role === 'captain')) {
    refuse('nobody_leads', {});
  }
  const { name = team.name, tag = team.tag } = command;
  const names = requireNames(draft.context, team.id, { name, tag });
  emit(draft, 'team_restored', { members, text: command.reason });
  if (names.name !== team.name || names.tag !== team.tag) {
    emit(draft, 'team_edited', { ...names, zone: team.zone, locale: team.locale });
  }
}

function editTeam(draft: TeamDraft, command: Command<'edit_team'>): void {
  if (command.by_office) {
    getTeam(draft);
    requireOffice(draft, Object.keys(draft.state.members));
  } else {
    requireRole(draft, ['captain']);
  }
  const team = getTeam(draft);
  const home = { zone: command.zone ?? team.zone, locale: command.locale ?? team.locale };
  requireHome(home);
  const names = requireNames(draft.context, team.id, {
    name: command.name ?? team.name,
    tag: command.tag ?? team.tag,
  });
  if (!command.by_office) {
    requireNotRemoved(draft.context, names, team);
  }
  emit(draft, 'team_edited', { ...names, ...home });
}

function makeInvite(draft: TeamDraft, command: Command<'make_invite'>): void {
  const { member } = requireRole(draft, ['captain', 'co_captain']);
  const isAboveOwn =
    command.role === 'captain' || (member.role === 'co_captain' && command.role === 'co_captain');
  if (isAboveOwn) {
    refuse('not_captain', {}, 'role');
  }
  if (!isInstant(command.expires_at) || command.expires_at <= draft.context.at) {
    refuse('field_invalid', { field: 'expires_at' }, 'expires_at');
  }
  if (command.person_id && draft.state.members[command.person_id]) {
    refuse('already_member', {});
  }
  if (draft.state.invites[command.invite_id]) {
    refuse('already_exists', { what: 'team', id: command.invite_id });
  }
  const { invite_id, role, person_id, expires_at } = command;
  emit(draft, 'invite_made', { invite_id, role, person_id, expires_at });
}

function revokeInvite(draft: TeamDraft, { invite_id }: Command<'revoke_invite'>): void {
  const invite = draft.state.invites[invite_id];
  // Whom it names may decline it.
  const isForActor = invite?.person_id === requireActor(draft.context).person_id;
  if (!isForActor) {
    requireRole(draft, ['captain', 'co_captain']);
  }
  if (invite?.status !== 'open') {
    refuse('not_found', { what: 'invite', id: invite_id });
  }
  emit(draft, 'invite_revoked', { invite_id });
}

function joinTeam(draft: TeamDraft, { invite_id }: Command<'join_team'>): void {
  const actor = requireActor(draft.context);
  getTeam(draft);
  const invite =
    draft.state.invites[invite_id] ?? refuse('not_found', { what: 'invite', id: invite_id });
  if (draft.state.members[actor.person_id]) {
    refuse('already_member', {});
  }
  const isForOther = invite.person_id !== null && invite.person_id !== actor.person_id;
  if (invite.status !== 'open' || isForOther || invite.expires_at <= draft.context.at) {
    refuse('invite_closed', {});
  }
  emit(draft, 'member_joined', { person_id: actor.person_id, role: invite.role, invite_id });
}

function askToJoin(draft: TeamDraft): void {
  const actor = requireActor(draft.context);
  getTeam(draft);
  if (draft.state.members[actor.person_id]) {
    refuse('already_member', {});
  }
  if (draft.state.requests[actor.person_id]) {
    refuse('already_asked', {});
  }
  emit(draft, 'join_asked', { person_id: actor.person_id });
}

/** Whoever has asked may think better of it, suspended or not. */
function withdrawRequest(draft: TeamDraft): void {
  const { person_id } = draft.context.actor ?? refuse('not_signed_in', {});
  if (!draft.state.requests[person_id]) {
    refuse('not_found', { what: 'request', id: person_id });
  }
  emit(draft, 'join_withdrawn', { person_id });
}

function answerRequest(draft: TeamDraft, command: Command<'answer_request'>): void {
  const { member } = requireRole(draft, ['captain', 'co_captain']);
  const { person_id, accept, role } = command;
  if (!draft.state.requests[person_id]) {
    refuse('not_found', { what: 'request', id: person_id });
  }
  if (accept && (role === 'captain' || (member.role === 'co_captain' && role === 'co_captain'))) {
    refuse('not_captain', {}, 'role');
  }
  if (accept) {
    emit(draft, 'member_joined', { person_id, role, invite_id: null });
  } else {
    emit(draft, 'join_refused', { person_id });
  }
}

function getMember({ state }: TeamDraft, personId: PersonId): Member {
  return state.members[personId] ?? refuse('not_found', { what: 'member', id: personId });
}

/** The last captain who may act hands over before stepping down. */
function requireOtherCaptain({ state, context }: TeamDraft, member: Member): void {
  if (isLastCaptain(Object.values(state.members), context, member)) {
    refuse('last_captain', {});
  }
}

function changeRole(draft: TeamDraft, { person_id, role }: Command<'change_role'>): void {
  requireRole(draft, ['captain']);
  const member = getMember(draft, person_id);
  if (!['captain', 'co_captain', 'player', 'substitute'].includes(role)) {
    refuse('field_invalid', { field: 'role' }, 'role');
  }
  if (role !== 'captain') {
    requireOtherCaptain(draft, member);
  }
  if (role !== member.role) {
    emit(draft, 'role_changed', { person_id, from: member.role, to: role });
  }
}

function removeMember(draft: TeamDraft, { person_id }: Command<'remove_member'>): void {
  const { actor, member: own } = requireRole(draft, ['captain', 'co_captain']);
  const member = getMember(draft, person_id);
  const isPlayer = member.role === 'player' || member.role === 'substitute';
  if (own.role === 'co_captain' && !isPlayer && person_id !== actor.person_id) {
    refuse('not_captain', {});
  }
  requireOtherCaptain(draft, member);
  if (person_id === actor.person_id) {
    emit(draft, 'member_left', { person_id, why: 'left' });
  } else {
    emit(draft, 'member_removed', { person_id });
  }
}

function leaveTeam(draft: TeamDraft): void {
  const actor = requireActor(draft.context);
  getTeam(draft);
  const member = draft.state.members[actor.person_id] ?? refuse('not_member', {});
  requireOtherCaptain(draft, member);
  emit(draft, 'member_left', { person_id: actor.person_id, why: 'left' });
}

/** A member is banned, suspended or deletes their account: the last captain's place passes on, or the team disbands. */
function retireMember(
  draft: TeamDraft,
  { person_id, why, leaves }: Command<'retire_member'>,
): void {
  if (draft.context.system !== true) {
    refuse('not_admin', {});
  }
  getTeam(draft);
  if (draft.state.requests[person_id]) {
    emit(draft, 'join_refused', { person_id });
  }
  const member = draft.state.members[person_id];
  if (!member) {
    return;
  }
  const members = Object.values(draft.state.members);
  if (isLastCaptain(members, draft.context, member)) {
    const heir = findHeir(members, draft.context, person_id);
    if (heir) {
      emit(draft, 'captaincy_passed', { from: person_id, to: heir.person_id, why });
    } else {
      emit(draft, 'team_disbanded', { why: 'nobody_left' });
      return;
    }
  }
  if (leaves) {
    emit(draft, 'member_left', { person_id, why });
  }
}

/** What a team's event asks of each ladder on which the team has an entry; the server gives the commands in the same transaction. */
export function listLadderConsequences(teamId: TeamId, event: TeamEvent): SystemCommand[] {
  switch (event.type) {
    case 'member_joined':
      return [{ type: 'admit_player', team_id: teamId, person_id: event.data.person_id }];
    case 'member_left':
    case 'member_removed':
      return [{ type: 'release_player', team_id: teamId, person_id: event.data.person_id }];
    case 'team_edited':
      return [{ type: 'rename_entry', team_id: teamId, name: event.data.name }];
    case 'team_disbanded':
      return [{ type: 'disband_entry', team_id: teamId }];
    default:
      return [];
  }
}
