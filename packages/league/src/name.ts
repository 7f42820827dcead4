/**
 * Characters that read like a Latin letter or digit in common typefaces, by what they read like.
 * Accents, full-width forms and ligatures need no entry: compatibility decomposition removes them.
 */
const lookAlikes: Record<string, string> = {
  a: 'аαɑ@',
  b: 'ьвƅβ',
  c: 'сϲᴄ¢',
  d: 'ԁɗ',
  e: 'еєε€ɛ',
  f: 'ƒϝ',
  g: 'ɡց',
  h: 'һнհ',
  j: 'јϳ',
  k: 'кκ',
  l: 'i1|!ıіӏιłІ',
  m: 'мʍ',
  n: 'пոη',
  o: '0оοσօøө',
  p: 'рρþ',
  q: 'ԛգ',
  r: 'гᴦ',
  s: 'ѕꜱ$5',
  t: 'тτ',
  u: 'υսцʋ',
  v: 'ѵνᴠ',
  w: 'ԝѡωшᴡ',
  x: 'хχ×',
  y: 'уүγ',
  z: 'ᴢʐ2',
};

const readsLike = new Map(
  Object.entries(lookAlikes).flatMap(([letter, alikes]) =>
    [...alikes.toLowerCase()].map((alike) => [alike, letter] as const),
  ),
);

/** What a name looks like at a glance: two names with the same skeleton are taken for each other. */
export function toSkeleton(name: string): string {
  // Letter by letter, so that none is another at the end of a word, as a capital sigma is.
  const plain = [...name.normalize('NFKD').replace(/\p{M}/gu, '')].map((letter) =>
    letter.toLowerCase(),
  );
  const letters = plain.map((letter) => readsLike.get(letter) ?? letter).join('');
  const skeleton = letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');
  return skeleton || letters;
}

/** A name as it is kept: trimmed, single spaces, one form of each character; null when it is none. */
export function parseName(
  name: string,
  limits: { minimum: number; maximum: number },
): string | null {
  const plain = name.normalize('NFC').trim().replace(/\s+/gu, ' ');
  const length = [...plain].length;
  const isHidden = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u.test(plain);
  const isReadable = /[\p{L}\p{N}]/u.test(plain);
  return length >= limits.minimum && length <= limits.maximum && !isHidden && isReadable
    ? plain
    : null;
}
