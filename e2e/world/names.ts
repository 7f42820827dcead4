import { randomInt } from 'node:crypto';

// So many that thirty of a kind have two of one name once in a hundred thousand runs, and short: whoever comes keeps
// 28 letters of their name.
const starts = `bra cor den fal gri hol kes mor nev rud sel tor
  bal cal dor fen gal hir jan kol lun mar nol pel`.split(/\s+/);
const middles = ['a', 'e', 'i', 'o', 'u', 'an', 'el', 'in', 'or', 'us'];
const ends = `dak gar kin lem mun nok rav sen tal vik wen zan
  bek dun fil gor hem lok mir nar pol rim sul tam`.split(/\s+/);

const pick = (list: readonly string[]): string => list[randomInt(list.length)] ?? '';

/** A name that nobody has yet, and that looks like no other to the league. */
export function makeName(kind: string): string {
  const words = [0, 1].map(() => `${pick(starts)}${pick(middles)}${pick(ends)}`);
  return `${kind} ${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

/** A name of one word, as long as one may be that nobody could break at a space. */
export const makeLongName = (): string => {
  const letters = Array.from({ length: 12 }, () => `${pick(starts)}${pick(middles)}`).join('');
  return letters.charAt(0).toUpperCase() + letters.slice(1, 32);
};

const consonants = 'BCDFGHJKLMNPQRSTVWXZ';

/** A team's tag: six letters that are no look-alikes of a digit. */
export function makeTag(): string {
  return Array.from({ length: 6 }, () => consonants[randomInt(consonants.length)]).join('');
}
