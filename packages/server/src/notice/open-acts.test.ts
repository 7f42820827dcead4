import {
  createDefaultRules,
  type Dispute,
  type Match,
  type MatchStatus,
  type SideReport,
} from '@muster/league';
import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import { describe, expect, it } from 'vitest';
import { createMatchState, createResult } from '../testing/match-state.ts';
import { type ActGround, isActOpen, passingKinds } from './open-acts.ts';

const now = '2026-11-21T18:00:00.000Z';
const rules = createDefaultRules();

interface Ground extends Partial<Omit<ActGround, 'match'>> {
  match?: Partial<Match> | null;
  at?: string;
}

function isOpen(kind: NoticeKind, { match = {}, at = now, ...ground }: Ground): boolean {
  const whole: ActGround = {
    match: match === null ? null : createMatchState(match),
    rules,
    format: 'rung',
    dispute: null,
    appeal_status: null,
    side: 'challenger',
    is_asked_to_join: false,
    ...ground,
  };
  return isActOpen(kind, whole, Date.parse(at));
}

/** For which of the sides the act is open. */
const openTo = (kind: NoticeKind, match: Partial<Match>) =>
  (['challenger', 'defender'] as const).filter((side) => isOpen(kind, { match, side }));

const asked = { asked_by: 'challenger', asked_at: now } as const;
const both: MatchStatus[] = ['challenged', 'offered', 'countered', 'scheduled', 'checking_in'];
const all: MatchStatus[] = [...both, 'veto', 'live', 'reported', 'disputed', 'completed'];
/** In which states of its match an act is open to the defender. */
const openIn = (kind: NoticeKind, match: Partial<Match>) =>
  all.filter((status) => isOpen(kind, { match: { ...match, status }, side: 'defender' }));

describe('the act that a notice asks for', () => {
  it.each(['challenged', 'answer_reminder', 'times_offered', 'times_countered'] as const)(
    '%s: the side for whose answer the match waits',
    (kind) => {
      expect(openTo(kind, { status: 'challenged' })).toEqual(['defender']);
      expect(openTo(kind, { status: 'offered' })).toEqual(['challenger']);
      expect(openTo(kind, { status: 'countered' })).toEqual(['defender']);
      expect(openTo(kind, { status: 'scheduled' })).toEqual([]);
    },
  );

  it('extension_asked: the side that was asked, until it has agreed', () => {
    const extension = { ...asked, agreed_at: null };
    expect(openTo('extension_asked', { extension })).toEqual(['defender']);
    expect(openIn('extension_asked', { extension })).toEqual(['offered', 'countered']);
    expect(openTo('extension_asked', { extension: null })).toEqual([]);
    expect(openTo('extension_asked', { extension: { ...asked, agreed_at: now } })).toEqual([]);
  });

  it('cancellation_asked: the side that was asked, before the match begins', () => {
    const open = ['offered', 'countered', 'scheduled'];
    expect(openIn('cancellation_asked', { cancellation: asked })).toEqual(open);
    expect(openTo('cancellation_asked', { cancellation: asked })).toEqual(['defender']);
    expect(openTo('cancellation_asked', { cancellation: null })).toEqual([]);
  });

  it('reschedule_asked: the side that was asked, while the match has its hour', () => {
    const reschedule = { ...asked, times: [] };
    const starts_at = '2026-11-25T18:00:00.000Z';
    const time = { starts_at, zone: 'UTC', by: 'agreement', reason: null } as const;
    const dated = { status: 'scheduled', time } as const;
    expect(openIn('reschedule_asked', { reschedule, time })).toEqual(['scheduled']);
    expect(openTo('reschedule_asked', { ...dated, reschedule })).toEqual(['defender']);
    expect(openTo('reschedule_asked', dated)).toEqual([]);
  });

  it('check_in_opened: who has not checked in yet', () => {
    const check_ins = {
      challenger: { at: now, person_id: 'one', players: [] },
      defender: null,
    };
    expect(openIn('check_in_opened', { check_ins })).toEqual(['checking_in']);
    expect(openTo('check_in_opened', { status: 'checking_in', check_ins })).toEqual(['defender']);
  });

  it('veto_turn: whose turn it is, from the agreed hour until the match is live', () => {
    const maps = { ...rules.maps, choice: 'veto' as const, pool: ['A', 'B'] };
    const withVeto = { ...rules, maps: { ...maps, veto: ['ban' as const, 'ban' as const] } };
    const turn = { action: 'ban', by: 'defender', value: 'A', at: now } as const;
    const ask = (status: MatchStatus, side: 'challenger' | 'defender', veto: Match['veto'] = []) =>
      isOpen('veto_turn', { match: { status, veto }, side, rules: withVeto });
    expect(all.filter((status) => ask(status, 'defender'))).toEqual([
      'scheduled',
      'checking_in',
      'veto',
    ]);
    expect(ask('veto', 'challenger')).toBe(false);
    expect([ask('veto', 'challenger', [turn]), ask('veto', 'defender', [turn])]).toEqual([
      true,
      false,
    ]);
    expect(isOpen('veto_turn', { match: { status: 'veto' }, side: 'defender' })).toBe(false);
  });

  it('match_live and reported_against: while it is played, and until the other side reports', () => {
    const report: SideReport = {
      by: 'challenger',
      person_id: 'one',
      at: now,
      scores: [],
      winner: null,
    };
    const reports = { challenger: report, defender: null };
    expect(openIn('match_live', {})).toEqual(['live']);
    expect(openIn('reported_against', { reports })).toEqual(['reported']);
    expect(openTo('reported_against', { status: 'reported', reports })).toEqual(['defender']);
  });

  it('reports_differ: both sides, while the two wait', () => {
    const report: SideReport = {
      by: 'challenger',
      person_id: 'one',
      at: now,
      scores: [],
      winner: null,
    };
    const reports = { challenger: report, defender: { ...report, by: 'defender' as const } };
    expect(openIn('reports_differ', { reports })).toEqual(['reported']);
    expect(openTo('reports_differ', { status: 'reported', reports })).toEqual([
      'challenger',
      'defender',
    ]);
    expect(openTo('reports_differ', { reports: { ...reports, defender: null } })).toEqual([]);
  });

  it('correction_asked: the other side, just until a correction is too late', () => {
    const correction = { ...asked, scores: [] };
    const result = createResult({ at: '2026-11-20T18:00:00.000Z' });
    const within = { ...rules, report: { ...rules.report, correctWithin: 'P1D' } };
    const ask = (
      at: string,
      more: Partial<Match> = {},
      side: 'challenger' | 'defender' = 'defender',
    ) =>
      isOpen('correction_asked', {
        match: { status: 'completed', correction, result, ...more },
        rules: within,
        side,
        at,
      });
    expect(ask('2026-11-21T17:59:59.999Z')).toBe(true);
    expect(ask('2026-11-21T18:00:00.000Z')).toBe(false);
    expect(ask('2026-11-20T19:00:00.000Z', {}, 'challenger')).toBe(false);
    expect(ask('2026-11-20T19:00:00.000Z', { correction: null })).toBe(false);
    expect(ask('2026-11-20T19:00:00.000Z', { result: null })).toBe(false);
  });

  it('match_disputed: a statement, just until they are closed', () => {
    const statements: Dispute['statements'] = [];
    const dispute = { status: 'open', statements, statements_until: now } as Dispute;
    const ask = (at: string, change: Partial<Dispute> = {}) =>
      isOpen('match_disputed', {
        match: { status: 'disputed' },
        dispute: { ...dispute, ...change },
        at,
      });
    expect(ask('2026-11-21T17:59:59.999Z')).toBe(true);
    expect(ask(now)).toBe(false);
    expect(ask('2026-11-21T17:59:59.999Z', { status: 'upheld' })).toBe(false);
    const said = { by: 'challenger', person_id: 'one', at: now, text: { text_id: 'x', hash: 'x' } };
    const own = { statements: [said] } as Partial<Dispute>;
    expect(ask('2026-11-21T17:59:59.999Z', own)).toBe(false);
    expect(isOpen('match_disputed', { match: { status: 'disputed' } })).toBe(false);
  });

  it('what admins and captains are asked for passes with what it stands on', () => {
    const dispute = { status: 'open' } as Dispute;
    expect(isOpen('dispute_opened', { dispute, match: null, side: null })).toBe(true);
    expect(isOpen('dispute_opened', { dispute: { ...dispute, status: 'upheld' } })).toBe(false);
    expect(isOpen('dispute_opened', {})).toBe(false);
    expect(isOpen('appeal_opened', { appeal_status: 'open' })).toBe(true);
    expect(isOpen('appeal_opened', { appeal_status: 'upheld' })).toBe(false);
    expect(isOpen('join_asked', { is_asked_to_join: true })).toBe(true);
    expect(isOpen('join_asked', {})).toBe(false);
  });

  it('is of nobody who has no part in it, of no match that is gone, and of no side that gave up', () => {
    const match = { status: 'live' } as const;
    expect(isOpen('match_live', { match })).toBe(true);
    expect(isOpen('match_live', { match, side: null })).toBe(false);
    expect(isOpen('match_live', { match, rules: null })).toBe(false);
    expect(isOpen('match_live', { match: null })).toBe(false);
    const forfeit = { by: 'defender', at: now, effective_at: now, stopped_deadline: null } as const;
    expect(isOpen('match_live', { match: { ...match, forfeit } })).toBe(false);
    expect(passingKinds.filter((kind) => isActOpen(kind as NoticeKind, null, 0))).toEqual([]);
  });

  it('does not pass where a notice only tells of something', () => {
    expect(isActOpen('match_scheduled', null, 0)).toBe(true);
    expect(passingKinds).not.toContain('match_scheduled');
  });
});
