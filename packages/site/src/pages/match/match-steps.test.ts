import { createDefaultRules, type MatchStatus, type Rules } from '@muster/league';
import { describe, expect, it } from 'vitest';
import type { MatchData } from './data.ts';
import { listSteps, measureSteps } from './match-steps.ts';

const at = (hour: number) => `2026-11-21T${hour}:00:00.000Z`;

const letters = createDefaultRules();
const veto: Rules = {
  ...letters,
  maps: {
    ...letters.maps,
    pool: ['a', 'b', 'c'],
    count: 1,
    choice: 'veto',
    veto: ['ban', 'ban', 'decider'],
  },
};

const turns = ['a', 'b', 'c'].map((value) => ({ action: 'ban', by: null, value }));

function see(
  status: MatchStatus,
  log: readonly (readonly [type: string, hour: number])[],
  change: Partial<MatchData> = {},
): MatchData {
  return {
    ...{ status, rules: letters, challenged_at: at(10), deadline: null, maps: [], veto: [] },
    ...{ time: { starts_at: at(20) }, ended_at: null },
    log: log.map(([type, hour]) => ({ type, at: at(hour) })),
    ...change,
  } as unknown as MatchData;
}

const show = (data: MatchData) =>
  listSteps(data).map(({ step, look, at: reached }) => [
    step,
    look,
    reached === null ? null : Number(reached.slice(11, 13)),
  ]);

const set = ['match_scheduled', 11] as const;
const opened = ['check_in_opened', 12] as const;
const done = { ended_at: at(19) };

describe('the steps of a match', () => {
  it('have a time where they were reached, and the present one says what it waits for', () => {
    expect(show(see('challenged', []))).toEqual([
      ['challenged', 'now', 10],
      ...['times', 'maps', 'check_in', 'live', 'reported', 'done'].map((s) => [s, 'ahead', null]),
    ]);
    const data = see('live', [set, opened, ['match_started', 13]]);
    expect(show(data)).toEqual([
      ['challenged', 'past', 10],
      ['times', 'past', 11],
      ['maps', 'past', 11],
      ['check_in', 'past', 12],
      ['live', 'now', null],
      ['reported', 'ahead', null],
      ['done', 'ahead', null],
    ]);
    expect(measureSteps(data, listSteps(data))).toBeCloseTo(4.4 / 7);
  });

  it('have no time for maps of which turns are left, though the hour is set', () => {
    const data = see('checking_in', [set, ['veto_turn_taken', 12], opened], { rules: veto });
    expect(show(data)[2]).toEqual(['maps', 'ahead', null]);
    const chosen = { ...data, veto: turns } as unknown as MatchData;
    expect(show(chosen)[2]).toEqual(['maps', 'past', 12]);
  });

  it('have no time for a report that nobody made, whatever was ruled', () => {
    const log = [set, opened, ['match_started', 13], ['match_disputed', 14]] as const;
    expect(show(see('completed', log, done))[5]).toEqual(['reported', 'ahead', null]);
    const reported = [...log, ['match_reported', 15]] as const;
    expect(show(see('completed', reported, done))[5]).toEqual(['reported', 'past', 15]);
  });

  it('of a match that was cut short are those that it came to, and its end', () => {
    const data = see('voided', [set, opened], { ...done, rules: veto });
    expect(show(data)).toEqual([
      ['challenged', 'past', 10],
      ['times', 'past', 11],
      ['maps', 'ahead', null],
      ['check_in', 'past', 12],
      ['live', 'ahead', null],
      ['reported', 'ahead', null],
      ['done', 'past', 19],
    ]);
    expect(measureSteps(data, listSteps(data))).toBeCloseTo(4 / 7);
    const whole = see('completed', [set], done);
    expect(measureSteps(whole, listSteps(whole))).toBe(1);
  });
});
