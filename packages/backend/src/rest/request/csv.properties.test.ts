import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

type Parse = typeof parseCsv;
const isReadBack = (parse: Parse) =>
  fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a') }), (text) => {
    parse(text);
    const quoted = `"${text.replaceAll('"', '""')}"`;
    expect(parse(`a,b\n${quoted},${quoted}`)).toEqual([{ a: text, b: text }]);
  });

test('any text is read to an end, and what is written is read as it was', () => {
  fc.assert(isReadBack(parseCsv));
});

test.each<[string, Parse]>([
  ['were quotes not doubled', (text) => parseCsv(text.replaceAll('""', '"'))],
  ['were line ends made the same', (text) => parseCsv(text.replaceAll('\r', '\n'))],
])('and would not be, %s', (_fault, parse) => {
  expect(fc.check(isReadBack(parse)).failed).toBe(true);
});
