import { describe, expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import type { Actor, Facts } from './context.ts';
import { findJudge, findRulingRefusal } from './judges.ts';
import { parseRules } from './rules-schema.ts';
import { limit, rows, shift } from './testing/rows.ts';
import {
  appeal,
  dispute,
  getMatch,
  notIdle,
  player,
  rule,
  startCompleted,
  startDisputed,
} from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  judge,
  text,
  type World,
  waitUntil,
} from './testing/world.ts';

const named = '11111111-1111-4111-8111-111111111111';
const outsider = asPerson(named);
const steward = asPerson('steward', {}, { is_ladder_admin: true, is_site_admin: true });
const playing: Actor = { ...player(2), is_ladder_admin: true, is_site_admin: true };
const rules = { ...notIdle, dispute: { outsider: named } };

/** With everybody who could judge, as the server finds them. */
function among(world: World, judges: readonly Actor[]): World {
  world.facts = { ...world.facts, judges };
  return world;
}

describe('who judges where the rules name somebody', () => {
  it.each<[string, Actor[], 'dispute' | 'appeal', string]>([
    ['a dispute somebody in office who can', [steward, outsider], 'dispute', 'site_admin'],
    ['a dispute an admin of the ladder who can', [judge, outsider], 'dispute', 'ladder_admin'],
    ['a dispute the outsider where all in office play', [playing, outsider], 'dispute', 'outsider'],
    ['a dispute the outsider where nobody is in office', [outsider], 'dispute', 'outsider'],
    [
      'an appeal the outsider where the ladder has admins alone',
      [judge, outsider],
      'appeal',
      'outsider',
    ],
    ['an appeal a site admin who can', [steward, outsider], 'appeal', 'site_admin'],
    ['nobody where the outsider cannot act', [playing], 'dispute', 'nobody'],
    ['nobody else whom the rules do not name', [asPerson('other')], 'dispute', 'nobody'],
    [
      'nobody who plays in it, named or not',
      [asPerson(named, { team2: 'player' })],
      'dispute',
      'nobody',
    ],
  ])('%s', (_name, judges, kind, expected) => {
    const world = startDisputed(rules);
    expect(findJudge(world.state, getMatch(world), { kind, judges, outsider: named })).toBe(
      expected,
    );
  });

  it('nobody where the outsider gave the ruling that is appealed', () => {
    const world = among(startDisputed(rules), [playing, outsider]);
    act(world, outsider, rule({ kind: 'upheld' }));
    const ask = (judges: Actor[]) =>
      findJudge(world.state, getMatch(world), { kind: 'appeal', judges, outsider: named });
    expect(ask([playing, outsider])).toBe('nobody');
  });
});

rows(
  'a dispute in which the only admin plays',
  ({ actor, judges }: { actor: Actor; judges: readonly Actor[] }) => ({
    world: among(startDisputed(rules), judges),
    actor,
    command: rule({ kind: 'voided' }),
  }),
  {
    'is ruled by the outsider': [
      { actor: outsider, judges: [playing, outsider] },
      ['ruling_given', 'match_voided'],
    ],
    'is not ruled by the admin': [
      { actor: playing, judges: [playing, outsider] },
      { code: 'own_match', params: {} },
    ],
    'is not ruled by somebody whom the rules do not name': [
      { actor: asPerson('other'), judges: [playing, outsider] },
      { code: 'not_admin', params: {} },
    ],
    'is not ruled by the outsider where somebody in office can': [
      { actor: outsider, judges: [steward, outsider] },
      { code: 'not_admin', params: {} },
    ],
    'is not ruled by the outsider where an admin of the ladder can': [
      { actor: outsider, judges: [judge, outsider] },
      { code: 'not_admin', params: {} },
    ],
  },
);

rows(
  'an outsider',
  (command: 'void_match' | 'extend_deadline') => ({
    world: among(startDisputed(rules), [playing, outsider]),
    actor: outsider,
    command:
      command === 'void_match'
        ? { type: command, match_id: 'match', rule: 'dispute', reason: text('void') }
        : {
            type: command,
            match_id: 'match',
            until: '2026-03-30T12:00:00.000Z',
            reason: text('more'),
          },
  }),
  {
    'does not void a match': ['void_match', 'not_admin'],
    'does not move a clock': ['extend_deadline', 'not_admin'],
  },
);

/** The only admin has ruled, and one side appeals. */
function startAppealedBesides(judges: readonly Actor[]): World {
  const world = among(startDisputed(rules), judges);
  act(world, steward, rule({ kind: 'upheld' }));
  act(world, captain(2), appeal());
  return world;
}

const decision: LadderCommand = {
  type: 'decide_appeal',
  match_id: 'match',
  outcome: { kind: 'completed', winner: 'defender', scores: [] },
  rule: 'report',
  reason: text('new'),
};

describe('an appeal against the ruling of the only admin', () => {
  it('has no clock while there is the outsider, who decides it once', () => {
    const world = startAppealedBesides([steward, outsider]);
    expect(world.state.appeals.appeal).not.toHaveProperty('stands_at');
    act(world, outsider, decision);
    expect(getMatch(world).result).toMatchObject({ winner: 'defender', ruled_by: named });
    expect(world.state.appeals.appeal).toMatchObject({ status: 'overturned' });
  });

  it('has one where nobody is named who can', () => {
    expect(startAppealedBesides([steward]).state.appeals.appeal).toHaveProperty('stands_at');
  });
});

/** A result disputed while somebody could judge it; they are gone when it is looked at again. */
function startReviewed(from: 'appeal' | 'dispute', judges: readonly Actor[]): World {
  const world =
    from === 'appeal'
      ? startAppealedBesides([steward, outsider])
      : among(startCompleted(rules), [steward, outsider]);
  if (from === 'dispute') {
    act(world, captain(2), dispute());
  }
  return among(world, judges);
}

/** The outsider has decided the appeal; nobody is left who could judge. */
function startDecided(): World {
  const world = startAppealedBesides([steward, outsider]);
  act(world, outsider, decision);
  return among(world, []);
}

rows(
  'a case whose judge may be gone',
  ({ from, isSystem = true }: { from: () => World; isSystem?: boolean }) => ({
    world: from(),
    actor: isSystem ? null : steward,
    isSystem,
    command: { type: 'review_case', match_id: 'match' },
  }),
  {
    'an appeal that nobody can judge any more begins its clock': [
      { from: () => startReviewed('appeal', [steward]) },
      [
        {
          type: 'case_unjudged',
          data: { appeal_id: 'appeal', dispute_id: null, stands_at: '2026-03-06T12:00:00.000Z' },
        },
      ],
    ],
    'a disputed result too': [
      { from: () => startReviewed('dispute', [playing]) },
      [
        {
          type: 'case_unjudged',
          data: { appeal_id: null, dispute_id: 'dispute', stands_at: '2026-03-06T12:00:00.000Z' },
        },
      ],
    ],
    'nothing where the outsider can still': [
      { from: () => startReviewed('appeal', [outsider]) },
      [],
    ],
    'nothing where an admin of the ladder can': [
      { from: () => startReviewed('dispute', [judge]) },
      [],
    ],
    'nothing of an appeal that has its clock': [
      { from: () => startAppealedBesides([steward]) },
      [],
    ],
    'nothing of an appeal that is decided': [{ from: startDecided }, []],
    'nothing of a match in play, which has a clock': [
      { from: () => among(startDisputed(rules), [playing]) },
      [],
    ],
    'nothing that nobody disputes': [{ from: () => among(startCompleted(rules), []) }, []],
    'by nobody but the server': [
      { from: () => startReviewed('appeal', [steward]), isSystem: false },
      'not_admin',
    ],
  },
);

limit(
  'what nobody can judge any more stands after three days from then',
  (away) => {
    const world = startReviewed('dispute', [playing]);
    asSystem(world, { type: 'review_case', match_id: 'match' });
    const { length } = world.events;
    asSystem(world, { type: 'review_case', match_id: 'match' });
    expect(world.events).toHaveLength(length);
    return { world, until: shift('2026-03-06T12:00:00.000Z', away) };
  },
  {
    before: [],
    at: [
      {
        type: 'ruling_given',
        actor_id: null,
        data: {
          dispute_id: 'dispute',
          outcome: { kind: 'upheld' },
          status: 'upheld',
          rule: 'dispute.rulingWithin',
          text: null,
        },
      },
    ],
    after: ['ruling_given'],
  },
);

it('who comes into office meanwhile decides it still', () => {
  const world = startReviewed('appeal', [steward]);
  asSystem(world, { type: 'review_case', match_id: 'match' });
  act(
    among(world, [steward, asPerson('second', {}, { is_site_admin: true })]),
    asPerson('second', {}, { is_site_admin: true }),
    decision,
  );
  expect(waitUntil(world, '2026-03-09T12:00:00.000Z')).toEqual([]);
});

it('the outsider may rule only while nobody is known who could', () => {
  const { state } = startDisputed(rules);
  const match = state.matches.match;
  const facts: Pick<Facts, 'sanctions'> = { sanctions: {} };
  const ask = (judges?: Actor[]) =>
    match &&
    findRulingRefusal(
      { actor: outsider, state, facts: { ...facts, ...(judges && { judges }) } },
      match,
    );
  expect(ask([outsider])).toBeNull();
  expect(ask()).toMatchObject({ code: 'not_admin' });
  expect(ask([outsider, judge])).toMatchObject({ code: 'not_admin' });
});

describe('the rule that names an outsider', () => {
  it.each<[string, unknown, boolean]>([
    ['takes somebody’s id', named, true],
    ['takes nobody', null, true],
    ['takes no name', 'Dana', false],
    ['takes no list', [named], false],
  ])('%s', (_name, value, ok) => {
    expect(parseRules({ dispute: { outsider: value } })).toMatchObject(
      ok ? { ok } : { ok, fault: { path: 'dispute.outsider' }, by: 'limits' },
    );
  });
});
