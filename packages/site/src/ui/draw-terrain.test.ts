import { describe, expect, it } from 'vitest';
import { drawTerrain, isTerrainShape } from './draw-terrain.ts';

describe('drawTerrain', () => {
  it('draws the same ground for the same name, and another for another', () => {
    expect(drawTerrain('Mirak Valley', 'tile')).toBe(drawTerrain('Mirak Valley', 'tile'));
    expect(drawTerrain('Mirak Valley', 'tile')).not.toBe(drawTerrain('Iberian Front', 'tile'));
  });

  it('draws lines for every name, and stays small', () => {
    for (const name of ['a', 'Ż', 'bf6-2v2-tanks', '<script>', '🚜'.repeat(60)]) {
      const svg = drawTerrain(name, 'page');
      expect(svg).toMatch(/<path[^>]* d="M\d/);
      expect(svg).not.toContain('NaN');
      expect(svg).not.toContain('script');
      expect(svg.length).toBeLessThan(24_000);
    }
  });

  it('knows its shapes', () => {
    expect(isTerrainShape('page')).toBe(true);
    expect(isTerrainShape('toString')).toBe(false);
  });
});
