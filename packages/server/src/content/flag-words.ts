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

/**
 * Lays the words that flag names and notices: each language's list that nobody in the league has edited, which its
 * audit log tells, becomes as it ships. What is up already is not looked at again.
 */
export async function layFlagWords(transaction: Transaction): Promise<void> {
  const lists = Object.entries(v.parse(schema, parse(readFileSync(file, 'utf8'))));
  const edited = await transaction.query<{ locale: string }>(
    `select distinct subject as locale from private.audit_log where act = 'words_edited' and kind = 'flag_words'`,
  );
  const own = new Set(edited.map(({ locale }) => locale));
  for (const [locale, list] of lists.filter(([code]) => !own.has(code))) {
    await transaction.query(
      'delete from private.flag_words where locale = $1 and not word = any($2::text[])',
      [locale, list],
    );
    await transaction.query(
      `insert into private.flag_words (locale, word) select $1, unnest($2::text[]) on conflict do nothing`,
      [locale, list],
    );
  }
}
