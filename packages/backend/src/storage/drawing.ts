/** How a stored picture is to be drawn. */
export interface DrawingWishes {
  /** In pixels; null: as it comes of the other, or as it is. */
  width: number | null;
  height: number | null;
  /** Fills both measures and cuts what is beyond, stays within both, or is distorted to both. */
  resize: 'cover' | 'contain' | 'fill';
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
