import { describe, expect, it } from 'vitest';
import { replayLadder } from './apply.ts';
import {
  finishSteps,
  listRestandings,
  type MatchRuling,
  recomputeSeason,
  recomputeStandings,
  standingEvents,
} from './recompute.ts';
import type { LadderState, RulingOutcome } from './state.ts';
import { close, planNext, startLadder } from './testing/ladders.ts';
import { shift } from './testing/rows.ts';
import {
  appeal,
  notIdle,
  onMatch,
  rule as ruleMatch,
  startLive,
  startResultDisputed,
} from './testing/stations.ts';
import {
  act,
  captain,
  createWorld,
  getEntry,
  goLive,
  judge,
  owner,
  people,
  rungs,
  schedule,
  text,
  type World,
  wait,
} from './testing/world.ts';

/** Where everybody stands, and by what. */
const toStandings = ({ entries }: LadderState) =>
  Object.values(entries).map(({ id, status, rung, record, streak, rating }) => ({
    id,
    status,
    rung,
    record,
    streak,
    rating,
  }));

function win(world: World, from: number, over: number, id: string): void {
  goLive(world, from, over, id);
  act(world, captain(over), { type: 'concede', match_id: id });
}

function joinAs(world: World, team: number, entry = 'entry'): void {
  act(world, captain(team), {
    type: 'join',
    entry_id: `${entry}${team}`,
    team_id: `team${team}`,
    person_id: null,
    name: `Team ${team}`,
    players: people(team),
  });
}

/** All that moves standings happens once, and some who neither play nor challenge drop and go. */
function play(): World {
  const idle = { warnAfter: 'P10D', dropAfter: 'P12D', dropRungs: 2, removeAfter: 'P20D' };
  const world = startLadder({ count: 9, rules: { idle } });
  win(world, 4, 2, 'won');
  schedule(world, 5, 3, 'forfeited');
  act(world, captain(5), { type: 'announce_forfeit', match_id: 'forfeited', opponent: 'Team 3' });
  wait(world, 'PT1H');
  schedule(world, 6, 5, 'voided');
  const ruling = { rule: 'checkIn.closes', reason: text('why') };
  act(world, judge, { type: 'void_match', match_id: 'voided', ...ruling });
  act(world, judge, { type: 'move_entry', entry_id: 'entry8', rung: 2, reason: text('up') });
  const reason = text('rude');
  const until = shift(world.now, 3 * 86_400_000);
  act(world, judge, { type: 'suspend_entry', entry_id: 'entry1', until, reason });
  act(world, captain(6), { type: 'leave', entry_id: 'entry6' });
  act(world, judge, { type: 'remove_entry', entry_id: 'entry9', reason });
  wait(world, 'P4D');
  joinAs(world, 10);
  act(world, owner, { type: 'edit_ladder', name: 'Other', zone: 'Europe/Paris' });
  act(world, owner, { type: 'edit_season', name: 'Other' });
  wait(world, 'P20D');
  return world;
}

describe('a season reckoned anew', () => {
  it('without a ruling is as it was', () => {
    const world = play();
    const types = new Set(world.events.map(({ type }) => type));
    for (const type of standingEvents) {
      if (type !== 'season_closed' && type !== 'result_overturned') {
        expect(types).toContain(type);
      }
    }
    const state = recomputeStandings(world.events, {});
    expect(toStandings(state)).toEqual(toStandings(world.state));
    expect(state.ladder).toEqual(world.state.ladder);
    expect(state.size).toBe(world.state.size);
  });

  it('is so at every instant, and needs nothing but the events of standings', () => {
    const world = play();
    const needed = world.events.filter(({ type }) => standingEvents.includes(type));
    for (const until of new Set(world.events.map(({ at }) => at))) {
      const was = toStandings(replayLadder(world.events.filter(({ at }) => at <= until)));
      expect(toStandings(recomputeStandings(needed, { until }))).toEqual(was);
      expect(toStandings(recomputeStandings(world.events, { until }))).toEqual(was);
    }
  });

  it('of one that was upheld, and appealed against, is as it was', () => {
    const world = startResultDisputed(notIdle);
    act(world, judge, ruleMatch({ kind: 'upheld' }));
    act(world, captain(2), appeal());
    act(world, owner, { ...ruleMatch({ kind: 'upheld' }), type: 'decide_appeal' });
    expect(toStandings(recomputeStandings(world.events, {}))).toEqual(toStandings(world.state));
    expect(rungs(world)).toEqual(['entry1', 'entry4', 'entry2', 'entry3', 'entry5', 'entry6']);
  });

  it('of one that was overturned is as it was ruled, also when the appeal upheld that', () => {
    const world = startResultDisputed(notIdle);
    act(world, judge, ruleMatch({ kind: 'completed', winner: 'defender', scores: [] }));
    expect(toStandings(recomputeStandings(world.events, {}))).toEqual(toStandings(world.state));
    act(world, captain(4), appeal());
    act(world, owner, { ...ruleMatch({ kind: 'upheld' }), type: 'decide_appeal' });
    expect(toStandings(recomputeStandings(world.events, {}))).toEqual(toStandings(world.state));
    expect(rungs(world)).toEqual(['entry1', 'entry2', 'entry3', 'entry4', 'entry5', 'entry6']);
  });

  it('counts a void match that a ruling gives a winner', () => {
    const world = startLive(notIdle);
    act(world, judge, { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') });
    expect(reckon(world).climbs).toEqual(new Map([['match', null]]));
    const won: RulingOutcome = { kind: 'completed', winner: 'challenger', scores: [] };
    const { state, climbs, ruled } = reckon(world, rule(won, 'match'));
    expect(order(state).slice(0, 4)).toEqual(['entry1', 'entry4', 'entry2', 'entry3']);
    expect(climbs.get('match')).toEqual({ entry_id: 'entry4', from: 4, to: 2 });
    expect(ruled).toHaveLength(3);
  });

  it('has the ratings that it had', () => {
    const world = startLadder({ format: 'rating', rules: notIdle });
    win(world, 1, 2, 'first');
    win(world, 3, 2, 'second');
    const state = recomputeStandings(world.events, {});
    expect(toStandings(state)).toEqual(toStandings(world.state));
    expect(getEntry(world, 'entry3').rating?.matches).toBe(1);
  });

  it('begins in the order of the last one, and of it stands what it had come to', () => {
    const world = startLadder({ count: 3, rules: notIdle });
    win(world, 3, 1, 'first');
    joinAs(world, 5);
    close(world);
    const closed = world.now;
    const before = toStandings(world.state);
    act(world, owner, { type: 'edit_ladder', name: 'Other', zone: 'Europe/Paris' });
    wait(world, 'PT1H');
    planNext(world);
    for (const team of [4, 1, 2, 3]) {
      joinAs(world, team, 'new');
    }
    act(world, owner, { type: 'open_season' });
    expect(rungs(world)).toEqual(['new3', 'new1', 'new2', 'new4']);
    expect(toStandings(recomputeStandings(world.events, {}))).toEqual(toStandings(world.state));
    // Once a season is open nobody comes in above others, whatever the last one was.
    joinAs(world, 5, 'new');
    expect(rungs(world)).toEqual(['new3', 'new1', 'new2', 'new4', 'new5']);
    expect(toStandings(recomputeStandings(world.events, {}))).toEqual(toStandings(world.state));
    expect(reckon(world).climbs).toEqual(new Map());
    const joined = world.now;
    const began = toStandings(world.state);
    wait(world, 'PT1H');
    act(world, judge, { type: 'move_entry', entry_id: 'new4', rung: 1, reason: text('up') });
    close(world);
    expect(rungs(world)).toEqual(['new4', 'new3', 'new1', 'new2', 'new5']);
    expect(toStandings(recomputeStandings(world.events, {}))).toEqual(toStandings(world.state));
    expect(toStandings(recomputeStandings(world.events, { until: joined }))).toEqual(began);
    expect(toStandings(recomputeStandings(world.events, { until: closed }))).toEqual(before);
    const planned = shift(closed, 3_600_000);
    expect(recomputeStandings(world.events, { until: planned }).season?.id).toBe('next');
    expect(recomputeStandings(world.events, { until: shift(planned, -1) }).season?.id).toBe(
      'season',
    );
  });
});

/** Team 3 has beaten team 1, and then team 4 has: 3, 4, 1, 2. */
function startTwo(): World {
  const world = startLadder({ count: 4, rules: notIdle });
  win(world, 3, 1, 'first');
  wait(world, 'PT25H');
  win(world, 4, 1, 'second');
  return world;
}
const reckon = (world: World, ruling?: MatchRuling) =>
  finishSteps(recomputeSeason(world.events, ruling));
const rule = (outcome: RulingOutcome, match_id = 'first'): MatchRuling => ({ match_id, outcome });
const order = (state: LadderState) => rungs({ ...createWorld(), state });
const old = ['entry3', 'entry4', 'entry1', 'entry2'];
const newOrder = ['entry4', 'entry1', 'entry2', 'entry3'];
const nothing = { wins: 0, losses: 0, draws: 0, forfeits_won: 0, forfeits_lost: 0 };

describe('with the first result ruled', () => {
  const conceded = { ...nothing, losses: 2 };
  it.each<[string, RulingOutcome, string[], object, object]>([
    ['void', { kind: 'voided' }, newOrder, nothing, { ...nothing, losses: 1 }],
    [
      'to be played again',
      { kind: 'replay', times: [] },
      newOrder,
      nothing,
      { ...nothing, losses: 1 },
    ],
    [
      'for the defender',
      { kind: 'completed', winner: 'defender', scores: [] },
      newOrder,
      { ...nothing, losses: 1 },
      { ...nothing, wins: 1, losses: 1 },
    ],
    [
      'for the challenger',
      { kind: 'completed', winner: 'challenger', scores: [] },
      old,
      { ...nothing, wins: 1 },
      conceded,
    ],
    [
      'for nobody',
      { kind: 'completed', winner: null, scores: [] },
      newOrder,
      { ...nothing, draws: 1 },
      { ...nothing, draws: 1, losses: 1 },
    ],
    [
      'forfeited by the challenger',
      { kind: 'forfeited', loser: 'challenger' },
      newOrder,
      { ...nothing, losses: 1, forfeits_lost: 1 },
      { ...nothing, wins: 1, forfeits_won: 1, losses: 1 },
    ],
    [
      'forfeited by the defender',
      { kind: 'forfeited', loser: 'defender' },
      old,
      { ...nothing, wins: 1, forfeits_won: 1 },
      { ...nothing, losses: 2, forfeits_lost: 1 },
    ],
  ])('%s', (_name, outcome, expected, challenger, defender) => {
    const { state } = reckon(startTwo(), rule(outcome));
    expect(order(state)).toEqual(expected);
    expect(state.entries.entry3?.record).toEqual(challenger);
    expect(state.entries.entry1?.record).toEqual(defender);
  });

  it('it says how each challenger climbs, and all that the ruled result moves', () => {
    const world = startTwo();
    expect(reckon(world).climbs).toEqual(
      new Map([
        ['first', { entry_id: 'entry3', from: 3, to: 1 }],
        ['second', { entry_id: 'entry4', from: 4, to: 2 }],
      ]),
    );
    expect(reckon(world).ruled).toEqual([]);
    const { climbs, ruled } = reckon(world, rule({ kind: 'voided' }));
    expect(climbs).toEqual(
      new Map([
        ['first', null],
        ['second', { entry_id: 'entry4', from: 4, to: 1 }],
      ]),
    );
    expect(ruled).toEqual([]);
    const other = rule({ kind: 'forfeited', loser: 'defender' }, 'second');
    expect(reckon(world, other).ruled).toEqual([
      { entry_id: 'entry4', from: 4, to: 2 },
      { entry_id: 'entry1', from: 2, to: 3 },
      { entry_id: 'entry2', from: 3, to: 4 },
    ]);
  });

  it('it names what changes against what stands', () => {
    const world = startTwo();
    const { state } = reckon(world, rule({ kind: 'voided' }));
    const { moves, standings } = listRestandings(world.state, state);
    expect(moves).toEqual([
      { entry_id: 'entry1', from: 3, to: 2 },
      { entry_id: 'entry2', from: 4, to: 3 },
      { entry_id: 'entry3', from: 1, to: 4 },
      { entry_id: 'entry4', from: 2, to: 1 },
    ]);
    expect(standings.map(({ entry_id, rung, streak }) => [entry_id, rung, streak])).toEqual([
      ['entry1', 2, -1],
      ['entry2', 3, 0],
      ['entry3', 4, 0],
      ['entry4', 1, 1],
    ]);
    expect(listRestandings(world.state, reckon(world).state)).toEqual({ moves: [], standings: [] });
    const draw = reckon(world, rule({ kind: 'completed', winner: 'defender', scores: [] }, 'none'));
    expect(listRestandings(world.state, draw.state)).toEqual({ moves: [], standings: [] });
    const later = { ...world.state, entries: { ...world.state.entries } };
    joinAs(world, 5);
    expect(listRestandings(world.state, later)).toEqual({ moves: [], standings: [] });
  });

  it('it names whoever has another rung, record, streak or rating, each by itself', () => {
    const world = startTwo();
    const { state } = world;
    const entry = getEntry(world, 'entry3');
    for (const other of [
      { rung: 9 },
      { record: { ...entry.record, draws: 9 } },
      { streak: 9 },
      { rating: { mu: 9, sigma: 9, matches: 9, at: '2026-01-01T00:00:00.000Z' } },
    ]) {
      const recomputed = {
        ...state,
        entries: { ...state.entries, entry3: { ...entry, ...other } },
      };
      const { standings } = listRestandings(state, recomputed);
      expect(standings).toMatchObject([{ entry_id: 'entry3', ...other }]);
    }
  });

  it('it names also who has gone since, with another record', () => {
    const world = startTwo();
    act(world, captain(3), { type: 'leave', entry_id: 'entry3' });
    const { state } = reckon(world, rule({ kind: 'voided' }));
    const { standings } = listRestandings(world.state, state);
    expect(standings.find(({ entry_id }) => entry_id === 'entry3')).toMatchObject({
      rung: null,
      record: nothing,
      streak: 0,
    });
  });

  it('a record alone that changes moves nobody', () => {
    const world = startTwo();
    const { state } = reckon(world, rule({ kind: 'forfeited', loser: 'defender' }));
    const { moves, standings } = listRestandings(world.state, state);
    expect(moves).toEqual([]);
    expect(standings.map(({ entry_id }) => entry_id)).toEqual(['entry1', 'entry3']);
  });
});

it('a result stands from its instant on', () => {
  const world = startTwo();
  const ended = world.events.findLast(({ type }) => type === 'match_completed')?.at ?? '';
  const orderAt = (until: string) => order(recomputeStandings(world.events, { until }));
  expect(orderAt(shift(ended, -1))).toEqual(['entry3', 'entry1', 'entry2', 'entry4']);
  expect(orderAt(ended)).toEqual(old);
});

it('a ruling of the log counts from the beginning, the newest of a match alone', () => {
  const world = startTwo();
  const overturn = (outcome: RulingOutcome) => ({
    ...world.events[0],
    type: 'result_overturned',
    match_id: 'first',
    at: world.now,
    data: { outcome, moves: [], standings: [] },
  });
  const log = (...outcomes: RulingOutcome[]) =>
    [...world.events, ...outcomes.map(overturn)] as typeof world.events;
  const won: RulingOutcome = { kind: 'completed', winner: 'challenger', scores: [] };
  expect(order(recomputeStandings(log({ kind: 'voided' }), {}))).toEqual(newOrder);
  expect(order(recomputeStandings(log({ kind: 'voided' }, won), {}))).toEqual(old);
  const ruling = rule({ kind: 'voided' });
  expect(order(recomputeStandings(log(won), { ruling }))).toEqual(newOrder);
});

it('a drop for idleness ends on the last rung', () => {
  const idle = { warnAfter: 'P5D', dropAfter: 'P8D', dropRungs: 5, removeAfter: 'P40D' };
  const world = startLadder({ count: 4, rules: { idle } });
  wait(world, 'P9D');
  expect(world.events.filter(({ type }) => type === 'idle_dropped')).toHaveLength(3);
  expect(toStandings(recomputeStandings(world.events, {}))).toEqual(toStandings(world.state));
});

it('a move by hand is to a rung, as far as there is one', () => {
  const world = startLadder({ count: 4, rules: notIdle });
  act(world, judge, { type: 'move_entry', entry_id: 'entry1', rung: 4, reason: text('down') });
  const shorter = world.events.filter(
    ({ type, data }) => type !== 'entry_joined' || !JSON.stringify(data).includes('team4'),
  );
  const { entries } = recomputeStandings(shorter, {});
  expect(Object.values(entries).map(({ id, rung }) => [id, rung])).toEqual([
    ['entry1', 3],
    ['entry2', 1],
    ['entry3', 2],
  ]);
});
