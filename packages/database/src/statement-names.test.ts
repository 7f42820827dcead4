import { expect, test } from 'vitest';
import { StatementNames } from './statement-names.ts';

test('names a statement at its third use, always the same', () => {
  const names = new StatementNames();
  const given = [1, 2, 3, 4].map(() => names.find('select $1'));
  const [, , third] = given;
  expect(third).toMatch(/^muster_[0-9a-f]{12}_1$/);
  expect(given).toEqual([undefined, undefined, third, third]);
});

test('gives no name that another process gives, for both may meet on a pooler’s connection', () => {
  const use = (names: StatementNames) => [1, 2, 3].map(() => names.find('select $1')).at(-1);
  expect(use(new StatementNames())).not.toBe(use(new StatementNames()));
});

test('gives no name twice, also after forgetting', () => {
  const names = new StatementNames();
  const use = (text: string) => [1, 2, 3].map(() => names.find(text)).at(-1);
  expect(use('a')).toMatch(/_1$/);
  expect(use('b')).toMatch(/_2$/);
  names.forget();
  expect(use('a')).toMatch(/_3$/);
});

test('keeps a statement that comes again while thousands come once', () => {
  const names = new StatementNames();
  let name: string | undefined;
  for (let at = 0; at < 5_000; at += 1) {
    names.find(`select ${at}, $1`);
    name = at % 100 === 0 ? names.find('again') : name;
  }
  expect(name).toMatch(/_1$/);
});

const nameByUse = (names: StatementNames, text: string) =>
  [1, 2, 3].map(() => names.find(text)).at(-1);

test('keeps the names of a bounded number of statements', () => {
  const names = new StatementNames();
  const texts = Array.from({ length: 1_000 }, (_, at) => `select ${at}, $1`);
  for (const text of texts) {
    nameByUse(names, text);
  }
  // From the last to the first, so that none of those that are kept goes before it was asked for.
  const kept = texts.toReversed().filter((text) => names.find(text) !== undefined);
  expect(kept).toEqual(texts.slice(-300).toReversed());
});

test('keeps the name of a statement in use, and gives a new one theirs, while strangers make up thousands', () => {
  const names = new StatementNames();
  const own = nameByUse(names, 'own');
  for (let at = 0; at < 3_000; at += 1) {
    nameByUse(names, `select ${at}, $1`);
    if (at % 100 === 0) {
      expect(names.find('own')).toBe(own);
    }
  }
  expect(nameByUse(names, 'another')).toBeDefined();
});

test('finds a connection outlived once six hundred names came after it, not sooner', () => {
  const names = new StatementNames();
  nameByUse(names, 'first');
  expect(names.given).toBe(1);
  for (let at = 0; at < 600; at += 1) {
    nameByUse(names, `select ${at}, $1`);
  }
  expect([names.given, names.isOutlived(1), names.isOutlived(0)]).toEqual([601, false, true]);
});

test('counts the uses of the last thousand statements and forgets those before', () => {
  const names = new StatementNames();
  const use = (text: string, times: number) =>
    Array.from({ length: times }, () => names.find(text)).at(-1);
  use('kept', 2);
  use('lost', 2);
  names.find('kept');
  use('lost', 1);
  // Both have their name now; what follows is about two that have none yet.
  use('other', 2);
  for (let at = 0; at < 999; at += 1) {
    names.find(`select ${at}`);
  }
  expect(names.find('other')).toBeDefined();
  use('another', 2);
  for (let at = 0; at < 1_000; at += 1) {
    names.find(`select ${at}, 1`);
  }
  expect(names.find('another')).toBeUndefined();
});
