import { describe, expect, it } from 'vitest';
import { keepAnswers } from './kept.ts';
import { firstPreviousHash, sealEvent } from './log.ts';
import { type Simulation, simulateSeason } from './simulate.ts';
import { reportSimulation } from './simulate-report.ts';
import type { SimulationInput } from './simulation/input.ts';
import type { LadderState } from './state.ts';
import { appeal, dispute, notIdle, onMatch, report, rule } from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  checkIn,
  getEntry,
  goLive,
  judge,
  owner,
  schedule,
  scores,
  start,
  text,
  type World,
  wait,
  waitUntil,
} from './testing/world.ts';

/** What a world came to, as a simulation leaves it. */
function toSimulation(world: World, other: Partial<Simulation> = {}): Simulation {
  return {
    log: world.events.map((event, index) =>
      sealEvent(event, {
        id: `event${index}`,
        stream: 'ladder:ladder',
        sequence: index + 1,
        previous_hash: firstPreviousHash,
      }),
    ),
    site: [],
    people: [],
    teams: [],
    ladders: { ladder: world.state },
    team_states: {},
    judge: 'judge',
    owner: 'owner',
    texts: [],
    seeds: {},
    strengths: {},
    refusals: {},
    wishes: { all: 0, unmet: 0 },
    played: {},
    ...other,
  };
}

/** Five matches that end in five ways, and one that has not been answered. */
function play(): World {
  const world = start(6, notIdle);
  goLive(world, 4, 2);
  act(world, captain(2), { type: 'concede', ...onMatch });
  goLive(world, 5, 2, 'unanswered');
  act(world, captain(5), { type: 'report', match_id: 'unanswered', scores: scores(2, 0) });
  wait(world, 'PT24H');
  schedule(world, 6, 3, 'absent');
  wait(world, 'P3D');
  schedule(world, 3, 2, 'given');
  act(world, captain(3), { type: 'announce_forfeit', match_id: 'given', opponent: 'Team 2' });
  wait(world, 'PT10M');
  challenge(world, 3, 2, 'again');
  wait(world, 'PT72H');
  challenge(world, 4, 1, 'open');
  return world;
}

/** A judge upholds a report and gives a strike, a site admin overturns the ruling; somebody rests, two go. */
function judgeSome(world: World): World {
  const reason = text('reason');
  goLive(world, 4, 2);
  act(world, captain(4), report(2, 1));
  act(world, captain(2), dispute());
  act(world, judge, rule({ kind: 'upheld' }));
  wait(world, 'PT1H');
  act(world, captain(2), appeal());
  const outcome = { kind: 'completed', winner: 'defender', scores: scores(0, 2) } as const;
  act(world, owner, { type: 'decide_appeal', ...onMatch, outcome, rule: 'any', reason });
  act(world, judge, { type: 'give_strike', entry_id: 'entry5', strike_id: 'strike', reason });
  const until = '2026-03-20T12:00:00.000Z';
  act(world, judge, { type: 'suspend_entry', entry_id: 'entry5', until, reason });
  const rest = { type: 'announce_rest', entry_id: 'entry3', rest_id: 'rest', days: 2 } as const;
  act(world, captain(3), { ...rest, from: world.now });
  act(world, captain(6), { type: 'leave', entry_id: 'entry6' });
  return world;
}

const strengths = { entry1: 6, entry2: 5, entry3: 4, entry4: 3, entry5: 2, entry6: 1 };

describe('the report of a season played by hand', () => {
  it('counts what matches came to, what the clock decided by which rule, and how long it took', () => {
    const report = reportSimulation(toSimulation(play(), { strengths }), 'ladder');
    expect(report).toMatchObject({
      events: 42,
      entries: [['active', 6]],
      matches: [
        ['completed', 2],
        ['challenged', 1],
        ['expired', 1],
        ['forfeited', 1],
        ['voided', 1],
      ],
      results: {
        all: 5,
        by_clock: 3,
        reasons: [
          ['both_absent', 1],
          ['conceded', 1],
          ['expired', 1],
          ['own_forfeit', 1],
          ['unanswered_report', 1],
        ],
      },
      rules: [
        ['checkIn.closes', 3],
        ['challenge.rematchWithin', 1],
        ['forfeit.takeBackWithin', 1],
        ['report.unanswered', 1],
      ],
      strikes: [['no_show', 2]],
      disputes: { reasons: [], rulings: 0, appeals: 0, overturned: 0 },
      suspensions: 0,
      rests: 0,
    });
    // After 48 hours, 72 hours and ten minutes; team 2 after 72 hours, and 72 hours and ten minutes.
    const { challenge_to_result, between_results } = report.waits;
    expect(challenge_to_result).toEqual({ count: 3, median: 48, p90: expect.closeTo(67.2, 9) });
    expect(between_results).toEqual({
      count: 2,
      median: expect.closeTo(72 + 1 / 12, 9),
      p90: expect.closeTo(72.15, 9),
    });
  });

  it('counts the wait for a result from the challenge of its own match', () => {
    const world = start(6, notIdle);
    const time = schedule(world, 4, 2);
    wait(world, 'PT1H');
    challenge(world, 6, 5, 'later');
    waitUntil(world, time);
    checkIn(world, [4, 2]);
    act(world, captain(2), { type: 'concede', ...onMatch });
    const { waits } = reportSimulation(toSimulation(world), 'ladder');
    expect(waits).toMatchObject({
      challenge_to_result: { count: 1, median: 48 },
      between_results: { count: 0 },
    });
  });

  it('counts what judges did, and who won in play and not by the ruling', () => {
    const world = judgeSome(start(6, notIdle));
    const of = (played: Simulation['played']) =>
      reportSimulation(toSimulation(world, { played }), 'ladder');
    expect(of({ match: 'challenger' })).toMatchObject({
      entries: [
        ['active', 4],
        ['left', 1],
        ['suspended', 1],
      ],
      matches: [['completed', 1]],
      results: { all: 1, by_clock: 0, reasons: [['ruling', 1]] },
      rules: [],
      disputes: { reasons: [['disputed', 1]], rulings: 1, appeals: 1, overturned: 1 },
      played: { all: 1, wronged: 1 },
      strikes: [['by_admin', 1]],
      suspensions: 1,
      rests: 1,
    });
    expect(of({ match: 'defender' }).played).toEqual({ all: 1, wronged: 0 });
    expect(of({}).played).toEqual({ all: 0, wronged: 0 });
  });

  it('asks who won of matches with a result, forfeits among them', () => {
    const played = { unanswered: 'defender', given: 'defender', absent: 'defender' } as const;
    const report = reportSimulation(toSimulation(play(), { played }), 'ladder');
    expect(report.played).toEqual({ all: 2, wronged: 1 });
  });

  it('compares places with strength after each quarter', () => {
    const { places } = reportSimulation(toSimulation(play(), { strengths }), 'ladder');
    const spearman = (squares: number) => expect.closeTo(1 - (6 * squares) / (6 * 35), 9);
    expect(places).toEqual([
      { part: 0, entries: 6, correlation: spearman(0) },
      { part: 0.25, entries: 6, correlation: spearman(6) },
      { part: 0.5, entries: 6, correlation: spearman(16) },
      { part: 0.75, entries: 6, correlation: spearman(16) },
      { part: 1, entries: 6, correlation: spearman(16) },
    ]);
  });

  it('compares the places of those who stand on a rung, and none before the season opens', () => {
    const world = start(3);
    act(world, captain(2), { type: 'leave', entry_id: 'entry2' });
    const after = reportSimulation(toSimulation(world, { strengths }), 'ladder').places;
    expect(after).toEqual(
      [0, 0.25, 0.5, 0.75, 1].map((part) => ({ part, entries: 2, correlation: 1 })),
    );
    const opened = world.events.findIndex(({ type }) => type === 'season_opened');
    world.events = world.events.slice(0, opened);
    expect(reportSimulation(toSimulation(world), 'ladder').places).toEqual([]);
  });

  it('compares the share of results won of those with five results', () => {
    const world = start(4);
    const record = (wins: number, losses: number) => ({
      record: { wins, losses, draws: 9, forfeits_won: 0, forfeits_lost: 0 },
    });
    const entries: LadderState['entries'] = {
      entry1: { ...getEntry(world, 'entry1'), ...record(4, 1) },
      entry2: { ...getEntry(world, 'entry2'), ...record(6, 6) },
      entry3: { ...getEntry(world, 'entry3'), ...record(5, 3) },
      entry4: { ...getEntry(world, 'entry4'), ...record(4, 0) },
    };
    const of = (some: LadderState['entries']) => {
      const ladders = { ladder: { ...world.state, entries: some } };
      return reportSimulation(toSimulation(world, { ladders, strengths }), 'ladder').won_share;
    };
    // By share 1, 3, 2 against 1, 2, 3.
    expect(of(entries)).toBeCloseTo(0.5, 9);
    expect(of({ ...entries, entry4: { ...getEntry(world, 'entry4'), ...record(5, 0) } })).toBe(
      -0.4,
    );
    expect(of({})).toBeNull();
  });

  it('hands on wishes and refusals, the most frequent first and equals by their names', () => {
    const refusals = { out_of_reach: 2, entry_immune: 1, already_challenged: 2, entry_gone: 1 };
    const wishes = { all: 7, unmet: 3 };
    const report = reportSimulation(toSimulation(start(1), { refusals, wishes }), 'ladder');
    expect(report.wishes).toEqual(wishes);
    expect(report.refusals).toEqual([
      ['already_challenged', 2],
      ['out_of_reach', 2],
      ['entry_gone', 1],
      ['entry_immune', 1],
    ]);
  });

  it('is of one ladder, and of nothing where there is none', () => {
    expect(reportSimulation(toSimulation(play()), 'other')).toEqual({
      events: 0,
      entries: [],
      matches: [],
      results: { all: 0, by_clock: 0, reasons: [] },
      refusals: [],
      wishes: { all: 0, unmet: 0 },
      rules: [],
      waits: {
        challenge_to_result: { count: 0, median: null, p90: null },
        between_results: { count: 0, median: null, p90: null },
      },
      disputes: { reasons: [], rulings: 0, appeals: 0, overturned: 0 },
      played: { all: 0, wronged: 0 },
      strikes: [],
      suspensions: 0,
      rests: 0,
      places: [],
      won_share: null,
    });
  });
});

const input: SimulationInput = {
  seed: 11,
  teams: 20,
  people: 80,
  starts_at: '2026-01-05T12:00:00.000Z',
  ends_at: '2026-03-16T12:00:00.000Z',
  ladders: [
    {
      ladder_id: 'tanks',
      season_id: 'season',
      name: 'Tanks',
      season_name: 'Winter',
      game: 'game',
      format: 'rung',
      zone: 'Europe/Berlin',
      is_test: true,
      rules: {},
      region: 'everywhere',
      share: 1,
    },
  ],
};

describe('the report of a simulated season', () => {
  // Played in a test, not beside them: what happens while a file is loaded makes each mutant run all of them.
  const simulate = keepAnswers(1, () => simulateSeason(input));
  const summarise = keepAnswers(1, () => reportSimulation(simulate(), 'tanks'));
  const total = (counts: [string, number][]) => counts.reduce((sum, [, number]) => sum + number, 0);
  const getLadder = () => simulate().ladders.tanks ?? { entries: {}, matches: {} };

  it('counts every entry, match and refusal once', () => {
    const report = summarise();
    const { entries, matches } = getLadder();
    expect(total(report.entries)).toBe(Object.keys(entries).length);
    expect(total(report.matches)).toBe(Object.keys(matches).length);
    expect(total(report.refusals)).toBe(
      Object.values(simulate().refusals).reduce((sum, number) => sum + number, 0),
    );
    expect(total(report.results.reasons)).toBe(report.results.all);
  });

  it('waits at least as long as the rules ask between challenge and start', () => {
    const { challenge_to_result, between_results } = summarise().waits;
    expect(challenge_to_result.count).toBeGreaterThan(50);
    expect(challenge_to_result.median).toBeGreaterThan(24);
    expect(challenge_to_result.p90).toBeGreaterThanOrEqual(challenge_to_result.median ?? 0);
    expect(between_results.count).toBeLessThan(2 * challenge_to_result.count);
  });

  it('knows what the clock decided and who won in play', () => {
    const report = summarise();
    expect(report.results.by_clock).toBeGreaterThan(0);
    expect(report.results.by_clock).toBeLessThan(report.results.all);
    expect(report.played.wronged).toBeLessThan(report.played.all / 5);
    expect(report.wishes.unmet).toBeLessThan(report.wishes.all);
  });

  it('sees places come nearer to true strength', () => {
    const report = summarise();
    const { entries } = getLadder();
    expect(report.places.map(({ part }) => part)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    const [first, last] = [report.places.at(0), report.places.at(-1)];
    expect(last?.correlation).toBeGreaterThan(first?.correlation ?? 1);
    expect(last?.entries).toBe(Object.values(entries).filter(({ rung }) => rung !== null).length);
  });

  it('is the same for the same input', () => {
    expect(reportSimulation(simulateSeason(input), 'tanks')).toEqual(summarise());
  });
});
