import type { DrawImage } from '@muster/backend';
import { drawApart } from './drawing/drawing-process.ts';
import { findKind } from './kinds.ts';
import { PictureRefused } from './picture.ts';
import { createTurns } from './turns.ts';

/** One at a time, so that what people bring to a match need not wait for it. */
const takeTurn = createTurns(1);

/** Draws a picture of the storage service in the size and form that is asked for. */
export const drawStored: DrawImage = (who, read, wishes) =>
  takeTurn(who, async () => {
    const bytes = await read();
    // By what it is, whatever it is called: nothing that is text, as svg, is drawn.
    if (findKind(bytes)?.kind !== 'image') {
      return null;
    }
    try {
      const { picture, mediaType } = await drawApart('stored', bytes, wishes);
      return { bytes: picture.bytes, mediaType };
    } catch (error) {
      if (error instanceof PictureRefused) {
        return null;
      }
      throw error;
    }
  });
