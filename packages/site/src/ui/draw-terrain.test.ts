import { describe, expect, it } from 'vitest';
import { drawTerrain, isTerrainPlace, isTerrainShape } from './draw-terrain.ts';

const places = ['map', 'ladder', 'match', 'article'] as const;

describe('drawTerrain', () => {
  it.each(places)(
    'draws the same ground for the same name, and another for another: %s',
    (place) => {
      const valley = drawTerrain(place, 'Mirak Valley', 'tile');
      expect(drawTerrain(place, 'Mirak Valley', 'tile')).toBe(valley);
      expect(drawTerrain(place, 'Iberian Front', 'tile')).not.toBe(valley);
    },
  );

  it('draws each kind of place in a way of its own', () => {
    const drawn = places.map((place) => drawTerrain(place, 'Mirak Valley', 'page'));
    expect(new Set(drawn).size).toBe(places.length);
    const [map = '', ladder = '', match = '', article = ''] = drawn;
    const cross = /M\d+ \d+h\d+M\d+ \d+v\d+/;
    const stair = /H\d+l\d+ -\d+H/;
    const barb = /M\d+ \d+h15M\d+ \d+h-15/;
    expect([map, ladder, match, article].map((svg) => cross.test(svg))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([map, ladder, match, article].map((svg) => stair.test(svg))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect([map, ladder, match, article].map((svg) => barb.test(svg))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it.each(places)('draws lines for every name, and stays small: %s', (place) => {
    for (const name of ['a', 'Ż', 'bf6-2v2-tanks', '<script>', '🚜'.repeat(60)]) {
      const svg = drawTerrain(place, name, 'page');
      expect(svg).toMatch(/<path[^>]* d="M\d/);
      expect(svg).not.toContain('NaN');
      expect(svg).not.toContain('script');
      expect(svg.length).toBeLessThan(24_000);
    }
  });

  it('knows its shapes and places', () => {
    expect(isTerrainShape('page')).toBe(true);
    expect(isTerrainShape('toString')).toBe(false);
    expect(isTerrainPlace('ladder')).toBe(true);
    expect(isTerrainPlace('toString')).toBe(false);
  });
});
