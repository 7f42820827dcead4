import { createDefaultRules, type MatchStatus, type Side } from '@muster/league';
import { describe, expect, it } from 'vitest';
import type { MatchData } from './data.ts';
import { findClock } from './match-clock.ts';

const soon = '2026-11-21T20:00:00.000Z';

function see(status: MatchStatus, viewer: Side | null, change: Partial<MatchData> = {}): MatchData {
  const side = (name: string) => ({ name, reported: null });
  const sides = { challenger: side('Kaarna'), defender: side('Treadheads') };
  return {
    ...{ status, sides, rules: createDefaultRules(), veto: [], forfeit: null, dispute: null },
    ...{ deadline: soon, time: null, viewer: { side: viewer } },
    ...change,
  } as unknown as MatchData;
}

describe('the clock of a match', () => {
  it.each<[MatchStatus, Side, string, string]>([
    ['challenged', 'defender', 'answer', 'Treadheads'],
    ['offered', 'challenger', 'choice', 'Kaarna'],
    ['countered', 'defender', 'choice', 'Treadheads'],
  ])('says to whoever is asked while %s that it is their turn, and to others whose', (...row) => {
    const [status, asked, label, team] = row;
    const other = asked === 'challenger' ? 'defender' : 'challenger';
    expect(findClock(see(status, asked))).toEqual({ until: soon, label: `${label}_own`, team });
    expect(findClock(see(status, other))).toEqual({ until: soon, label, team });
    expect(findClock(see(status, null))).toEqual({ until: soon, label, team });
  });

  it('counts to the start once an hour is set, and to what both sides wait for after it', () => {
    const starts_at = '2026-11-22T20:00:00.000Z';
    const time = { starts_at, zone: 'UTC', by: 'agreement', reason: null };
    expect(findClock(see('scheduled', 'defender', { time }))).toMatchObject({
      until: starts_at,
      label: 'start',
    });
    expect(findClock(see('checking_in', 'defender', { time }))?.label).toBe('check_in');
    expect(findClock(see('live', 'defender', { time }))?.label).toBe('report');
    expect(findClock(see('completed', 'defender'))).toBeNull();
    expect(findClock(see('checking_in', null, { deadline: null }))).toBeNull();
  });

  it('counts to the report only where silence accepts it, else to the dispute', () => {
    const { report, ...rules } = createDefaultRules();
    const label = (unanswered: 'accept' | 'dispute') =>
      findClock(see('reported', null, { rules: { ...rules, report: { ...report, unanswered } } }))
        ?.label;
    expect(label('accept')).toBe('confirmation');
    expect(label('dispute')).toBe('settling');
  });

  it('counts to what becomes of a dispute that nobody can judge, not to a ruling', () => {
    const dispute = { ruling_aimed_at: soon } as unknown as MatchData['dispute'];
    const end = '2026-11-30T20:00:00.000Z';
    const count = (judge: MatchData['judge']) =>
      findClock(see('disputed', null, { dispute, judge }));
    expect(count({ by: 'site_admin', until: soon })).toMatchObject({
      label: 'ruling',
      until: soon,
    });
    expect(count({ by: 'nobody', until: end })).toMatchObject({ label: 'void', until: end });
  });

  it('counts to the end of an announced forfeit before all else', () => {
    const forfeit = { by: 'defender', effective_at: soon } as MatchData['forfeit'];
    expect(findClock(see('live', null, { forfeit, deadline: null }))?.label).toBe('forfeit');
  });
});
