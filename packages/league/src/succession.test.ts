import { expect, it } from 'vitest';
import { emptyTeam } from './apply-team.ts';
import type { DecideContext } from './context.ts';
import type { Role } from './ids.ts';
import { findHeir, isLastCaptain, listLastMembers, listReturning } from './succession.ts';
import type { Member, TeamState } from './team-state.ts';
import { createWorld, getFacts } from './testing/world.ts';

const early = '2026-03-01T12:00:00.000Z';
const late = '2026-03-02T12:00:00.000Z';
const end = '2026-04-01T12:00:00.000Z';
const beforeEnd = '2026-03-31T12:00:00.000Z';

const member = (person_id: string, role: Role, joined_at = early): Member => ({
  person_id,
  role,
  joined_at,
});
type FormerMember = TeamState['former'][number];

const former = (person_id: string, role: Role, left_at = end): FormerMember => ({
  ...member(person_id, role),
  left_at,
});

interface Who {
  banned?: string[];
  muted?: string[];
  accounts?: string[];
}

const facts = getFacts(createWorld());

function context({ banned = [], muted = [], accounts = [] }: Who = {}): DecideContext {
  const sanctions = Object.fromEntries([
    ...banned.map((person) => [person, [{ kind: 'ban' as const, until: null }]]),
    ...muted.map((person) => [person, [{ kind: 'mute' as const, until: null }]]),
  ]);
  return { at: end, actor: null, facts: { ...facts, sanctions, accounts } };
}

it.each<[string, Member[], Who, string | undefined]>([
  [
    'a co-captain before a player',
    [member('ann', 'player'), member('bob', 'co_captain', late)],
    {},
    'bob',
  ],
  [
    'a player before a substitute',
    [member('ann', 'substitute'), member('bob', 'player', late)],
    {},
    'bob',
  ],
  [
    'of two alike who has been there longer',
    [member('ann', 'player', late), member('bob', 'player')],
    {},
    'bob',
  ],
  [
    'of two who came together the first by id',
    [member('bob', 'player'), member('ann', 'player')],
    {},
    'ann',
  ],
  [
    'not who is banned',
    [member('ann', 'co_captain'), member('bob', 'player')],
    { banned: ['ann'] },
    'bob',
  ],
  ['who is muted all the same', [member('ann', 'player')], { muted: ['ann'] }, 'ann'],
  ['nobody of nobody', [], {}, undefined],
])('the heir is %s', (_what, members, who, heir) => {
  expect(findHeir(members, context(who))?.person_id).toBe(heir);
});

it('the heir is not who leaves', () => {
  const members = [member('ann', 'co_captain'), member('bob', 'player')];
  expect(findHeir(members, context(), 'ann')?.person_id).toBe('bob');
});

const captains = [member('ann', 'captain'), member('bob', 'captain'), member('cat', 'co_captain')];

it.each<[string, Member[], Who, boolean]>([
  ['the only one', [member('ann', 'captain'), member('bob', 'co_captain')], {}, true],
  ['one of two', captains, {}, false],
  ['one whose fellow is banned', captains, { banned: ['bob'] }, true],
  ['one who is banned like their fellow', captains, { banned: ['ann', 'bob'] }, true],
  ['one who is banned, whose fellow is not', captains, { banned: ['ann'] }, false],
  ['one whose fellow is muted', captains, { muted: ['bob'] }, false],
  [
    'one of three, of whom another is banned',
    [...captains, member('dan', 'captain')],
    { banned: ['bob'] },
    false,
  ],
  [
    'no captain',
    [member('ann', 'co_captain'), member('bob', 'captain')],
    { banned: ['bob'] },
    false,
  ],
])('the last captain who may act, or not: %s', (_what, members, who, isLast) => {
  expect(isLastCaptain(members, context(who), members[0] as Member)).toBe(isLast);
});

it.each([
  ['in their order', ['ann', 'bob']],
  ['in another', ['bob', 'ann']],
])('the last members are those who left with its end, whoever is kept %s', (_what, names) => {
  const gone = former('zoe', 'captain', beforeEnd);
  const last = names.map((name) => former(name, 'player'));
  for (const list of [
    [gone, ...last],
    [...last, gone],
  ]) {
    expect(listLastMembers({ former: list })).toEqual([
      member('ann', 'player'),
      member('bob', 'player'),
    ]);
  }
});

it.each<[string, FormerMember[], Who, [string, Role][]]>([
  [
    'the captain and the others, as they were',
    [former('ann', 'captain'), former('bob', 'co_captain'), former('cat', 'player')],
    { accounts: ['ann', 'bob', 'cat'] },
    [
      ['ann', 'captain'],
      ['bob', 'co_captain'],
      ['cat', 'player'],
    ],
  ],
  [
    'the heir in front where the captain is banned, who comes as a player',
    [former('ann', 'captain'), former('bob', 'player'), former('cat', 'substitute')],
    { accounts: ['ann', 'bob', 'cat'], banned: ['ann'] },
    [
      ['ann', 'player'],
      ['bob', 'captain'],
      ['cat', 'substitute'],
    ],
  ],
  [
    'two captains as they were, where one of them may act',
    [former('ann', 'captain'), former('bob', 'captain'), former('cat', 'co_captain')],
    { accounts: ['ann', 'bob', 'cat'], banned: ['ann'] },
    [
      ['ann', 'captain'],
      ['bob', 'captain'],
      ['cat', 'co_captain'],
    ],
  ],
  [
    'the heir in front where the captain has no account any more',
    [former('ann', 'captain'), former('bob', 'substitute')],
    { accounts: ['bob'] },
    [['bob', 'captain']],
  ],
  [
    'nobody in front where nobody may lead',
    [former('ann', 'captain')],
    { accounts: ['ann'], banned: ['ann'] },
    [['ann', 'player']],
  ],
  ['nobody where nobody has an account', [former('ann', 'captain')], { accounts: [] }, []],
])('there come back %s', (_what, list, who, back) => {
  const { members, was } = listReturning({ ...emptyTeam, former: list }, context(who));
  expect(members.map(({ person_id, role }) => [person_id, role])).toEqual(back);
  expect(was).toEqual(list.map(({ person_id }) => person_id));
});
