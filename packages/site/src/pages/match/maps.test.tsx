import { createDefaultRules, type Rules } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { MatchData } from './data.ts';
import { MatchMaps } from './maps.tsx';

const base = createDefaultRules();
const pool = ['Cairo', 'Mirak', 'Siege'];
const rules: Rules = { ...base, maps: { ...base.maps, choice: 'veto', pool, count: 1 } };

function see(given: object): string {
  const data = {
    ...{ status: 'veto', rules, veto: [], maps: [], draws: [], result: null, forfeit: null },
    ...{ ended_at: null, deadline: '2026-11-20T19:01:00.000Z', viewer: null },
    ...{ sides: { challenger: { name: 'Dust' }, defender: { name: 'Mud' } } },
    ...given,
    // No more of the page's data is looked at.
  } as unknown as MatchData;
  return renderPage(MatchMaps, data, { viewer: null, locale: 'en' });
}
const listCards = (given: object) =>
  [...see(given).matchAll(/<li class="map-card map-(\w+)">(.*?)<\/li>/g)].map(
    ([, state, card = '']) => [state, readWords(card)].join(' '),
  );
const toMap = (map: string, by: string, side: object = {}) => ({
  ...{ map, by, challenger_side: null, side_by: null, ...side },
});

describe('the maps of a match', () => {
  it('are the pool with what became of each', () => {
    const veto = [
      { action: 'ban', value: 'Cairo', by: 'challenger' },
      { action: 'side', value: 'Mirak', by: 'defender' },
    ];
    const maps = [toMap('Siege', 'defender', { challenger_side: 'north', side_by: 'challenger' })];
    const result = { scores: [{ map: 'Siege', challenger: 11, defender: 7 }] };
    expect(listCards({ veto, maps, result, status: 'completed', deadline: null })).toEqual([
      'banned Cairo banned by Dust',
      'open Mirak open',
      'picked Siege picked by Mud Dust: north 11–7',
    ]);
  });

  it.each([
    ['draw', 'drawn Siege drawn'],
    ['decider', 'drawn Siege drawn'],
    ['challenger', 'picked Siege picked by Dust'],
  ])('that came by %s', (by, card) => {
    expect(listCards({ maps: [toMap('Siege', by)] }).at(-1)).toBe(card);
    const drawn: Rules = { ...rules, maps: { ...rules.maps, choice: 'letters' } };
    expect(listCards({ maps: [toMap('Siege', by)], rules: drawn })).toEqual([card]);
  });

  it('say that the draw banned one', () => {
    const veto = [{ action: 'ban', value: 'Cairo', by: 'draw' }];
    expect(listCards({ veto })[0]).toBe('banned Cairo banned by the draw');
  });

  it('are to be chosen by the side whose turn it is, by who may act for it', () => {
    const turns = (given: object) => see(given).match(/class="map-act"/g)?.length ?? 0;
    const first = { side: 'challenger', may_act: true };
    const other = { side: 'defender', may_act: true };
    const both = [first, other].map((viewer) => turns({ viewer }));
    expect(both.toSorted()).toEqual([0, 3]);
    const viewer = both[0] === 3 ? first : other;
    expect(turns({ viewer: { ...viewer, may_act: false } })).toBe(0);
    expect(turns({ viewer, status: 'live' })).toBe(0);
    expect(turns({ viewer, forfeit: { by: 'defender' } })).toBe(0);
    const by = viewer.side;
    expect(turns({ viewer: first, veto: [{ action: 'ban', value: 'Cairo', by }] })).not.toBe(3);
    expect(readWords(see({ viewer }))).toContain('You ban a map');
    expect(readWords(see({}))).toContain('ban a map');
    expect(readWords(see({}))).not.toContain('You ban a map');
  });

  it('have the clock of the turn beside them while one runs', () => {
    expect(see({})).toContain('map-clock');
    expect(see({ deadline: null })).not.toContain('map-clock');
    expect(see({ status: 'scheduled' })).not.toContain('map-clock');
  });

  it('are not there yet, or never were', () => {
    const none: Rules = { ...base, maps: { ...base.maps, pool: [] } };
    expect(readWords(see({ rules: none }))).toContain('This ladder names no maps');
    const drawn: Rules = { ...rules, maps: { ...rules.maps, choice: 'letters' } };
    expect(readWords(see({ rules: drawn }))).toContain('The maps stand once a time is agreed.');
    expect(see({ rules: none, ended_at: '2026-11-20T18:00:00.000Z' })).toBe('');
  });
});
