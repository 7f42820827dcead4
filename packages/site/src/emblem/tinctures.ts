import { type Rgb, toContrast, toLinearRgb } from '../ui/contrast.ts';
import { toHex } from '../ui/hue.ts';

/**
 * The colours of emblems, by heraldry's oldest rule: metal upon colour or colour upon metal. Every colour has the
 * same two luminances and every metal is lighter than a third of white, so that whichever meet stand 3 to 1 apart,
 * and each stands so from the dark ground of a page.
 */
export interface Tincture {
  /** As `#611214`. */
  main: string;
  /** The other half of a field that is parted: a little from the first, of the same hue. */
  shade: string;
}

const black: Rgb = [0, 0, 0];
const luminances = { main: 0.13, shade: 0.19 };
const shadeOfMetal = 0.8;

const toLuminance = (colour: Rgb) => toContrast(colour, black) * 0.05 - 0.05;

/** The colour of a hue that has so much luminance; lightness is found by halving. */
function findColour(luminance: number, chroma: number, hue: number): string {
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (toLuminance(toLinearRgb(middle, chroma, hue)) < luminance) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return toHex(toLinearRgb(high, chroma, hue));
}

/** Hue and chroma of each colour: red, rust, bronze, moss, green, teal, steel, azure, indigo, purple, plum, rose, slate. */
const hues = [
  [27, 0.18],
  [45, 0.125],
  [70, 0.1],
  [118, 0.1],
  [148, 0.12],
  [185, 0.085],
  [225, 0.09],
  [258, 0.16],
  [280, 0.19],
  [305, 0.18],
  [335, 0.17],
  [5, 0.17],
  [260, 0.035],
] as const;

const ivory = [0.88, 0.02, 80] as const;
const gold = [0.7, 0.14, 88] as const;
const silver = [0.74, 0.012, 250] as const;
const ice = [0.77, 0.055, 225] as const;
const blush = [0.72, 0.055, 35] as const;

/** Luminance, chroma and hue of each metal; the old two are the most frequent. */
const metalParts = [ivory, ivory, ivory, gold, gold, gold, silver, silver, ice, blush];

export const colours: readonly Tincture[] = hues.map(([hue, chroma]) => ({
  main: findColour(luminances.main, chroma, hue),
  shade: findColour(luminances.shade, chroma, hue),
}));

export const metals: readonly Tincture[] = metalParts.map(([luminance, chroma, hue]) => ({
  main: findColour(luminance, chroma, hue),
  shade: findColour(luminance * shadeOfMetal, chroma, hue),
}));
