import { describe, expect, it } from 'vitest';
import { applyLadder, toPatch } from './apply.ts';
import { addToRecord } from './apply-result.ts';
import type { LadderEvent, LadderEventType } from './event.ts';
import type { Side } from './ids.ts';
import type { LadderState } from './state.ts';
import { startLadder } from './testing/ladders.ts';
import {
  getMatch,
  notIdle,
  onMatch,
  rule,
  startCompleted,
  startDisputed,
  startLive,
} from './testing/stations.ts';
import {
  act,
  captain,
  getEntry,
  goLive,
  judge,
  schedule,
  scores,
  text,
  type World,
  wait,
} from './testing/world.ts';

const nothing = { wins: 0, losses: 0, draws: 0, forfeits_won: 0, forfeits_lost: 0 };
const concede = { type: 'concede', ...onMatch } as const;

describe('a record', () => {
  it.each<[string, number, 'completed' | 'forfeited', Side | null, object, number]>([
    ['of a win', 0, 'completed', 'challenger', { wins: 1 }, 1],
    ['of a win after two', 2, 'completed', 'challenger', { wins: 1 }, 3],
    ['of a win after two losses', -2, 'completed', 'challenger', { wins: 1 }, 1],
    ['of a loss', 0, 'completed', 'defender', { losses: 1 }, -1],
    ['of a loss after two', -2, 'completed', 'defender', { losses: 1 }, -3],
    ['of a loss after two wins', 2, 'completed', 'defender', { losses: 1 }, -1],
    ['of a draw', 2, 'completed', null, { draws: 1 }, 0],
    ['of a forfeit won', 1, 'forfeited', 'challenger', { wins: 1, forfeits_won: 1 }, 2],
    ['of a forfeit lost', 1, 'forfeited', 'defender', { losses: 1, forfeits_lost: 1 }, -1],
  ])('%s', (_name, streak, kind, winner, record, after) => {
    expect(addToRecord({ record: nothing, streak }, 'challenger', { kind, winner })).toEqual({
      record: { ...nothing, ...record },
      streak: after,
    });
  });

  it('counts on', () => {
    const record = { wins: 2, losses: 3, draws: 4, forfeits_won: 1, forfeits_lost: 2 };
    const add = (kind: 'completed' | 'forfeited', winner: Side | null) =>
      addToRecord({ record, streak: 0 }, 'defender', { kind, winner }).record;
    expect(add('completed', 'defender')).toEqual({ ...record, wins: 3 });
    expect(add('forfeited', 'defender')).toEqual({ ...record, wins: 3, forfeits_won: 2 });
    expect(add('forfeited', 'challenger')).toEqual({ ...record, losses: 4, forfeits_lost: 3 });
    expect(add('completed', null)).toEqual({ ...record, draws: 5 });
  });
});

/** Both have been warned, and then play. */
function startWarned(): World {
  const world = startLadder({ count: 4, rules: { idle: { warnAfter: 'P5D' } } });
  wait(world, 'P6D');
  expect(getEntry(world, 'entry2').idle_warned_at).not.toBeNull();
  expect(getEntry(world, 'entry3').idle_warned_at).not.toBeNull();
  goLive(world, 3, 2);
  return world;
}

const awake = (world: World) => ({ active_at: world.now, idle_warned_at: null });

describe('a match that is played', () => {
  it('is activity of both sides', () => {
    const world = startWarned();
    act(world, captain(2), concede);
    expect(getEntry(world, 'entry2')).toMatchObject({ ...awake(world), idle_dropped_at: null });
    expect(getEntry(world, 'entry3')).toMatchObject({ ...awake(world), idle_dropped_at: null });
  });

  it('is activity of a side that had been dropped for its idleness', () => {
    const idle = { warnAfter: 'P5D', dropAfter: 'P8D', removeAfter: 'P40D' };
    const world = startLadder({ count: 4, rules: { idle } });
    wait(world, 'P9D');
    expect(getEntry(world, 'entry2').idle_dropped_at).not.toBeNull();
    goLive(world, 3, 2);
    act(world, captain(2), concede);
    expect(getEntry(world, 'entry2')).toMatchObject({ ...awake(world), idle_dropped_at: null });
  });

  it('says when they met, and makes the challenger who won immune', () => {
    const world = startLive(notIdle);
    act(world, captain(2), concede);
    expect(getEntry(world, 'entry4')).toMatchObject({
      met: { entry2: world.now },
      immune_until: '2026-03-04T12:00:00.000Z',
      rung: 2,
      record: { ...nothing, wins: 1 },
    });
    expect(getEntry(world, 'entry2')).toMatchObject({
      met: { entry4: world.now },
      immune_until: null,
      rung: 3,
      record: { ...nothing, losses: 1 },
    });
    expect(getMatch(world)).toMatchObject({
      status: 'completed',
      deadline: null,
      forfeit: null,
      result: { kind: 'completed', reason: 'conceded', at: world.now, ruled_by: null },
    });
  });

  it('of ratings says the new ones', () => {
    const world = startLadder({ count: 2, format: 'rating', rules: notIdle });
    goLive(world, 1, 2);
    act(world, captain(2), concede);
    expect(getEntry(world, 'entry1').rating).toMatchObject({ matches: 1, at: world.now });
    expect(getEntry(world, 'entry2').rating).toMatchObject({ matches: 1, at: world.now });
    expect(getEntry(world, 'entry1').rating?.mu).toBeGreaterThan(25);
  });
});

it('a forfeit is activity of who was there, and none of who was not', () => {
  const world = startLadder({ count: 4, rules: { idle: { warnAfter: 'P5D' } } });
  const joined = world.now;
  wait(world, 'P6D');
  schedule(world, 3, 2);
  const before = getEntry(world, 'entry3');
  act(world, captain(3), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  wait(world, 'PT10M');
  expect(getMatch(world)).toMatchObject({
    status: 'forfeited',
    deadline: null,
    forfeit: null,
    result: { kind: 'forfeited', winner: 'defender' },
  });
  expect(getEntry(world, 'entry2')).toMatchObject(awake(world));
  expect(getEntry(world, 'entry2').active_at).not.toBe(joined);
  const { active_at, idle_warned_at } = before;
  expect(getEntry(world, 'entry3')).toMatchObject({ active_at, idle_warned_at });
});

describe('a dispute that nobody has ruled', () => {
  it('is over when its match is void', () => {
    const world = startDisputed();
    const before = world.state.disputes.dispute;
    act(world, judge, { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') });
    expect(world.state.disputes.dispute).toEqual({ ...before, status: 'overturned' });
    expect(getMatch(world).result).toEqual({
      kind: 'voided',
      winner: null,
      scores: [],
      reason: 'by_admin',
      at: world.now,
      moves: [],
      ruled_by: 'judge',
      ruled_at: world.now,
    });
  });

  it('is over when its match has a result', () => {
    const world = startDisputed();
    const completed = end('match_completed', { reason: 'reported', winner: 'challenger' });
    const { disputes } = applyLadder(world.state, completed);
    expect(disputes.dispute).toEqual({ ...world.state.disputes.dispute, status: 'overturned' });
  });

  it('and one that is ruled stays as it was ruled', () => {
    const world = startDisputed();
    act(world, judge, rule({ kind: 'upheld' }));
    expect(world.state.disputes.dispute?.status).toBe('upheld');
    expect(getMatch(world).result).toMatchObject({ ruled_by: 'judge', ruled_at: world.now });
  });
});

const at = '2026-03-09T12:00:00.000Z';
const toEvent = (type: LadderEventType, data: object, match_id: string | null = 'match') =>
  ({ type, version: 1, ladder_id: 'ladder', match_id, actor_id: 'judge', at, data }) as LadderEvent;
const end = (type: 'match_completed' | 'match_forfeited', data: object, match_id = 'match') =>
  toEvent(
    type,
    { scores: [], rule: null, moves: [], ratings: [], immune_until: null, ruled: false, ...data },
    match_id,
  );

it('scores that both mend stand in the result, and nothing else of it changes', () => {
  const world = startCompleted();
  const { result } = getMatch(world);
  wait(world, 'PT10M');
  act(world, captain(2), { type: 'correct_scores', ...onMatch, scores: scores(2, 0) });
  expect(getMatch(world)).toMatchObject({
    correction: { asked_by: 'defender', asked_at: world.now, scores: scores(2, 0) },
    result,
  });
  act(world, captain(4), { type: 'agree_correction', ...onMatch });
  expect(getMatch(world)).toMatchObject({ correction: null });
  expect(getMatch(world).result).toEqual({ ...result, scores: scores(2, 0) });
});

describe('a result that is overturned', () => {
  const moves = [{ entry_id: 'entry4', from: 2, to: 4 }];
  const overturn = (data: object, state: LadderState = startCompleted().state) =>
    applyLadder(
      state,
      toEvent('result_overturned', { dispute_id: null, moves, standings: [], ...data }),
    );
  const ruled = { reason: 'ruling', ruled_by: 'judge', ruled_at: at };

  it.each<[string, object, string, object]>([
    [
      'is played otherwise',
      { kind: 'completed', winner: 'defender', scores: scores(0, 2) },
      'completed',
      { winner: 'defender', scores: scores(0, 2) },
    ],
    [
      'is a forfeit of one side',
      { kind: 'forfeited', loser: 'challenger' },
      'forfeited',
      { winner: 'defender', scores: [] },
    ],
    [
      'or of the other',
      { kind: 'forfeited', loser: 'defender' },
      'forfeited',
      { winner: 'challenger', scores: [] },
    ],
    ['is void', { kind: 'voided' }, 'voided', { winner: null, scores: [] }],
  ])('%s', (_name, outcome, kind, expected) => {
    const state = overturn({ outcome, result_moves: [] });
    const { match } = state.matches;
    expect(match?.status).toBe(kind);
    const before = getMatch(startCompleted()).result?.at;
    expect(match?.result).toEqual({
      ...expected,
      kind,
      ...ruled,
      at: before,
      moves: [],
      restanding: moves,
    });
  });

  it('of a log of before says only what the overturning moved', () => {
    const { match } = overturn({ outcome: { kind: 'voided' } }).matches;
    expect(match?.result?.moves).toEqual(moves);
    expect(match?.result).not.toHaveProperty('restanding');
  });

  it('brings everybody where they stand now, and nobody who is not there', () => {
    const standing = { rung: 4, record: { ...nothing, draws: 9 }, streak: -3, rating: null };
    const standings = [
      { entry_id: 'entry4', ...standing },
      { entry_id: 'none', ...standing },
    ];
    const before = startCompleted().state;
    const { entries } = overturn({ outcome: { kind: 'voided' }, standings }, before);
    expect(entries.entry4).toEqual({ ...before.entries.entry4, ...standing });
    expect(Object.keys(entries)).toEqual(Object.keys(before.entries));
    expect(entries.entry1).toBe(before.entries.entry1);
  });
});

describe('nothing is changed', () => {
  const ended = { reason: 'reported', winner: 'challenger' };
  it.each<[string, LadderEvent]>([
    ['by the end of a match that there is not', end('match_completed', ended, 'none')],
    ['by the forfeit of one', end('match_forfeited', ended, 'none')],
    ['by one that is void', toEvent('match_voided', { reason: 'by_admin', ruled: true }, 'none')],
    ['by its correction', toEvent('correction_asked', { by: 'defender', scores: [] }, 'none')],
    ['by its mended scores', toEvent('scores_corrected', { by: 'defender', scores: [] }, 'none')],
    [
      'by overturning it',
      toEvent(
        'result_overturned',
        { outcome: { kind: 'voided' }, moves: [], standings: [] },
        'none',
      ),
    ],
  ])('%s', (_name, event) => {
    expect(toPatch(startLive().state, event)).toEqual({});
  });

  it('by overturning what has no result', () => {
    const data = { outcome: { kind: 'voided' }, moves: [], standings: [] };
    expect(toPatch(startLive().state, toEvent('result_overturned', data))).toEqual({});
  });

  it('of an entry that the state does not hold', () => {
    const { state } = startLive();
    const { entry4: _gone, ...entries } = state.entries;
    const patch = toPatch({ ...state, entries }, end('match_completed', ended));
    expect(Object.keys(patch.entries ?? {})).toEqual(['entry2']);
  });
});

it.each<[string, LadderEventType, object]>([
  ['a forfeit', 'match_forfeited', { winner: 'challenger', scores: [], moves: [], ratings: [] }],
  ['a void match', 'match_voided', { reason: 'by_admin', ruled: true }],
])('%s tells the seed of what was drawn before it, where it says one', (_what, type, data) => {
  const { state, now } = startLive();
  const { match } = state.matches;
  const hidden: LadderState = {
    ...state,
    matches: { match: { ...(match ?? expect.fail()), seed: null } },
  };
  const end = (more: object) =>
    applyLadder(hidden, {
      ...{ type, match_id: 'match', actor_id: null, at: now, data: { ...data, ...more } },
    } as unknown as LadderEvent).matches.match?.seed;
  expect(end({ seed: 'told' })).toBe('told');
  expect(end({})).toBeNull();
});
