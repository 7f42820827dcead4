import { describe, expect, it } from 'vitest';
import { isOfLadder, isOfTeam, type Matter, type OtherMatter } from './matter.ts';
import { toMatterKeys, toReasonKey } from './matter-keys.ts';

const until = '2026-11-21T20:00:00.000Z';
const team = { slug: 'kaarna', name: 'Kaarna' };
const ladder = { slug: 'tanks', name: 'Tanks' };
const between = { id: 'm', challenger: 'Kaarna', defender: 'Dust' };

const toMatter = (other: OtherMatter, given: Partial<Matter> = {}): Matter => ({
  ...{ until, weight: 'act' },
  ...other,
  ...(given as object),
});
/** Of a match only its id and its ladder are looked at. */
const ofMatch = (kind: string, given: object = {}) =>
  ({
    ...{ kind, until, weight: 'act', match: { id: 'm', ladder }, otherwise: null },
    ...{ team_slug: 'kaarna', team: 'Kaarna', opponent: 'Dust' },
    ...given,
  }) as Matter;

describe('what becomes of a matter', () => {
  it.each<[string, Matter, string]>([
    [
      'a challenge that is forfeited',
      ofMatch('answer', { otherwise: 'forfeited' }),
      'answer.reason',
    ],
    ['one that lapses', ofMatch('answer', { otherwise: 'lapses' }), 'answer.reason_lapses'],
    ['another act that lapses', ofMatch('veto', { otherwise: 'lapses' }), 'veto.reason'],
    [
      'a report that counts',
      ofMatch('confirm_report', { otherwise: 'counts' }),
      'confirm_report.reason',
    ],
    [
      'one that is disputed',
      ofMatch('confirm_report', { otherwise: 'disputed' }),
      'confirm_report.reason_disputed',
    ],
    ['a match without a clock', ofMatch('report', { until: null }), 'no_clock'],
    ['an appeal, of which no clock is told', ofMatch('appeal', { until: null }), 'appeal.reason'],
    [
      'a ruling without a clock',
      toMatter({ kind: 'rule', case: 'c', between, ladder }, { until: null }),
      'no_clock',
    ],
    [
      'a ruling',
      toMatter({ kind: 'decide_appeal', case: 'c', between, ladder }),
      'decide_appeal.reason',
    ],
    [
      'an invitation without an end',
      toMatter({ kind: 'invitation', team, by: null }, { until: null }),
      'invitation.reason',
    ],
    [
      'a case',
      toMatter({ kind: 'judge_case', count: 1, cases: ['c'], ladders: [] }, { until: null }),
      'judge_case.reason',
    ],
    [
      'a case with an appeal among them',
      toMatter({ kind: 'judge_case', count: 1, cases: ['c'], ladders: [] }),
      'judge_appeal.reason',
    ],
    [
      'an appeal of a case',
      toMatter({ kind: 'judge_appeal', case: 'c', ladder: null }),
      'judge_appeal.reason',
    ],
  ])('%s', (_what, matter, reason) => {
    expect(toMatterKeys(matter)).toMatchObject({
      reason,
      title: `${matter.kind}.title`,
      act: `${matter.kind}.act`,
    });
  });

  it('is what fits where nobody says what becomes of it', () => {
    expect(toReasonKey({ kind: 'answer' })).toBe('answer.reason');
  });
});

describe('where a matter leads, and in which words', () => {
  it.each<[Matter, string, Record<string, string | number>]>([
    [ofMatch('answer'), '/matches/m', { team: 'Kaarna', opponent: 'Dust', ladder: 'Tanks' }],
    [
      toMatter({ kind: 'invitation', team, by: 'Ada' }),
      '/teams/kaarna',
      { team: 'Kaarna', by: 'Ada' },
    ],
    [toMatter({ kind: 'invitation', team, by: null }), '/teams/kaarna', { team: 'Kaarna', by: '' }],
    [
      toMatter({ kind: 'join_request', team, who: 'Ben' }),
      '/teams/kaarna#requests',
      { who: 'Ben', team: 'Kaarna' },
    ],
    [toMatter({ kind: 'notice_answered', who: 'Ben' }), '/boards', { who: 'Ben' }],
    [toMatter({ kind: 'notice_ends' }), '/boards', {}],
    [
      toMatter({ kind: 'identity', identity: 'steam', ladder }),
      '/account#identities',
      { ladder: 'Tanks' },
    ],
    [
      toMatter({ kind: 'rule', case: 'c', between, ladder }),
      '/matches/m/ruling',
      { challenger: 'Kaarna', defender: 'Dust', ladder: 'Tanks' },
    ],
    [
      toMatter({ kind: 'decide_appeal', case: 'c', between, ladder: null }),
      '/matches/m/ruling',
      { challenger: 'Kaarna', defender: 'Dust', ladder: '' },
    ],
    [
      toMatter({ kind: 'judge_case', count: 1, cases: ['c'], ladders: [] }),
      '/admins/cases/c',
      { count: 1 },
    ],
    [
      toMatter({ kind: 'judge_case', count: 2, cases: ['c', 'd'], ladders: [] }),
      '/admins/cases',
      { count: 2 },
    ],
    [toMatter({ kind: 'judge_appeal', case: 'c', ladder }), '/admins/cases/c', {}],
    [
      toMatter({ kind: 'judge_sanction', case: 's', who: 'A/b' }),
      '/admins/people/A%2Fb#sanction-s',
      { who: 'A/b' },
    ],
    [
      toMatter({ kind: 'runs', ladder, count: 3 }),
      '/ladders/tanks#waiting',
      { count: 3, ladder: 'Tanks' },
    ],
    [
      toMatter({ kind: 'scrim', id: 's', team_slug: 'kaarna', team: 'Kaarna', opponent: 'Dust' }),
      '/scrims/s',
      { team: 'Kaarna', opponent: 'Dust' },
    ],
  ])('%j', (matter, href, values) => {
    expect(toMatterKeys(matter)).toMatchObject({ href });
    expect(toMatterKeys(matter).values).toEqual(values);
  });
});

describe('a matter is', () => {
  const scrim = toMatter({ kind: 'scrim', id: 's', team_slug: 'kaarna', team: 'K', opponent: 'D' });
  it.each<[string, Matter, boolean]>([
    ['its matches', ofMatch('answer'), true],
    ['its scrims', scrim, true],
    ['who asks to join it', toMatter({ kind: 'join_request', team, who: 'Ben' }), true],
    ['no invitation to it', toMatter({ kind: 'invitation', team, by: null }), false],
    ['no match of persons', ofMatch('answer', { team_slug: null }), false],
  ])('of a team: %s', (_what, matter, isOf) => {
    expect(isOfTeam(matter, 'kaarna')).toBe(isOf);
    expect(isOfTeam(matter, 'dust')).toBe(false);
  });

  it.each<[string, Matter, boolean]>([
    ['its matches', ofMatch('answer'), true],
    ['its runs', toMatter({ kind: 'runs', ladder, count: 1 }), true],
    ['its disputes', toMatter({ kind: 'rule', case: 'c', between, ladder }), true],
    [
      'cases of several',
      toMatter({ kind: 'judge_case', count: 2, cases: [], ladders: ['a', 'tanks'] }),
      true,
    ],
    [
      'no case of the whole site',
      toMatter({ kind: 'judge_appeal', case: 'c', ladder: null }),
      false,
    ],
    ['no scrim', scrim, false],
  ])('of a ladder: %s', (_what, matter, isOf) => {
    expect(isOfLadder(matter, 'tanks')).toBe(isOf);
    expect(isOfLadder(matter, 'jets')).toBe(false);
  });
});
