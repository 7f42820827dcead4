import type { ByteRange } from './home.ts';

/** Puts bytes together to pieces of one size, the last of them as long as is left. */
export async function* toPieces(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  pieceBytes: number,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= pieceBytes) {
      const whole = Buffer.concat(waiting);
      const full = length - (length % pieceBytes);
      for (let start = 0; start < full; start += pieceBytes) {
        yield whole.subarray(start, start + pieceBytes);
      }
      waiting = [whole.subarray(full)];
      length -= full;
    }
  }
  if (length > 0) {
    yield Buffer.concat(waiting);
  }
}

/**
 * A part of something that lies in pieces, one of them in memory at a time. `readAt` gives what there is from a place
 * on, no more than is asked for; nothing where the bytes are gone, and then the stream fails, so that an answer that
 * ends early is known by its length.
 */
export function streamPieces(
  { first, last }: ByteRange,
  readAt: (place: number, most: number) => Promise<Uint8Array<ArrayBuffer> | null>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = first;
  return new ReadableStream(
    {
      async pull(controller) {
        if (next > last) {
          controller.close();
          return;
        }
        const bytes = await readAt(next, last - next + 1);
        if (bytes === null || bytes.length === 0) {
          throw new Error(`bytes are missing from ${next}`);
        }
        next += bytes.length;
        controller.enqueue(bytes);
      },
    },
    { highWaterMark: 1 },
  );
}
