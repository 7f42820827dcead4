import { expect, it } from 'vitest';
import { findIdleDeadline } from './idle.ts';
import { close, keepPlayers, planNext, startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import {
  act,
  captain,
  challenge,
  createWorld,
  getEntry,
  goLive,
  join,
  judge,
  noon,
  noPicks,
  someNonce,
  text,
  type World,
  wait,
  waitUntil,
} from './testing/world.ts';

/** Warned after seven days, down two rungs after ten, out after twenty. */
const rules = { idle: { warnAfter: 'P7D', dropAfter: 'P10D', dropRungs: 2, removeAfter: 'P20D' } };
const warned = '2026-03-08T12:00:00.000Z';
const dropped = '2026-03-11T12:00:00.000Z';
const removed = '2026-03-21T12:00:00.000Z';

/** Nobody above the first can be challenged: that one is always excused. */
const startIdle = (count = 2, ends?: string): World =>
  startLadder({ count, rules, ...(ends ? { ends } : {}) });
const excused = (entry: number, reason: string, rule = 'idle.warnAfter') => ({
  type: 'idle_excused' as const,
  data: { entry_id: `entry${entry}`, reason, rule },
});
const first = excused(1, 'nobody_free');

function waitTo(world: World, instant: string): World {
  waitUntil(world, instant);
  return world;
}

limit(
  'who neither plays nor challenges is warned',
  (away) => ({ world: startIdle(), until: shift(warned, away) }),
  {
    before: [],
    at: [
      { ...first, at: warned },
      {
        type: 'idle_warned',
        at: warned,
        data: { entry_id: 'entry2', drops_at: dropped, rule: 'idle.warnAfter' },
      },
    ],
    after: [first, 'idle_warned'],
  },
);

limit(
  'who has fewer people than a team’s size is warned like everybody',
  (away) => ({ world: keepPlayers(startIdle(), 2, 2 + away), until: warned }),
  {
    before: [first, { type: 'idle_warned', data: like({ entry_id: 'entry2' }) }],
    at: [first, { type: 'idle_warned', data: like({ entry_id: 'entry2' }) }],
    after: [first, 'idle_warned'],
  },
);

it('who has too few people is warned, dropped and removed', () => {
  const world = keepPlayers(startIdle(), 2, 1);
  const events = wait(world, 'P20D').filter(({ type }) => type !== 'idle_excused');
  expect(
    events.map(({ type, at, data }) => [type, at, 'entry_id' in data && data.entry_id]),
  ).toEqual([
    ['idle_warned', warned, 'entry2'],
    ['idle_dropped', dropped, 'entry2'],
    ['entry_removed', removed, 'entry2'],
  ]);
});

limit(
  'who was warned drops, and those below move up',
  (away) => ({ world: waitTo(startIdle(5), warned), until: shift(dropped, away) }),
  {
    before: [],
    at: [
      {
        type: 'idle_dropped',
        at: dropped,
        data: {
          entry_id: 'entry2',
          moves: [
            { entry_id: 'entry2', from: 2, to: 4 },
            { entry_id: 'entry3', from: 3, to: 2 },
            { entry_id: 'entry4', from: 4, to: 3 },
          ],
          rule: 'idle.dropAfter',
        },
      },
      { type: 'idle_dropped', data: like({ entry_id: 'entry3' }) },
      { type: 'idle_dropped', data: like({ entry_id: 'entry4' }) },
      { type: 'idle_dropped', data: like({ entry_id: 'entry5' }) },
    ],
    after: ['idle_dropped', 'idle_dropped', 'idle_dropped', 'idle_dropped'],
  },
);

limit(
  'who dropped is removed',
  (away) => ({
    world: waitTo(startIdle(), '2026-03-20T00:00:00.000Z'),
    until: shift(removed, away),
  }),
  {
    before: [],
    at: [
      {
        type: 'entry_removed',
        at: removed,
        data: {
          entry_id: 'entry2',
          reason: 'idle',
          rule: 'idle.removeAfter',
          text: null,
          moves: [{ entry_id: 'entry2', from: 2, to: null }],
        },
      },
    ],
    after: ['entry_removed'],
  },
);

it('nobody drops below the last rung', () => {
  const world = startIdle(3);
  const drops = wait(world, 'P10D').filter(({ type }) => type === 'idle_dropped');
  expect(drops.map(({ data }) => data)).toEqual([
    {
      entry_id: 'entry2',
      moves: [
        { entry_id: 'entry2', from: 2, to: 3 },
        { entry_id: 'entry3', from: 3, to: 2 },
      ],
      rule: 'idle.dropAfter',
    },
    {
      entry_id: 'entry3',
      moves: [
        { entry_id: 'entry3', from: 2, to: 3 },
        { entry_id: 'entry2', from: 3, to: 2 },
      ],
      rule: 'idle.dropAfter',
    },
  ]);
});

/** A time lies a day ahead of its answer at least. */
const dayAfterWarned = '2026-03-09T12:00:00.000Z';
const toSecond = (data: object): Said => [first, { type: 'idle_warned', data: like(data) }];
limit(
  'nobody is judged at the season’s end',
  (away) => ({ world: startIdle(2, shift(warned, away)), until: warned }),
  { before: [], at: [], after: ['idle_excused', 'idle_excused'] },
);

limit(
  'nobody is judged once no time is left to play a challenge',
  (away) => ({ world: startIdle(2, shift(dayAfterWarned, away)), until: warned }),
  {
    before: ['idle_excused', 'idle_excused'],
    at: ['idle_excused', 'idle_excused'],
    after: toSecond({ entry_id: 'entry2' }),
  },
);

limit(
  'before the season opens nobody is idle: it counts from there',
  (away) => {
    const world = planNext(close(createWorld({ rules })));
    join(world, 2);
    wait(world, 'P1D');
    act(world, { ...judge, is_site_admin: true }, { type: 'open_season' });
    return { world, until: shift('2026-03-09T12:00:00.000Z', away) };
  },
  { before: [], at: toSecond({ drops_at: '2026-03-12T12:00:00.000Z' }), after: toSecond({}) },
);

limit(
  'who joins later is idle later',
  (away) => {
    const world = startLadder({ count: 1, rules });
    wait(world, 'P8D');
    act(world, captain(2), {
      type: 'join',
      entry_id: 'entry2',
      team_id: 'team2',
      person_id: null,
      name: 'Team 2',
      players: ['team2-a', 'team2-b'],
    });
    waitUntil(world, '2026-03-16T11:00:00.000Z');
    return { world, until: shift('2026-03-16T12:00:00.000Z', away) };
  },
  {
    before: [],
    at: [{ type: 'idle_warned', data: like({ entry_id: 'entry2' }) }],
    after: ['idle_warned'],
  },
);

rows(
  'excused is',
  ({ world, until = warned }: { world: () => World; until?: string }) => ({
    world: world(),
    until,
  }),
  {
    'who has nobody to challenge': [
      { world: () => restOf(1, 2) },
      [excused(1, 'resting'), excused(2, 'nobody_free')],
    ],
    'who has nobody to challenge, and too few people as well': [
      { world: () => keepPlayers(restOf(1, 2), 2, 1) },
      [excused(1, 'resting'), excused(2, 'nobody_free')],
    ],
    'who finds nobody but the people on their own roster': [
      { world: () => shareWith(4) },
      [first, excused(2, 'nobody_free')],
    ],
    'not who has nobody left, and somebody to challenge': [
      { world: () => keepPlayers(shareWith(0), 2, 0) },
      [first, { type: 'idle_warned', data: like({ entry_id: 'entry2' }) }],
    ],
    'who rests': [{ world: () => restOf(2, 2) }, [first, excused(2, 'resting')]],
    'who has challenged somebody': [
      { world: () => challengeLate(2) },
      [excused(1, 'in_match'), excused(2, 'in_match')],
    ],
    'who was challenged, has played since, and has nobody to challenge': [
      { world: () => playFirst(), until: '2026-03-10T12:00:00.000Z' },
      [first, { type: 'idle_warned', data: like({ entry_id: 'entry2' }) }],
    ],
    'who rests when the drop is due': [
      { world: () => restFrom('2026-03-10T00:00:00.000Z'), until: dropped },
      [excused(2, 'resting', 'idle.dropAfter')],
    ],
    'who rests when the removal is due': [
      { world: () => restFrom('2026-03-20T00:00:00.000Z'), until: removed },
      [excused(2, 'resting', 'idle.removeAfter')],
    ],
  },
);

/** Some rest over the day of the warning. */
function restOf(entry: number, count: number): World {
  const world = startIdle(count);
  return rest(world, entry, '2026-03-07T12:00:00.000Z');
}

/** People may play for two teams: so many of the second's four for the first as well. */
function shareWith(count: number): World {
  const both = { ...rules, team: { oneEntryPerPerson: false } };
  const world = startLadder({ count: 2, rules: both });
  const { players } = getEntry(world, 'entry1');
  const shared = getEntry(world, 'entry2').players.slice(0, count);
  const entry1 = { ...getEntry(world, 'entry1'), players: [...players, ...shared] };
  world.state = { ...world.state, entries: { ...world.state.entries, entry1 } };
  return world;
}

/** The second rests from an instant after the warning on. */
const restFrom = (from: string): World => rest(startIdle(), 2, from);

function rest(world: World, entry: number, from: string): World {
  const command = { type: 'announce_rest', entry_id: `entry${entry}`, rest_id: 'rest' } as const;
  waitUntil(world, from);
  act(world, captain(entry), { ...command, from, days: 3 });
  return world;
}

/** A challenge of which the answer is due after the warning. */
function challengeLate(count: number): World {
  const world = startIdle(count);
  challenge(world, 2, 1);
  const command = { type: 'accept', match_id: 'match', picks: noPicks, nonce: someNonce } as const;
  act(world, captain(1), { ...command, times: [8, 9].map((days) => noon(world, days)) });
  const time = noon(world, 8);
  act(world, captain(2), { type: 'confirm_time', match_id: 'match', time, picks: noPicks });
  return world;
}

function playFirst(): World {
  const world = startIdle();
  goLive(world, 2, 1);
  act(world, captain(2), { type: 'concede', match_id: 'match' });
  return world;
}

it('who was challenged and did not play is not excused for having nobody to challenge', () => {
  const world = startIdle();
  wait(world, 'PT1H');
  challenge(world, 2, 1);
  act(world, captain(1), { type: 'decline', match_id: 'match' });
  const events = wait(world, 'P7D');
  expect(events.map(({ type, data }) => [type, data])).toContainEqual([
    'idle_warned',
    expect.objectContaining({ entry_id: 'entry1' }),
  ]);
});

limit(
  'a challenge counts that came after what the entry did last',
  (away) => {
    const world = startIdle();
    challenge(world, 2, 1);
    act(world, captain(1), { type: 'decline', match_id: 'match' });
    const entry = getEntry(world, 'entry1');
    const entry1 = { ...entry, challenged_at: shift(entry.active_at, away) };
    world.state = { ...world.state, entries: { ...world.state.entries, entry1 } };
    return { world, until: shift(entry.active_at, 7 * 86_400_000) };
  },
  {
    before: [first, 'idle_warned'],
    at: [first, 'idle_warned'],
    after: [{ type: 'idle_warned', data: like({ entry_id: 'entry1' }) }, 'idle_warned'],
  },
);

it('the clock looks at entries that play for rungs in an open season', () => {
  const world = startIdle();
  const entry = getEntry(world, 'entry2');
  expect(findIdleDeadline(world.state, entry)).toBe(warned);
  expect(findIdleDeadline(world.state, { ...entry, status: 'suspended' })).toBeNull();
  expect(findIdleDeadline({ ...world.state, season: null }, entry)).toBeNull();
  expect(findIdleDeadline(close(world).state, entry)).toBeNull();
  const rating = startLadder({ format: 'rating', rules });
  expect(findIdleDeadline(rating.state, getEntry(rating, 'entry2'))).toBeNull();
});

it('a suspended entry is not judged', () => {
  const world = startIdle();
  const command = { type: 'suspend_entry', entry_id: 'entry2', reason: text('rude') } as const;
  act(world, judge, { ...command, until: '2026-03-20T12:00:00.000Z' });
  expect(wait(world, 'P10D').map(({ data }) => data)).toEqual([first.data]);
});
