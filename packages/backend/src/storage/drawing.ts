/** To which side a picture is cut: `ce` to its middle, `sm` to where most is to be seen, `fp` to a point of it. */
export const gravities = [
  'no',
  'so',
  'ea',
  'we',
  'noea',
  'nowe',
  'soea',
  'sowe',
  'ce',
  'sm',
  'fp',
] as const;

/** What is kept of a picture that is cut. */
export interface Gravity {
  to: (typeof gravities)[number];
  /**
   * From that side, in pixels, or below 1 as a part of the whole; of `fp` the point itself, from 0 to 1. Not looked at
   * for `sm`.
   */
  x: number;
  y: number;
}

/** How a stored picture is to be drawn. */
export interface DrawingWishes {
  /** In pixels; null: as it comes of the other, or as it is. */
  width: number | null;
  height: number | null;
  /** Fills both measures and cuts what is beyond, stays within both, or is distorted to both. */
  resize: 'cover' | 'contain' | 'fill';
  /** Of what is cut; null: its middle. */
  gravity: Gravity | null;
  /** From 20 to 100. */
  quality: number;
  /** `origin`: as the picture itself is. */
  format: 'origin' | 'webp' | 'avif';
}

/** Draws a picture anew. It is read when its turn comes; null where it is none that can be drawn. */
export type DrawImage = (
  who: string,
  read: () => Promise<Uint8Array>,
  wishes: DrawingWishes,
) => Promise<{ bytes: Uint8Array; mediaType: string } | null>;
