import { expect, it } from 'vitest';
import { listFaults } from './list-faults.ts';

const toBecomes = (text: string) => listFaults(text).map(({ line, becomes }) => [line, becomes]);

it('changes one sign at a time, and says in which line', () => {
  expect(toBecomes('const a = 1;\nif (a === b && c < d) return;')).toEqual([
    [2, 'if (a !== b && c < d) return;'],
    [2, 'if (a === b && c <= d) return;'],
    [2, 'if (a === b || c < d) return;'],
  ]);
});

it('takes a guard away, and what it throws', () => {
  expect(toBecomes('  await requireVoice(unit, who);\n  throw new Error();')).toEqual([
    [1, '  ;'],
    [2, '  ;'],
  ]);
});

it('changes the SQL that stands in a text', () => {
  expect(toBecomes('  where a = 1 and b is null order by c desc')).toEqual([
    [1, '  where a = 1 or b is null order by c desc'],
    [1, '  where a = 1 and b is not null order by c desc'],
    [1, '  where a = 1 and b is null order by c'],
  ]);
});

it('leaves the places of a statement alone, which no test could miss', () => {
  expect(toBecomes('  values ($1, $2), (30, $4)')).toEqual([[1, '  values ($1, $2), (60, $4)']]);
});

it('leaves what a failure says alone', () => {
  expect(toBecomes("  throw validationFailed('one and two');")).toEqual([[1, '  ;']]);
  expect(toBecomes("throw new Error(\n  '24 (12) or more',\n);\nleast(12);")).toEqual([
    [4, 'least(24);'],
  ]);
});

it('leaves comments and imports alone', () => {
  expect(toBecomes("/** a === b\n * and c\n */\nimport { a } from 'b and c';\n// d && e")).toEqual(
    [],
  );
});

it('leaves the look of a page and of a mail alone', () => {
  expect(toBecomes('const style = `\np{margin:0 0 16px}\n`;\nconst lines = 12;')).toEqual([
    [4, 'const lines = 24;'],
  ]);
  expect(toBecomes('  `<p style="margin:0 12 0">`, 12);')).toEqual([
    [1, '  `<p style="margin:0 12 0">`, 24);'],
  ]);
});
