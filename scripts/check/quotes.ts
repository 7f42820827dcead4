type Texts = ReadonlyMap<string, string>;

/** The marks between which each language quotes: the opening one, the closing one, and what stands inside of them. */
const marks: Readonly<Record<string, readonly [string, string, string]>> = {
  en: ['“', '”', ''],
  es: ['«', '»', ''],
  fr: ['«', '»', '[\u00a0\u202f]'],
  de: ['„', '“', ''],
  pl: ['„', '”', ''],
  pt: ['“', '”', ''],
  fi: ['”', '”', ''],
};

/** What no language writes: the signs of a typewriter, and marks within marks. */
const straight = /['"‘‚‹›]/;

function toQuoted(locale: string): RegExp {
  const [opening, closing, space] = marks[locale] ?? ['', '', ''];
  return new RegExp(`${opening}${space}[^\\s“”„«»][^“”„«»]*${closing}`, 'gu');
}

const isWhole = (text: string, quoted: RegExp): boolean =>
  !straight.test(text) && !/[“”„«»]/.test(text.replaceAll(quoted, ''));

/** A line for each text with a straight sign, or with a quotation that is not marked as its language marks one. */
export function listOtherQuotes(locale: string, texts: Texts): string[] {
  const quoted = toQuoted(locale);
  return [...texts]
    .filter(([, text]) => !isWhole(text, quoted))
    .map(([id]) => `${locale}: '${id}' quotes or leaves out otherwise than this language does`);
}
