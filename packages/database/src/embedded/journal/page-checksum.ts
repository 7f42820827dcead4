import type { Place } from './position.ts';

export const pageSize = 8192;
const lanes = 32;
const prime = 16_777_619;
/** Where each lane begins; with the rest of the sum from PostgreSQL's `storage/checksum_impl.h`. */
const offsets = Uint32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2],
  ...[0x83e13d2c, 0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c],
  ...[0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979],
  ...[0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e],
  ...[0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);
/** Where a page has its place in the log, its checksum, and where its rows begin: 0 on a page that is new. */
const at = { place: 0, checksum: 8, upper: 14 };

/** A part of a table or an index, as its file's path below the data directory tells; its first page's number else null. */
export function findFirstPage(path: string): number | null {
  const found = /^(?:base\/\d+|global)\/\d+(?:_(?:fsm|vm))?(?:\.(\d+))?$/.exec(path);
  const pagesInFile = 2 ** 30 / pageSize;
  return found === null ? null : Number(found[1] ?? 0) * pagesInFile;
}

/** Whether a page is as it was written; one that was written since a place in the log is in the log whole. */
export function isPageSound(page: Buffer, number: number, since: Place): boolean {
  const place =
    (BigInt(page.readUInt32LE(at.place)) << 32n) | BigInt(page.readUInt32LE(at.place + 4));
  return (
    page.readUInt16LE(at.upper) === 0 ||
    place >= since ||
    page.readUInt16LE(at.checksum) === sumPage(page, number)
  );
}

function sumPage(page: Buffer, number: number): number {
  const words = new Uint32Array(pageSize / 4);
  for (let word = 0; word < words.length; word += 1) {
    words[word] = page.readUInt32LE(word * 4);
  }
  // The checksum itself counts as 0.
  const holder = at.checksum / 4;
  words[holder] = (words[holder] ?? 0) & 0xffff0000;
  const sums = Uint32Array.from(offsets);
  for (let word = 0; word < words.length; word += 1) {
    mix(sums, word % lanes, words[word] ?? 0);
  }
  for (let round = 0; round < 2 * lanes; round += 1) {
    mix(sums, round % lanes, 0);
  }
  const sum = (sums.reduce((all, one) => all ^ one, 0) ^ number) >>> 0;
  return (sum % 65_535) + 1;
}

function mix(sums: Uint32Array, lane: number, value: number): void {
  const mixed = (sums[lane] ?? 0) ^ value;
  sums[lane] = Math.imul(mixed, prime) ^ (mixed >>> 17);
}
