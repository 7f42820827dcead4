import type { NoticeFacts } from '@muster/site/pages/notices/kinds.ts';
import { describe, expect, it } from 'vitest';
import { toNoticeWords } from './words.ts';

describe('a match that is void', () => {
  const read = (facts: NoticeFacts, locale: 'en' | 'fr' = 'en') => {
    const about = { id: 'notice', match_id: 'match', ladder: null, team: null, person: null };
    const notice = { ...about, kind: 'match_voided' as const, facts };
    const { title, time } = toNoticeWords(notice, { locale, zone: 'UTC', canAct: false });
    return [title, time];
  };
  const sides = { team: 'Treadheads', opponent: 'Kaarna' };

  it('is so by an admin, with until when that may be appealed', () => {
    const facts = {
      ...sides,
      did: 'voided_by_admin' as const,
      until: '2026-11-23T18:00:00.000Z',
    };
    expect(read(facts)).toEqual([
      'An admin has voided Treadheads – Kaarna: it counts for nobody and may be appealed',
      expect.stringMatching(/^Until Monday.* November.*18:00 \(UTC\)$/),
    ]);
    expect(read(facts, 'fr')[0]).toBe(
      'Un admin a annulé Treadheads – Kaarna\u00a0: le match ne compte pour personne, et un appel est possible',
    );
  });

  it('is so by the rules, and by when matters to nobody', () => {
    expect(read(sides)).toEqual(['Treadheads – Kaarna is void and counts for nobody', null]);
  });
});
