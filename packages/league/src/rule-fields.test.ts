import { expect, it } from 'vitest';
import { ruleFields } from './rule-fields.ts';

/**
 * The rules of competition as they were agreed: each field's usual value, and from what to what it may be. Written
 * once more on purpose: who changes a limit changes what players were told.
 */
const agreed: readonly (readonly [
  path: string,
  usual: unknown,
  minimum?: unknown,
  maximum?: unknown,
])[] = [
  ['team.size', 2, 1, 64],
  ['team.rosterMinimum', null, 1, 64],
  ['team.rosterMaximum', null, 1, 130],
  ['team.oneEntryPerPerson', true],
  ['team.identityRequired', null],
  ['reach.top', 10, 0, 100],
  ['reach.topRungs', 3, 1, 100],
  ['reach.rungs', 10, 1, 1000],
  ['reach.percent', 30, 0, 100],
  ['reach.newEntryChallenges', 2, 0, 20],
  ['challenge.answerWithin', 'PT72H', 'PT1H', 'P14D'],
  ['challenge.unanswered', 'forfeit'],
  ['challenge.declines', 1, 0, 20],
  ['challenge.rematchWithin', 'P7D', 'PT0S', 'P60D'],
  ['challenge.immunity', 'PT24H', 'PT0S', 'P14D'],
  ['schedule.timesMinimum', 2, 1, 10],
  ['schedule.timesMaximum', 5, 1, 10],
  ['schedule.earliest', 'PT24H', 'PT1H', 'P7D'],
  ['schedule.latest', 'P10D', 'P1D', 'P60D'],
  ['schedule.weekdays', [1, 2, 3, 4, 5, 6, 7], 1, 7],
  ['schedule.hoursFrom', '10:00'],
  ['schedule.hoursUntil', '23:00'],
  ['schedule.apart', 'PT2H', 'PT0S', 'P1D'],
  ['schedule.confirmWithin', 'PT48H', 'PT1H', 'P14D'],
  ['schedule.datePending', 'PT72H', 'PT1H', 'P14D'],
  ['schedule.rescheduleUntil', 'PT2H', 'PT30M', 'P3D'],
  ['schedule.reschedules', 2, 0, 10],
  ['schedule.defaultWeekday', 7, 1, 7],
  ['schedule.defaultTime', '19:00'],
  ['maps.pool', [], undefined, 60],
  ['maps.count', 3, 1, 15],
  ['maps.distinct', true],
  ['maps.choice', 'letters'],
  ['maps.letters', ['C', 'D', 'R'], 0, 15],
  ['maps.veto', ['ban', 'ban', 'pick', 'pick', 'decider'], 0, 60],
  ['maps.turn', 'PT60S', 'PT10S', 'PT30M'],
  ['maps.sides', [], undefined, 2],
  ['maps.sideLetters', ['C', 'D', 'R'], 0, 15],
  ['checkIn.opens', 'PT30M', 'PT5M', 'PT6H'],
  ['checkIn.closes', 'PT10M', 'PT1M', 'PT2H'],
  ['score.by', 'maps'],
  ['score.mapLimit', null, 1, 100000],
  ['score.draws', false],
  ['report.reportWithin', 'PT24H', 'PT1H', 'P7D'],
  ['report.confirmWithin', 'PT24H', 'PT1H', 'P7D'],
  ['report.unanswered', 'accept'],
  ['report.differ', 'PT1H', 'PT0S', 'P1D'],
  ['report.evidence', 'optional'],
  ['report.evidenceShown', 'everybody'],
  ['report.correctWithin', 'PT1H', 'PT0S', 'P1D'],
  ['dispute.disputeWithin', 'PT24H', 'PT1H', 'P7D'],
  ['dispute.statementsWithin', 'PT24H', 'PT1H', 'P7D'],
  ['dispute.rulingWithin', 'PT72H', 'PT1H', 'P14D'],
  ['dispute.appealWithin', 'PT48H', 'PT1H', 'P14D'],
  ['dispute.voidUnreported', 'PT72H', 'PT1H', 'P14D'],
  ['dispute.voidUnruled', 'P10D', 'P1D', 'P60D'],
  ['dispute.outsider', null],
  ['forfeit.takeBackWithin', 'PT10M', 'PT1M', 'PT1H'],
  ['rest.days', 14, 0, 120],
  ['rest.minimum', 1, 1, 60],
  ['rest.maximum', 7, 1, 60],
  ['idle.warnAfter', 'P21D', 'P3D', 'P180D'],
  ['idle.dropAfter', 'P30D', 'P5D', 'P200D'],
  ['idle.dropRungs', 5, 0, 100],
  ['idle.removeAfter', 'P60D', 'P7D', 'P365D'],
  ['strikes.lapseAfter', 'P60D', 'P1D', 'P365D'],
  ['strikes.limit', 3, 1, 20],
  ['strikes.suspension', 'P14D', 'P1D', 'P180D'],
  ['transfer.wait', 'PT72H', 'PT0S', 'P30D'],
  ['rating.provisionalMatches', 5, 0, 50],
  ['rating.idleGrowth', 0.2, 0, 5],
  ['timeAttack.stages', [], undefined, 60],
  ['timeAttack.ranking', 'points'],
  ['timeAttack.points', [25, 18, 15, 12, 10, 8, 6, 4, 2, 1], 0, 1000],
];

it.each(agreed)('%s', (path, usual, minimum, maximum) => {
  const field = ruleFields.find((candidate) => candidate.path === path);
  expect(field).toMatchObject({ default: usual });
  expect([
    field && 'minimum' in field ? field.minimum : undefined,
    field && 'maximum' in field ? field.maximum : undefined,
  ]).toEqual([minimum, maximum]);
});

it('no rule is missing, or in another order than people read them', () => {
  expect(ruleFields.map(({ path }) => path)).toEqual(agreed.map(([path]) => path));
});

const find = (path: string) => ruleFields.find((candidate) => candidate.path === path);

it('what may be chosen is said, the usual first but for evidence', () => {
  const chosen = ruleFields.flatMap((field) =>
    field.kind === 'choice' || field.kind === 'choices' ? [[field.path, field.options]] : [],
  );
  expect(Object.fromEntries(chosen)).toEqual({
    'challenge.unanswered': ['forfeit', 'expire'],
    'schedule.weekdays': [1, 2, 3, 4, 5, 6, 7],
    'maps.choice': ['letters', 'veto'],
    'maps.letters': ['C', 'D', 'A', 'R'],
    'maps.veto': ['ban', 'pick', 'side', 'decider'],
    'maps.sideLetters': ['C', 'D', 'A', 'R'],
    'score.by': ['maps', 'points'],
    'report.unanswered': ['accept', 'dispute'],
    'report.evidence': ['none', 'optional', 'required'],
    'report.evidenceShown': ['everybody', 'sides'],
    'timeAttack.ranking': ['points', 'time'],
  });
});

it('what is counted is said, or that it is written otherwise', () => {
  const units = ruleFields.filter(({ kind }) => kind !== 'duration');
  expect(Object.fromEntries(units.map(({ path, unit }) => [path, unit]))).toEqual({
    'team.size': 'people',
    'dispute.outsider': null,
    'team.rosterMinimum': 'people',
    'team.rosterMaximum': 'people',
    'team.oneEntryPerPerson': null,
    'team.identityRequired': null,
    'reach.top': 'rungs',
    'reach.topRungs': 'rungs',
    'reach.rungs': 'rungs',
    'reach.percent': 'percent',
    'reach.newEntryChallenges': 'challenges',
    'challenge.unanswered': null,
    'challenge.declines': 'declines',
    'schedule.timesMinimum': 'starts',
    'schedule.timesMaximum': 'starts',
    'schedule.weekdays': null,
    'schedule.hoursFrom': 'clock_time',
    'schedule.hoursUntil': 'clock_time',
    'schedule.reschedules': 'times',
    'schedule.defaultWeekday': 'weekday',
    'schedule.defaultTime': 'clock_time',
    'maps.pool': null,
    'maps.count': 'maps',
    'maps.distinct': null,
    'maps.choice': null,
    'maps.letters': null,
    'maps.veto': null,
    'maps.sides': null,
    'maps.sideLetters': null,
    'score.by': null,
    'score.mapLimit': 'score',
    'score.draws': null,
    'report.unanswered': null,
    'report.evidence': null,
    'report.evidenceShown': null,
    'rest.days': 'days',
    'rest.minimum': 'days',
    'rest.maximum': 'days',
    'idle.dropRungs': 'rungs',
    'strikes.limit': 'strikes',
    'rating.provisionalMatches': 'matches',
    'rating.idleGrowth': 'per_week',
    'timeAttack.stages': null,
    'timeAttack.ranking': null,
    'timeAttack.points': 'points',
  });
  for (const { kind, unit } of ruleFields) {
    expect(kind === 'duration').toBe(unit === 'duration');
  }
});

it('what follows from another field may be left open, and nothing else', () => {
  expect(ruleFields.filter((field) => 'nullable' in field).map(({ path }) => path)).toEqual([
    'team.rosterMinimum',
    'team.rosterMaximum',
    'team.identityRequired',
    'score.mapLimit',
    'dispute.outsider',
  ]);
});

it('weekdays, maps, sides and stages are named once each, letters and turns as often as wanted', () => {
  const once = ruleFields.filter((field) => 'distinct' in field && field.distinct);
  expect(once.map(({ path }) => path)).toEqual([
    'schedule.weekdays',
    'maps.pool',
    'maps.sides',
    'timeAttack.stages',
  ]);
  expect(find('timeAttack.points')).toMatchObject({ kind: 'integers', length: 100 });
});
