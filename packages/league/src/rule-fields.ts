import type { RulePath } from './rules.ts';

/** How a field is written, bounded and shown. */
export type RuleField = {
  path: RulePath;
  /** null where the value follows from another field. */
  default: unknown;
} & (
  | { kind: 'integer'; unit: RuleUnit; minimum: number; maximum: number; nullable?: true }
  | { kind: 'decimal'; unit: RuleUnit; minimum: number; maximum: number }
  | { kind: 'duration'; unit: 'duration'; minimum: string; maximum: string }
  | { kind: 'flag'; unit: null }
  | { kind: 'choice'; unit: null; options: readonly string[] }
  | { kind: 'clock_time'; unit: 'clock_time' }
  /** The kind of an account, as profiles and sign-in keep it. */
  | { kind: 'identity'; unit: null; nullable: true }
  /** The id of somebody in the log; pages say their name. */
  | { kind: 'person'; unit: null; nullable: true }
  | { kind: 'names'; unit: null; maximum: number; distinct: boolean }
  | {
      kind: 'choices';
      unit: null;
      options: readonly (string | number)[];
      minimum: number;
      maximum: number;
      distinct: boolean;
    }
  | { kind: 'integers'; unit: RuleUnit; minimum: number; maximum: number; length: number }
);

type RuleUnit =
  | 'people'
  | 'rungs'
  | 'percent'
  | 'challenges'
  | 'declines'
  | 'times'
  | 'starts'
  | 'maps'
  | 'score'
  | 'days'
  | 'strikes'
  | 'matches'
  | 'weekday'
  | 'points'
  | 'per_week';

const mapLetters = ['C', 'D', 'A', 'R'] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

const integer = (
  path: RulePath,
  value: number | null,
  limits: [minimum: number, maximum: number, unit: RuleUnit],
): RuleField => ({
  path,
  default: value,
  kind: 'integer',
  unit: limits[2],
  minimum: limits[0],
  maximum: limits[1],
  ...(value === null ? { nullable: true as const } : {}),
});
const duration = (path: RulePath, value: string, minimum: string, maximum: string): RuleField => ({
  path,
  default: value,
  kind: 'duration',
  unit: 'duration',
  minimum,
  maximum,
});
const flag = (path: RulePath, value: boolean): RuleField => ({
  path,
  default: value,
  kind: 'flag',
  unit: null,
});
const choice = (path: RulePath, options: readonly [string, ...string[]]): RuleField => ({
  path,
  default: options[0],
  kind: 'choice',
  unit: null,
  options,
});
const clockTime = (path: RulePath, value: string): RuleField => ({
  path,
  default: value,
  kind: 'clock_time',
  unit: 'clock_time',
});
const letters = (path: RulePath): RuleField => ({
  path,
  default: ['C', 'D', 'R'],
  kind: 'choices',
  unit: null,
  options: mapLetters,
  minimum: 0,
  maximum: 15,
  distinct: false,
});

/**
 * Every field of the rules, in the order in which people read them. The rules page, the refusals'
 * figures and the admins' form are made from this one table.
 */
export const ruleFields: readonly RuleField[] = [
  integer('team.size', 2, [1, 64, 'people']),
  integer('team.rosterMinimum', null, [1, 64, 'people']),
  integer('team.rosterMaximum', null, [1, 130, 'people']),
  flag('team.oneEntryPerPerson', true),
  { path: 'team.identityRequired', default: null, kind: 'identity', unit: null, nullable: true },

  integer('reach.top', 10, [0, 100, 'rungs']),
  integer('reach.topRungs', 3, [1, 100, 'rungs']),
  integer('reach.rungs', 10, [1, 1000, 'rungs']),
  integer('reach.percent', 30, [0, 100, 'percent']),
  integer('reach.newEntryChallenges', 2, [0, 20, 'challenges']),

  duration('challenge.answerWithin', 'PT72H', 'PT1H', 'P14D'),
  choice('challenge.unanswered', ['forfeit', 'expire']),
  integer('challenge.declines', 1, [0, 20, 'declines']),
  duration('challenge.rematchWithin', 'P7D', 'PT0S', 'P60D'),
  duration('challenge.immunity', 'PT24H', 'PT0S', 'P14D'),

  integer('schedule.timesMinimum', 2, [1, 10, 'starts']),
  integer('schedule.timesMaximum', 5, [1, 10, 'starts']),
  duration('schedule.earliest', 'PT24H', 'PT1H', 'P7D'),
  duration('schedule.latest', 'P10D', 'P1D', 'P60D'),
  {
    path: 'schedule.weekdays',
    default: [...weekdays],
    kind: 'choices',
    unit: null,
    options: weekdays,
    minimum: 1,
    maximum: 7,
    distinct: true,
  },
  clockTime('schedule.hoursFrom', '10:00'),
  clockTime('schedule.hoursUntil', '23:00'),
  duration('schedule.apart', 'PT2H', 'PT0S', 'P1D'),
  duration('schedule.confirmWithin', 'PT48H', 'PT1H', 'P14D'),
  duration('schedule.datePending', 'PT72H', 'PT1H', 'P14D'),
  duration('schedule.rescheduleUntil', 'PT2H', 'PT30M', 'P3D'),
  integer('schedule.reschedules', 2, [0, 10, 'times']),
  integer('schedule.defaultWeekday', 7, [1, 7, 'weekday']),
  clockTime('schedule.defaultTime', '19:00'),

  { path: 'maps.pool', default: [], kind: 'names', unit: null, maximum: 60, distinct: true },
  integer('maps.count', 3, [1, 15, 'maps']),
  flag('maps.distinct', true),
  choice('maps.choice', ['letters', 'veto']),
  letters('maps.letters'),
  {
    path: 'maps.veto',
    default: ['ban', 'ban', 'pick', 'pick', 'decider'],
    kind: 'choices',
    unit: null,
    options: ['ban', 'pick', 'side', 'decider'],
    minimum: 0,
    maximum: 60,
    distinct: false,
  },
  duration('maps.turn', 'PT60S', 'PT10S', 'PT30M'),
  { path: 'maps.sides', default: [], kind: 'names', unit: null, maximum: 2, distinct: true },
  letters('maps.sideLetters'),

  duration('checkIn.opens', 'PT30M', 'PT5M', 'PT6H'),
  duration('checkIn.closes', 'PT10M', 'PT1M', 'PT2H'),

  choice('score.by', ['maps', 'points']),
  integer('score.mapLimit', null, [1, 100_000, 'score']),
  flag('score.draws', false),

  duration('report.reportWithin', 'PT24H', 'PT1H', 'P7D'),
  duration('report.confirmWithin', 'PT24H', 'PT1H', 'P7D'),
  choice('report.unanswered', ['accept', 'dispute']),
  duration('report.differ', 'PT1H', 'PT0S', 'P1D'),
  {
    path: 'report.evidence',
    default: 'optional',
    kind: 'choice',
    unit: null,
    options: ['none', 'optional', 'required'],
  },
  choice('report.evidenceShown', ['everybody', 'sides']),
  duration('report.correctWithin', 'PT1H', 'PT0S', 'P1D'),

  duration('dispute.disputeWithin', 'PT24H', 'PT1H', 'P7D'),
  duration('dispute.statementsWithin', 'PT24H', 'PT1H', 'P7D'),
  duration('dispute.rulingWithin', 'PT72H', 'PT1H', 'P14D'),
  duration('dispute.appealWithin', 'PT48H', 'PT1H', 'P14D'),
  duration('dispute.voidUnreported', 'PT72H', 'PT1H', 'P14D'),
  duration('dispute.voidUnruled', 'P10D', 'P1D', 'P60D'),
  { path: 'dispute.outsider', default: null, kind: 'person', unit: null, nullable: true },

  duration('forfeit.takeBackWithin', 'PT10M', 'PT1M', 'PT1H'),

  integer('rest.days', 14, [0, 120, 'days']),
  integer('rest.minimum', 1, [1, 60, 'days']),
  integer('rest.maximum', 7, [1, 60, 'days']),

  duration('idle.warnAfter', 'P21D', 'P3D', 'P180D'),
  duration('idle.dropAfter', 'P30D', 'P5D', 'P200D'),
  integer('idle.dropRungs', 5, [0, 100, 'rungs']),
  duration('idle.removeAfter', 'P60D', 'P7D', 'P365D'),

  duration('strikes.lapseAfter', 'P60D', 'P1D', 'P365D'),
  integer('strikes.limit', 3, [1, 20, 'strikes']),
  duration('strikes.suspension', 'P14D', 'P1D', 'P180D'),

  duration('transfer.wait', 'PT72H', 'PT0S', 'P30D'),

  integer('rating.provisionalMatches', 5, [0, 50, 'matches']),
  {
    path: 'rating.idleGrowth',
    default: 0.2,
    kind: 'decimal',
    unit: 'per_week',
    minimum: 0,
    maximum: 5,
  },

  {
    path: 'timeAttack.stages',
    default: [],
    kind: 'names',
    unit: null,
    maximum: 60,
    distinct: true,
  },
  choice('timeAttack.ranking', ['points', 'time']),
  {
    path: 'timeAttack.points',
    default: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
    kind: 'integers',
    unit: 'points',
    minimum: 0,
    maximum: 1000,
    length: 100,
  },
];
