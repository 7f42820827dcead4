import { describe, expect, it } from 'vitest';
import { toChanges, toOwnRequest } from './people.ts';

const people = ['ada', 'ben', 'cleo'].map((name) => ({
  person_id: name,
  username: name.toUpperCase(),
  user_id: null,
}));

type Change = readonly [type: string, data: Record<string, string>];

/** A team's story as its page tells it, of a log that begins with these lines. */
const tell = (...changes: readonly Change[]) =>
  toChanges({
    changes: changes.map(([type, data], index) => ({
      sequence: index + 1,
      type,
      at: '2026-03-01T12:00:00+00:00',
      data,
    })),
    changed_people: people,
  });

const founded: Change = ['team_founded', { founder_id: 'ada', name: 'Anchor', tag: 'ANC' }];

describe('the story of a team', () => {
  it.each<[string, Change, object[]]>([
    [
      'a new name',
      ['team_edited', { name: 'Bow' }],
      [{ type: 'renamed', from: 'Anchor', to: 'Bow' }],
    ],
    ['a new tag', ['team_edited', { tag: 'BOW' }], [{ type: 'retagged', from: 'ANC', to: 'BOW' }]],
    [
      'both',
      ['team_edited', { name: 'Bow', tag: 'BOW' }],
      [
        { type: 'retagged', from: 'ANC', to: 'BOW' },
        { type: 'renamed', from: 'Anchor', to: 'Bow' },
      ],
    ],
    ['the same name again', ['team_edited', { name: 'Anchor' }], []],
    ['another zone alone', ['team_edited', { zone: 'UTC' }], []],
    [
      'a role',
      ['role_changed', { person_id: 'ben', from: 'player', to: 'co_captain' }],
      [{ type: 'role_changed', person: people[1], from: 'player', to: 'co_captain' }],
    ],
    [
      'another captain',
      ['captaincy_passed', { from: 'ada', to: 'cleo' }],
      [{ type: 'captaincy_passed', person: people[2], from: 'ADA', to: '' }],
    ],
    [
      'a captain of whom nothing is left',
      ['captaincy_passed', { from: 'gone', to: 'away' }],
      [{ type: 'captaincy_passed', person: null, from: '', to: '' }],
    ],
    [
      'who was sent away',
      ['member_removed', { person_id: 'ben' }],
      [{ type: 'member_removed', person: people[1], from: '', to: '' }],
    ],
    [
      'its end, which is about nobody',
      ['team_disbanded', {}],
      [{ type: 'team_disbanded', person: null, from: '', to: '' }],
    ],
  ])('tells %s', (_what, change, lines) => {
    const told = tell(founded, change);
    expect(told).toEqual([
      ...lines.map((line) => expect.objectContaining({ sequence: 2, ...line })),
      {
        sequence: 1,
        at: '2026-03-01T12:00:00.000Z',
        type: 'team_founded',
        person: people[0],
        from: '',
        to: '',
      },
    ]);
  });

  it('tells the last forty', () => {
    const joined = (count: number) =>
      tell(...Array.from({ length: count }, (): Change => ['member_joined', { person_id: 'ben' }]));
    expect(joined(40).at(-1)?.sequence).toBe(1);
    expect(joined(41).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 40 }, (_, index) => 41 - index),
    );
  });
});

it.each([
  ['who asked for nothing', null, null],
  ['whoever waits', true, 'waiting'],
  ['whoever was declined', false, 'declined'],
])('says to %s where they stand', (_who, isWaiting, state) => {
  const own_request =
    isWaiting === null
      ? null
      : { is_waiting: isWaiting, reason: 'Full.', at: '2026-03-01T12:00:00+00:00' };
  expect(toOwnRequest({ own_request })?.state ?? null).toBe(state);
});
