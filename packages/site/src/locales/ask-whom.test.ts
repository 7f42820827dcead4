import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { locales } from '../intl/locales.ts';

/** How each language sends somebody to those in office. */
const sendings: Record<string, RegExp> = {
  en: /\b(?:ask|contact|write to|turn to)\b[^.]{0,40}\badmin/i,
  es: /\b(?:Pregunta|Pide|Contacta|Escribe)\b[^.]{0,40}\badmin/,
  fr: /\b(?:demandez|contactez|écrivez|adressez)\b[^.]{0,40}\badmin/i,
  de: /\b(?:frag|bitte|schreib|wende dich)\b[^.]{0,40}\badmin/i,
  pl: /(?:zapytaj|poproś|napisz do|skontaktuj)[^.]{0,40}\badmin/i,
  pt: /\b(?:fale com|peça|pergunte|escreva)\b[^.]{0,40}\badmin/i,
  fi: /(?:kysy|pyydä|kirjoita|ota yhteyttä)\b[^.]{0,40}ylläpi/i,
};

const shipped = new URL('../../../../content/', import.meta.url);

/** Of the pages, and of the texts that ship with a league. */
function listSentences(code: string): string[] {
  const folder = new URL(`./${code}/`, import.meta.url);
  const files = [
    ...readdirSync(folder).map((file) => new URL(file, folder)),
    ...globSync(`*/*/${code}.md`, { cwd: fileURLToPath(shipped) }).map(
      (file) => new URL(file, shipped),
    ),
  ];
  return files.flatMap((file) => {
    const texts = readFileSync(file, 'utf8');
    return texts.split('\n').filter((line) => sendings[code]?.test(line));
  });
}

// The page of those in office is where a reader sees who they are; its own lead needs no link to itself.
it.each(locales.map(({ code }) => code))(
  '%s sends nobody to an admin without saying who',
  (code) => {
    const sentences = listSentences(code).filter((line) => !line.includes('"lead"'));
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.filter((line) => !/<admins>|\(\/admins\)/.test(line))).toEqual([]);
  },
);
