import { lookup } from 'node:dns/promises';
import { toOneAddress } from '../network-address.ts';

/** All addresses of a name; rejects where it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Where a host may be asked, as it is at this moment, or why it may not. */
export type FoundHost =
  | { kind: 'found'; address: string }
  | { kind: 'unresolved' }
  | { kind: 'not_allowed' };

export type FindHost = (host: string) => Promise<FoundHost>;

interface HostOptions {
  /** Whether an address may be spoken to. */
  isAllowed: (address: string) => boolean;
  resolve?: ResolveHost;
}

/** Names are resolved by threads that files need too. */
const atOnce = 2;
const patience = 5000;

/** As every program of this machine resolves names. */
async function resolveAsMachine(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** Lets so many through at once; the others wait in their order. */
function takeTurns(most: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (inside >= most) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    } else {
      inside += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        inside -= 1;
      } else {
        next();
      }
    }
  };
}

/** Waits so long for addresses; none where there are none by then. */
async function waitFor(addresses: Promise<readonly string[]>): Promise<readonly string[]> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => giveUp([]), patience);
  try {
    return await Promise.race([addresses.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Finds the address of a host, and judges each that its name has now. To be asked anew each time that something is
 * sent, which then goes to that very address: a name may lead elsewhere the next moment.
 */
export function createHostFinder({ isAllowed, resolve = resolveAsMachine }: HostOptions): FindHost {
  const inTurn = takeTurns(atOnce);
  return async (host) => {
    const literal = toOneAddress(host);
    const addresses = literal === null ? await waitFor(inTurn(() => resolve(host))) : [literal];
    const numbers = addresses.map(toOneAddress).filter((address) => address !== null);
    if (numbers.length === 0) {
      return { kind: 'unresolved' };
    }
    const address = numbers.find(isAllowed);
    return address === undefined ? { kind: 'not_allowed' } : { kind: 'found', address };
  };
}
