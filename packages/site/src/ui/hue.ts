import { type Rgb, toContrast, toLinearRgb } from './contrast.ts';

/** The hue that ships: a dark red. */
export const defaultHue = 25;

const leastOfText = 4.5;
const step = 0.005;

/** Pairs of `tokens.css` that get too near to each other in some hues, as the accents' darkness decides. */
function listAccentPairs(hue: number, deep: number): [Rgb, Rgb][] {
  const actInk = toLinearRgb(0.99, 0.005, 60);
  const textOfLight = toLinearRgb(0.48 - deep, 0.175, hue);
  const lightGrounds = [
    toLinearRgb(0.975, 0.006, 60),
    toLinearRgb(0.945, 0.009, 55),
    toLinearRgb(0.945, 0.025, hue),
  ];
  return [
    [actInk, toLinearRgb(0.56 - deep, 0.195, hue)],
    [actInk, toLinearRgb(0.53 - deep, 0.195, hue)],
    ...lightGrounds.map((ground): [Rgb, Rgb] => [textOfLight, ground]),
  ];
}

/** How near the nearest of those pairs is, as WCAG counts contrast. */
export function findLeastContrast(hue: number, deep = toDeep(hue)): number {
  return Math.min(...listAccentPairs(hue, deep).map(([one, other]) => toContrast(one, other)));
}

/** By how much lightness the accents of a hue are darker than red ones, so that every pair can be read. */
export function toDeep(hue: number): number {
  let deep = 0;
  while (findLeastContrast(hue, deep) < leastOfText) {
    deep += step;
  }
  return Math.round(deep * 1000) / 1000;
}

const toByte = (part: number) => {
  const shown = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(shown * 255)
    .toString(16)
    .padStart(2, '0');
};

/** A colour as `#611214`, for what no style reaches. */
export function toHex(colour: Rgb): string {
  return `#${colour.map(toByte).join('')}`;
}

/** The bar's colour as `#611214`. */
export function toBarColor(hue: number): string {
  return toHex(toLinearRgb(0.33, 0.115, hue));
}
