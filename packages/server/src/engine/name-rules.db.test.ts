import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { parseName, toSkeleton } from '@muster/league';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The rule of names stands twice: here for what the server decides, in the database for what is written past it. */

let own: TestDatabase;

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());

const limits = { minimum: 2, maximum: 2_000 };

/** What the rules make of each text, here and in the database, where they differ. */
async function findDifferences(texts: readonly string[]) {
  const rows = await own.database.query<{
    text: string;
    skeleton: string;
    parsed: string | null;
    nfkd: string;
  }>(
    `select text, private.name_skeleton(text) as skeleton, private.parse_name(text, $2, $3) as parsed,
       normalize(text, NFKD) as nfkd
     from unnest($1::text[]) with ordinality as given (text, place) order by place`,
    [texts, limits.minimum, limits.maximum],
  );
  expect(rows).toHaveLength(texts.length);
  // An older PostgreSQL does not know how the newest characters are put together.
  const known = rows.filter(({ text, nfkd }) => nfkd === text.normalize('NFKD'));
  expect(known.length).toBeGreaterThan(texts.length * 0.9);
  return known.filter(
    ({ text, skeleton, parsed }) =>
      skeleton !== toSkeleton(text) || parsed !== parseName(text, limits),
  );
}

const isShown = (character: string) => parseName(`x${character}y`, limits) !== null;

test('every character is judged and read the same by the server and by the database', async () => {
  const characters: string[] = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    if (code < 0xd800 || code > 0xdfff) {
      characters.push(String.fromCodePoint(code));
    }
  }
  const shown: string[] = [];
  const hidden: string[] = [];
  for (const character of characters) {
    (isShown(character) ? shown : hidden).push(character);
  }
  // Many at a time, between letters that keep them apart from each other.
  const texts: string[] = [];
  for (let from = 0; from < shown.length; from += 200) {
    texts.push(
      shown
        .slice(from, from + 200)
        .map((one) => `x${one}y`)
        .join(''),
    );
  }
  expect(await findDifferences(texts)).toEqual([]);
  const seen = await own.database.query(
    `select text from unnest($1::text[]) as given (text) where private.visible_name(text) <> ''`,
    [
      Array.from({ length: Math.ceil(hidden.length / 1000) }, (_, index) =>
        hidden.slice(index * 1000, (index + 1) * 1000).join(''),
      ),
    ],
  );
  expect(seen).toEqual([]);
});

test('whole names are judged and read the same', async () => {
  const names = [
    ...['Arbiter', 'Аrbiter', 'ΑΡΒΙΤΕΣ', '  Red   Dogs ', 'Corner', 'vvolf', 'c1ock', 'Žluťoučký'],
    ...[
      'a\u200bb',
      'a\u202eb',
      'a\u2066b',
      '\u2028ab',
      'a\ufeff',
      '!!',
      '@',
      'x',
      '',
      '\u3164\u3164',
    ],
    ...[
      'Ｉron  Fоxes',
      '½ ²',
      'ﬁsh',
      'İstanbul',
      'e\u0301e\u0301',
      '👩‍🚀 ace',
      'a'.repeat(32),
      'a'.repeat(33),
    ],
  ];
  expect(await findDifferences(names)).toEqual([]);
});
