import { expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import { addDuration } from './duration.ts';
import { findEvidenceRefusal, findReport } from './report.ts';
import { createDefaultRules } from './rules-schema.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import {
  at,
  dispute,
  getMatch,
  notIdle,
  onMatch,
  player,
  report,
  startCompleted,
  startDiffering,
  startLive,
  startReported,
  startRuled,
  stranger,
} from './testing/stations.ts';
import {
  act,
  captain,
  judge,
  owner,
  schedule,
  scores,
  start,
  text,
  type World,
} from './testing/world.ts';

rows(
  'the first report',
  ({ team, score }: { team: number; score: [number, number] }) => ({
    world: startLive(),
    actor: captain(team),
    command: report(...score),
  }),
  {
    'of a win waits for the other side': [
      { team: 4, score: [2, 1] },
      [
        {
          type: 'match_reported',
          data: {
            by: 'challenger',
            winner: 'challenger',
            scores: scores(2, 1),
            deadline: '2026-03-04T12:00:00.000Z',
          },
        },
      ],
    ],
    'of a loss is a concession': [
      { team: 4, score: [1, 2] },
      [
        {
          type: 'match_completed',
          data: like({ winner: 'defender', reason: 'conceded', scores: scores(1, 2) }),
        },
      ],
    ],
    'of the defender’s win waits as well': [
      { team: 2, score: [0, 2] },
      [{ type: 'match_reported', data: like({ by: 'defender', winner: 'defender' }) }],
    ],
    'of the defender’s loss is a concession too': [
      { team: 2, score: [2, 0] },
      [{ type: 'match_completed', data: like({ winner: 'challenger', reason: 'conceded' }) }],
    ],
    'that decides nothing is none': [
      { team: 4, score: [1, 0] },
      { code: 'score_undecided', params: {}, field: 'scores' },
    ],
  },
);

it('a draw is no concession where the rules know draws', () => {
  const world = startLive({ score: { draws: true }, maps: { count: 2 } });
  act(world, captain(4), report(1, 1));
  expect(getMatch(world)).toMatchObject({
    status: 'reported',
    reports: { challenger: { winner: null } },
  });
});

rows(
  'the answer to a report',
  ({ team, command }: { team: number; command: LadderCommand }) => ({
    world: startReported(),
    actor: captain(team),
    command,
  }),
  {
    'is that it is so': [
      { team: 2, command: { type: 'confirm_report', ...onMatch } },
      [
        {
          type: 'match_completed',
          data: like({
            winner: 'challenger',
            reason: 'reported',
            rule: null,
            scores: scores(2, 1),
          }),
        },
      ],
    ],
    'is the same report': [
      { team: 2, command: report(2, 1) },
      [{ type: 'match_completed', data: like({ reason: 'reported' }) }],
    ],
    'is another score, and both have an hour': [
      { team: 2, command: report(2, 0) },
      [
        {
          type: 'match_reported',
          data: {
            by: 'defender',
            scores: scores(2, 0),
            winner: 'challenger',
            deadline: '2026-03-03T13:00:00.000Z',
          },
        },
      ],
    ],
    'is another winner, and both have an hour': [
      { team: 2, command: report(1, 2) },
      [{ type: 'match_reported', data: like({ by: 'defender', winner: 'defender' }) }],
    ],
    'is a concession only where it is the first': [
      { team: 2, command: report(2, 0) },
      ['match_reported'],
    ],
    'is not for whoever gave it': [
      { team: 4, command: { type: 'confirm_report', ...onMatch } },
      { code: 'already_reported', params: {} },
    ],
    'is no second report of the same side': [
      { team: 4, command: report(2, 0) },
      { code: 'already_reported', params: {} },
    ],
  },
);

rows(
  'two reports that differ',
  (differ: string | undefined) => {
    const world = startReported();
    const { season } = world.state;
    if (!season) {
      throw new Error('No season');
    }
    const { differ: _own, ...older } = season.rules.report;
    const given = differ === undefined ? older : { ...older, differ };
    world.state = {
      ...world.state,
      season: { ...season, rules: { ...season.rules, report: given } },
    };
    return { world, actor: captain(2), command: report(2, 0) };
  },
  {
    'are a dispute at once in a season of before the rule': [
      undefined,
      [
        {
          type: 'match_disputed',
          data: like({
            dispute_id: 'id3',
            by: 'defender',
            reason: 'reports_differ',
            statement: null,
            rule: null,
            report: { by: 'defender', scores: scores(2, 0), winner: 'challenger' },
          }),
        },
      ],
    ],
    'and where the rules give no time': ['PT0S', ['match_disputed']],
    'wait as long as the rules give': [
      'PT7M',
      [{ type: 'match_reported', data: like({ deadline: '2026-03-03T12:07:00.000Z' }) }],
    ],
  },
);

rows(
  'while two reports differ',
  ({ team, command }: { team: number; command: LadderCommand }) => {
    const world = startDiffering();
    return { world: at(world, addDuration(world.now, 'PT20M')), actor: captain(team), command };
  },
  {
    'the first side agrees to the second’s': [
      { team: 4, command: { type: 'confirm_report', ...onMatch } },
      [
        {
          type: 'match_completed',
          data: like({
            winner: 'defender',
            scores: scores(1, 2),
            reason: 'reported',
            rule: null,
            ruled: false,
          }),
        },
      ],
    ],
    'the second to the first’s': [
      { team: 2, command: { type: 'confirm_report', ...onMatch } },
      [
        {
          type: 'match_completed',
          data: like({ winner: 'challenger', scores: scores(2, 1), reason: 'reported' }),
        },
      ],
    ],
    'a side corrects its own to what the other says': [
      { team: 2, command: report(2, 1) },
      [{ type: 'match_completed', data: like({ winner: 'challenger', scores: scores(2, 1) }) }],
    ],
    'so does the first': [
      { team: 4, command: report(1, 2) },
      [{ type: 'match_completed', data: like({ winner: 'defender', scores: scores(1, 2) }) }],
    ],
    'a correction that still differs buys no time': [
      { team: 4, command: report(2, 0) },
      [
        {
          type: 'match_reported',
          data: {
            by: 'challenger',
            scores: scores(2, 0),
            winner: 'challenger',
            deadline: '2026-03-03T13:00:00.000Z',
          },
        },
      ],
    ],
    'nor does one of the second side': [
      { team: 2, command: report(0, 2) },
      [{ type: 'match_reported', data: like({ deadline: '2026-03-03T13:00:00.000Z' }) }],
    ],
    'nobody says the same again': [
      { team: 4, command: report(2, 1) },
      { code: 'already_reported', params: {} },
    ],
    'nor does the second side': [{ team: 2, command: report(1, 2) }, 'already_reported'],
    'the second side may ask for an admin at once': [
      { team: 2, command: dispute() },
      [
        {
          type: 'match_disputed',
          data: like({ by: 'defender', reason: 'reports_differ', report: null, rule: null }),
        },
      ],
    ],
    'so may the first': [
      { team: 4, command: dispute() },
      [{ type: 'match_disputed', data: like({ by: 'challenger', reason: 'reports_differ' }) }],
    ],
    'nobody concedes any more but by agreeing': [
      { team: 2, command: { type: 'concede', ...onMatch } },
      { code: 'match_not_reportable', params: { status: 'reported' } },
    ],
    'another team says nothing': [{ team: 1, command: report(2, 0) }, 'not_captain'],
  },
);

it('a correction counts as long as an admin has extended the hour', () => {
  const world = startDiffering();
  const until = '2026-03-03T15:00:00.000Z';
  act(world, judge, { type: 'extend_deadline', ...onMatch, until, reason: text('late') });
  act(world, captain(4), report(2, 0));
  expect(getMatch(world).deadline).toBe(until);
});

limit(
  'two reports that still differ are a dispute after an hour',
  (away) => {
    const world = startDiffering({ ...notIdle, report: { unanswered: 'accept' } });
    return { world, until: shift(addDuration(world.now, 'PT1H'), away) };
  },
  {
    before: [],
    at: [
      {
        type: 'match_disputed',
        at: '2026-03-03T13:00:00.000Z',
        data: like({
          by: null,
          reason: 'reports_differ',
          report: null,
          statement: null,
          rule: 'report.differ',
          statements_until: '2026-03-04T13:00:00.000Z',
          deadline: '2026-03-13T13:00:00.000Z',
        }),
      },
    ],
    after: ['match_disputed'],
  },
);

limit(
  'a report is corrected within that hour',
  (away) => {
    const world = startDiffering(notIdle);
    const end = addDuration(world.now, 'PT1H');
    return { world: at(world, shift(end, away)), actor: captain(4), command: report(1, 2) };
  },
  {
    before: ['match_completed'],
    at: { code: 'match_not_reportable', params: { status: 'disputed' } },
    after: 'match_not_reportable',
  },
);

rows(
  'a report is given',
  ({ from, command }: { from: () => World; command: LadderCommand }) => ({
    world: from(),
    actor: captain(4),
    command,
  }),
  {
    'once the match is played': [{ from: startLive, command: report(2, 0) }, ['match_reported']],
    'not before': [
      { from: startScheduled, command: report(2, 0) },
      { code: 'match_not_reportable', params: { status: 'scheduled' } },
    ],
    'not when it is over': [
      { from: startCompleted, command: report(2, 0) },
      { code: 'match_not_reportable', params: { status: 'completed' } },
    ],
    'nor conceded before': [
      { from: startScheduled, command: { type: 'concede', ...onMatch } },
      { code: 'match_not_reportable', params: { status: 'scheduled' } },
    ],
    'nor confirmed before it is given': [
      { from: startLive, command: { type: 'confirm_report', ...onMatch } },
      { code: 'match_not_reportable', params: { status: 'live' } },
    ],
  },
);

function startScheduled(): World {
  const world = start();
  schedule(world, 4, 2);
  return world;
}

rows(
  'a report without evidence',
  ({ evidence, given }: { evidence: string; given?: number }) => {
    const world = startLive({ report: { evidence } });
    world.facts = given === undefined ? {} : { evidence: { match: given } };
    return { world, actor: captain(4), command: report(2, 0) };
  },
  {
    'is refused where the rules ask for some': [
      { evidence: 'required', given: 0 },
      { code: 'evidence_missing', params: {} },
    ],
    'also where nobody has counted': [{ evidence: 'required' }, 'evidence_missing'],
    'is taken where it is optional': [{ evidence: 'optional' }, ['match_reported']],
    'with one piece it is taken': [{ evidence: 'required', given: 1 }, ['match_reported']],
  },
);

rows(
  'a side concedes',
  (team: number) => ({
    world: startLive(),
    actor: captain(team),
    command: { type: 'concede', ...onMatch } as const,
  }),
  {
    'and the defender has won': [
      4,
      [
        {
          type: 'match_completed',
          data: like({ winner: 'defender', scores: [], reason: 'conceded', rule: null }),
        },
      ],
    ],
    'or the challenger': [
      2,
      [{ type: 'match_completed', data: like({ winner: 'challenger', reason: 'conceded' }) }],
    ],
    'but nobody else does': [1, 'not_captain'],
  },
);

limit(
  'a report that nobody answers counts after a day',
  (away) => {
    const world = startReported(notIdle);
    return { world, until: shift(addDuration(world.now, 'PT24H'), away) };
  },
  {
    before: [],
    at: [
      {
        type: 'match_completed',
        at: '2026-03-04T12:00:00.000Z',
        data: like({
          winner: 'challenger',
          scores: scores(2, 1),
          reason: 'unanswered_report',
          rule: 'report.unanswered',
        }),
      },
    ],
    after: ['match_completed'],
  },
);

limit(
  'or after as long as the rules give to answer it, however long they give to report',
  (away) => {
    const world = startReported({
      ...notIdle,
      report: { reportWithin: 'P3D', confirmWithin: 'P2D' },
    });
    return { world, until: shift(addDuration(world.now, 'P2D'), away) };
  },
  { before: [], at: ['match_completed'], after: ['match_completed'] },
);

limit(
  'or is a dispute after a day, where the rules say so',
  (away) => {
    const world = startReported({ ...notIdle, report: { unanswered: 'dispute' } });
    return { world, until: shift(addDuration(world.now, 'PT24H'), away) };
  },
  {
    before: [],
    at: [
      {
        type: 'match_disputed',
        data: like({
          dispute_id: 'id3',
          by: null,
          reason: 'unanswered_report',
          report: null,
          statement: null,
          rule: 'report.unanswered',
          deadline: '2026-03-14T12:00:00.000Z',
        }),
      },
    ],
    after: ['match_disputed'],
  },
);

limit(
  'a match that nobody reports is a dispute after a day',
  (away) => {
    const world = startLive(notIdle);
    return { world, until: shift(addDuration(world.now, 'PT24H'), away) };
  },
  {
    before: [],
    at: [{ type: 'match_disputed', data: like({ by: null, reason: 'nobody_reported' }) }],
    after: ['match_disputed'],
  },
);

const correct = (challenger: number, defender: number) =>
  ({ type: 'correct_scores', ...onMatch, scores: scores(challenger, defender) }) as const;
const agree = { type: 'agree_correction', ...onMatch } as const;

function startCorrected(): World {
  const world = startCompleted();
  act(world, captain(4), correct(2, 0));
  return world;
}

function startClosed(): World {
  const world = startCorrected();
  act(world, owner, { type: 'close_season', void_open: false, reason: null });
  return world;
}

rows(
  'typing errors are mended',
  ({ from, team, command }: { from: () => World; team: number; command: LadderCommand }) => ({
    world: from(),
    actor: captain(team),
    command,
  }),
  {
    'by one who asks': [
      { from: startCompleted, team: 4, command: correct(2, 0) },
      [{ type: 'correction_asked', data: { by: 'challenger', scores: scores(2, 0) } }],
    ],
    'and the other, who agrees': [
      { from: startCorrected, team: 2, command: agree },
      [{ type: 'scores_corrected', data: { by: 'defender', scores: scores(2, 0) } }],
    ],
    'or says the same': [
      { from: startCorrected, team: 2, command: correct(2, 0) },
      [{ type: 'scores_corrected', data: { by: 'defender', scores: scores(2, 0) } }],
    ],
    'not by another score of the other': [
      { from: startCorrected, team: 2, command: correct(2, 1) },
      ['correction_asked'],
    ],
    'not by one alone who says it twice': [
      { from: startCorrected, team: 4, command: correct(2, 0) },
      ['correction_asked'],
    ],
    'not by one alone who agrees': [
      { from: startCorrected, team: 4, command: agree },
      { code: 'nothing_asked', params: {} },
    ],
    'not where nobody asked': [{ from: startCompleted, team: 2, command: agree }, 'nothing_asked'],
    'but never the winner': [
      { from: startCompleted, team: 4, command: correct(0, 2) },
      { code: 'correction_changes_winner', params: {}, field: 'scores' },
    ],
    'not while the match goes on': [
      { from: startReported, team: 4, command: correct(2, 0) },
      { code: 'match_not_open', params: { status: 'reported' } },
    ],
    'not when a judge has ruled': [
      { from: startRuled, team: 4, command: correct(2, 0) },
      { code: 'deadline_passed', params: { at: '2026-03-03T13:00:00.000Z' } },
    ],
    'nor agreed to when the season is over': [
      { from: startClosed, team: 2, command: agree },
      'season_closed',
    ],
  },
);

rows(
  'who mends them',
  (actor: typeof stranger) => ({ world: startCompleted(), actor, command: correct(2, 0) }),
  {
    'is the captain': [captain(2), ['correction_asked']],
    'is no player': [player(2), 'not_captain'],
    'is no stranger': [stranger, 'not_captain'],
  },
);

limit(
  'typing errors are mended within an hour',
  (away) => {
    const world = startCompleted();
    const end = addDuration(world.now, 'PT1H');
    return { world: at(world, shift(end, away)), actor: captain(4), command: correct(2, 0) };
  },
  {
    before: ['correction_asked'],
    at: { code: 'deadline_passed', params: { at: '2026-03-03T13:00:00.000Z' } },
    after: 'deadline_passed',
  },
);

it('the report that waits is the first of two, of two at one instant the challenger’s', () => {
  const world = startReported();
  expect(findReport(getMatch(startLive()))).toBeNull();
  expect(findReport(getMatch(world))?.by).toBe('challenger');
  world.now = addDuration(world.now, 'PT1H');
  act(world, captain(2), report(0, 2));
  expect(findReport(getMatch(world))?.by).toBe('challenger');
  world.now = addDuration(world.now, 'PT1M');
  act(world, captain(4), report(2, 0));
  expect(findReport(getMatch(world))?.by).toBe('defender');
  const other = startLive();
  act(other, captain(2), report(0, 2));
  other.now = addDuration(other.now, 'PT1H');
  act(other, captain(4), report(2, 0));
  expect(findReport(getMatch(other))?.by).toBe('defender');
  const both = startLive();
  for (const team of [2, 4]) {
    act(both, captain(team), report(team === 4 ? 2 : 0, team === 4 ? 0 : 2));
  }
  expect(findReport(getMatch(both))?.by).toBe('challenger');
});

it.each([
  ['required', 0, { code: 'evidence_missing', params: {} }],
  ['required', 1, null],
  ['optional', 0, null],
] as const)('evidence that is %s, of which there are %i', (evidence, given, refusal) => {
  const rules = createDefaultRules();
  const asked = { ...rules, report: { ...rules.report, evidence } };
  expect(findEvidenceRefusal(asked, given)).toEqual(refusal);
});
