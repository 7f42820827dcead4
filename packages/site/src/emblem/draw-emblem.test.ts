import { describe, expect, it } from 'vitest';
import { type Rgb, toContrast, toLinearRgb } from '../ui/contrast.ts';
import { drawEmblem } from './draw-emblem.ts';
import { gameEmblems } from './game-emblems.ts';
import { emblemKinds, isEmblemKind } from './outlines.ts';

const syllables = ['ka', 'ar', 'no', 'ti', 'lu', 'mo', 're', 'x', 'bra', 'Ż', '9', ' of ', '-'];

/** The same five thousand names every time: syllables by a number's digits. */
const names = Array.from({ length: 5000 }, (_, number) =>
  [1, 13, 169, 2197].map((of) => syllables[Math.floor(number / of) % 13]).join(''),
);

function toRgb(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

/** `--ground` of tokens.css, dark and light. */
const grounds = { dark: toLinearRgb(0.17, 0.008, 25), light: toLinearRgb(0.975, 0.006, 60) };

/** What stands outermost: the last line along the edge, and the rod of a ladder's. */
function listRims(svg: string): string[] {
  const lines = [...svg.matchAll(/stroke="(#[0-9a-f]{6})"/g)].map(([, hex = '']) => hex);
  const [, rod] = /<\/g><path fill="(#[0-9a-f]{6})"[^<>]*\/><\/svg>$/.exec(svg) ?? [];
  return [...lines.slice(-1), ...(rod === undefined ? [] : [rod])];
}

/** The first fill is the field, the line along the edge has the charge's colour. */
function listColours(svg: string) {
  const fills = [...svg.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, hex = '']) => hex);
  const [, line = ''] = /stroke="(#[0-9a-f]{6})"/.exec(svg) ?? [];
  return { field: fills[0] ?? '', line, all: [...new Set([...fills, line])] };
}

describe('drawEmblem', () => {
  it.each(emblemKinds)('draws at least 4,900 different ones of 5,000 names: %s', (kind) => {
    expect(new Set(names).size).toBe(5000);
    expect(new Set(names.map((name) => drawEmblem(kind, name))).size).toBeGreaterThanOrEqual(4900);
  });

  it('keeps field and charge 3 to 1 apart, and all of it from the dark ground', () => {
    for (const kind of emblemKinds) {
      for (const name of names) {
        const { field, line, all } = listColours(drawEmblem(kind, name));
        for (const colour of all) {
          expect(
            toContrast(toRgb(colour), grounds.dark),
            `${name} ${colour}`,
          ).toBeGreaterThanOrEqual(3);
          // What is neither charge nor field is the field's other tone, on which the charge lies too.
          if (colour !== line) {
            expect(toContrast(toRgb(colour), toRgb(line)), name).toBeGreaterThanOrEqual(3);
          }
        }
        expect(all.length, name).toBeLessThanOrEqual(3);
        expect(field).not.toBe(line);
      }
    }
  });

  it('ends in a colour that stands 3 to 1 from the light ground, whatever fades into it within', () => {
    const games = [...gameEmblems.keys()];
    for (const [kind, name] of [
      ...emblemKinds.flatMap((kind) => names.map((name) => [kind, name] as const)),
      ...games.map((name) => ['game', name] as const),
    ]) {
      const rims = listRims(drawEmblem(kind, name));
      expect(rims).toHaveLength(kind === 'ladder' ? 2 : 1);
      for (const rim of rims) {
        const apart = toContrast(toRgb(rim), grounds.light);
        expect(apart, `${kind} ${name} ${rim}`).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('weighs a few hundred bytes', () => {
    const sizes = names.map((name) => drawEmblem('team', name).length);
    expect(Math.max(...sizes)).toBeLessThan(1500);
    expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(800);
  });

  it('is the same for a name however it is written, and another for another', () => {
    expect(drawEmblem('team', ' tank YOU')).toBe(drawEmblem('team', 'Tank You'));
    expect(drawEmblem('team', 'Z\u0307ubry')).toBe(drawEmblem('team', '\u017bubry'));
    expect(drawEmblem('team', 'Tank Us')).not.toBe(drawEmblem('team', 'Tank You'));
    expect(drawEmblem('person', 'Tank You')).not.toBe(drawEmblem('team', 'Tank You'));
  });

  it('tells nothing of a name that is hidden: all of them are bare alike', () => {
    expect(drawEmblem('team', '***')).toBe(drawEmblem('team', '?'));
    expect(drawEmblem('team', '***')).not.toContain('<g fill');
    expect(drawEmblem('team', '***a')).toContain('<g ');
  });

  it('holds nothing of the name itself', () => {
    for (const name of [
      '"><script>',
      '<script>alert(1)</script>',
      '&',
      '🚜'.repeat(60),
      'url(x)',
    ]) {
      expect(drawEmblem('team', name)).toMatch(
        /^<svg [^<>]*>(<\/?(path|g|use|clipPath)( [^<>]*)?>)*<\/svg>$/,
      );
      expect(drawEmblem('team', name)).not.toContain('NaN');
    }
  });

  it('has one of its own for each game that ships, and one from its name for another', () => {
    const shipped = [...gameEmblems.keys()].map((name) => drawEmblem('game', name.toUpperCase()));
    expect(new Set(shipped).size).toBe(gameEmblems.size);
    for (const [index, name] of [...gameEmblems.keys()].entries()) {
      expect(shipped[index]).toContain(gameEmblems.get(name)?.art);
      expect(drawEmblem('team', name)).not.toContain(gameEmblems.get(name)?.art);
    }
    expect(drawEmblem('game', 'Chess')).toMatch(/^<svg/);
  });

  it('knows its kinds', () => {
    expect(isEmblemKind('ladder')).toBe(true);
    expect(isEmblemKind('toString')).toBe(false);
  });
});
