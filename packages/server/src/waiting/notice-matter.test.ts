import type { MatchMatter, Matter, OtherMatter } from '@muster/site/pages/me/matter.ts';
import { type NoticeKind, noticeKindList } from '@muster/site/pages/notices/kinds.ts';
import type { Notice } from '@muster/site/pages/notices/notice.ts';
import { describe, expect, it } from 'vitest';
import { findMatterOf, isAsking } from './notice-matter.ts';

const until = '2026-11-21T18:00:00.000Z';
const about: Omit<Notice, 'id' | 'kind'> = {
  match_id: 'match',
  ladder: { slug: 'tanks', name: 'Tanks' },
  team: { slug: 'kaarna', name: 'Kaarna' },
  person: 'Ada',
  facts: { case: 'case' },
};
const others: Partial<Notice>[] = [
  { match_id: 'other' },
  { team: { slug: 'other', name: 'Kaarna' } },
  { team: null },
  { person: 'Ben' },
  { facts: { case: 'other' } },
];

const ofMatch = (kind: MatchMatter['kind'], weight: Matter['weight'] = 'act') =>
  ({ kind, match: { id: 'match' }, team: 'Kaarna', until, weight }) as Matter;
const of = (matter: object) => ({ until, weight: 'act', ...matter }) as Matter;
const team = about.team ?? { slug: '', name: '' };
const reported: OtherMatter = { kind: 'judge_case', count: 1, cases: ['case'], ladders: [] };
const between = { id: 'match', challenger: 'C', defender: 'D' };

const find = (kind: NoticeKind, matters: Matter[], change: Partial<Notice> = {}) =>
  findMatterOf({ ...about, kind, ...change }, matters);

describe('the act of a match that a notice asks for', () => {
  it.each<[NoticeKind, MatchMatter['kind'], MatchMatter['kind']]>([
    ['challenged', 'answer', 'check_in'],
    ['answer_reminder', 'answer', 'check_in'],
    ['times_offered', 'choose_time', 'answer_extension'],
    ['times_countered', 'choose_time', 'answer_cancellation'],
    ['extension_asked', 'answer_extension', 'choose_time'],
    ['cancellation_asked', 'answer_cancellation', 'choose_time'],
    ['reschedule_asked', 'answer_reschedule', 'veto'],
    ['check_in_opened', 'check_in', 'veto'],
    ['veto_turn', 'veto', 'check_in'],
    ['match_live', 'report', 'settle_reports'],
    ['reported_against', 'confirm_report', 'settle_reports'],
    ['reports_differ', 'settle_reports', 'confirm_report'],
    ['correction_asked', 'agree_correction', 'statement'],
    ['match_disputed', 'statement', 'agree_correction'],
  ])('%s: %s, not %s, and of this match alone', (kind, asked, other) => {
    const matter = ofMatch(asked);
    expect(isAsking(kind)).toBe(true);
    expect(find(kind, [ofMatch(other), matter])).toBe(matter);
    expect(find(kind, [ofMatch(other)])).toBeNull();
    expect(find(kind, [matter], { match_id: 'other' })).toBeNull();
    expect(find(kind, [ofMatch(asked, 'date')])).toBeNull();
  });

  it.each(['match_in_day', 'match_in_hour', 'match_in_minutes'] as const)(
    '%s: what is lost first of what the match asks, and nothing where it asks nothing',
    (kind) => {
      const [first, second] = [ofMatch('check_in'), ofMatch('veto')];
      expect(isAsking(kind)).toBe(false);
      expect(find(kind, [first, second])).toBe(first);
      expect(find(kind, [first], { match_id: 'other' })).toBeNull();
      expect(find(kind, [ofMatch('play', 'date')])).toBeNull();
    },
  );
});

describe('what else a notice asks for', () => {
  it.each<[NoticeKind, OtherMatter, OtherMatter['kind']]>([
    ['invited', { kind: 'invitation', team, by: null }, 'join_request'],
    ['join_asked', { kind: 'join_request', team, who: 'Ada' }, 'invitation'],
    ['board_answered', { kind: 'notice_answered', who: 'Ada' }, 'notice_ends'],
    ['dispute_opened', { kind: 'rule', case: 'x', between, ladder: null }, 'decide_appeal'],
    ['appeal_opened', { kind: 'decide_appeal', case: 'x', between, ladder: null }, 'rule'],
    ['case_opened', reported, 'judge_appeal'],
    ['case_answered', reported, 'judge_sanction'],
    ['case_answered', { kind: 'judge_appeal', case: 'case', ladder: null }, 'judge_sanction'],
    ['case_appealed', { kind: 'judge_appeal', case: 'case', ladder: null }, 'judge_case'],
    ['sanction_appealed', { kind: 'judge_sanction', case: 'x', who: 'Ada' }, 'judge_case'],
  ])('%s: %o, not %s', (kind, asked, other) => {
    const matter = of(asked);
    expect(isAsking(kind)).toBe(true);
    expect(find(kind, [of({ ...asked, kind: other }), matter])).toBe(matter);
    expect(find(kind, [of({ ...asked, kind: other })])).toBeNull();
    expect(find(kind, [])).toBeNull();
    // It is of what the notice is about, by at least one of what a notice names.
    expect(others.some((change) => find(kind, [matter], change) === null)).toBe(true);
  });

  it('is of the team and of who asks', () => {
    const asked = of({ kind: 'join_request', team, who: 'Ada' });
    const missed = others.filter((change) => find('join_asked', [asked], change) === null);
    expect(missed).toEqual(others.filter((change) => 'team' in change || 'person' in change));
  });

  it('is of several reports the one that it tells of', () => {
    const all = of({ ...reported, count: 2, cases: ['other', 'case'] });
    expect(find('case_opened', [all])).toEqual(of(reported));
    expect(find('case_opened', [all], { facts: { case: 'third' } })).toBeNull();
  });

  it('is nothing where a notice only tells of something', () => {
    const everything = [ofMatch('answer'), of({ kind: 'invitation', team, by: null })];
    const telling = noticeKindList.filter(
      (kind) => !isAsking(kind) && !kind.startsWith('match_in_'),
    );
    expect(telling).toContain('match_scheduled');
    expect(telling.filter((kind) => find(kind, everything) !== null)).toEqual([]);
  });
});
