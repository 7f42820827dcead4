import { isIPv6 } from 'node:net';

const mappedIpv4 = '0:0:0:0:0:ffff:';

/**
 * How many connections the kernel keeps for a process that is busy (Linux caps it at `net.core.somaxconn`, 4096 since
 * 5.4). Node's 511 are too few where everybody comes back after a restart: whose connection finds no place there, and is
 * not taken within some seconds, is reset after it seemed open.
 */
export const listenBacklog = 4096;

/**
 * What is counted as one by limits: an IPv4 address, or the /64 around an IPv6 address, all of which
 * belongs to whoever has one of them. The same for every way to write an address; what is none stays as it is.
 */
export function toNetwork(address: string): string {
  const [plain = ''] = address.split('%');
  if (!plain.includes(':') || !isIPv6(plain)) {
    return plain;
  }
  // The URL standard has one way to write it.
  const { hostname } = new URL(`http://[${plain}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after];
  const whole = groups.join(':');
  return whole.startsWith(mappedIpv4) ? toIPv4(groups) : groups.slice(0, 4).join(':');
}

function toIPv4(groups: readonly string[]): string {
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 0xff];
  });
  return bytes.join('.');
}

/** Counts what is open at the same time: in all, and by network. */
export class OpenShares {
  readonly #most: number;
  readonly #share: number;
  readonly #open = new Map<string, number>();
  #total = 0;

  /** @param limits how many may be open at once, of everybody and of one network */
  constructor({ most, share }: { most: number; share: number }) {
    this.#most = most;
    this.#share = share;
  }

  get total(): number {
    return this.#total;
  }

  /** Opens one more for an address; what closes it again, or which of the two limits refuses it. */
  open(address: string): (() => void) | 'all_taken' | 'share_taken' {
    const network = toNetwork(address);
    const own = this.#open.get(network) ?? 0;
    if (own >= this.#share) {
      return 'share_taken';
    }
    if (this.#total >= this.#most) {
      return 'all_taken';
    }
    this.#open.set(network, own + 1);
    this.#total += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) {
        return;
      }
      isOpen = false;
      this.#total -= 1;
      const left = (this.#open.get(network) ?? 0) - 1;
      if (left > 0) {
        this.#open.set(network, left);
      } else {
        this.#open.delete(network);
      }
    };
  }
}
