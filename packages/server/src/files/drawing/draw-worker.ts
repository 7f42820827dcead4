import { PictureRefused } from '../picture.ts';
import { drawings } from './draw.ts';
import type { DrawingAnswer, DrawingOrder } from './drawing-process.ts';

/** The process of `drawApart`: draws what comes by the channel until nobody holds its other end. */

async function draw({ id, kind, bytes, wishes }: DrawingOrder): Promise<DrawingAnswer> {
  try {
    return { id, pictures: await drawings[kind](bytes, wishes) };
  } catch (error) {
    if (error instanceof PictureRefused) {
      return { id, refused: error.code };
    }
    return { id, failure: String(error) };
  }
}

// A signal to the whole group is for who waits for us; we end when they do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {});
}
process.once('disconnect', () => process.exit());
process.on('message', async (order: DrawingOrder) => {
  const answer = await draw(order);
  if (process.connected) {
    process.send?.(answer);
  }
});
