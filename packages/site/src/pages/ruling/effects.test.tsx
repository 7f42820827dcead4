import type { EntryFacts, MatchFacts } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { ShownEffects } from './data.ts';
import { Effects } from './effects.tsx';

const entry: EntryFacts = {
  ...{ rung: 3, rating: null, wins: 2, losses: 1, draws: 0, strikes: 0 },
  ...{ suspended_until: null, immune_until: null, resting_until: null },
} as EntryFacts;
const toChange = (entry_id: string, before: object, after: object) => ({
  ...{ entry_id, before: { ...entry, ...before }, after: { ...entry, ...after } },
});
const facts = { status: 'reported', winner: null, deadline: null } as MatchFacts;

function see(given: Partial<ShownEffects>): string {
  const effects: ShownEffects = {
    ...{ entries: [], matches: [], later: [], names: { d: 'Dust', m: 'Mud', a: 'Ash' } },
    sides: { x: { challenger: 'Dust', defender: 'Mud' } },
    ...given,
  } as ShownEffects;
  return renderPage(({ data }) => <Effects effects={data} />, effects, {
    ...{ viewer: null, locale: 'en' },
  });
}
const read = (given: Partial<ShownEffects>) => readWords(see(given));

describe('what a ruling would move', () => {
  it('may be nothing', () => {
    expect(read({})).toContain('Nobody moves');
    expect(read({ entries: [toChange('d', {}, { rung: 2 })] })).not.toContain('Nobody moves');
    const move = { entry_id: 'd', from: 3, to: 2 };
    const later = [{ match_id: 'x', before: null, after: move }];
    expect(read({ later })).not.toContain('Nobody moves');
    expect(read({ later })).toContain('recomputed, Dust go 3 → 2 instead of no move');
    const gone = [{ match_id: 'x', before: { ...move, from: null }, after: { ...move, to: null } }];
    expect(read({ later: gone })).toContain('Dust go 3 → – instead of – → 2');
  });

  it('names those whose record changes before those who make room, and these by their rungs', () => {
    const entries = [
      toChange('m', { rung: 1 }, { rung: 2 }),
      toChange('a', { rung: 2 }, { rung: 1 }),
      toChange('d', { rung: 3, wins: 1 }, { rung: 4 }),
    ];
    const rows = [...see({ entries }).matchAll(/<th scope="row">(\w+)/g)].map(([, name]) => name);
    expect(rows).toEqual(['Dust', 'Ash', 'Mud']);
  });

  it('says places and records as they were and become, and once where they stay', () => {
    const words = read({ entries: [toChange('d', {}, { rung: 2, wins: 3, draws: 1 })] });
    expect(words).toContain('Rung 3 → becomes 2');
    expect(words).toContain('2–1 → becomes 3–1–1');
    expect(read({ entries: [toChange('d', {}, { wins: 3 })] })).toContain('Rung 3 2–1 →');
    const none = read({ entries: [toChange('d', { rung: null }, {})] });
    expect(none).toContain('Rung – → becomes 3');
  });

  it('says ratings by what places follow', () => {
    const rating = (mu: number, sigma: number) => ({ rating: { mu, sigma } });
    const words = read({ entries: [toChange('d', rating(25, 5), rating(27, 4.5))] });
    expect(words).toContain('Rating 10.00 → becomes 13.50');
    expect(read({ entries: [toChange('d', {}, rating(27, 4.5))] })).toContain('Rating 3 →');
  });

  it.each<[string, object, object, string]>([
    ['strikes', { strikes: 1 }, { strikes: 2 }, 'Strikes in force: 1 → 2'],
    ['a suspension', {}, { suspended_until: '2026-11-22T18:00:00Z' }, 'suspended until'],
    ['its end', { suspended_until: '2026-11-22T18:00:00Z' }, {}, 'suspension ends'],
    ['immunity', { immune_until: '2026-11-22T18:00:00Z' }, {}, 'immunity ends'],
    ['a rest', { resting_until: '2026-11-22T18:00:00Z' }, {}, 'rest ends'],
  ])('says what else changes: %s', (_what, before, after, words) => {
    expect(read({ entries: [toChange('d', before, after)] })).toContain(words);
    expect(read({ entries: [toChange('d', {}, { rung: 1 })] })).not.toContain('Also');
  });

  it('says what becomes of matches, whose they are, and by when', () => {
    const after: MatchFacts = { ...facts, status: 'completed', winner: 'defender' };
    const match = (given: Partial<MatchFacts>) =>
      read({ matches: [{ match_id: 'x', before: facts, after: { ...after, ...given } }] });
    expect(match({})).toContain('Dust – Mud : Reported → becomes Played · to Mud');
    expect(match({ winner: null })).not.toContain(' to ');
    expect(match({ deadline: '2026-11-22T18:00:00Z' })).toContain('next by');
    expect(match({})).not.toContain('next by');
  });
});
