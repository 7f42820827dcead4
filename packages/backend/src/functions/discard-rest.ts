import type { IncomingMessage } from 'node:http';
import type { FunctionLimits } from './limits.ts';

/**
 * Reads on what nobody wants of a body, up to a bound: whoever still sends it would not hear what is answered, and
 * their next request by the same connection would wait for its end.
 */
export function discardRest(
  incoming: IncomingMessage,
  { discardedBytes, discardedMs }: Pick<FunctionLimits, 'discardedBytes' | 'discardedMs'>,
): void {
  if (incoming.complete || incoming.destroyed) {
    return;
  }
  let left = discardedBytes;
  const cut = () => incoming.destroy();
  const late = setTimeout(cut, discardedMs);
  incoming.on('data', (piece: Buffer) => {
    left -= piece.byteLength;
    if (left < 0) {
      cut();
    }
  });
  incoming.once('close', () => clearTimeout(late));
  incoming.resume();
}
