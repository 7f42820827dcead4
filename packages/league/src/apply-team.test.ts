import { expect, it } from 'vitest';
import { applyTeam, emptyTeam } from './apply-team.ts';
import type { TeamEvent } from './event.ts';
import type { TeamState } from './team-state.ts';

const founded = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';

const toEvent = (type: TeamEvent['type'], data: object, at: string) =>
  ({ type, version: 1, ladder_id: null, match_id: null, actor_id: 'ann', at, data }) as TeamEvent;

/** Ann has founded the team, Bob has been on it and gone, Cem has asked to join. */
function play(): TeamState {
  const home = { name: 'Iron Foxes', tag: 'FOX', zone: 'Europe/Berlin', locale: 'de' };
  return [
    toEvent('team_founded', { team_id: 'team', ...home, founder_id: 'ann' }, founded),
    toEvent('member_joined', { person_id: 'bob', role: 'player', invite_id: null }, founded),
    toEvent('member_left', { person_id: 'bob', why: 'left' }, later),
    toEvent('join_asked', { person_id: 'cem' }, later),
  ].reduce(applyTeam, emptyTeam);
}

const bob = { person_id: 'bob', role: 'player', joined_at: founded, left_at: later };

it('a team remembers who has gone, and who asks', () => {
  expect(play()).toMatchObject({
    members: { ann: { person_id: 'ann', role: 'captain', joined_at: founded } },
    former: [bob],
    requests: { cem: { person_id: 'cem', at: later } },
  });
});

it('a team that is disbanded has nobody and nobody who asks, and remembers all', () => {
  const end = '2026-03-03T12:00:00.000Z';
  const before = play();
  expect(applyTeam(before, toEvent('team_disbanded', { why: 'by_captain' }, end))).toEqual({
    team: { ...before.team, status: 'disbanded' },
    members: {},
    invites: {},
    requests: {},
    former: [bob, { person_id: 'ann', role: 'captain', joined_at: founded, left_at: end }],
  });
});

it('a disbanded team remembers the same, in whatever order its members were stored', () => {
  const joins = toEvent(
    'member_joined',
    { person_id: 'abe', role: 'player', invite_id: null },
    later,
  );
  const full = applyTeam(play(), joins);
  const turned = { ...full, members: Object.fromEntries(Object.entries(full.members).reverse()) };
  const [first, second] = [full, turned].map((state) =>
    applyTeam(state, toEvent('team_disbanded', { why: 'by_captain' }, later)),
  );
  expect(first?.former.map(({ person_id }) => person_id)).toEqual(['bob', 'abe', 'ann']);
  expect(second).toEqual(first);
});

it('what is said of somebody who is not there changes nothing', () => {
  const state = play();
  expect(applyTeam(state, toEvent('member_removed', { person_id: 'eve' }, later))).toEqual(state);
  const change = { person_id: 'eve', from: 'player', to: 'captain' };
  expect(applyTeam(state, toEvent('role_changed', change, later))).toEqual(state);
});

it('a team that is brought back has those who came back as they were, in whatever order they are named', () => {
  const full = applyTeam(
    play(),
    toEvent('member_joined', { person_id: 'abe', role: 'player', invite_id: null }, later),
  );
  const end = '2026-03-03T12:00:00.000Z';
  const gone = applyTeam(full, toEvent('team_disbanded', { why: 'by_admin' }, end));
  const ann = { person_id: 'ann', role: 'captain', joined_at: founded };
  const abe = { person_id: 'abe', role: 'player', joined_at: later };
  const bring = (members: object[]) =>
    applyTeam(gone, toEvent('team_restored', { members }, '2026-03-04T12:00:00.000Z'));
  expect(bring([abe, ann])).toEqual({ ...full, requests: {} });
  expect(bring([ann, abe])).toEqual(bring([abe, ann]));
  expect(bring([ann])).toMatchObject({
    team: { status: 'active' },
    members: { ann },
    former: [bob, { ...abe, left_at: end }],
  });
});
