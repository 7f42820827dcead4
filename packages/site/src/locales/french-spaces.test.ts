import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('./fr/', import.meta.url);

/** A space at which a line may break before a sign that French sets apart, or inside its quotes. */
const breaking = / [;:?!»](?=[\s<}"”.,)]|$)|« /;

// On a phone a colon or a question mark would otherwise begin a line of its own.
it('keeps French signs on the line of their word', () => {
  const texts = readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8').split('\n'),
  );
  expect(texts.filter((line) => breaking.test(line))).toEqual([]);
  expect(breaking.test('"Pourquoi pas {team} ?"')).toBe(true);
  expect(breaking.test('"Pourquoi pas {team}\u00a0?"')).toBe(false);
});
