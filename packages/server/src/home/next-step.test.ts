import type { Role } from '@muster/league';
import type { Matter } from '@muster/site/pages/me/matter.ts';
import { describe, expect, it } from 'vitest';
import { findNextStep, type OwnEntryRow } from './next-step.ts';

it('is the first of what concerns somebody, whatever their teams could do', () => {
  const matters: Matter[] = [
    { kind: 'notice_answered', who: 'First', weight: 'act', until: null },
    { kind: 'notice_ends', weight: 'act', until: null },
  ];
  expect(findNextStep(matters, [])).toBe(matters[0]);
});

describe('without a match', () => {
  const entry = (role: Role, change: Partial<OwnEntryRow> = {}): OwnEntryRow => ({
    ...{ team_slug: 'kaarna', team_name: 'Kaarna', role },
    ...{ ladder_slug: 'tanks', ladder_name: 'Tanks', rung: 3, ...change },
  });
  const none = { ladder_slug: null, ladder_name: null, rung: null };

  it.each<[string, OwnEntryRow[], string]>([
    ['a captain on a ladder', [entry('captain')], 'challenge'],
    ['a co-captain on a ladder', [entry('co_captain')], 'challenge'],
    ['a captain on none', [entry('captain', none)], 'join_ladder'],
    ['a captain of two', [entry('captain', none), entry('captain')], 'challenge'],
    ['a co-captain on none', [entry('co_captain', none)], 'wait_for_captain'],
    ['a player', [entry('player')], 'wait_for_captain'],
    ['somebody without a team', [], 'find_team'],
  ])('%s', (_who, entries, kind) => {
    expect(findNextStep([], entries).kind).toBe(kind);
  });

  it('says which team, where, and on which rung', () => {
    const led = entry('co_captain', { team_slug: 'dust', team_name: 'Dust', rung: 7 });
    expect(findNextStep([], [entry('player'), led])).toEqual({
      kind: 'challenge',
      team: { slug: 'dust', name: 'Dust' },
      ladder: { slug: 'tanks', name: 'Tanks' },
      rung: 7,
    });
  });
});
