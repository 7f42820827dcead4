import { createDefaultRules, type Match, type SideReport } from '@muster/league';
import type { ChannelKind } from '@muster/site/pages/notices/channel-kinds.ts';
import { describe, expect, it } from 'vitest';
import { createMatchState } from '../testing/match-state.ts';
import { toAhead } from './ahead.ts';

const before = '2026-11-21T18:59:59.999Z';
const until = '2026-11-21T19:00:00.000Z';
const rules = createDefaultRules();
const seasonEnd = '2027-06-01T00:00:00+00:00';

const say = (kind: ChannelKind, change: Partial<Match>, now = before) =>
  toAhead(
    {
      match: createMatchState(change),
      rules,
      format: 'rung',
      season_end: seasonEnd,
      dispute: null,
    },
    kind,
    now,
  );

const nothing = { asked: null, starts_at: null };
const report: SideReport = {
  ...{ by: 'challenger', person_id: 'one', at: before, scores: [], winner: null },
};
const reports = { challenger: report, defender: null };
const both = { challenger: report, defender: { ...report, by: 'defender' as const } };

describe('what of the news still lies ahead', () => {
  it.each<[ChannelKind, Partial<Match>, object]>([
    ['challenge_made', { status: 'challenged' }, { act: 'answer', otherwise: 'forfeited' }],
    [
      'challenge_made',
      { status: 'challenged', is_rematch: true },
      { act: 'answer', otherwise: 'lapses' },
    ],
    [
      'challenge_accepted',
      { status: 'offered' },
      { act: 'choose_time', otherwise: 'default_time' },
    ],
    ['check_in_opened', { status: 'checking_in' }, { act: 'check_in', otherwise: 'forfeited' }],
    [
      'match_reported',
      { status: 'reported', reports },
      { act: 'confirm_report', otherwise: 'counts' },
    ],
    [
      'match_reported',
      { status: 'reported', reports: both },
      { act: 'settle_reports', otherwise: 'disputed' },
    ],
  ])('%s of %o asks as the rules do, until it is too late: %o', (kind, change, asked) => {
    const open = { deadline: until, ...change };
    expect(say(kind, open)).toEqual({ asked: { ...asked, until }, starts_at: null });
    expect(say(kind, open, until)).toEqual(nothing);
    // What is done meanwhile needs nobody, nor does what has no clock.
    expect(say(kind, { deadline: until, status: 'completed' })).toEqual(nothing);
    expect(say(kind, { ...open, deadline: null })).toEqual(nothing);
  });

  it.each<ChannelKind>(['match_scheduled', 'match_rescheduled'])(
    '%s names the hour that holds now, until it has begun',
    (kind) => {
      const scheduled: Partial<Match> = {
        status: 'scheduled',
        time: { starts_at: until } as Match['time'],
      };
      expect(say(kind, scheduled)).toEqual({ asked: null, starts_at: until });
      expect(say(kind, scheduled, until)).toEqual(nothing);
      expect(say(kind, { status: 'cancelled', time: null })).toEqual(nothing);
    },
  );

  it('names no hour in other news', () => {
    const time = { starts_at: until } as Match['time'];
    expect(say('match_completed', { status: 'completed', time })).toEqual(nothing);
  });
});
