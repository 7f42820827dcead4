import { storageLimits } from '../limits.ts';

/**
 * Reads on what nobody wants, up to a bound: whoever still sends it would not hear why, and their next request by the
 * same connection would be cut.
 */
export async function discardBody(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), storageLimits.discardedFor);
  try {
    for (let left = storageLimits.discardedBytes; left > 0; ) {
      const read = await Promise.race([reader.read(), late]);
      if (read === null || read.done) {
        break;
      }
      left -= read.value.length;
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel();
  }
}
