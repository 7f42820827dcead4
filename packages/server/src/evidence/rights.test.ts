import { createDefaultRules, type MatchStatus } from '@muster/league';
import { describe, expect, it } from 'vitest';
import {
  type EvidenceRoom,
  isBeyondAppeal,
  isOpenForEvidence,
  maySeeEvidence,
  requireMayBring,
} from './rights.ts';

const ended = new Date('2026-11-20T18:00:00.000Z');
const defaults = createDefaultRules();

function createRoom(change: Partial<EvidenceRoom> = {}): EvidenceRoom {
  return {
    id: 'match',
    version: 1,
    ladder_id: 'ladder',
    status: 'live',
    ended_at: null,
    rules: { ...defaults, dispute: { ...defaults.dispute, appealWithin: 'P1D' } },
    side: null,
    is_admin: false,
    is_contested: false,
    is_appealed: false,
    ruled_at: null,
    ...change,
  };
}

const keptByRules = (evidenceShown: 'sides' | 'everybody') => ({
  ...defaults,
  report: { ...defaults.report, evidenceShown },
});

describe('who sees evidence', () => {
  it.each([
    ['a side, while the match is on', { side: 'defender' as const }, true],
    ['an admin, while the match is on', { is_admin: true }, true],
    ['anybody else, while the match is on', {}, false],
    ['anybody, once it is over', { ended_at: ended, rules: keptByRules('everybody') }, true],
    [
      'nobody else, where the rules keep it',
      { ended_at: ended, rules: keptByRules('sides') },
      false,
    ],
    [
      'a side, where the rules keep it',
      { ended_at: ended, rules: keptByRules('sides'), side: 'challenger' as const },
      true,
    ],
  ])('%s', (_who, room, sees) => {
    expect(maySeeEvidence(createRoom(room))).toBe(sees);
  });
});

describe('when evidence is taken', () => {
  const during = '2026-11-20T19:00:00.000Z';
  const statuses: MatchStatus[] = [
    ...(['challenged', 'offered', 'countered'] as const),
    ...(['scheduled', 'checking_in', 'veto', 'live', 'reported', 'disputed'] as const),
    ...(['completed', 'forfeited', 'voided'] as const),
    ...(['declined', 'withdrawn', 'expired', 'cancelled'] as const),
  ];

  it('from when the match is agreed until its result', () => {
    const open = statuses.filter((status) =>
      isOpenForEvidence({ ...createRoom({ status }), at: during }),
    );
    expect(open).toEqual(['scheduled', 'checking_in', 'veto', 'live', 'reported', 'disputed']);
  });

  it('of a result, while it can still be appealed', () => {
    const open = statuses.filter((status) =>
      isOpenForEvidence({ ...createRoom({ status, ended_at: ended }), at: during }),
    );
    expect(open.slice(6)).toEqual(['completed', 'forfeited', 'voided']);
  });

  it('just until the appeal is too late, and beyond where somebody contests it', () => {
    const over = createRoom({ status: 'completed', ended_at: ended });
    const ask = (at: string, room = over) => isOpenForEvidence({ ...room, at });
    expect(ask('2026-11-21T17:59:59.999Z')).toBe(true);
    expect(ask('2026-11-21T18:00:00.000Z')).toBe(false);
    expect(ask('2026-11-21T18:00:00.001Z')).toBe(false);
    expect(ask('2026-12-21T18:00:00.000Z', { ...over, is_contested: true })).toBe(true);
  });
});

describe('whether a match is beyond appeal', () => {
  const over = createRoom({ status: 'completed', ended_at: ended });
  const [before, just, after] = [
    '2026-11-21T17:59:59.999Z',
    '2026-11-21T18:00:00.000Z',
    '2026-11-21T18:00:00.001Z',
  ];
  const ruled_at = new Date('2026-11-22T18:00:00.000Z');
  const dispute = { ...over.rules.dispute, disputeWithin: 'P3D' };

  it.each([
    ['while an appeal may still come', over, before, false],
    ['once none may come any more', over, just, true],
    ['and from then on', over, after, true],
    ['while it is contested', { ...over, is_contested: true }, after, false],
    ['while it is played', createRoom({ status: 'live' }), after, false],
    ['once it was cancelled', { ...over, status: 'cancelled' as const }, before, true],
    ['while its ruling may be appealed', { ...over, ruled_at }, '2026-11-23T17:59:59.999Z', false],
    ['once its ruling stands', { ...over, ruled_at }, '2026-11-23T18:00:00.000Z', true],
    [
      'while it may be disputed, where that is longer',
      { ...over, rules: { ...over.rules, dispute } },
      '2026-11-23T17:59:59.999Z',
      false,
    ],
    [
      'once it may be disputed no more',
      { ...over, rules: { ...over.rules, dispute } },
      '2026-11-23T18:00:00.000Z',
      true,
    ],
  ])('%s', (_when, room, at, isBeyond) => {
    expect(isBeyondAppeal({ ...room, at })).toBe(isBeyond);
  });
});

describe('who brings evidence', () => {
  const at = '2026-11-20T19:00:00.000Z';

  it('is of a side, while it is taken', () => {
    expect(requireMayBring(createRoom({ side: 'defender' }), at)).toBe('defender');
  });

  it.each([
    ['not_member', { is_admin: true }],
    ['not_member', {}],
    ['evidence_closed', { side: 'challenger' as const, status: 'cancelled' as const }],
  ])('%s: refused', (code, room) => {
    expect(() => requireMayBring(createRoom(room), at)).toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ code }) }),
    );
  });
});
