import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Rgb, toContrast, toLinearRgb } from './contrast.ts';
import { defaultHue, findLeastContrast, toBarColor, toDeep } from './hue.ts';

/** What stands in a colour of `tokens.css`, with the league's hue and darkness put in. */
function toNumber(text: string, hue: number): number {
  const [, one = text, sign, other] = /^calc\((\S+) ([+-]) (\S+)\)$/.exec(text) ?? [];
  const read = (part: string) =>
    part === 'var(--hue)' ? hue : part === 'var(--deep)' ? toDeep(hue) : Number(part);
  const rest = other === undefined ? 0 : read(other);
  return sign === '-' ? read(one) - rest : read(one) + rest;
}

function readTokens(text: string, hue: number): Map<string, Rgb> {
  const tokens = new Map<string, Rgb>();
  const part = String.raw`((?:calc\([^()]*(?:\([^()]*\)[^()]*)*\)|var\([^()]*\)|[\d.]+))`;
  const colour = new RegExp(String.raw`--([a-z0-9-]+): oklch\(${part} ${part} ${part}\);`, 'g');
  for (const [, name = '', l = '', c = '', h = ''] of text.matchAll(colour)) {
    const [lightness, chroma, angle] = [l, c, h].map((each) => toNumber(each, hue));
    tokens.set(name, toLinearRgb(lightness ?? 0, chroma ?? 0, angle ?? 0));
  }
  return tokens;
}

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [darkCss = '', lightCss = ''] = css.split('@media (prefers-color-scheme: light)');

function readThemes(hue: number): { dark: Map<string, Rgb>; light: Map<string, Rgb> } {
  const dark = readTokens(darkCss, hue);
  return { dark, light: new Map([...dark, ...readTokens(lightCss, hue)]) };
}

/** Text needs 4.5 to 1, marks and edges of controls 3 to 1 (WCAG 2.2, AA). */
const texts = ['ink', 'ink-soft', 'act-text', 'won', 'lost', 'check-in', 'immune'];
const grounds = ['ground', 'raised', 'raised-2', 'act-tint'];
const pairs: [string, string, number][] = [
  ...texts.flatMap((text) =>
    grounds.map((ground): [string, string, number] => [text, ground, 4.5]),
  ),
  ['act-ink', 'act', 4.5],
  ['act-ink', 'act-hover', 4.5],
  ['bar-ink', 'bar', 4.5],
  ['bar-ink', 'bar-hover', 4.5],
  ['bar-ink-soft', 'bar', 4.5],
  ['bar-ink', 'bar-edge', 4.5],
  ...['ground', 'raised', 'act-tint'].map((ground): [string, string, number] => [
    'focus',
    ground,
    3,
  ]),
  ...['ground', 'raised'].map((ground): [string, string, number] => ['reach', ground, 3]),
  ...['ground', 'raised'].map((ground): [string, string, number] => ['line-strong', ground, 3]),
];

const { dark, light } = readThemes(defaultHue);

function getContrast(tokens: Map<string, Rgb>, one: string, other: string): number {
  const [first, second] = [tokens.get(one), tokens.get(other)];
  if (first === undefined || second === undefined) {
    throw new Error(`no token ${one} or ${other}`);
  }
  return toContrast(first, second);
}

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('the %s colours', (_name, tokens) => {
  it.each(pairs)('set %s apart from %s by %f to 1', (one, other, least) => {
    expect(getContrast(tokens, one, other)).toBeGreaterThanOrEqual(least);
  });
});

describe('the hue of a league', () => {
  it('leaves every pair apart, whichever it is', () => {
    const near: string[] = [];
    for (let hue = 0; hue < 360; hue += 1) {
      for (const [theme, tokens] of Object.entries(readThemes(hue))) {
        for (const [one, other, least] of pairs) {
          if (getContrast(tokens, one, other) < least) {
            near.push(`${theme} ${hue}: ${one} on ${other}`);
          }
        }
      }
    }
    expect(near).toEqual([]);
  });

  it('is as it ships where nobody chose one', () => {
    expect(toDeep(defaultHue)).toBe(0);
    expect(toBarColor(defaultHue)).toBe('#641114');
    expect(css).toContain(`--hue: ${defaultHue};`);
  });

  it('makes accents darker where they would be too bright to read on', () => {
    expect(toDeep(140)).toBeGreaterThan(0);
    expect(findLeastContrast(140, 0)).toBeLessThan(4.5);
    expect(findLeastContrast(140)).toBeGreaterThanOrEqual(4.5);
  });
});
