import {
  createDefaultRules,
  type Dispute,
  emptyLadder,
  type LadderState,
  type Match,
} from '@muster/league';
import { describe, expect, it } from 'vitest';
import { createMatchState } from '../testing/match-state.ts';
import { listToRemind, planReminders } from './plan-reminders.ts';

const starts_at = '2026-11-21T18:00:00.000Z';
const time = { starts_at, zone: 'UTC', by: 'agreement' as const, reason: null };

function plan(change: Partial<Match>, dispute?: Dispute) {
  const match = createMatchState(change);
  const entry = (name: string) => ({ name }) as LadderState['entries'][string];
  const entries = { [match.challenger_id]: entry('C'), [match.defender_id]: entry('D') };
  const ladder = { id: 'ladder', format: 'rung' } as LadderState['ladder'];
  const season = { rules: createDefaultRules() } as LadderState['season'];
  const disputes = dispute === undefined ? {} : { [dispute.id]: dispute };
  return planReminders({ ...emptyLadder, ladder, season, entries, disputes }, match);
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

const aimed = '2026-11-24T18:00:00.000Z';
const createDispute = (change: Partial<Dispute> = {}): Dispute => ({
  id: 'dispute',
  match_id: createMatchState().id,
  opened_by: 'challenger',
  opened_at: starts_at,
  reason: 'disputed',
  after_result: false,
  statements: [],
  statements_until: aimed,
  ruling_aimed_at: aimed,
  status: 'open',
  ruling: null,
  ...change,
});

describe('a dispute that should have been ruled', () => {
  const voided_at = '2026-12-01T18:00:00.000Z';
  const playing = { status: 'disputed', deadline: voided_at, dispute_id: 'dispute' } as const;
  const over = { status: 'completed', dispute_id: 'dispute' } as const;

  it('is one to the admins of the site who may judge it, once its time is over', () => {
    const { id } = createMatchState();
    expect(plan(playing, createDispute())).toEqual([
      {
        ...{ match_id: id, due_at: aimed, ends_at: voided_at },
        plan: {
          ...{ kind: 'dispute_opened', origin: `dispute:dispute@${aimed}`, except: null },
          ...{ ladder_id: 'ladder', match_id: id, team_id: null, other_id: null },
          to: { of: 'site_admins', judges: { match_id: id, ruled_by: null } },
          facts: { team: 'C', opponent: 'D', by: voided_at },
        },
      },
    ]);
  });

  it.each<[string, Partial<Match>, Partial<Dispute>, string | null]>([
    ['of a match in play until that is void', playing, {}, voided_at],
    ['of a result for as long as it takes', over, {}, null],
    ['of a result that nobody can judge until that stands', over, { stands_at: aimed }, aimed],
  ])('%s', (_what, match, dispute, by) => {
    const [planned] = plan(match, createDispute({ after_result: true, ...dispute }));
    expect(planned?.plan.facts.by).toBe(by);
    expect(planned?.ends_at).toBe(by ?? '9999-12-31T23:59:59.999Z');
  });

  it.each(['upheld', 'overturned'] as const)('is none once it is %s', (status) => {
    expect(plan(over, createDispute({ status }))).toEqual([]);
  });
});

describe('new dates', () => {
  const before = createMatchState({ status: 'scheduled', time, deadline: starts_at });
  const toState = (match: Match, dispute?: Dispute): LadderState => ({
    ...emptyLadder,
    matches: { [match.id]: match },
    disputes: dispute === undefined ? {} : { [dispute.id]: dispute },
  });

  it.each<[string, Partial<Match>, boolean]>([
    ['nothing', {}, false],
    ['a version', { version: 9 }, false],
    ['the same hour agreed again', { time: { ...time } }, false],
    ['a status', { status: 'checking_in' }, true],
    ['a deadline', { deadline: '2026-11-22T18:00:00.000Z' }, true],
    ['an hour', { time: { ...time, starts_at: '2026-11-22T18:00:00.000Z' } }, true],
    ['no hour', { time: null }, true],
  ])('come with %s: %s', (_what, change, isNew) => {
    const after = { ...before, ...change };
    expect(listToRemind(toState(before), toState(after))).toEqual(isNew ? [after] : []);
  });

  it('come with a match that is new', () => {
    expect(listToRemind(emptyLadder, toState(before))).toEqual([before]);
  });

  const open = createDispute();
  it.each<[string, Dispute | undefined, Dispute, boolean]>([
    ['one that is opened', undefined, open, true],
    ['one that is ruled', open, { ...open, status: 'upheld' }, true],
    ['one that nobody can judge any more', open, { ...open, stands_at: aimed }, true],
    ['a statement', open, { ...open, statements: [] }, false],
    ['nothing', open, open, false],
  ])('come with a dispute: %s', (_what, was, is, isNew) => {
    const listed = listToRemind(toState(before, was), toState(before, is));
    expect(listed).toEqual(isNew ? [before] : []);
  });

  it('come once, where both a match and its dispute are other than before', () => {
    const disputed = { ...before, status: 'disputed' as const };
    expect(listToRemind(toState(before), toState(disputed, open))).toEqual([disputed]);
  });

  it('come with no dispute of a match that is not there', () => {
    const astray = { ...open, match_id: 'another' };
    expect(listToRemind(toState(before), toState(before, astray))).toEqual([]);
  });
});
