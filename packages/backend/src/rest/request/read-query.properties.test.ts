import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RestFailure } from '../failure.ts';
import { readQuery } from './read-query.ts';

const pieces = fc.constantFrom(
  ...[
    'select',
    'or',
    'and',
    'not',
    'order',
    'limit',
    '.',
    ',',
    '(',
    ')',
    '=',
    '&',
    '->',
    '->>',
    '::',
  ],
  ...[
    '"',
    '\\',
    '*',
    '!',
    '...',
    'eq',
    'in',
    'is',
    'null',
    'fts(x)',
    'any',
    'count()',
    'sum()',
    ' ',
    '-',
  ],
  ...['a', 'ä', '1', '%', '%22', '{', '}', ':', '$', '\u{1F3C6}'],
);

type Read = (query: string, isCallByGet: boolean) => unknown;
const isAnswered = (read: Read) =>
  fc.property(fc.array(pieces, { maxLength: 40 }), fc.boolean(), (parts, isCallByGet) => {
    try {
      read(`?${parts.join('')}`, isCallByGet);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(RestFailure);
      expect((thrown as RestFailure).status).toBeLessThan(500);
    }
  });

test('any query is read or refused as the fault of who sent it', () => {
  fc.assert(isAnswered(readQuery), { numRuns: 3_000 });
});

test('and would not be, were a percent sign decoded by itself', () => {
  const read: Read = (query, isCallByGet) => readQuery(decodeURIComponent(query), isCallByGet);
  expect(fc.check(isAnswered(read), { numRuns: 3_000 }).failed).toBe(true);
});
