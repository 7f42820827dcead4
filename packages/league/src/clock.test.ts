import { expect, it } from 'vitest';
import { emptyLadder } from './apply.ts';
import { decideClock, decideDue, findDue, findNextDeadline } from './clock.ts';
import type { Actor } from './context.ts';
import { close, planNext, startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import {
  appeal,
  dispute,
  notIdle,
  onMatch,
  startCompleted,
  startLive,
  startReported,
  startRuled,
} from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  checkIn,
  createWorld,
  getFacts,
  judge,
  schedule,
  text,
  type World,
  waitUntil,
  worldStart,
} from './testing/world.ts';

/** Two challenges of the same minute, the later id made first unless something else is said. */
function startTwo([first = '', second = ''] = ['match-b', 'match-a']): World {
  const world = startLadder({ rules: notIdle });
  challenge(world, 6, 5, first);
  challenge(world, 4, 2, second);
  return world;
}
const answered = '2026-03-04T12:00:00.000Z';
const of = (match_id: string): { type: 'match_forfeited'; match_id: string } => ({
  type: 'match_forfeited',
  match_id,
});

rows('what is due at once', (from: () => World) => ({ world: from(), until: answered }), {
  'goes in the order of ids': [startTwo, [of('match-a'), of('match-b')]],
  'goes so whichever was made first': [
    () => startTwo(['match-a', 'match-b']),
    [of('match-a'), of('match-b')],
  ],
});

it('what is due first goes first, whatever its id', () => {
  const world = startLadder({ rules: notIdle });
  challenge(world, 6, 5, 'match-b');
  waitUntil(world, shift(worldStart, 1000));
  challenge(world, 4, 2, 'match-a');
  const due = waitUntil(world, shift(answered, 1000));
  expect(due.map(({ match_id, at }) => [match_id, at])).toEqual([
    ['match-b', answered],
    ['match-a', shift(answered, 1000)],
  ]);
});

it('each step is dated at its deadline, however late the clock comes', () => {
  const world = startTwo();
  const [event] = decideClock(world.state, '2026-03-05T00:00:00.000Z', { facts: getFacts(world) });
  expect(event).toMatchObject({ match_id: 'match-a', at: answered, actor_id: null });
});

/** As after a silence, whose end stands in the log before what came to pass within it. */
it.each([
  ['nothing was written', null, answered],
  ['the last line is older', shift(answered, -1), answered],
  ['the last line is as old', answered, answered],
  ['the last line is younger', shift(answered, 1), shift(answered, 1)],
])('but never before the last line of the log: %s', (_what, last, at) => {
  const world = startTwo();
  const until = '2026-03-05T00:00:00.000Z';
  const facts = getFacts(world);
  expect(decideClock(world.state, until, { facts, last })).toMatchObject([{ at }]);
  expect(decideDue(world.state, { due: answered, id: 'match-a' }, { facts, last })).toMatchObject([
    { at },
  ]);
});

/** Idle after the usual three weeks; nobody else does anything. */
const idle = '2026-03-22T12:00:00.000Z';
const tomorrow = '2026-03-02T12:00:00.000Z';
const rested = '2026-03-11T12:00:00.000Z';

function rest(world: World, from: string, entry = 2): World {
  const command = { type: 'announce_rest', entry_id: `entry${entry}`, rest_id: 'rest' } as const;
  act(world, captain(entry), { ...command, from, days: 2 });
  return world;
}

function suspend(world: World, until: string): World {
  const command = { type: 'suspend_entry', entry_id: 'entry2', reason: text('rude') } as const;
  act(world, judge, { ...command, until });
  return world;
}

it.each([
  ['a challenge', () => startTwo(), answered],
  ['idleness', () => startLadder({ count: 2 }), idle],
  ['a rest to come', () => rest(startLadder(), rested), rested],
  ['a rest that runs', () => rest(startLadder(), worldStart), '2026-03-03T12:00:00.000Z'],
  ['a suspension', () => suspend(startLadder(), rested), rested],
  ['nothing, without entries', () => createWorld(), null],
  ['nothing, before the season opens', () => planNext(close(startLadder())), null],
  ['nothing, after its close', () => close(rest(startLadder(), rested)), null],
  ['nothing, without a season', () => ({ ...createWorld(), state: emptyLadder }), null],
  ['no rest while its entry is challenged', () => rest(startTwo(), tomorrow), answered],
  ['no rest while its entry challenges', () => rest(startTwo(), tomorrow, 4), answered],
])('the clock next has to do with %s', (_name, from, due) => {
  expect(findNextDeadline(from().state)).toBe(due);
});

it('the clock knows what is due of each match and entry', () => {
  const world = rest(startTwo(), rested, 3);
  expect(findDue(world.state, 'match-a')).toBe(answered);
  expect(findDue(world.state, 'entry3')).toBe(rested);
  expect(findDue(world.state, 'entry1')).toBe('2026-06-09T12:00:00.000Z');
  expect(findDue(world.state, 'nobody')).toBeNull();
  waitUntil(world, answered);
  expect(findDue(world.state, 'match-a')).toBeNull();
  const closed = close(rest(startLadder(), rested, 3));
  expect(findDue(closed.state, 'entry3')).toBeNull();
  expect(findDue(emptyLadder, 'entry3')).toBeNull();
});

it('who knows what is due has it done alone', () => {
  const world = startTwo();
  const context = { facts: getFacts(world) };
  const due = { id: 'match-b', due: answered };
  expect(decideDue(world.state, due, context)).toMatchObject([{ ...of('match-b'), at: answered }]);
  expect(decideDue(world.state, { ...due, id: 'nobody' }, context)).toEqual([]);
  const rating = startLadder({ format: 'rating' });
  expect(decideDue(rating.state, { ...due, id: 'entry1' }, context)).toEqual([]);
});

it('of one entry the first of its things is next', () => {
  const world = rest(startLadder(), rested);
  expect(findDue(world.state, 'entry2')).toBe(rested);
  const other = rest(startLadder({ count: 2 }), '2026-03-25T12:00:00.000Z');
  expect(findDue(other.state, 'entry2')).toBe(idle);
});

limit(
  'a suspension that an admin gives ends at its hour',
  (away) => ({
    world: suspend(startLadder({ rules: notIdle }), rested),
    until: shift(rested, away),
  }),
  {
    before: [],
    at: [
      {
        type: 'suspension_ended',
        at: rested,
        data: { entry_id: 'entry2', rung: 6, rule: 'strikes.suspension', text: null },
      },
    ],
    after: ['suspension_ended'],
  },
);

rows(
  'an entry',
  ({ world, until }: { world: () => World; until: string }) => ({ world: world(), until }),
  {
    'that rests comes back, and is idle like others': [
      { world: () => rest(startLadder({ rules: notIdle }), worldStart), until: rested },
      [{ type: 'rest_ended', at: '2026-03-03T12:00:00.000Z', data: like({ days: 2 }) }],
    ],
    'that plays rests afterwards': [
      { world: () => rest(startTwo(), tomorrow), until: answered },
      [of('match-a'), { type: 'rest_began', at: answered }, of('match-b')],
    ],
    'that rests from a day on does so': [
      { world: () => rest(startLadder({ rules: notIdle }), tomorrow), until: tomorrow },
      [{ type: 'rest_began', at: tomorrow, data: like({ entry_id: 'entry2' }) }],
    ],
    'whose rest ends as it is idle first ends the rest': [
      { world: () => rest(startLadder({ count: 2 }), '2026-03-20T12:00:00.000Z'), until: idle },
      [
        'rest_began',
        { type: 'idle_excused', data: like({ entry_id: 'entry1' }) },
        { type: 'rest_ended', data: like({ entry_id: 'entry2' }) },
        { type: 'idle_warned', data: like({ entry_id: 'entry2' }) },
      ],
    ],
    'that left while it was suspended does not come back': [
      { world: () => leave(suspend(startLadder({ rules: notIdle }), rested)), until: rested },
      [],
    ],
    'that is suspended for good stays so': [
      { world: () => suspendForGood(), until: '2026-08-01T00:00:00.000Z' },
      [],
    ],
  },
);

function leave(world: World): World {
  act(world, captain(2), { type: 'leave', entry_id: 'entry2' });
  return world;
}

function suspendForGood(): World {
  const world = suspend(startLadder({ count: 2, rules: notIdle, format: 'rating' }), rested);
  const { entries } = world.state;
  const entry2 = { ...entries.entry2, suspended_until: null } as (typeof entries)[string];
  world.state = { ...world.state, entries: { ...entries, entry2 } };
  return world;
}

/** Both have checked in, and the first ban is the defender's. */
function startVeto(): World {
  const maps = { pool: ['One', 'Two'], count: 1, choice: 'veto', veto: ['ban', 'decider'] };
  const world = startLadder({ rules: { ...notIdle, maps } });
  schedule(world, 4, 2);
  waitUntil(world, '2026-03-03T11:45:00.000Z');
  checkIn(world, [4, 2]);
  return world;
}
const drawn: Said = ['veto_turn_taken', 'veto_turn_taken'];
limit(
  'a turn that nobody takes is drawn after its time, and so is what is left',
  (away) => ({ world: startVeto(), until: shift('2026-03-03T11:46:00.000Z', away) }),
  { before: [], at: drawn, after: drawn },
);
limit(
  'a match of which the maps are chosen begins at its hour',
  (away) => {
    const world = startVeto();
    waitUntil(world, '2026-03-03T11:50:00.000Z');
    return { world, until: shift('2026-03-03T12:00:00.000Z', away) };
  },
  { before: [], at: [{ type: 'match_started', match_id: 'match' }], after: ['match_started'] },
);

limit(
  'a forfeit that was announced counts before anything else of the match',
  (away) => {
    const world = startLive(notIdle);
    act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
    return { world, until: shift('2026-03-03T12:10:00.000Z', away) };
  },
  {
    before: [],
    at: [{ type: 'match_forfeited', data: like({ reason: 'own_forfeit' }) }],
    after: ['match_forfeited'],
  },
);

rows('a match', (from: () => World) => ({ world: from(), until: '2026-03-04T12:00:00.000Z' }), {
  'that is played is a dispute after a day': [() => startLive(notIdle), ['match_disputed']],
  'that is reported counts after a day': [() => startReported(notIdle), ['match_completed']],
});

/** A result that its loser disputes, among those in office. */
function startCase(judges: Actor[] = []): World {
  const world = startCompleted(notIdle);
  world.facts = { judges };
  act(world, captain(2), dispute());
  return world;
}

/** A ruling against which there is an appeal, and nobody but who gave it. */
function startAppeal(): World {
  const world = startRuled(notIdle);
  world.facts = { judges: [judge] };
  act(world, captain(2), appeal());
  return world;
}

const stands = '2026-03-06T12:00:00.000Z';
it.each<[string, () => World, string | null, string[]]>([
  ['a disputed result that nobody can judge', startCase, stands, ['ruling_given']],
  ['an appeal that nobody can judge', startAppeal, stands, ['appeal_decided']],
  ['a disputed result that somebody can judge', () => startCase([judge]), null, []],
])('%s is known to the clock by when it stands', (_name, from, due, expected) => {
  const world = from();
  expect(findNextDeadline(world.state) === stands).toBe(due !== null);
  expect(findDue(world.state, 'match')).toBe(due);
  const context = { facts: getFacts(world) };
  const decided = decideDue(world.state, { id: 'match', due: stands }, context);
  expect(decided.map(({ type, at }) => [type, at])).toEqual(expected.map((type) => [type, stands]));
  waitUntil(world, stands);
  expect(findDue(world.state, 'match')).toBeNull();
});

limit(
  'a disputed result that nobody can judge stands at its hour',
  (away) => ({ world: startCase(), until: shift(stands, away) }),
  { before: [], at: [{ type: 'ruling_given', at: stands }], after: ['ruling_given'] },
);
limit(
  'a ruling stands at its hour where nobody can judge the appeal',
  (away) => ({ world: startAppeal(), until: shift(stands, away) }),
  { before: [], at: [{ type: 'appeal_decided', at: stands }], after: ['appeal_decided'] },
);
