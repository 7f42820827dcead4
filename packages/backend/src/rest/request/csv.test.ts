import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

test.each([
  [
    'a,b\n1,2\n3,4',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  ['a,b\r\n1,2\r\n', [{ a: '1', b: '2' }]],
  ['a\n"x, ""y""\nz"', [{ a: 'x, "y"\nz' }]],
  ['a,b\nNULL,"NULL"\n', [{ a: null, b: 'NULL' }]],
  ['a,b\n,\n', [{ a: '', b: '' }]],
  ['a,b\n1,', [{ a: '1', b: '' }]],
  ['a,b', []],
  ['a,b\n1', null],
  ['a,b\n1,2,3', null],
  ['a\n"x', null],
  ['a\n"x"y', null],
  ['', null],
])('%j', (text, rows) => {
  expect(parseCsv(text)).toEqual(rows);
});

test('the names are repeated for so many lines only: four million characters of them', () => {
  const name = 'x'.repeat(524_288);
  const toTable = (lines: number, more = '') => `${name}${more}\n${'1\n'.repeat(lines)}`;
  expect(parseCsv(toTable(7))).toHaveLength(7);
  expect(parseCsv(toTable(8))).toHaveLength(8);
  expect(() => parseCsv(toTable(8, 'y'))).toThrow('CSV');
});
