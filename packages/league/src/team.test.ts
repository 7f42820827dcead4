import { describe, expect, it } from 'vitest';
import type { TeamCommand } from './command.ts';
import type { Actor, DecideContext, Facts } from './context.ts';
import type { TeamEvent } from './event.ts';
import { parseName, toSkeleton } from './name.ts';
import { applyTeam, decideTeam, emptyTeam, listLadderConsequences } from './team.ts';
import type { TeamState } from './team-state.ts';
import { asPerson, createWorld, getFacts } from './testing/world.ts';

const at = '2026-03-01T12:00:00.000Z';
const later = '2026-04-01T12:00:00.000Z';

interface Room {
  state: TeamState;
  events: TeamEvent[];
}

function tryTeam(
  room: Room,
  actor: Actor | null,
  command: TeamCommand,
  facts: Partial<Facts> = {},
) {
  const context: DecideContext = {
    at,
    actor,
    facts: { ...getFacts(createWorld()), ...facts },
    ...(actor ? {} : { system: true }),
  };
  const decision = decideTeam(room.state, command, context);
  if (!decision.ok) return decision.refusal;
  for (const event of decision.events) {
    room.state = applyTeam(room.state, event);
    room.events.push(event);
  }
  return null;
}

function found(facts: Partial<Facts> = {}): Room {
  const room: Room = { state: emptyTeam, events: [] };
  expect(
    tryTeam(
      room,
      asPerson('ann'),
      {
        type: 'found_team',
        team_id: 'team',
        name: 'Iron Foxes',
        tag: 'FOX',
        zone: 'Europe/Berlin',
        locale: 'de',
      },
      facts,
    ),
  ).toBeNull();
  return room;
}

function invite(room: Room, person: string, role: 'co_captain' | 'player') {
  expect(
    tryTeam(room, asPerson('ann'), {
      type: 'make_invite',
      invite_id: `for-${person}`,
      role,
      person_id: null,
      expires_at: later,
    }),
  ).toBeNull();
  expect(
    tryTeam(room, asPerson(person), { type: 'join_team', invite_id: `for-${person}` }),
  ).toBeNull();
}

describe('a team', () => {
  it('is founded with its captain and joined by an invitation', () => {
    const room = found();
    invite(room, 'bob', 'co_captain');
    expect(room.state.members).toMatchObject({
      ann: { role: 'captain' },
      bob: { role: 'co_captain' },
    });
    expect(room.events.flatMap((event) => listLadderConsequences('team', event))).toEqual([
      { type: 'admit_player', team_id: 'team', person_id: 'bob' },
    ]);
  });

  it('refuses names that look like another', () => {
    const room: Room = { state: emptyTeam, events: [] };
    const command = {
      type: 'found_team',
      team_id: 'new',
      name: 'Іrоn F0xes',
      tag: 'NEW',
      zone: 'UTC',
      locale: 'en',
    } as const;
    const similar_names = [{ team_id: 'team', name: 'Iron Foxes', tag: 'FOX' }];
    expect(tryTeam(room, asPerson('eve'), command, { similar_names })).toMatchObject({
      code: 'name_confusable',
      params: { name: 'Iron Foxes' },
      field: 'name',
    });
    expect(
      tryTeam(room, asPerson('eve'), { ...command, name: 'IRON FOXES' }, { similar_names }),
    ).toMatchObject({ code: 'name_taken' });
    expect(
      tryTeam(
        room,
        asPerson('eve'),
        { ...command, name: 'Steel Bears', tag: 'F0X' },
        { similar_names },
      ),
    ).toMatchObject({ code: 'name_confusable', field: 'tag' });
    expect(tryTeam(room, asPerson('eve'), command, { teams_founded: 5 })).toMatchObject({
      code: 'too_many_teams',
      params: { limit: 5 },
    });
  });

  it('keeps a captain always', () => {
    const room = found();
    invite(room, 'bob', 'player');
    expect(tryTeam(room, asPerson('ann'), { type: 'leave_team' })).toMatchObject({
      code: 'last_captain',
    });
    expect(
      tryTeam(room, asPerson('ann'), { type: 'change_role', person_id: 'ann', role: 'player' }),
    ).toMatchObject({ code: 'last_captain' });
    expect(
      tryTeam(room, asPerson('ann'), { type: 'change_role', person_id: 'bob', role: 'captain' }),
    ).toBeNull();
    expect(tryTeam(room, asPerson('ann'), { type: 'leave_team' })).toBeNull();
    expect(room.state.former).toMatchObject([{ person_id: 'ann' }]);
  });

  it('passes the captaincy to the longest-serving co-captain when the last captain is banned', () => {
    const room = found();
    invite(room, 'cat', 'player');
    invite(room, 'bob', 'co_captain');
    expect(
      tryTeam(room, null, { type: 'retire_member', person_id: 'ann', why: 'banned', leaves: true }),
    ).toBeNull();
    expect(room.events.slice(-2).map(({ type }) => type)).toEqual([
      'captaincy_passed',
      'member_left',
    ]);
    expect(room.state.members.bob?.role).toBe('captain');
  });

  it('disbands when nobody is left', () => {
    const room = found();
    expect(
      tryTeam(room, null, {
        type: 'retire_member',
        person_id: 'ann',
        why: 'deleted',
        leaves: true,
      }),
    ).toBeNull();
    expect(room.state.team?.status).toBe('disbanded');
  });

  it('lets a co-captain invite and remove players, nothing above', () => {
    const room = found();
    invite(room, 'bob', 'co_captain');
    invite(room, 'cat', 'player');
    expect(
      tryTeam(room, asPerson('bob'), {
        type: 'make_invite',
        invite_id: 'x',
        role: 'co_captain',
        person_id: null,
        expires_at: later,
      }),
    ).toMatchObject({ code: 'not_captain' });
    expect(
      tryTeam(room, asPerson('bob'), { type: 'remove_member', person_id: 'ann' }),
    ).toMatchObject({ code: 'not_captain' });
    expect(tryTeam(room, asPerson('bob'), { type: 'remove_member', person_id: 'cat' })).toBeNull();
    expect(tryTeam(room, asPerson('cat'), { type: 'edit_team', name: 'Cats' })).toMatchObject({
      code: 'not_captain',
    });
  });
});

describe('names', () => {
  it('have one skeleton for everything that reads alike', () => {
    expect(toSkeleton('Ｉron  Fоxes')).toBe(toSkeleton('1ron-Foxes'));
    expect(toSkeleton('Corner')).toBe(toSkeleton('Comer'));
    expect(toSkeleton('Žluťoučký')).toBe(toSkeleton('zlutoucky'));
    expect(toSkeleton('Wolves')).not.toBe(toSkeleton('Bears'));
  });

  it('hold no invisible characters', () => {
    expect(parseName('a\u200bb', { minimum: 2, maximum: 40 })).toBeNull();
    expect(parseName('  Red   Dogs ', { minimum: 2, maximum: 40 })).toBe('Red Dogs');
    expect(parseName('!!', { minimum: 2, maximum: 40 })).toBeNull();
  });
});
