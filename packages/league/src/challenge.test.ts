import { describe, expect, it } from 'vitest';
import { findChallengeRefusal } from './challenge.ts';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import { toHash } from './log.ts';
import { close, keepPlayers, planNext, startDrivers, startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { at, coCaptain, notIdle, player } from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  challenge,
  createWorld,
  getEntry,
  goLive,
  join,
  judge,
  noPicks,
  someNonce,
  start,
  statusOf,
  text,
  tryCommand,
  type World,
  wait,
  worldStart,
} from './testing/world.ts';

describe('who may challenge whom', () => {
  it('reaches as far as the rules say, with the figures in the refusal', () => {
    const world = start(8, {
      reach: { top: 4, topRungs: 2, rungs: 3, percent: 0, newEntryChallenges: 0 },
    });
    const refused = (from: number, to: number) =>
      tryCommand(world, captain(from), {
        type: 'challenge',
        match_id: 'x',
        challenger_id: `entry${from}`,
        defender_id: `entry${to}`,
        picks: noPicks,
        nonce: someNonce,
      });
    expect(refused(7, 4)).toEqual({
      code: 'out_of_reach',
      params: { own: 7, theirs: 4, reach: 2 },
    });
    expect(refused(3, 5)).toMatchObject({ code: 'out_of_reach' });
    expect(refused(8, 5)).toBeNull();
  });

  it("lets a new entry's first two challenges reach the middle, never the top", () => {
    const world = start(30);
    const refused = (to: number) =>
      tryCommand(world, captain(30), {
        type: 'challenge',
        match_id: `to${to}`,
        challenger_id: 'entry30',
        defender_id: `entry${to}`,
        picks: noPicks,
        nonce: someNonce,
      });
    expect(refused(10)).toMatchObject({ code: 'out_of_reach', params: { reach: 3 } });
    expect(refused(14)).toMatchObject({ code: 'out_of_reach', params: { reach: 15 } });
    expect(refused(15)).toBeNull();
    act(world, captain(30), { type: 'withdraw', match_id: 'to15' });
    expect(refused(16)).toBeNull();
    act(world, captain(30), { type: 'withdraw', match_id: 'to16' });
    expect(refused(17)).toMatchObject({ code: 'out_of_reach', params: { reach: 10 } });
  });

  it('keeps one challenge out and one in, and names the match', () => {
    const world = start();
    challenge(world, 4, 2);
    const command = { type: 'challenge', match_id: 'x', picks: noPicks, nonce: someNonce } as const;
    expect(
      tryCommand(world, captain(4), { ...command, challenger_id: 'entry4', defender_id: 'entry3' }),
    ).toEqual({ code: 'already_challenging', params: { match_id: 'match', entry: 'Team 2' } });
    expect(
      tryCommand(world, captain(5), { ...command, challenger_id: 'entry5', defender_id: 'entry2' }),
    ).toEqual({
      code: 'already_challenged',
      params: { match_id: 'match', entry: 'Team 2', by: 'Team 4' },
    });
    expect(
      tryCommand(world, captain(2), { ...command, challenger_id: 'entry2', defender_id: 'entry1' }),
    ).toBeNull();
  });

  it('marks a rematch, which is declined freely and expires unanswered', () => {
    const world = start();
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'concede', match_id: 'match' });
    challenge(world, 4, 2, 'again');
    expect(world.state.matches.again?.is_rematch).toBe(true);
    act(world, captain(2), { type: 'decline', match_id: 'again' });
    expect(getEntry(world, 'entry2').declined).toEqual([]);
    challenge(world, 4, 2, 'third');
    wait(world, 'PT73H');
    expect(statusOf(world, 'third')).toBe('expired');
  });

  it('counts declines, and never the same team twice', () => {
    const world = start(6, { challenge: { declines: 2 } });
    challenge(world, 4, 2, 'a');
    act(world, captain(2), { type: 'decline', match_id: 'a' });
    challenge(world, 4, 2, 'b');
    expect(tryCommand(world, captain(2), { type: 'decline', match_id: 'b' })).toEqual({
      code: 'decline_repeated',
      params: { entry: 'Team 4' },
    });
  });

  it('refuses strangers, visitors and the suspended', () => {
    const world = start();
    const command = {
      type: 'challenge',
      match_id: 'x',
      challenger_id: 'entry4',
      defender_id: 'entry2',
      picks: noPicks,
      nonce: someNonce,
    } as const;
    expect(tryCommand(world, null, command)).toMatchObject({ code: 'not_signed_in' });
    expect(tryCommand(world, captain(3), command)).toMatchObject({ code: 'not_captain' });
    world.facts.sanctions = {
      'team4-a': [{ kind: 'suspension', until: addDuration(world.now, 'P3D') }],
    };
    expect(tryCommand(world, captain(4), command)).toMatchObject({ code: 'suspended' });
  });
});

const ask = (world: World, from: number, to: number, other: object = {}) => ({
  world,
  actor: captain(from),
  command: {
    type: 'challenge' as const,
    match_id: 'new',
    challenger_id: `entry${from}`,
    defender_id: `entry${to}`,
    picks: noPicks,
    nonce: someNonce,
    ...other,
  },
});
const made: Said = ['challenge_made'];

rows('a challenge', ({ world, from, to }: Pairing) => ask(world(), from, to), {
  'says who, until when, and where both stand': [
    { world: startLadder, from: 4, to: 2 },
    [
      {
        type: 'challenge_made',
        match_id: 'new',
        actor_id: 'team4-a',
        data: {
          challenger_id: 'entry4',
          defender_id: 'entry2',
          is_rematch: false,
          deadline: '2026-03-04T12:00:00.000Z',
          seed_hash: toHash('seed of new'),
          nonce: someNonce,
          picks: noPicks,
          rules_version: 1,
          rungs: { challenger: 4, defender: 2 },
        },
      },
    ],
  ],
  'is not of oneself': [
    { world: startLadder, from: 4, to: 4 },
    { code: 'same_entry', params: {} },
  ],
  'is of somebody on the ladder': [
    { world: startLadder, from: 4, to: 9 },
    { code: 'not_found', params: { what: 'entry', id: 'entry9' } },
  ],
  'is by somebody on the ladder': [
    { world: startLadder, from: 9, to: 2 },
    { code: 'not_found', params: { what: 'entry', id: 'entry9' } },
  ],
  'goes up, not down': [
    { world: startLadder, from: 2, to: 4 },
    { code: 'out_of_reach', params: { own: 2, theirs: 4, reach: 3 } },
  ],
  'goes anywhere where there are no rungs': [
    { world: () => startLadder({ format: 'rating', count: 20 }), from: 1, to: 20 },
    made,
  ],
  'waits for the season': [
    { world: () => startNext(), from: 4, to: 2 },
    { code: 'season_not_open', params: { opens: '2026-03-08T12:00:00.000Z' } },
  ],
  'comes before its close': [
    { world: () => close(startLadder()), from: 4, to: 2 },
    { code: 'season_closed', params: {} },
  ],
  'is not by a suspended entry': [
    { world: () => suspend(4), from: 4, to: 2 },
    { code: 'entry_suspended', params: { entry: 'Team 4', until: '2026-03-06T12:00:00.000Z' } },
  ],
  'is not of a suspended entry': [
    { world: () => suspend(2), from: 4, to: 2 },
    { code: 'entry_suspended', params: { entry: 'Team 2', until: '2026-03-06T12:00:00.000Z' } },
  ],
  'is not by one that has left': [
    { world: () => leave(4), from: 4, to: 2 },
    { code: 'entry_gone', params: { entry: 'Team 4' } },
  ],
  'is not of one that has left': [
    { world: () => leave(2), from: 4, to: 2 },
    { code: 'entry_gone', params: { entry: 'Team 2' } },
  ],
  'is of one that has already challenged somebody': [
    { world: () => occupy(2, 1), from: 4, to: 2 },
    made,
  ],
  'is not of one that is challenged': [
    { world: () => occupy(3, 2), from: 4, to: 2 },
    { code: 'already_challenged', params: { match_id: 'match', entry: 'Team 2', by: 'Team 3' } },
  ],
  'is not a second one': [
    { world: () => occupy(4, 3), from: 4, to: 2 },
    { code: 'already_challenging', params: { match_id: 'match', entry: 'Team 3' } },
  ],
  'is by one that is challenged': [{ world: () => occupy(5, 4), from: 4, to: 2 }, made],
  'of one out of reach is refused for that, whoever has challenged whom': [
    { world: () => occupy(3, 2), from: 6, to: 2 },
    { code: 'out_of_reach', params: { own: 6, theirs: 2, reach: 3 } },
  ],
  'is under the rules of its season, whatever is written for the next': [
    { world: () => editRules(startLadder()), from: 4, to: 2 },
    [{ type: 'challenge_made', data: like({ rules_version: 1 }) }],
  ],
});

function editRules(world: World): World {
  asSystem(world, { type: 'edit_rules', rules: {} });
  return world;
}

interface Pairing {
  world: () => World;
  from: number;
  to: number;
}

function startNext(): World {
  const world = planNext(close(createWorld()));
  join(world, 4);
  return world;
}

function suspend(entry: number): World {
  const world = startLadder();
  act(world, judge, {
    type: 'suspend_entry',
    entry_id: `entry${entry}`,
    until: addDuration(world.now, 'P5D'),
    reason: text('rude'),
  });
  return world;
}

function leave(entry: number): World {
  const world = startLadder();
  act(world, captain(entry), { type: 'leave', entry_id: `entry${entry}` });
  return world;
}

function occupy(from: number, to: number): World {
  const world = startLadder();
  challenge(world, from, to);
  return world;
}

rows('a challenge is made', (actor: Actor) => ({ ...ask(startLadder(), 4, 2), actor }), {
  'by the captain': [captain(4), made],
  'by a co-captain': [coCaptain(4), made],
  'not by a player': [player(4), { code: 'not_captain', params: {} }],
  'not by the captain of another team': [captain(2), 'not_captain'],
});

limit(
  'a challenge reaches three rungs up into the top',
  (away) => ask(startLadder({ count: 8 }), 5 + away, 2),
  {
    before: made,
    at: made,
    after: { code: 'out_of_reach', params: { own: 6, theirs: 2, reach: 3 } },
  },
);

const newcomer = { reach: { top: 1, rungs: 1, percent: 0 } };
rows(
  'the middle that a newcomer reaches',
  ({ count, to }: { count: number; to: number }) => {
    const world = startLadder({ count, rules: newcomer });
    for (const gone of [7, 8]) {
      if (gone <= count) {
        act(world, captain(gone), { type: 'leave', entry_id: `entry${gone}` });
      }
    }
    return ask(world, 6, to);
  },
  {
    'is half of who stands there': [{ count: 6, to: 3 }, made],
    'and no higher': [
      { count: 6, to: 2 },
      { code: 'out_of_reach', params: { own: 6, theirs: 2, reach: 3 } },
    ],
    'who has gone does not count': [{ count: 8, to: 3 }, made],
  },
);

rows(
  'on a ladder for persons',
  (world: () => World) => ({
    ...ask(world(), 2, 1),
    actor: asPerson('driver2', { team2: 'captain' }),
  }),
  {
    'as on one for teams': [startLadder, made],
    'nobody challenges': [() => startDrivers(2), { code: 'format_has_no_matches', params: {} }],
  },
);

rows('a match’s id', (match_id: string) => ask(occupy(3, 2), 5, 4, { match_id }), {
  'is new': ['other', made],
  'is not that of another': [
    'match',
    { code: 'already_exists', params: { what: 'match', id: 'match' } },
  ],
});

const badNonce: Said = { code: 'field_invalid', params: { field: 'nonce' }, field: 'nonce' };
rows('the browser’s part in the draws', (nonce: unknown) => ask(startLadder(), 4, 2, { nonce }), {
  'has 16 letters': ['a'.repeat(16), made],
  'has no fewer': ['a'.repeat(15), badNonce],
  'has up to 128': ['a'.repeat(128), made],
  'has no more': ['a'.repeat(129), badNonce],
  'has figures and two signs as well': ['aZ09_-aZ09_-aZ09_-', made],
  'has none of the draw’s own signs, neither first': [`:${'a'.repeat(16)}`, badNonce],
  'nor last': [`${'a'.repeat(16)}:`, badNonce],
  'is a text': [1_234_567_890_123_456, badNonce],
  'is there': [undefined, badNonce],
});

it('a challenge without its secret seed is the server’s fault', () => {
  const world = startLadder();
  world.facts.seeds = {};
  const { actor, command } = ask(world, 4, 2);
  expect(() => tryCommand(world, actor, command)).toThrow('secret seed');
});

const ends = '2026-03-11T00:00:00.000Z';
limit(
  'challenges are made until the season’s end, to the millisecond',
  (away) => {
    const world = startLadder({ ends: ends });
    world.now = shift(ends, away);
    return ask(world, 4, 2);
  },
  {
    before: { code: 'season_ending', params: { at: ends } },
    at: { code: 'season_closed', params: {} },
    after: 'season_closed',
  },
);
limit(
  'challenges are made while a time can still be named before the season’s end',
  (away) => {
    const world = startLadder({ ends: ends });
    world.now = shift('2026-03-10T00:00:00.000Z', away);
    return ask(world, 4, 2);
  },
  { before: made, at: { code: 'season_ending', params: { at: ends } }, after: 'season_ending' },
);

limit(
  'who has won as challenger is left alone for a day',
  (away) => {
    const world = startLadder();
    goLive(world, 4, 2);
    act(world, captain(2), { type: 'concede', match_id: 'match' });
    world.now = shift('2026-03-04T12:00:00.000Z', away);
    return ask(world, 5, 4);
  },
  {
    before: {
      code: 'entry_immune',
      params: { entry: 'Team 4', until: '2026-03-04T12:00:00.000Z' },
    },
    at: made,
    after: made,
  },
);

limit(
  'a challenge within seven days of a match is a rematch',
  (away) => {
    const world = startLadder();
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'concede', match_id: 'match' });
    world.now = shift('2026-03-10T12:00:00.000Z', away);
    return ask(world, 4, 2);
  },
  {
    before: [{ type: 'challenge_made', data: like({ is_rematch: true }) }],
    at: [{ type: 'challenge_made', data: like({ is_rematch: false }) }],
    after: [{ type: 'challenge_made', data: like({ is_rematch: false }) }],
  },
);

/** Team 2 has not answered team 4's challenge within its three days. */
function forfeit(until: string): World {
  const world = startLadder({ rules: notIdle });
  challenge(world, 4, 2);
  return at(world, until);
}

limit(
  'who has won by a forfeit is left alone as well',
  (away) => ask(forfeit(shift('2026-03-05T12:00:00.000Z', away)), 5, 4),
  {
    before: {
      code: 'entry_immune',
      params: { entry: 'Team 4', until: '2026-03-05T12:00:00.000Z' },
    },
    at: made,
    after: made,
  },
);

limit(
  'a challenge within seven days of a forfeit is a rematch too',
  (away) => ask(forfeit(shift('2026-03-11T12:00:00.000Z', away)), 2, 4),
  {
    before: [{ type: 'challenge_made', data: like({ is_rematch: true }) }],
    at: [{ type: 'challenge_made', data: like({ is_rematch: false }) }],
    after: [{ type: 'challenge_made', data: like({ is_rematch: false }) }],
  },
);

limit(
  'a roster has the people that a match needs',
  (more) => ask(keepPlayers(startLadder(), 4, 2 + more), 4, 2),
  {
    before: { code: 'roster_too_small', params: { has: 1, needs: 2 } },
    at: made,
    after: made,
  },
);

/** Two days of rest, from now or from tomorrow on. */
function rest(entry: number, from = worldStart): World {
  const world = startLadder();
  const command = {
    type: 'announce_rest',
    entry_id: `entry${entry}`,
    rest_id: 'rest',
    from,
    days: 2,
  } as const;
  act(world, captain(entry), command);
  return world;
}

const rested = '2026-03-03T12:00:00.000Z';
limit(
  'who rests is not challenged until the rest’s end',
  (away) => ask(at(rest(2), shift(rested, away)), 4, 2),
  {
    before: { code: 'entry_resting', params: { entry: 'Team 2', until: rested } },
    at: made,
    after: made,
  },
);
limit(
  'who rests does not challenge until the rest’s end',
  (away) => ask(at(rest(4), shift(rested, away)), 4, 2),
  {
    before: { code: 'entry_resting', params: { entry: 'Team 4', until: rested } },
    at: made,
    after: made,
  },
);

const tomorrow = '2026-03-02T12:00:00.000Z';
rows(
  'a rest announced for tomorrow',
  ({ from, to }: { from: number; to: number }) => ask(rest(3, tomorrow), from, to),
  {
    'keeps nobody off before its day': [{ from: 4, to: 3 }, made],
    'lets its own go out': [{ from: 3, to: 2 }, made],
  },
);
limit(
  'a rest that an open match holds up keeps new challenges out from its day on',
  (away) => {
    const world = rest(3, tomorrow);
    challenge(world, 3, 2);
    return { ...ask(at(world, shift(tomorrow, away)), 4, 3), isLate: true };
  },
  {
    before: made,
    at: {
      code: 'entry_resting',
      params: { entry: 'Team 3', until: '2026-03-04T12:00:00.000Z' },
    },
    after: 'entry_resting',
  },
);

rows(
  'a rest that has run out before the clock came by',
  (from: number) => ({
    ...ask(at(rest(from === 4 ? 4 : 2), rested), 4, 2),
    isLate: true,
  }),
  {
    'keeps its entry from nothing': [4, made],
    'keeps nobody else off': [3, made],
  },
);

/** Team 4 against team 2, of whose people so many are the same. */
function shareEntries(shared: number, rules: unknown) {
  const world = startLadder({ rules });
  const challenger = getEntry(world, 'entry4');
  const own = getEntry(world, 'entry2').players;
  const defender = {
    ...getEntry(world, 'entry2'),
    players: [...own, ...challenger.players.slice(0, shared)],
  };
  return { world, challenger, defender };
}

it.each([
  ['a person is on one roster only', {}, 0, null],
  ['nobody plays against themselves', {}, 1, ['team4-a']],
  ['where one may be on two rosters, one may', { team: { oneEntryPerPerson: false } }, 3, null],
  [
    'but not all of them',
    { team: { oneEntryPerPerson: false } },
    4,
    ['team4-a', 'team4-b', 'team4-c', 'team4-d'],
  ],
])('%s', (_name, rules, shared, people) => {
  const { world, challenger, defender } = shareEntries(shared, rules);
  expect(findChallengeRefusal(world.state, challenger, defender, world.now)).toEqual(
    people && { code: 'same_people_on_both_sides', params: { people } },
  );
});

it('who has nobody left shares nobody with the other side, and has too few', () => {
  const { world, challenger, defender } = shareEntries(0, { team: { oneEntryPerPerson: false } });
  const empty = { ...challenger, players: [] };
  expect(findChallengeRefusal(world.state, empty, defender, world.now)).toEqual({
    code: 'roster_too_small',
    params: { has: 0, needs: 2 },
  });
});

it('what is no refusal is not taken for one', () => {
  const world = startLadder();
  const broken = { ...getEntry(world, 'entry4'), players: null as never };
  expect(() =>
    findChallengeRefusal(world.state, broken, getEntry(world, 'entry2'), world.now),
  ).toThrow(TypeError);
});
