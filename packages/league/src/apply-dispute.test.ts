import { expect, it } from 'vitest';
import { applyLadder } from './apply.ts';
import type { LadderEvent } from './event.ts';
import {
  appeal,
  getMatch,
  onMatch,
  report,
  rule,
  startAppealed,
  startDiffering,
  startDisputed,
  startLive,
  startReported,
  startResultDisputed,
  startRuled,
} from './testing/stations.ts';
import { act, captain, judge, owner, scores, text, type World, wait } from './testing/world.ts';

const getCase = (world: World) => Object.values(world.state.disputes)[0];

it('a dispute begins with what its side has said', () => {
  const world = startDisputed();
  expect(getCase(world)).toEqual({
    id: 'dispute',
    match_id: 'match',
    opened_by: 'defender',
    opened_at: world.now,
    reason: 'disputed',
    after_result: false,
    statements: [{ by: 'defender', person_id: 'team2-a', at: world.now, text: text('statement') }],
    statements_until: '2026-03-04T12:00:00.000Z',
    ruling_aimed_at: '2026-03-06T12:00:00.000Z',
    status: 'open',
    ruling: null,
  });
  expect(getMatch(world)).toMatchObject({
    status: 'disputed',
    dispute_id: 'dispute',
    deadline: '2026-03-13T12:00:00.000Z',
  });
});

it('a dispute that the clock opens has nobody’s word yet', () => {
  const world = startLive();
  wait(world, 'PT25H');
  expect(getCase(world)).toMatchObject({ opened_by: null, after_result: false, statements: [] });
});

it('a dispute that two reports open has no word, and both reports', () => {
  const world = startReported({ report: { differ: 'PT0S' } });
  const reported = world.now;
  wait(world, 'PT1H');
  act(world, captain(2), report(1, 2));
  expect(getCase(world)).toMatchObject({
    opened_by: 'defender',
    opened_at: world.now,
    statements: [],
  });
  expect(getMatch(world).reports).toMatchObject({
    challenger: { winner: 'challenger', person_id: 'team4-a', at: reported },
    defender: { winner: 'defender', person_id: 'team2-a', at: world.now },
  });
});

it('two reports that differ stand beside each other, then in their dispute', () => {
  const world = startDiffering();
  const both = {
    challenger: { winner: 'challenger', scores: scores(2, 1) },
    defender: { winner: 'defender', scores: scores(1, 2), person_id: 'team2-a', at: world.now },
  };
  expect(getMatch(world)).toMatchObject({ status: 'reported', dispute_id: null, reports: both });
  const { version } = getMatch(world);
  act(world, captain(4), report(2, 0));
  expect(getMatch(world)).toMatchObject({
    version: version + 1,
    reports: { ...both, challenger: { winner: 'challenger', scores: scores(2, 0) } },
  });
  wait(world, 'PT1H');
  expect(Object.values(world.state.disputes)).toMatchObject([
    { opened_by: null, reason: 'reports_differ', statements: [] },
  ]);
  expect(getMatch(world)).toMatchObject({
    status: 'disputed',
    reports: { ...both, challenger: { scores: scores(2, 0) } },
  });
});

it('a disputed result begins with what its side has said, and stands meanwhile', () => {
  const world = startResultDisputed();
  expect(getCase(world)).toEqual({
    id: 'dispute',
    match_id: 'match',
    opened_by: 'defender',
    opened_at: world.now,
    reason: 'result_disputed',
    after_result: true,
    statements: [{ by: 'defender', person_id: 'team2-a', at: world.now, text: text('statement') }],
    statements_until: '2026-03-04T12:00:00.000Z',
    ruling_aimed_at: '2026-03-06T12:00:00.000Z',
    status: 'open',
    ruling: null,
  });
  expect(getMatch(world)).toMatchObject({ status: 'completed', dispute_id: 'dispute' });
});

it('what else is said stands behind it, with its hour and who said it', () => {
  const world = startDisputed();
  const opened = world.now;
  wait(world, 'PT1H');
  act(world, captain(4), { type: 'add_statement', ...onMatch, statement: text('answer') });
  expect(getCase(world)).toMatchObject({
    status: 'open',
    statements: [
      { by: 'defender', person_id: 'team2-a', at: opened, text: text('statement') },
      { by: 'challenger', person_id: 'team4-a', at: world.now, text: text('answer') },
    ],
  });
});

const toRuling = (by: string, at: string) => ({
  by,
  at,
  outcome: { kind: 'upheld' },
  rule: 'report.confirmWithin',
  reason: text('reason'),
});

it('a ruling stands with the dispute, and the result says whose it is', () => {
  const world = startResultDisputed();
  wait(world, 'PT1H');
  act(world, judge, rule({ kind: 'upheld' }));
  expect(getCase(world)).toMatchObject({
    status: 'upheld',
    after_result: true,
    ruling: toRuling('judge', world.now),
  });
  expect(getMatch(world).result).toMatchObject({
    kind: 'completed',
    winner: 'challenger',
    ruled_by: 'judge',
    ruled_at: world.now,
  });
});

it('an appeal says who made it, and its ruling stands with it', () => {
  const world = startRuled();
  wait(world, 'PT1H');
  act(world, captain(2), appeal());
  const made = {
    id: 'appeal',
    match_id: 'match',
    dispute_id: 'dispute',
    by: 'defender',
    person_id: 'team2-a',
    at: world.now,
    text: text('appeal'),
  };
  expect(world.state.appeals.appeal).toEqual({ ...made, status: 'open', ruling: null });
  expect(getMatch(world).appeal_id).toBe('appeal');
  act(world, owner, { ...rule({ kind: 'upheld' }), type: 'decide_appeal' });
  expect(world.state.appeals.appeal).toEqual({
    ...made,
    status: 'upheld',
    ruling: toRuling('owner', world.now),
  });
});

it('what is said of a match or a case that there is not changes nothing', () => {
  const before = startReported().state;
  const told = startAppealed();
  act(told, owner, { ...rule({ kind: 'upheld' }), type: 'decide_appeal' });
  const said = startDisputed();
  act(said, captain(4), { type: 'add_statement', ...onMatch, statement: text('answer') });
  const findEvent = (type: LadderEvent['type'], { events }: World): LadderEvent => {
    const event = events.find((candidate) => candidate.type === type);
    if (!event) {
      throw new Error(type);
    }
    return { ...event, match_id: null };
  };
  for (const event of [
    findEvent('match_disputed', said),
    findEvent('statement_added', said),
    findEvent('ruling_given', told),
    findEvent('appeal_decided', told),
  ]) {
    expect(applyLadder(before, event)).toEqual(before);
  }
});
