import type { TeamEvent } from './event.ts';
import type { PersonId } from './ids.ts';
import { listLastMembers } from './succession.ts';
import type { Member, TeamState } from './team-state.ts';

/** A team that nobody has founded yet. */
export const emptyTeam: TeamState = {
  team: null,
  members: {},
  former: [],
  invites: {},
  requests: {},
};

function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}

function removeMember(state: TeamState, person: PersonId, at: string): TeamState {
  const member = state.members[person];
  if (!member) {
    return state;
  }
  return {
    ...state,
    members: without(state.members, person),
    former: [...state.former, { ...member, left_at: at }],
  };
}

function setRole(
  state: TeamState,
  person: PersonId,
  role: TeamState['members'][string]['role'],
): TeamState {
  const member = state.members[person];
  return member
    ? { ...state, members: { ...state.members, [person]: { ...member, role } } }
    : state;
}

function closeInvite(state: TeamState, id: string | null, status: 'used' | 'revoked'): TeamState {
  const invite = state.invites[id ?? ''];
  return invite
    ? { ...state, invites: { ...state.invites, [invite.id]: { ...invite, status } } }
    : state;
}

/** The team after one event. */
export function applyTeam(state: TeamState, event: TeamEvent): TeamState {
  const { at } = event;
  switch (event.type) {
    case 'team_founded': {
      const { team_id, ...rest } = event.data;
      const founder = { person_id: rest.founder_id, role: 'captain' as const, joined_at: at };
      return {
        ...emptyTeam,
        team: { id: team_id, ...rest, founded_at: at, status: 'active' },
        members: { [rest.founder_id]: founder },
      };
    }
    case 'team_edited':
      return { ...state, team: state.team && { ...state.team, ...event.data } };
    case 'invite_made': {
      const { invite_id, ...rest } = event.data;
      const invite = {
        id: invite_id,
        ...rest,
        made_by: event.actor_id ?? '',
        made_at: at,
        status: 'open' as const,
      };
      return { ...state, invites: { ...state.invites, [invite_id]: invite } };
    }
    case 'invite_revoked':
      return closeInvite(state, event.data.invite_id, 'revoked');
    case 'join_asked':
      return {
        ...state,
        requests: {
          ...state.requests,
          [event.data.person_id]: { person_id: event.data.person_id, at },
        },
      };
    case 'join_refused':
    case 'join_withdrawn':
      return { ...state, requests: without(state.requests, event.data.person_id) };
    case 'member_joined':
      return admitMember(state, event.data, at);
    case 'member_left':
    case 'member_removed':
      return removeMember(state, event.data.person_id, at);
    case 'role_changed':
      return setRole(state, event.data.person_id, event.data.to);
    case 'captaincy_passed':
      return setRole(setRole(state, event.data.to, 'captain'), event.data.from, 'player');
    case 'team_disbanded':
      return disband(state, at);
    case 'team_restored':
      return restore(state, event.data.members);
  }
}

/** A link stays open for others; an invitation by name is used up. */
function admitMember(
  state: TeamState,
  data: Extract<TeamEvent, { type: 'member_joined' }>['data'],
  at: string,
): TeamState {
  const { person_id, role, invite_id } = data;
  const invite = state.invites[invite_id ?? ''];
  const next = invite?.person_id ? closeInvite(state, invite.id, 'used') : state;
  return {
    ...next,
    requests: without(next.requests, person_id),
    members: { ...next.members, [person_id]: { person_id, role, joined_at: at } },
  };
}

function disband(state: TeamState, at: string): TeamState {
  // A store may give the members back in another order than they came in: the list may not hang on it.
  const gone = Object.values(state.members)
    .sort((first, second) => (first.person_id < second.person_id ? -1 : 1))
    .map((member) => ({ ...member, left_at: at }));
  return {
    ...state,
    team: state.team && { ...state.team, status: 'disbanded' },
    members: {},
    requests: {},
    former: [...state.former, ...gone],
  };
}

/** It is as if they had never gone; who did not come back left with its end. */
function restore(state: TeamState, members: readonly Member[]): TeamState {
  const back = new Map(
    listLastMembers(state)
      .filter(({ person_id }) => members.some((member) => member.person_id === person_id))
      .map(({ person_id, joined_at }) => [person_id, joined_at]),
  );
  return {
    ...state,
    team: state.team && { ...state.team, status: 'active' },
    members: Object.fromEntries(members.map((member) => [member.person_id, { ...member }])),
    former: state.former.filter(({ person_id, joined_at }) => back.get(person_id) !== joined_at),
  };
}
