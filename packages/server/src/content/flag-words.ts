import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transaction } from '@muster/database';
import { parse } from 'smol-toml';
import * as v from 'valibot';

const file = join(import.meta.dirname, '../../../../content/words.toml');
const word = v.pipe(v.string(), v.minLength(2), v.maxLength(40), v.regex(/^[\p{L}\p{M}\p{N}]+$/u));
const words = v.array(word);
const schema = v.strictObject({
  en: words,
  es: words,
  fr: words,
  de: words,
  pl: words,
  pt: words,
  fi: words,
});

/** Lays the words that flag names and notices, into a league that has none of its own yet. */
export async function layFlagWords(transaction: Transaction): Promise<void> {
  const lists = Object.entries(v.parse(schema, parse(readFileSync(file, 'utf8'))));
  for (const [locale, list] of lists) {
    await transaction.query(
      `insert into private.flag_words (locale, word) select $1, unnest($2::text[]) on conflict do nothing`,
      [locale, list],
    );
  }
}
