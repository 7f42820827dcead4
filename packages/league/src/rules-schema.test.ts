import { describe, expect, it } from 'vitest';
import { toDuration, toMilliseconds } from './duration.ts';
import { ruleFields } from './rule-fields.ts';
import { createDefaultRules, getRosterLimits, parseRules } from './rules-schema.ts';

/** Rules of which one field is as given. */
const withField = (path: string, value: unknown) => {
  const [section = '', name = ''] = path.split('.');
  return { [section]: { [name]: value } };
};
const isTaken = (path: string, value: unknown) => {
  const parsed = parseRules(withField(path, value));
  // What only its neighbours forbid is within the field's own limits.
  return parsed.ok || parsed.by === 'neighbours';
};
const refuse = (path: string, minimum: string | null = null, maximum: string | null = null) => ({
  ok: false,
  fault: { path, minimum, maximum },
  by: 'limits',
});

describe('each number has its limits', () => {
  it.each(
    ruleFields
      .flatMap((field) => (field.kind === 'integer' || field.kind === 'decimal' ? [field] : []))
      .map((field) => [field.path, field] as const),
  )('%s', (path, { kind, minimum, maximum }) => {
    const limits = refuse(path, String(minimum), String(maximum));
    const step = kind === 'integer' ? 1 : 0.001;
    expect(parseRules(withField(path, minimum - step))).toEqual(limits);
    expect(isTaken(path, minimum)).toBe(true);
    expect(isTaken(path, maximum)).toBe(true);
    expect(parseRules(withField(path, maximum + step))).toEqual(limits);
    expect(parseRules(withField(path, minimum + 0.5))).toMatchObject(
      kind === 'integer' ? limits : { ok: true },
    );
    expect(parseRules(withField(path, String(minimum)))).toEqual(limits);
    expect(parseRules(withField(path, Number.NaN))).toEqual(limits);
    expect(parseRules(withField(path, Number.POSITIVE_INFINITY))).toEqual(limits);
  });
});

const shift = (duration: string, seconds: number) =>
  toDuration(toMilliseconds(duration) + seconds * 1000);

describe('each duration has its limits', () => {
  it.each(
    ruleFields
      .flatMap((field) => (field.kind === 'duration' ? [field] : []))
      .map((field) => [field.path, field] as const),
  )('%s', (path, { minimum, maximum }) => {
    const limits = refuse(path, minimum, maximum);
    if (minimum !== 'PT0S') {
      expect(parseRules(withField(path, shift(minimum, -1)))).toEqual(limits);
    }
    expect(isTaken(path, minimum)).toBe(true);
    expect(isTaken(path, maximum)).toBe(true);
    expect(parseRules(withField(path, shift(maximum, 1)))).toEqual(limits);
    expect(parseRules(withField(path, 'soon'))).toEqual(limits);
    expect(parseRules(withField(path, 1))).toEqual(limits);
  });
});

describe('a field', () => {
  it.each([
    ['is yes or no', 'team.oneEntryPerPerson', false, true],
    ['is yes or no, nothing else', 'team.oneEntryPerPerson', 'no', false],
    ['is one of its choices', 'challenge.unanswered', 'expire', true],
    ['is no other', 'challenge.unanswered', 'win', false],
    ['is a time of the clock', 'schedule.hoursFrom', '00:00', true],
    ['until the last minute', 'schedule.hoursUntil', '23:59', true],
    ['and the end of the day', 'schedule.hoursUntil', '24:00', true],
    ['but no minute later', 'schedule.hoursUntil', '24:01', false],
    ['has minutes up to 59', 'schedule.hoursFrom', '12:60', false],
    ['has two figures each', 'schedule.hoursFrom', '9:00', false],
    ['has nothing before it', 'schedule.hoursUntil', ' 09:00', false],
    ['or after it', 'schedule.hoursUntil', '09:00 ', false],
    ['nor around the end of the day', 'schedule.hoursUntil', '24:00 ', false],
    ['nor before it', 'schedule.hoursUntil', ' 24:00', false],
    ['may be nothing where it says so', 'team.identityRequired', null, true],
    ['may not where it does not', 'team.size', null, false],
    ['is the kind of an account, of two letters', 'team.identityRequired', 'ea', true],
    ['not of one', 'team.identityRequired', 'e', false],
    ['of 32', 'team.identityRequired', 'x'.repeat(32), true],
    ['no longer one', 'team.identityRequired', 'x'.repeat(33), false],
    ['nor an empty one', 'team.identityRequired', ' ', false],
    ['with figures and strokes', 'team.identityRequired', '2k_slack-oidc', true],
    ['of one word', 'team.identityRequired', 'battle net', false],
    ['not begun by a stroke', 'team.identityRequired', '_ea', false],
    ['has names of 80 letters', 'maps.pool', ['x'.repeat(80)], true],
    ['no longer ones', 'maps.pool', ['x'.repeat(81)], false],
    ['names each once', 'maps.pool', ['One', 'One'], false],
    ['names 60 at most', 'timeAttack.stages', list(60, (index) => `Stage ${index}`), true],
    ['not one more', 'timeAttack.stages', list(61, (index) => `Stage ${index}`), false],
    ['has a weekday', 'schedule.weekdays', [7], true],
    ['has one at least', 'schedule.weekdays', [], false],
    ['each once', 'schedule.weekdays', [1, 1], false],
    ['of seven', 'schedule.weekdays', [8], false],
    ['has letters more than once', 'maps.letters', ['C', 'C', 'C'], true],
    ['15 at most', 'maps.letters', list(16, () => 'C'), false],
    ['has whole points', 'timeAttack.points', [1.5], false],
    ['none below zero', 'timeAttack.points', [-1], false],
    ['zero', 'timeAttack.points', [0], true],
    ['a thousand', 'timeAttack.points', [1000], true],
    ['not more', 'timeAttack.points', [1001], false],
    ['for a hundred places', 'timeAttack.points', list(100, () => 1), true],
    ['not for more', 'timeAttack.points', list(101, () => 1), false],
  ])('%s', (_name, path, value, expected) => {
    expect(isTaken(path, value)).toBe(expected);
  });

  it('keeps the kind of an account as accounts are kept, however it is typed', () => {
    const parsed = parseRules(withField('team.identityRequired', ' Steam '));
    expect(parsed.ok && parsed.rules.team.identityRequired).toBe('steam');
    expect(parseRules(withField('team.identityRequired', 'Battle.net'))).toEqual(
      refuse('team.identityRequired'),
    );
  });

  it('that nobody knows is refused, and so is a section', () => {
    expect(parseRules({ team: { colour: 'red' } })).toEqual(refuse('team.colour'));
    expect(parseRules({ weather: {} })).toEqual(refuse('weather'));
    expect(parseRules(null)).toEqual(refuse(''));
  });

  it('in a list is named by the list', () => {
    expect(parseRules({ timeAttack: { points: [1, -1] } })).toEqual(
      refuse('timeAttack.points', '0', '1000'),
    );
    expect(parseRules({ maps: { pool: [''] } })).toEqual(refuse('maps.pool', null, '60'));
  });

  it('loses the blanks around names', () => {
    const parsed = parseRules({ timeAttack: { stages: [' Ouninpohja '] } });
    expect(parsed).toMatchObject({ ok: true, rules: { timeAttack: { stages: ['Ouninpohja'] } } });
  });
});

function list<Value>(length: number, make: (index: number) => Value): Value[] {
  return Array.from({ length }, (_, index) => make(index));
}

const pool = ['One', 'Two', 'Three'];
const veto = (...actions: string[]) => ({ choice: 'veto', pool, veto: actions });

describe('fields that contradict each other', () => {
  it.each([
    [
      'a roster smaller than a match needs',
      { team: { size: 3, rosterMinimum: 2 } },
      'team.rosterMinimum',
    ],
    ['a roster as small as a match needs', { team: { size: 3, rosterMinimum: 3 } }, null],
    [
      'a largest roster below the smallest',
      { team: { rosterMinimum: 4, rosterMaximum: 3 } },
      'team.rosterMaximum',
    ],
    [
      'a largest roster that is the smallest',
      { team: { rosterMinimum: 4, rosterMaximum: 4 } },
      null,
    ],
    [
      'fewer times at most than at least',
      { schedule: { timesMinimum: 3, timesMaximum: 2 } },
      'schedule.timesMaximum',
    ],
    ['as many times at most as at least', { schedule: { timesMinimum: 3, timesMaximum: 3 } }, null],
    [
      'latest as soon as earliest',
      { schedule: { earliest: 'P2D', latest: 'P2D' } },
      'schedule.latest',
    ],
    ['latest a second later', { schedule: { earliest: 'P2D', latest: 'P2DT1S' } }, null],
    ['hours from the end of the day', { schedule: { hoursFrom: '24:00' } }, 'schedule.hoursFrom'],
    [
      'a default hour at the end of the day',
      { schedule: { defaultTime: '24:00' } },
      'schedule.defaultTime',
    ],
    [
      'moves after the check-in opens',
      { schedule: { rescheduleUntil: 'PT30M' }, checkIn: { opens: 'PT31M' } },
      'schedule.rescheduleUntil',
    ],
    [
      'moves until the check-in opens',
      { schedule: { rescheduleUntil: 'PT30M' }, checkIn: { opens: 'PT30M' } },
      null,
    ],
    ['one side of a map', { maps: { sides: ['attack'] } }, 'maps.sides'],
    ['two sides of a map', { maps: { sides: ['attack', 'defence'] } }, null],
    ['a longest rest below the shortest', { rest: { minimum: 3, maximum: 2 } }, 'rest.maximum'],
    ['a longest rest that is the shortest', { rest: { minimum: 3, maximum: 3 } }, null],
    [
      'a drop with the warning',
      { idle: { warnAfter: 'P21D', dropAfter: 'P21D' } },
      'idle.dropAfter',
    ],
    [
      'a drop a second after the warning',
      { idle: { warnAfter: 'P21D', dropAfter: 'P21DT1S' } },
      null,
    ],
    [
      'a removal with the drop',
      { idle: { dropAfter: 'P30D', removeAfter: 'P30D' } },
      'idle.removeAfter',
    ],
    [
      'a removal a second after the drop',
      { idle: { dropAfter: 'P30D', removeAfter: 'P30DT1S' } },
      null,
    ],
    [
      'a void as soon as a ruling is aimed at',
      { dispute: { rulingWithin: 'P4D', voidUnruled: 'P4D' } },
      'dispute.voidUnruled',
    ],
    ['a void a second later', { dispute: { rulingWithin: 'P4D', voidUnruled: 'P4DT1S' } }, null],
    ['fewer letters than maps', { maps: { pool, letters: ['C', 'D'] } }, 'maps.letters'],
    ['as many letters as maps', { maps: { pool, letters: ['C', 'D', 'R'] } }, null],
    ['fewer letters, without maps', { maps: { letters: ['C', 'D'] } }, null],
    [
      'fewer letters of sides',
      { maps: { pool, sides: ['a', 'b'], sideLetters: ['C'] } },
      'maps.sideLetters',
    ],
    [
      'as many letters of sides',
      { maps: { pool, sides: ['a', 'b'], sideLetters: ['C', 'D', 'R'] } },
      null,
    ],
    ['fewer letters of sides, without sides', { maps: { pool, sideLetters: ['C'] } }, null],
    ['fewer maps than are played', { maps: { pool: ['One', 'Two'] } }, 'maps.pool'],
    ['fewer maps, played again', { maps: { pool: ['One', 'Two'], distinct: false } }, null],
    [
      'a veto for fewer maps',
      { maps: { ...veto('ban', 'pick', 'decider'), count: 3 } },
      'maps.veto',
    ],
    ['a veto for as many', { maps: { ...veto('ban', 'pick', 'decider'), count: 2 } }, null],
    [
      'a veto of more maps than there are',
      { maps: { ...veto('ban', 'ban', 'pick', 'decider'), count: 2 } },
      'maps.veto',
    ],
    ['a veto of maps, without any', { maps: { ...veto('ban', 'pick'), pool: [], count: 3 } }, null],
    [
      'sides in a veto, without sides',
      { maps: { ...veto('pick', 'side'), count: 1 } },
      'maps.veto',
    ],
    [
      'the side of a picked map',
      { maps: { ...veto('pick', 'side'), count: 1, sides: ['a', 'b'] } },
      null,
    ],
    [
      'the sides of as many maps as there are',
      {
        maps: {
          ...veto('pick', 'side', 'pick', 'side', 'decider', 'side'),
          count: 3,
          sides: ['a', 'b'],
        },
      },
      null,
    ],
    [
      'the side of the last map',
      { maps: { ...veto('ban', 'decider', 'side'), count: 1, sides: ['a', 'b'] } },
      null,
    ],
    [
      'the side of a banned map',
      { maps: { ...veto('ban', 'side', 'pick'), count: 1, sides: ['a', 'b'] } },
      'maps.veto',
    ],
    [
      'the side of a map twice',
      { maps: { ...veto('pick', 'side', 'side'), count: 1, sides: ['a', 'b'] } },
      'maps.veto',
    ],
  ])('%s', (_name, rules, path) => {
    const parsed = parseRules(rules);
    expect(parsed.ok ? null : [parsed.fault.path, parsed.by]).toEqual(path && [path, 'neighbours']);
  });

  it('are told with the limits of the one to mend', () => {
    expect(parseRules({ rest: { minimum: 3, maximum: 2 } })).toEqual({
      ok: false,
      fault: { path: 'rest.maximum', minimum: '1', maximum: '60' },
      by: 'neighbours',
    });
  });
});

describe('the usual rules', () => {
  it('are those of the table, each time anew', () => {
    const rules = createDefaultRules();
    expect(createDefaultRules()).toEqual(rules);
    expect(createDefaultRules().maps.pool).not.toBe(rules.maps.pool);
    for (const { path, default: value } of ruleFields) {
      expect(
        path.split('.').reduce((at: unknown, name) => (at as Record<string, unknown>)[name], rules),
      ).toEqual(value);
    }
  });

  it('let a roster have as many as a match needs, and twice as many and two', () => {
    expect(getRosterLimits(createDefaultRules())).toEqual({ minimum: 2, maximum: 6 });
    const parsed = parseRules({ team: { size: 5, rosterMinimum: 6, rosterMaximum: 9 } });
    expect(parsed.ok && getRosterLimits(parsed.rules)).toEqual({ minimum: 6, maximum: 9 });
  });
});

it.each([
  ['as it is', '0b4d3a3e-1f0c-4a55-8f3a-5e3d2c1b0a99', '0b4d3a3e-1f0c-4a55-8f3a-5e3d2c1b0a99'],
  [
    'in small letters',
    '0B4D3A3E-1F0C-4A55-8F3A-5E3D2C1B0A99',
    '0b4d3a3e-1f0c-4a55-8f3a-5e3d2c1b0a99',
  ],
  ['as nobody', null, null],
])('a person whom rules name is kept %s', (_how, given, kept) => {
  expect(parseRules({ dispute: { outsider: given } })).toMatchObject({
    ok: true,
    rules: { dispute: { outsider: kept } },
  });
});
