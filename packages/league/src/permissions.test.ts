import { describe, expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import type { Actor, Facts } from './context.ts';
import { findAppealRulingRefusal, findRulingRefusal } from './judges.ts';
import {
  type AskerOnLadder,
  findActorRefusal,
  findApartRefusal,
  findRole,
  findSideRefusal,
  findSuspension,
} from './permissions.ts';
import type { Refusal } from './refusal.ts';
import type { Match } from './state.ts';
import { startDrivers } from './testing/ladders.ts';
import { rows } from './testing/rows.ts';
import {
  coCaptain,
  getMatch,
  onMatch,
  player,
  rule,
  startAppealed,
  startDisputed,
  startLive,
  stranger,
} from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  createWorld,
  getEntry,
  judge,
  noon,
  owner,
  start,
  text,
  type World,
} from './testing/world.ts';

const concede: LadderCommand = { type: 'concede', ...onMatch };
const until = '2026-04-01T12:00:00.000Z';
type Sanctions = Facts['sanctions'];

rows(
  'somebody with a sanction',
  (sanctions: Sanctions) => {
    const world = startLive();
    world.facts = { sanctions };
    return { world, actor: captain(4), command: concede };
  },
  {
    'does nothing while suspended': [
      { 'team4-a': [{ kind: 'suspension', until: until }] },
      { code: 'suspended', params: { until: until } },
    ],
    'does nothing while banned, for good': [
      { 'team4-a': [{ kind: 'ban', until: null }] },
      { code: 'suspended', params: { until: null } },
    ],
    'acts with a strike or without a voice': [
      {
        'team4-a': [
          { kind: 'strike', until: until },
          { kind: 'mute', until: until },
        ],
      },
      ['match_completed'],
    ],
    'is held by the second as well': [
      {
        'team4-a': [
          { kind: 'mute', until: null },
          { kind: 'suspension', until: until },
        ],
      },
      { code: 'suspended', params: { until: until } },
    ],
    'is somebody else': [{ 'team2-a': [{ kind: 'ban', until: null }] }, ['match_completed']],
  },
);

describe('a suspension', () => {
  const facts = { sanctions: { ann: [{ kind: 'ban', until: until }] } } as unknown as Facts;
  it('is of whom it names', () => {
    expect(findSuspension({ facts }, 'ann')).toEqual({ kind: 'ban', until: until });
    expect(findSuspension({ facts }, 'bob')).toBeUndefined();
  });
});

describe('a role', () => {
  const entry = getEntry(start(1), 'entry1');
  it('is that on the team', () => {
    expect(findRole(captain(1), entry)).toBe('captain');
    expect(findRole(coCaptain(1), entry)).toBe('co_captain');
    expect(findRole(captain(2), entry)).toBeUndefined();
  });
  it('of an entry that is a person is that person’s alone', () => {
    const own = { ...entry, team_id: null, person_id: 'ann' };
    expect(findRole(asPerson('ann'), own)).toBe('captain');
    expect(findRole(asPerson('bob', { '': 'captain' }), own)).toBeUndefined();
    expect(findRole(asPerson('bob', { '': 'captain' }), { ...own, person_id: null })).toBe(
      'captain',
    );
  });
});

const rest: LadderCommand = {
  type: 'announce_rest',
  entry_id: 'entry4',
  rest_id: 'rest',
  from: '2026-03-02T12:00:00.000Z',
  days: 2,
};

rows(
  'what only a captain does',
  (actor: Actor | null) => ({ world: start(), actor, command: rest }),
  {
    'the captain does': [captain(4), ['rest_announced']],
    'the co-captain does not': [coCaptain(4), { code: 'not_captain', params: {} }],
    'a player does not': [player(4), 'not_captain'],
    'another captain does not': [captain(3), 'not_captain'],
    'an admin does not': [judge, 'not_captain'],
    'nobody does not': [null, { code: 'not_signed_in', params: {} }],
  },
);

const challenge: LadderCommand = {
  type: 'challenge',
  ...onMatch,
  challenger_id: 'entry4',
  defender_id: 'entry2',
  picks: { maps: [], sides: [] },
  nonce: 'n'.repeat(20),
};

rows(
  'what captain and co-captain do',
  (actor: Actor | null) => ({ world: start(), actor, command: challenge }),
  {
    'the captain does': [captain(4), ['challenge_made']],
    'the co-captain does': [coCaptain(4), ['challenge_made']],
    'a player does not': [player(4), { code: 'not_captain', params: {} }],
    'a substitute does not': [asPerson('team4-d', { team4: 'substitute' }), 'not_captain'],
    'another captain does not': [captain(2), 'not_captain'],
    'nobody does not': [null, 'not_signed_in'],
    'nobody does who is of the other team': [
      asPerson('team4-a', { team4: 'captain', team2: 'player' }),
      { code: 'same_people_on_both_sides', params: { people: ['team4-a'] } },
    ],
    'who is of a third team does': [
      asPerson('team4-a', { team4: 'captain', team1: 'player' }),
      ['challenge_made'],
    ],
  },
);

rows('who acts for a side', (actor: Actor) => ({ world: startLive(), actor, command: concede }), {
  'is its captain': [captain(4), ['match_completed']],
  'is its co-captain': [coCaptain(2), ['match_completed']],
  'is no player of it': [player(4), { code: 'not_captain', params: {} }],
  'is no other captain': [captain(1), 'not_captain'],
  'is no admin': [judge, 'not_captain'],
  'is nobody who leads both': [
    asPerson('team4-a', { team4: 'captain', team2: 'co_captain' }),
    { code: 'same_people_on_both_sides', params: { people: ['team4-a'] } },
  ],
  'is nobody who plays for the other team': [
    asPerson('team4-a', { team4: 'captain', team2: 'player' }),
    'same_people_on_both_sides',
  ],
  'is nobody on the other roster': [
    asPerson('team2-c', { team4: 'captain' }),
    { code: 'same_people_on_both_sides', params: { people: ['team2-c'] } },
  ],
});

const admin = (actor: Actor): Actor => ({ ...actor, is_ladder_admin: true });

function startWithoutPlayer(): World {
  const world = startDisputed();
  // Played, and has left the team since.
  expect(getMatch(world).check_ins.challenger?.players).toContain('team4-b');
  asSystem(world, { type: 'release_player', team_id: 'team4', person_id: 'team4-b' });
  return world;
}

rows(
  'who judges a match',
  ({ actor, from = startDisputed }: { actor: Actor; from?: () => World }) => ({
    world: from(),
    actor,
    command: rule({ kind: 'voided' }),
  }),
  {
    'is an admin of the ladder': [{ actor: judge }, ['ruling_given', 'match_voided']],
    'is no captain': [{ actor: captain(4) }, { code: 'not_admin', params: {} }],
    'is no admin of its challenger': [
      { actor: admin(player(4)) },
      { code: 'own_match', params: {} },
    ],
    'is no admin of its defender': [{ actor: admin(player(2)) }, 'own_match'],
    'is nobody on a roster, whatever their team': [
      { actor: admin(asPerson('team4-d')) },
      'own_match',
    ],
    'is nobody on a team, whatever the roster': [
      { actor: admin(asPerson('new', { team2: 'substitute' })) },
      'own_match',
    ],
    'is nobody who played and has left since': [
      { actor: admin(asPerson('team4-b')), from: startWithoutPlayer },
      { code: 'own_match', params: {} },
    ],
    'is somebody of another team': [
      { actor: admin(captain(1)), from: startWithoutPlayer },
      ['ruling_given', 'match_voided'],
    ],
  },
);

const siteAdmin = (actor: Actor): Actor => ({ ...actor, is_site_admin: true });

rows(
  'who decides an appeal',
  (actor: Actor | null) => ({
    world: startAppealed(),
    actor,
    command: { ...rule({ kind: 'upheld' }), type: 'decide_appeal' as const },
  }),
  {
    'is an admin of the site': [owner, ['appeal_decided']],
    'is no admin of the ladder': [judge, { code: 'not_admin', params: {} }],
    'is nobody of its challenger': [siteAdmin(player(4)), { code: 'own_match', params: {} }],
    'is nobody of its defender': [siteAdmin(player(2)), 'own_match'],
    'is nobody who plays for it as somebody of another team': [
      siteAdmin(asPerson('team2-d', { team1: 'captain' })),
      'own_match',
    ],
    'is somebody of another team': [siteAdmin(captain(1)), ['appeal_decided']],
    'is nobody who is not signed in': [null, 'not_signed_in'],
  },
);

rows(
  'a match that nobody has checked in to is voided',
  (actor: Actor) => {
    const world = start();
    act(world, captain(4), challenge);
    return {
      world,
      actor,
      command: { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') } as const,
    };
  },
  {
    'by an admin of the ladder': [judge, ['match_voided']],
    'not by one who plays in it': [admin(player(4)), 'own_match'],
    'not by one of the site': [owner, 'not_admin'],
  },
);

rows(
  'an entry is moved by hand',
  (actor: Actor) => ({
    world: start(),
    actor,
    command: { type: 'move_entry', entry_id: 'entry4', rung: 1, reason: text('why') } as const,
  }),
  {
    'by an admin of the ladder': [judge, ['entry_moved']],
    'not by one of the site': [owner, { code: 'not_admin', params: {} }],
    'not by its captain': [captain(4), 'not_admin'],
  },
);

const edit: LadderCommand = { type: 'edit_rules', rules: {} };
rows(
  'the next season’s rules are edited',
  ({ actor, isSystem = false }: { actor: Actor | null; isSystem?: boolean }) => ({
    world: start(),
    actor,
    command: edit,
    isSystem,
  }),
  {
    'by an admin of the ladder': [{ actor: judge }, ['rules_edited']],
    'by one of the site': [{ actor: owner }, ['rules_edited']],
    'by the server': [{ actor: null, isSystem: true }, ['rules_edited']],
    'by nobody else': [{ actor: captain(1) }, { code: 'not_admin', params: {} }],
    'by nobody who is not signed in': [{ actor: null }, 'not_signed_in'],
  },
);

rows(
  'a ladder is edited',
  ({ actor, isSystem = false }: { actor: Actor | null; isSystem?: boolean }) => ({
    world: start(),
    actor,
    command: { type: 'edit_ladder', name: 'New', zone: 'UTC' } as const,
    isSystem,
  }),
  {
    'by an admin of the site': [{ actor: owner }, ['ladder_edited']],
    'by the server': [{ actor: null, isSystem: true }, ['ladder_edited']],
    'not by one of the ladder': [{ actor: judge }, { code: 'not_admin', params: {} }],
    'not by a stranger': [{ actor: stranger }, 'not_admin'],
  },
);

const system: Record<string, LadderCommand> = {
  'admits a player': { type: 'admit_player', team_id: 'team4', person_id: 'new' },
  'releases one': { type: 'release_player', team_id: 'team4', person_id: 'team4-d' },
  'renames an entry': { type: 'rename_entry', team_id: 'team4', name: 'New' },
  'takes out a team': { type: 'disband_entry', team_id: 'team4' },
  'moves deadlines': {
    type: 'extend_deadlines',
    from: '2026-03-01T11:00:00.000Z',
    until: '2026-03-01T12:00:00.000Z',
  },
};
const done: Record<string, readonly string[]> = {
  'admits a player': ['player_admitted'],
  'releases one': ['player_released'],
  'renames an entry': ['entry_renamed'],
  'takes out a team': ['match_forfeited', 'entry_left'],
  'moves deadlines': ['deadlines_extended'],
};

for (const [what, command] of Object.entries(system)) {
  rows(
    `the server alone ${what}`,
    ({ actor, isSystem }: { actor: Actor | null; isSystem: boolean }) => {
      const world = start();
      act(world, captain(4), challenge);
      act(world, captain(2), {
        type: 'accept',
        ...onMatch,
        times: [noon(world, 2), noon(world, 3)],
        picks: { maps: [], sides: [] },
        nonce: 'n'.repeat(20),
      });
      return { world, actor, command, isSystem };
    },
    {
      'as the server': [{ actor: null, isSystem: true }, done[what] as never],
      'not an admin': [
        { actor: owner, isSystem: false },
        { code: 'not_admin', params: {} },
      ],
      'not its captain': [{ actor: captain(4), isSystem: false }, 'not_admin'],
    },
  );
}

rows(
  'the server alone takes out a driver',
  ({ actor, isSystem }: { actor: Actor | null; isSystem: boolean }) => ({
    world: startDrivers(2),
    actor,
    command: { type: 'retire_driver', person_id: 'driver1' } as const,
    isSystem,
  }),
  {
    'as the server': [{ actor: null, isSystem: true }, ['entry_left']],
    'not an admin': [
      { actor: owner, isSystem: false },
      { code: 'not_admin', params: {} },
    ],
    'not the driver': [{ actor: asPerson('driver1'), isSystem: false }, 'not_admin'],
  },
);

type Finder = (asker: AskerOnLadder, match: Match) => Refusal | null;

it.each<[string, Finder, Actor | null, Refusal['code'] | null]>([
  ['anybody who is signed in acts', findActorRefusal, stranger, null],
  ['nobody else does', findActorRefusal, null, 'not_signed_in'],
  ['who is banned does not', findActorRefusal, asPerson('banned'), 'suspended'],
  ['a captain acts for a side', findSideRefusal, captain(4), null],
  ['a player does not', findSideRefusal, player(4), 'not_captain'],
  ['an admin of the ladder rules', findRulingRefusal, judge, null],
  ['one of the site does not', findRulingRefusal, owner, 'not_admin'],
  ['nor one who plays', findRulingRefusal, admin(player(2)), 'own_match'],
  ['an admin of the site decides an appeal', findAppealRulingRefusal, owner, null],
  ['one of the ladder does not', findAppealRulingRefusal, judge, 'not_admin'],
  ['nor one who plays', findAppealRulingRefusal, siteAdmin(player(2)), 'own_match'],
])('asked before: %s', (_name, find, actor, code) => {
  const world = startAppealed();
  const facts = { sanctions: { banned: [{ kind: 'ban' as const, until: null }] } };
  expect(find({ actor, facts, state: world.state }, getMatch(world))?.code ?? null).toBe(code);
});

it('on a ladder of persons the person is the captain of their entry', () => {
  const world = createWorld({ format: 'time_attack', rules: { team: { size: 1 } } });
  act(world, asPerson('ann'), {
    type: 'join',
    entry_id: 'of-ann',
    team_id: null,
    person_id: 'ann',
    name: 'ann',
    players: ['ann'],
  });
  expect(findRole(asPerson('ann'), getEntry(world, 'of-ann'))).toBe('captain');
});

it.each<[string, Actor, Refusal | null]>([
  [
    'who is of both is told so',
    asPerson('team2-b', { team4: 'captain' }),
    { code: 'same_people_on_both_sides', params: { people: ['team2-b'] } },
  ],
  ['who is of one alone is not', captain(4), null],
])('against an entry: %s', (_what, actor, refusal) => {
  expect(findApartRefusal(actor, getEntry(startLive(), 'entry2'))).toEqual(refusal);
});
