import { describe, expect, it } from 'vitest';
import { applyLadder, emptyLadder, toPatch } from './apply.ts';
import type { LadderEvent, LadderEventType } from './event.ts';
import type { Entry, LadderState, Rest } from './state.ts';
import { startLadder } from './testing/ladders.ts';
import { shift } from './testing/rows.ts';
import { getEntry } from './testing/world.ts';

const at = '2026-03-09T12:00:00.000Z';
const later = '2026-03-19T12:00:00.000Z';
function toEvent(type: LadderEventType, data: object): LadderEvent {
  const all: object = { entry_id: 'entry2', moves: [], ...data };
  return { type, at, match_id: null, data: all } as LadderEvent;
}

/** Three on a ladder, the second of whom is something else. */
function given(change: Partial<Entry> = {}): LadderState {
  const world = startLadder({ count: 3 });
  const entries = { ...world.state.entries, entry2: { ...getEntry(world, 'entry2'), ...change } };
  return { ...world.state, entries };
}

function apply(type: LadderEventType, data: object, change: Partial<Entry> = {}): LadderState {
  return applyLadder(given(change), toEvent(type, data));
}

/** What an event changes of the second entry, which all else leaves as it was. */
function expectChange(
  type: LadderEventType,
  data: object,
  expected: Partial<Entry>,
  change: Partial<Entry> = {},
): void {
  const before = given(change);
  const after = applyLadder(before, toEvent(type, data));
  expect(after.entries.entry2).toEqual({ ...before.entries.entry2, ...expected });
  expect(after.entries.entry1).toBe(before.entries.entry1);
  expect(after.entries.entry3).toBe(before.entries.entry3);
}

it('an entry that joins begins with nothing', () => {
  const moves = [{ entry_id: 'entry3', from: 3, to: 4 }];
  const state = apply('entry_joined', {
    entry_id: 'new',
    team_id: 'team',
    person_id: null,
    name: 'New',
    players: ['ann', 'bob'],
    rung: 3,
    rating: null,
    moves,
  });
  expect(state.entries.new).toEqual({
    id: 'new',
    season_id: 'season',
    team_id: 'team',
    person_id: null,
    name: 'New',
    status: 'active',
    rung: 3,
    joined_at: at,
    players: [
      { person_id: 'ann', eligible_from: at },
      { person_id: 'bob', eligible_from: at },
    ],
    record: { wins: 0, losses: 0, draws: 0, forfeits_won: 0, forfeits_lost: 0 },
    streak: 0,
    rating: null,
    immune_until: null,
    suspended_until: null,
    rests: [],
    strikes: [],
    declined: [],
    challenges_made: 0,
    met: {},
    challenging: null,
    challenged_by: null,
    active_at: at,
    challenged_at: null,
    idle_warned_at: null,
    idle_dropped_at: null,
  });
  expect(state.entries.entry3?.rung).toBe(4);
  expect(state.size).toBe(4);
});

const moves = [
  { entry_id: 'entry2', from: 2, to: null },
  { entry_id: 'entry3', from: 3, to: 2 },
  { entry_id: 'gone', from: 4, to: 3 },
];

describe('an entry that goes', () => {
  it.each<[LadderEventType, object, Partial<Entry>]>([
    ['entry_left', {}, { status: 'left' }],
    ['entry_removed', {}, { status: 'removed' }],
    ['entry_suspended', { until: later }, { status: 'suspended', suspended_until: later }],
  ])('by %s stands on no rung', (type, data, expected) => {
    const state = apply(type, { ...data, moves });
    expect(state.entries.entry2).toEqual({ ...given().entries.entry2, ...expected, rung: null });
    expect(state.entries.entry3?.rung).toBe(2);
    expect(state.entries).not.toHaveProperty('gone');
    expect(state.size).toBe(2);
  });

  it('and was suspended leaves no gap', () => {
    const state = apply('entry_left', {}, { status: 'suspended', rung: null });
    expect(state.entries.entry2?.status).toBe('left');
    expect(state.size).toBe(3);
  });

  it('and is not there leaves none either', () => {
    const state = apply('entry_left', { entry_id: 'none' });
    expect(Object.keys(state.entries)).toEqual(['entry1', 'entry2', 'entry3']);
    expect(state.size).toBe(3);
  });
});

const rest = (change: Partial<Rest>): Rest => ({
  id: 'rest',
  announced_at: '2026-03-01T12:00:00.000Z',
  from: '2026-03-05T12:00:00.000Z',
  until: later,
  days: 14,
  status: 'running',
  ...change,
});
const day = 86_400_000;

describe('the rest of who goes', () => {
  const restOf = (change: Partial<Rest>) =>
    apply('entry_left', {}, { rests: [rest(change)] }).entries.entry2?.rests;

  it.each<[string, string, number]>([
    ['a day', shift(at, -day), 1],
    ['a little more', shift(at, -day - 1), 2],
    ['a little less', shift(at, -day + 1), 1],
    ['no time', at, 0],
  ])('is over, and counts the days begun after %s', (_name, from, days) => {
    expect(restOf({ from })).toEqual([rest({ from, until: at, days, status: 'over' })]);
  });

  it('counts no more days than it had', () => {
    expect(restOf({ days: 2 })).toEqual([rest({ until: at, days: 2, status: 'over' })]);
  });

  it('counts none that has not begun', () => {
    const from = '2026-03-12T12:00:00.000Z';
    expect(restOf({ from, status: 'announced' })).toEqual([
      rest({ from, until: at, days: 0, status: 'over' }),
    ]);
  });

  it('ends when it would have ended', () => {
    const until = '2026-03-08T12:00:00.000Z';
    expect(restOf({ until, days: 3 })).toEqual([rest({ until, days: 3, status: 'over' })]);
  });

  it('stays what it was where it is over', () => {
    const over = rest({ id: 'old', until: '2026-03-06T12:00:00.000Z', days: 1, status: 'over' });
    const rests = [over];
    expect(apply('entry_left', {}, { rests }).entries.entry2?.rests).toBe(rests);
    const both = apply('entry_left', {}, { rests: [over, rest({ days: 4 })] }).entries.entry2;
    expect(both?.rests).toEqual([over, rest({ until: at, days: 4, status: 'over' })]);
    expect(both?.rests[0]).toBe(over);
  });
});

it('an entry whose suspension is over stands again, and is awake', () => {
  const state = apply(
    'suspension_ended',
    { rung: 3 },
    {
      status: 'suspended',
      suspended_until: at,
      rung: null,
      idle_warned_at: at,
      idle_dropped_at: at,
    },
  );
  expect(state.entries.entry2).toEqual({ ...given().entries.entry2, rung: 3, active_at: at });
  expect(state.size).toBe(4);
});

describe('an entry', () => {
  const players = [
    { person_id: 'ann', eligible_from: at },
    { person_id: 'bob', eligible_from: at },
  ];
  const strike = {
    id: 'one',
    at: '2026-03-02T12:00:00.000Z',
    lapses_at: later,
    reason: 'by_admin',
    match_id: null,
    lifted: false,
  } as const;

  it('is renamed', () => expectChange('entry_renamed', { name: 'New' }, { name: 'New' }));

  it('gets a player', () => {
    const data = { person_id: 'cat', eligible_from: later };
    expectChange('player_admitted', data, { players: [...players, data] }, { players });
  });

  it('loses one', () => {
    expectChange(
      'player_released',
      { person_id: 'ann' },
      { players: players.slice(1) },
      { players },
    );
  });

  it('gets a strike', () => {
    const data = { strike_id: 'two', reason: 'no_show', lapses_at: later };
    const second = { ...strike, id: 'two', at, reason: 'no_show' } as const;
    expectChange('strike_given', data, { strikes: [strike, second] }, { strikes: [strike] });
  });

  it('is forgiven one', () => {
    const other = { ...strike, id: 'two' };
    expectChange(
      'strike_lifted',
      { strike_id: 'two' },
      { strikes: [strike, { ...other, lifted: true }] },
      { strikes: [strike, other] },
    );
  });

  it('announces a rest', () => {
    const data = { rest_id: 'next', from: later, until: later, days: 2 };
    const over = rest({ status: 'over' });
    const { rest_id, ...rests } = data;
    expectChange(
      'rest_announced',
      data,
      { rests: [over, { id: rest_id, announced_at: at, ...rests, status: 'announced' }] },
      { rests: [over] },
    );
  });

  const other = rest({ id: 'other', status: 'announced' });

  it('begins it', () => {
    const announced = rest({ status: 'announced' });
    expectChange(
      'rest_began',
      { rest_id: 'rest', from: at, until: later },
      { rests: [other, rest({ from: at, until: later, status: 'running' })] },
      { rests: [other, announced] },
    );
  });

  it('ends it before its time or in it', () => {
    expectChange(
      'rest_ended',
      { rest_id: 'rest', days: 5 },
      { rests: [other, rest({ until: at, days: 5, status: 'over' })] },
      { rests: [other, rest({})] },
    );
    const until = '2026-03-08T12:00:00.000Z';
    expectChange(
      'rest_ended',
      { rest_id: 'rest', days: 5 },
      { rests: [rest({ until, days: 5, status: 'over' })] },
      { rests: [rest({ until })] },
    );
  });

  it('is warned, excused and dropped for being idle', () => {
    expectChange('idle_warned', {}, { idle_warned_at: at });
    expectChange(
      'idle_excused',
      {},
      { active_at: at, idle_warned_at: null, idle_dropped_at: null },
      { idle_warned_at: at, idle_dropped_at: at },
    );
    const dropped = [
      { entry_id: 'entry2', from: 2, to: 3 },
      { entry_id: 'entry3', from: 3, to: 2 },
    ];
    const { entries } = apply('idle_dropped', { moves: dropped });
    expect(entries.entry2).toEqual({ ...given().entries.entry2, rung: 3, idle_dropped_at: at });
    expect(entries.entry3?.rung).toBe(2);
  });

  it('is moved by hand', () => {
    const { entries, size } = apply('entry_moved', { moves: moves.slice(1) });
    expect(entries.entry3?.rung).toBe(2);
    expect(entries).not.toHaveProperty('gone');
    expect(size).toBe(3);
  });

  it('that there is not is not changed', () => {
    const unknown = toEvent('entry_renamed', { entry_id: 'none', name: 'New' });
    expect(toPatch(emptyLadder, unknown)).toEqual({ entries: {} });
  });
});
