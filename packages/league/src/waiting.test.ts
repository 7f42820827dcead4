import { describe, expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import { getRules, getSeason } from './draft.ts';
import type { Side } from './ids.ts';
import type { MatchStatus } from './state.ts';
import {
  dispute,
  getMatch,
  onMatch,
  rule,
  startAppealed,
  startCompleted,
  startDiffering,
  startDisputed,
  startLive,
  startReported,
  startResultDisputed,
  startRuled,
} from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  judge,
  noon,
  noPicks,
  people,
  schedule,
  scores,
  someNonce,
  start,
  text,
  tryCommand,
  type World,
  waitUntil,
} from './testing/world.ts';
import { compareMatters, findCalm, isAtHand, listSideActs, type Matter } from './waiting.ts';

const teams: Record<Side, number> = { challenger: 4, defender: 2 };

function ask(world: World, side: Side) {
  const match = getMatch(world);
  return listSideActs({
    match,
    rules: getRules(world.state),
    format: world.state.ladder?.format ?? 'rung',
    ends_at: getSeason(world.state).ends_at,
    dispute: world.state.disputes[match.dispute_id ?? ''] ?? null,
    side,
    now: world.now,
  });
}

const listActs = (world: World) => ({
  challenger: ask(world, 'challenger').map(({ act: name }) => name),
  defender: ask(world, 'defender').map(({ act: name }) => name),
});

const doAs = (world: World, side: Side, command: LadderCommand) => {
  act(world, captain(teams[side]), command);
  return world;
};

function startChallenged(rules: unknown = {}): World {
  const world = start(6, rules);
  challenge(world, 4, 2);
  return world;
}

function startOffered(rules: unknown = {}): World {
  const world = startChallenged(rules);
  const times = [noon(world, 2), noon(world, 3)];
  return doAs(world, 'defender', {
    type: 'accept',
    ...onMatch,
    times,
    picks: noPicks,
    nonce: someNonce,
  });
}

function startCountered(): World {
  const world = startOffered();
  return doAs(world, 'challenger', {
    type: 'counter_offer',
    ...onMatch,
    times: [noon(world, 4), noon(world, 5)],
  });
}

function startScheduled(rules: unknown = {}): World {
  const world = start(6, rules);
  schedule(world, 4, 2);
  return world;
}

const byVeto = {
  maps: { pool: ['Ash', 'Birch', 'Cedar'], count: 1, choice: 'veto', veto: ['ban', 'ban', 'pick'] },
};

function startCheckingIn(rules: unknown = {}): World {
  const world = startScheduled(rules);
  waitUntil(world, getMatch(world).deadline ?? '');
  return world;
}

const checkIn = (world: World, side: Side) =>
  doAs(world, side, { type: 'check_in', ...onMatch, players: people(teams[side]).slice(0, 2) });

describe('what a match asks of its sides', () => {
  it.each<[string, () => World, string[], string[]]>([
    ['challenged', startChallenged, [], ['answer']],
    ['offered', startOffered, ['choose_time'], []],
    ['countered', startCountered, [], ['choose_time']],
    ['scheduled', startScheduled, [], []],
    ['scheduled, with maps to veto', () => startScheduled(byVeto), [], ['veto']],
    ['checking in', startCheckingIn, ['check_in'], ['check_in']],
    [
      'checking in, with maps to veto',
      () => startCheckingIn(byVeto),
      ['check_in'],
      ['check_in', 'veto'],
    ],
    ['one checked in', () => checkIn(startCheckingIn(), 'challenger'), [], ['check_in']],
    ['live', startLive, ['report'], ['report']],
    ['reported', startReported, [], ['confirm_report']],
    ['reported otherwise by each', startDiffering, ['settle_reports'], ['settle_reports']],
    ['completed', startCompleted, [], []],
    // Who opens a dispute has said what they have to say.
    ['disputed', startDisputed, ['statement'], []],
    ['with a result that is disputed', startResultDisputed, ['statement'], []],
    ['ruled', startRuled, [], []],
    ['appealed', startAppealed, [], []],
  ])('%s', (_name, from, challenger, defender) => {
    expect(listActs(from())).toEqual({ challenger, defender });
  });

  it.each<[string, () => World, Side, LadderCommand, LadderCommand, string]>([
    [
      'more time',
      startOffered,
      'challenger',
      { type: 'ask_extension', ...onMatch },
      { type: 'agree_extension', ...onMatch },
      'answer_extension',
    ],
    [
      'to call it off',
      startScheduled,
      'challenger',
      { type: 'ask_cancellation', ...onMatch },
      { type: 'agree_cancellation', ...onMatch },
      'answer_cancellation',
    ],
    [
      'other scores',
      startCompleted,
      'challenger',
      { type: 'correct_scores', ...onMatch, scores: scores(2, 0) },
      { type: 'agree_correction', ...onMatch },
      'agree_correction',
    ],
  ])(
    'a side that asks for %s waits, the other answers, once',
    (_name, from, side, asks, agrees, name) => {
      const world = doAs(from(), side, asks);
      expect(listActs(world)[side]).not.toContain(name);
      const other = side === 'challenger' ? 'defender' : 'challenger';
      expect(ask(world, other)).toContainEqual(
        expect.objectContaining({ act: name, otherwise: 'stays' }),
      );
      doAs(world, other, agrees);
      expect(listActs(world)[other]).not.toContain(name);
    },
  );

  it('another hour may be agreed to until the rules leave no time for it', () => {
    const world = startScheduled();
    doAs(world, 'challenger', { type: 'ask_reschedule', ...onMatch, times: [noon(world, 5)] });
    const [asked] = ask(world, 'defender');
    expect(asked).toMatchObject({ act: 'answer_reschedule', otherwise: 'stays' });
    expect(ask(world, 'challenger')).toEqual([]);
    const until = asked?.until ?? '';
    const view = { ...world, now: until };
    expect(ask(view as World, 'defender')).toHaveLength(1);
    const late = { ...world, now: new Date(Date.parse(until) + 1).toISOString() };
    expect(ask(late as World, 'defender')).toEqual([]);
  });

  it('a correction may be agreed to until its time is over', () => {
    const world = startCompleted();
    const correction: LadderCommand = { type: 'correct_scores', ...onMatch, scores: scores(2, 0) };
    doAs(world, 'challenger', correction);
    const until = ask(world, 'defender')[0]?.until ?? '';
    const before = { ...world, now: new Date(Date.parse(until) - 1).toISOString() };
    expect(ask(before as World, 'defender')).toHaveLength(1);
    expect(ask({ ...world, now: until } as World, 'defender')).toEqual([]);
    // As the rules have it.
    world.now = until;
    expect(tryCommand(world, captain(2), { type: 'agree_correction', ...onMatch })).not.toBeNull();
  });

  it('a statement is asked for until its time is over, once', () => {
    const world = startDisputed();
    const [asked] = ask(world, 'challenger');
    expect(asked).toMatchObject({ act: 'statement', otherwise: 'ruled_without' });
    const until = asked?.until ?? '';
    const before = { ...world, now: new Date(Date.parse(until) - 1).toISOString() };
    expect(ask(before as World, 'challenger')).toHaveLength(1);
    expect(ask({ ...world, now: until } as World, 'challenger')).toEqual([]);
    doAs(world, 'challenger', { type: 'add_statement', ...onMatch, statement: text('mine') });
    expect(ask(world, 'challenger')).toEqual([]);
  });

  it('nothing, once a side has given it up', () => {
    const world = startOffered();
    doAs(world, 'defender', { type: 'announce_forfeit', ...onMatch, opponent: 'Team 4' });
    expect(listActs(world)).toEqual({ challenger: [], defender: [] });
    expect(findCalm(getMatch(world), { dispute: null, appeal: null })).toBe('forfeiting');
  });

  it('what is over first comes first', () => {
    const world = startScheduled(byVeto);
    doAs(world, 'challenger', { type: 'ask_reschedule', ...onMatch, times: [noon(world, 5)] });
    expect(listActs(world).defender).toEqual(['answer_reschedule', 'veto']);
  });
});

describe('what becomes of it', () => {
  const first = (world: World, side: Side) => ask(world, side)[0];

  it('an answer that never comes loses the match, or lets the challenge lapse', () => {
    const { deadline } = getMatch(startChallenged());
    const silence = { act: 'answer', until: deadline, otherwise: 'forfeited' };
    expect(first(startChallenged(), 'defender')).toEqual(silence);
    const lapsing = startChallenged({ challenge: { unanswered: 'expire' } });
    expect(first(lapsing, 'defender')?.otherwise).toBe('lapses');
    const world = startChallenged();
    const match = { ...getMatch(world), is_rematch: true };
    const side = {
      match,
      rules: getRules(world.state),
      ends_at: getSeason(world.state).ends_at,
      dispute: null,
      side: 'defender',
      now: world.now,
    } as const;
    expect(listSideActs({ ...side, format: 'rung' })[0]?.otherwise).toBe('lapses');
    const plain = { ...match, is_rematch: false };
    expect(listSideActs({ ...side, match: plain, format: 'rating' })[0]?.otherwise).toBe('lapses');
    expect(listSideActs({ ...side, match: plain, format: 'rung' })[0]?.otherwise).toBe('forfeited');
    const late = { ...side, match: plain, ends_at: match.deadline ?? '' };
    expect(listSideActs({ ...late, format: 'rung' })[0]?.otherwise).toBe('lapses');
  });

  it('the clock of each is the match’s, or the hour of the match', () => {
    const offered = startOffered();
    expect(first(offered, 'challenger')).toEqual({
      act: 'choose_time',
      until: getMatch(offered).deadline,
      otherwise: 'default_time',
    });
    const scheduled = startScheduled(byVeto);
    const { time } = getMatch(scheduled);
    expect(first(scheduled, 'defender')).toEqual({
      act: 'veto',
      until: time?.starts_at,
      otherwise: 'drawn',
    });
    const vetoing = startCheckingIn(byVeto);
    checkIn(checkIn(vetoing, 'challenger'), 'defender');
    const { status, deadline } = getMatch(vetoing);
    expect(status).toBe('veto');
    expect(first(vetoing, 'defender')?.until).toBe(deadline);
    const checking = startCheckingIn();
    expect(first(checking, 'defender')).toEqual({
      act: 'check_in',
      until: getMatch(checking).deadline,
      otherwise: 'forfeited',
    });
    expect(first(startLive(), 'defender')?.otherwise).toBe('disputed');
  });

  it('a report without an answer counts, or is disputed where the rules say so', () => {
    expect(first(startReported(), 'defender')?.otherwise).toBe('counts');
    expect(first(startDiffering(), 'challenger')).toEqual({
      act: 'settle_reports',
      until: '2026-03-03T13:00:00.000Z',
      otherwise: 'disputed',
    });
    const strict = startReported({ report: { unanswered: 'dispute' } });
    expect(first(strict, 'defender')?.otherwise).toBe('disputed');
  });
});

describe('what a match is to who need not act', () => {
  const look = (world: World) => {
    const match = getMatch(world);
    return findCalm(match, {
      dispute: world.state.disputes[match.dispute_id ?? ''] ?? null,
      appeal: world.state.appeals[match.appeal_id ?? ''] ?? null,
    });
  };

  it.each<[string, () => World, ReturnType<typeof findCalm>]>([
    ['challenged', startChallenged, 'wait'],
    ['countered', startCountered, 'wait'],
    ['scheduled', startScheduled, 'play'],
    ['checking in', startCheckingIn, 'play'],
    ['live', startLive, 'play'],
    ['reported', startReported, 'wait'],
    ['disputed', startDisputed, 'ruling'],
    ['with a result that is disputed', startResultDisputed, 'ruling'],
    ['completed', startCompleted, null],
    ['ruled', startRuled, null],
    ['appealed', startAppealed, 'appeal'],
  ])('%s', (_name, from, expected) => {
    expect(look(from())).toBe(expected);
  });
});

it.each<[string, MatchStatus, number | null, boolean]>([
  ['an hour before its start', 'scheduled', 60, true],
  ['a moment earlier', 'scheduled', 60 + 1 / 60_000, false],
  ['at check-in', 'checking_in', 20, true],
  ['while maps are chosen', 'veto', -5, true],
  ['under way', 'live', -90, true],
  ['once it is reported', 'reported', -90, false],
  ['that is disputed', 'disputed', -90, false],
  ['without an hour', 'offered', null, false],
])('a match %s is at hand: %s', (_name, status, minutes, expected) => {
  const now = '2026-03-01T12:00:00.000Z';
  const starts_at =
    minutes === null ? null : new Date(Date.parse(now) + minutes * 60_000).toISOString();
  expect(isAtHand({ status, starts_at }, now)).toBe(expected);
});

describe('of several matters', () => {
  const now = '2026-03-01T12:00:00.000Z';
  const at = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
  const sort = (...matters: [string, string | null, Matter['weight']][]) =>
    matters
      .map(([name, until, weight]) => ({ name, until, weight }))
      .sort(compareMatters(now))
      .map(({ name }) => name);

  it('a match in eight minutes comes before a time to confirm by Monday', () => {
    expect(sort(['choose', at(3000), 'act'], ['play', at(8), 'date'])).toEqual(['play', 'choose']);
  });

  it('the hour counts to the millisecond', () => {
    expect(sort(['act', at(61), 'act'], ['play', at(60), 'date'])).toEqual(['play', 'act']);
    const justAfter = at(60 + 1 / 60_000);
    expect(sort(['play', justAfter, 'date'], ['act', at(61), 'act'])).toEqual(['act', 'play']);
  });

  it('acts come by their clock, then those without one, then dates, then news', () => {
    expect(
      sort(
        ['news', at(5), 'news'],
        ['later', at(200), 'act'],
        ['free', null, 'act'],
        ['date', at(90), 'date'],
        ['sooner', at(100), 'act'],
        ['late', at(-5), 'act'],
        ['calm', null, 'news'],
      ),
    ).toEqual(['late', 'sooner', 'later', 'free', 'date', 'news', 'calm']);
  });
});

it('a dispute that is ruled on asks for nothing more', () => {
  const world = startReported();
  doAs(world, 'defender', dispute());
  act(world, judge, rule({ kind: 'upheld' }));
  expect(listActs(world)).toEqual({ challenger: [], defender: [] });
});
