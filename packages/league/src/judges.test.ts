import { describe, expect, it } from 'vitest';
import type { Actor } from './context.ts';
import { type CaseKind, findAppealRulingRefusal, findJudge, findRulingRefusal } from './judges.ts';
import type { RefusalCode } from './refusal.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import {
  appeal,
  at,
  dispute,
  getMatch,
  notIdle,
  player,
  rule,
  startAppealed,
  startCompleted,
  startDisputed,
  startRuled,
} from './testing/stations.ts';
import {
  act,
  asPerson,
  captain,
  getFacts,
  judge,
  owner,
  people,
  text,
  type World,
  waitUntil,
} from './testing/world.ts';

/** A site admin is an admin of each ladder. */
const steward = asPerson('steward', {}, { is_ladder_admin: true, is_site_admin: true });
const playing: Actor = { ...player(2), is_ladder_admin: true };
const playingOwner: Actor = { ...playing, is_site_admin: true };
/** An admin of the ladder who gave no ruling. */
const other = asPerson('other', {}, { is_ladder_admin: true });

describe('a dispute is judged', () => {
  it.each<[string, Actor[], string]>([
    ['by an admin of the ladder', [judge, steward], 'ladder_admin'],
    ['where there is none by one of the site', [steward], 'site_admin'],
    ['where they all play in it by one of the site', [playing, steward], 'site_admin'],
    ['by another admin of the ladder than who plays', [playing, judge], 'ladder_admin'],
    ['by nobody where the only one plays in it', [playing], 'nobody'],
    ['by nobody whose office is of another ladder', [asPerson('elsewhere')], 'nobody'],
    ['by nobody where there is none', [], 'nobody'],
  ])('%s', (_name, judges, expected) => {
    const world = startDisputed();
    expect(findJudge(world.state, getMatch(world), { kind: 'dispute', judges })).toBe(expected);
  });

  it('by nobody who has played in it and left the team since', () => {
    const world = startDisputed();
    const [lineup = ''] = people(4);
    const left = asPerson(lineup, {}, { is_ladder_admin: true });
    const match = getMatch(world);
    expect(match.check_ins.challenger?.players).toContain(lineup);
    const entries = Object.fromEntries(
      Object.entries(world.state.entries).map(([id, entry]) => [id, { ...entry, players: [] }]),
    );
    expect(findJudge({ entries }, match, { kind: 'dispute', judges: [left] })).toBe('nobody');
  });
});

it('who gave a ruling may judge another dispute about the match: only an appeal is against it', () => {
  const world = startRuled();
  const ask = (kind: CaseKind) =>
    findJudge(world.state, getMatch(world), { kind, judges: [{ ...judge, is_site_admin: true }] });
  expect(ask('appeal')).toBe('nobody');
  expect(ask('dispute')).toBe('site_admin');
});

it('between seasons no rules name an outsider, and the offices judge as ever', () => {
  const world = startDisputed();
  const facts = getFacts(world);
  const state = { ...world.state, season: null };
  const refused = (actor: Actor) => findRulingRefusal({ state, actor, facts }, getMatch(world));
  expect(refused(judge)).toBeNull();
  expect(refused(asPerson('stranger'))).toMatchObject({ code: 'not_admin' });
});

describe('an appeal is judged', () => {
  it.each<[string, Actor[], string]>([
    ['by an admin of the site', [judge, owner], 'site_admin'],
    ['by nobody of the ladder', [judge], 'nobody'],
    ['by nobody of the ladder who did not rule either', [other], 'nobody'],
    ['by nobody of the site who plays in it', [{ ...player(2), is_site_admin: true }], 'nobody'],
  ])('%s', (_name, judges, expected) => {
    const world = startRuled();
    expect(findJudge(world.state, getMatch(world), { kind: 'appeal', judges })).toBe(expected);
  });

  it('by nobody who gave the ruling, and by another of the site', () => {
    const world = startDisputed();
    act(world, steward, rule({ kind: 'upheld' }));
    const ask = (judges: Actor[]) =>
      findJudge(world.state, getMatch(world), { kind: 'appeal', judges });
    expect(ask([steward])).toBe('nobody');
    expect(ask([steward, owner])).toBe('site_admin');
  });
});

/** Somebody whom the rules name, where those in office cannot judge. */
const outsider = asPerson('11111111-1111-4111-8111-111111111111');
const naming = { ...notIdle, dispute: { outsider: outsider.person_id } };

it.each<[string, Actor, readonly Actor[], RefusalCode | null, RefusalCode | null]>([
  ['an admin of the ladder', judge, [judge, owner], null, 'not_admin'],
  ['an admin of the site', steward, [judge, steward], null, null],
  ['an admin who plays in it', playingOwner, [playingOwner], 'own_match', 'own_match'],
  ['who is named where nobody in office can', outsider, [playingOwner, outsider], null, null],
  [
    'who is named where an admin of the site can',
    outsider,
    [owner, outsider],
    'not_admin',
    'not_admin',
  ],
  ['who is named where only the ladder has admins', outsider, [other, outsider], 'not_admin', null],
  ['who is not named where nobody can', asPerson('else'), [outsider], 'not_admin', 'not_admin'],
])('%s is told whether they may judge', (_name, actor, judges, ofDispute, ofAppeal) => {
  const world = startDisputed(naming);
  const asker = { state: world.state, actor, facts: { ...getFacts(world), judges } };
  const match = getMatch(world);
  expect(findRulingRefusal(asker, match)?.code ?? null).toBe(ofDispute);
  expect(findAppealRulingRefusal(asker, match)?.code ?? null).toBe(ofAppeal);
});

const alone = (world: World, judges: readonly Actor[] | undefined = [steward]): World => {
  world.facts = judges === undefined ? {} : { judges };
  return world;
};

/** The only admin of the league has ruled. */
function startRuledAlone(): World {
  const world = startDisputed(notIdle);
  act(world, steward, rule({ kind: 'upheld' }));
  return alone(world);
}

rows(
  'an appeal against the ruling of the only admin',
  (judges: readonly Actor[]) => ({
    world: alone(startRuledAlone(), judges),
    actor: captain(2),
    command: appeal(),
  }),
  {
    'says when the ruling stands for good': [
      [steward],
      [
        {
          type: 'appeal_made',
          data: {
            appeal_id: 'appeal',
            dispute_id: 'dispute',
            by: 'defender',
            statement: text('appeal'),
            stands_at: '2026-03-06T12:00:00.000Z',
          },
        },
      ],
    ],
    'waits for another where there is one': [
      [steward, owner],
      [
        {
          type: 'appeal_made',
          data: {
            appeal_id: 'appeal',
            dispute_id: 'dispute',
            by: 'defender',
            statement: text('appeal'),
          },
        },
      ],
    ],
  },
);

function startAppealedAlone(): World {
  const world = startRuledAlone();
  act(world, captain(2), appeal());
  return world;
}

limit(
  'a ruling that nobody else can judge stands after three days',
  (away) => {
    const world = startAppealedAlone();
    return { world, until: shift('2026-03-06T12:00:00.000Z', away) };
  },
  {
    before: [],
    at: [
      {
        type: 'appeal_decided',
        at: '2026-03-06T12:00:00.000Z',
        actor_id: null,
        data: {
          appeal_id: 'appeal',
          dispute_id: 'dispute',
          outcome: { kind: 'upheld' },
          status: 'upheld',
          rule: 'dispute.rulingWithin',
          text: null,
        },
      },
    ],
    after: ['appeal_decided'],
  },
);

it('until then somebody who comes into office decides it, and the clock leaves it alone', () => {
  const world = startAppealedAlone();
  act(world, owner, {
    type: 'decide_appeal',
    match_id: 'match',
    outcome: { kind: 'completed', winner: 'defender', scores: [] },
    rule: 'report',
    reason: text('new'),
  });
  expect(getMatch(world).result).toMatchObject({ winner: 'defender', ruled_by: 'owner' });
  expect(waitUntil(world, '2026-03-09T12:00:00.000Z')).toEqual([]);
});

it('an appeal of before, or one that somebody can judge, waits without a clock', () => {
  expect(waitUntil(startAppealed(notIdle), '2026-03-20T12:00:00.000Z')).toEqual([]);
  const older = alone(startRuled(notIdle), undefined);
  older.facts = { judges: undefined as never };
  act(older, captain(2), appeal());
  expect(older.state.appeals.appeal).not.toHaveProperty('stands_at');
});

/** A result whose losing side disputes it, where the only admin plays in the match. */
function startResultDisputedAlone(judges: readonly Actor[] = [playing]): World {
  const world = alone(startCompleted(notIdle), judges);
  act(world, captain(2), dispute());
  return world;
}

limit(
  'a result that nobody can judge stands after three days',
  (away) => {
    const world = startResultDisputedAlone();
    return { world, until: shift('2026-03-06T12:00:00.000Z', away) };
  },
  {
    before: [],
    at: [
      {
        type: 'ruling_given',
        actor_id: null,
        data: like({ dispute_id: 'dispute', status: 'upheld', text: null }),
      },
    ],
    after: ['ruling_given'],
  },
);

it('what the clock lets stand is no ruling: it is neither appealed nor disputed again', () => {
  const world = startResultDisputedAlone();
  waitUntil(world, '2026-03-06T12:00:00.000Z');
  expect(getMatch(world).result).toMatchObject({ ruled_by: null, ruled_at: null });
  expect(world.state.disputes.dispute).toMatchObject({
    status: 'upheld',
    ruling: { by: '', reason: null, rule: 'dispute.rulingWithin' },
  });
  expect(waitUntil(world, '2026-03-20T12:00:00.000Z')).toEqual([]);
});

it('a result that somebody can judge waits for them', () => {
  const world = startResultDisputedAlone([playing, judge]);
  expect(world.state.disputes.dispute).not.toHaveProperty('stands_at');
  expect(waitUntil(world, '2026-03-20T12:00:00.000Z')).toEqual([]);
});

it('a match in play that nobody can judge is void, as any that nobody rules', () => {
  const world = alone(startDisputed(notIdle), [playing]);
  const voided = waitUntil(at(world, '2026-03-13T12:00:00.000Z'), '2026-03-13T12:00:00.000Z');
  expect(voided).toMatchObject([{ type: 'match_voided', data: { rule: 'dispute.voidUnruled' } }]);
});
