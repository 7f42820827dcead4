import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** A network, as `10.0.0.0/8` says it. */
export interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/**
 * IPv4 that is no server of the internet's (IANA's special-purpose registry): this network, private,
 * carrier-grade, loopback, link-local, protocol assignments, documentation, the 6to4 relay, benchmarks,
 * multicast, reserved and broadcast.
 */
const special4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
/** IPv6 within 2000::/3 that is none either: protocol assignments with Teredo, documentation, 6to4. */
const special6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';
const global6 = '2000::/3';

/** Where the first 96 bits say that the last 32 are an IPv4 address: mapped, translated (RFC 2765), NAT64. */
const embeds4 = '::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96';

/** Reads networks, separated by commas; null where one of them is none. */
export function parseNetworks(text: string): Network[] | null {
  const networks = text.split(',').map((part) => parseNetwork(part.trim()));
  return networks.every((network) => network !== null) ? networks : null;
}

function parseNetwork(text: string): Network | null {
  const [, address = '', digits = ''] = /^([\d.:a-f]+)\/(\d{1,3})$/i.exec(text) ?? [];
  const prefix = Number(digits);
  if (isIPv4(address)) {
    return prefix <= 32 ? { address, prefix, family: 'ipv4' } : null;
  }
  return isIPv6(address) && prefix <= 128 ? { address, prefix, family: 'ipv6' } : null;
}

function toList(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) {
    list.addSubnet(address, prefix, family);
  }
  return list;
}

const toNetworks = (text: string) => parseNetworks(text.replaceAll(' ', ',')) ?? [];
const closed = toList(toNetworks(`${special4} ${special6}`));
const open6 = toList(toNetworks(global6));
const embedding = toList(toNetworks(embeds4));

/** An IPv6 address as its eight groups. */
function toGroups(address: string): number[] {
  // The URL standard has one way to write it.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
}

/**
 * The address in the one way to write it, an IPv4 address within an IPv6 one taken out of it; null for
 * what is none, or is good on one interface alone (`fe80::1%eth0`).
 */
export function toOneAddress(text: string): string | null {
  const address = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (isIPv4(address)) {
    return address;
  }
  if (!isIPv6(address) || address.includes('%')) {
    return null;
  }
  if (!embedding.check(address, 'ipv6')) {
    return new URL(`http://[${address}]`).hostname.slice(1, -1);
  }
  const [high = 0, low = 0] = toGroups(address).slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** Whether an address is a server's of the internet: what a league may be made to speak to by what somebody enters. */
export function isPublicAddress(text: string): boolean {
  const address = toOneAddress(text);
  if (address === null) {
    return false;
  }
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return !closed.check(address, family) && (family === 'ipv4' || open6.check(address, family));
}

/** Whether an address is this machine's own. */
export function isLoopbackNumber(text: string): boolean {
  const address = toOneAddress(text);
  return address === '::1' || address?.startsWith('127.') === true;
}

/** Says of addresses whether they may be spoken to: those of the internet, and of the networks given. */
export function createAddressJudge(networks: readonly Network[]): (address: string) => boolean {
  const allowed = toList(networks);
  return (text) => {
    const address = toOneAddress(text);
    return (
      address !== null &&
      (isPublicAddress(address) || allowed.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'))
    );
  };
}
