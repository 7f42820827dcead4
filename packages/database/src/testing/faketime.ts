import { existsSync } from 'node:fs';

/** Debian's, in the folder of each machine's libraries. */
const known = ['x86_64', 'aarch64', 'arm'].map(
  (machine) =>
    `/usr/lib/${machine}-linux-gnu${machine === 'arm' ? 'eabihf' : ''}/faketime/libfaketime.so.1`,
);

/** The library that tells a program another time, which is there; null where there is none. */
export function findFaketime(): string | null {
  return known.find((path) => existsSync(path)) ?? null;
}
