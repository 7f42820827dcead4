import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit } from '../engine/audit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { requireSiteAdmin } from '../http/office.ts';

/** As the table has it: a word of a language is one run of letters and digits. */
const word = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(2),
  v.maxLength(40),
  v.regex(/^[\p{L}\p{M}\p{N}]+$/u),
);
const schema = v.object({
  locale: v.picklist(['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi']),
  words: v.pipe(v.array(word), v.maxLength(500)),
});

/** The list of one language, as a whole; what is up already is not looked at again. */
export function mountFlagWords(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/moderation/words',
    schema,
    async work(unit, { body: { locale, words } }) {
      await requireSiteAdmin(unit);
      const { transaction } = unit;
      const gone = await transaction.query<{ word: string }>(
        'delete from private.flag_words where locale = $1 and not word = any($2::text[]) returning word',
        [locale, words],
      );
      const added = await transaction.query<{ word: string }>(
        `insert into private.flag_words (locale, word) select $1, unnest($2::text[])
         on conflict do nothing returning word`,
        [locale, words],
      );
      if (gone.length + added.length > 0) {
        const list = (rows: { word: string }[]) => rows.map((row) => row.word);
        const changes = { words: { from: list(gone), to: list(added) } };
        await keepAudit(unit, {
          act: 'words_edited',
          kind: 'flag_words',
          subject: locale,
          changes,
        });
      }
      return {};
    },
  });
}
