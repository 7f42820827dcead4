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
