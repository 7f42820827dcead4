import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];

/** OKLCH to linear sRGB, as CSS Color 4 gives it. */
function toLinearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function toContrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [one, other]
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function readTokens(css: string): Map<string, Rgb> {
  const tokens = new Map<string, Rgb>();
  for (const [, name = '', l, c, h] of css.matchAll(
    /--([a-z0-9-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g,
  )) {
    tokens.set(name, toLinearRgb(Number(l), Number(c), Number(h)));
  }
  return tokens;
}

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [darkCss = '', lightCss = ''] = css.split('@media (prefers-color-scheme: light)');
const dark = readTokens(darkCss);
const light = new Map([...dark, ...readTokens(lightCss)]);

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

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('the %s colours', (_name, tokens) => {
  it.each(pairs)('set %s apart from %s by %f to 1', (one, other, least) => {
    const [first, second] = [tokens.get(one), tokens.get(other)];
    if (first === undefined || second === undefined) {
      throw new Error(`no token ${one} or ${other}`);
    }
    expect(toContrast(first, second)).toBeGreaterThanOrEqual(least);
  });
});
