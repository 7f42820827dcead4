import { createDefaultRules, emptyLadder, type LadderState, type Match } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { createMatchState } from '../testing/match-state.ts';
import { hasNewDates, planReminders } from './plan-reminders.ts';

const starts_at = '2026-11-21T18:00:00.000Z';
const time = { starts_at, zone: 'UTC', by: 'agreement' as const, reason: null };

function plan(change: Partial<Match>) {
  const match = createMatchState(change);
  const entry = (name: string) => ({ name }) as LadderState['entries'][string];
  const entries = { [match.challenger_id]: entry('C'), [match.defender_id]: entry('D') };
  const ladder = { id: 'ladder', format: 'rung' } as LadderState['ladder'];
  const season = { rules: createDefaultRules() } as LadderState['season'];
  return planReminders({ ...emptyLadder, ladder, season, entries }, match);
}

describe('what there is to remind of', () => {
  it('is a match with a date: a day, an hour and ten minutes before, both rosters', () => {
    const planned = plan({ status: 'scheduled', time }).map(({ due_at, ends_at, plan: made }) => {
      const { to, kind, facts } = made;
      expect([ends_at, 'roles' in to && to.roles.length]).toEqual([starts_at, 4]);
      return `${due_at.slice(8, 16)} ${kind} ${facts.team} against ${facts.opponent}`;
    });
    expect(planned).toEqual([
      '20T18:00 match_in_day C against D',
      '20T18:00 match_in_day D against C',
      '21T17:00 match_in_hour C against D',
      '21T17:00 match_in_hour D against C',
      '21T17:50 match_in_minutes C against D',
      '21T17:50 match_in_minutes D against C',
    ]);
  });

  it.each(['scheduled', 'checking_in', 'veto'] as const)(
    'has its date while it is %s',
    (status) => {
      expect(plan({ status, time })).toHaveLength(6);
    },
  );

  it.each(['live', 'reported', 'completed', 'cancelled'] as const)(
    'has none any more once it is %s',
    (status) => {
      expect(plan({ status, time })).toEqual([]);
    },
  );
});

describe('a challenge that waits for its answer', () => {
  const created_at = '2026-11-15T12:00:00.000Z';
  const until = '2026-11-17T12:00:00.000Z';

  it('is one at half, three quarters and nine tenths of its time, to captain, co-captains and all', () => {
    const planned = plan({ status: 'challenged', created_at, deadline: until });
    expect(planned.map(({ due_at }) => due_at.slice(8, 16))).toEqual([
      ...['16T12:00', '17T00:00', '17T07:12'],
    ]);
    const { id, defender_id } = createMatchState();
    expect(planned).toMatchObject(
      [
        ['captain', ['captain']],
        ['co_captains', ['co_captain']],
        ['roster', ['captain', 'co_captain', 'player', 'substitute']],
      ].map(([to, roles]) => ({
        ...{ match_id: id, ends_at: until },
        plan: {
          ...{ kind: 'answer_reminder', origin: `match:${id}/${to}@${until}`, except: null },
          ...{ ladder_id: 'ladder', match_id: id, team_id: null, other_id: null },
          to: { of: 'entry', id: defender_id, roles },
          facts: { team: 'D', opponent: 'C', by: until },
        },
      })),
    );
  });

  it('is none once it is answered', () => {
    expect(plan({ status: 'offered', created_at, deadline: until })).toEqual([]);
  });
});

describe('new dates', () => {
  const before = createMatchState({ status: 'scheduled', time, deadline: starts_at });
  it.each<[string, Partial<Match>, boolean]>([
    ['nothing', {}, false],
    ['a version', { version: 9 }, false],
    ['the same hour agreed again', { time: { ...time } }, false],
    ['a status', { status: 'checking_in' }, true],
    ['a deadline', { deadline: '2026-11-22T18:00:00.000Z' }, true],
    ['an hour', { time: { ...time, starts_at: '2026-11-22T18:00:00.000Z' } }, true],
    ['no hour', { time: null }, true],
  ])('come with %s: %s', (_what, change, isNew) => {
    expect(hasNewDates(before, { ...before, ...change })).toBe(isNew);
  });

  it('come with a match that is new', () => {
    expect(hasNewDates(undefined, before)).toBe(true);
  });
});
