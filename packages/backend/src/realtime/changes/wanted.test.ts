import { expect, test } from 'vitest';
import { describeWanted, parseWanted } from './wanted.ts';

const nothing = { event: '*', schema: 'public', table: '*', filters: [], select: null };

test.each([
  [{ schema: 'public' }, {}],
  [{ table: 'notes' }, { table: 'notes' }],
  [
    { schema: '*', table: 'notes' },
    { schema: '*', table: 'notes' },
  ],
  [{ schema: 'public', filter: null }, {}],
  [{ event: 'insert', schema: 'public' }, { event: 'INSERT' }],
  [{ event: 'UPDATE', schema: 'public' }, { event: 'UPDATE' }],
  [{ event: 'delete', schema: 'public' }, { event: 'DELETE' }],
  [{ event: 'TRUNCATE', schema: 'public' }, {}],
  [{ event: 1, schema: 'public' }, {}],
  [{ schema: 'public', select: [] }, {}],
  [{ schema: 'public', select: [1, null] }, {}],
  [
    { schema: 'public', table: 'notes', select: ['b', 'a', 'b', 1] },
    { table: 'notes', select: ['a', 'b'] },
  ],
  [
    { schema: 'public', table: 'notes', filter: 'id=eq.1' },
    {
      table: 'notes',
      filters: [{ column: 'id', operator: 'eq', value: '1', isNegated: false }],
    },
  ],
])('%j is read', (given, expected) => {
  expect(parseWanted(given)).toEqual({ ...nothing, ...expected });
});

const missing =
  'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to';
const wildcard =
  'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.';

test.each([
  [{}, missing],
  [null, missing],
  ['notes', missing],
  [{ schema: 1 }, missing],
  [{ schema: 'public', filter: 'id=eq.1' }, missing],
  [{ table: 'notes', filter: 'id=eq.1' }, missing],
  [{ schema: 'public', table: 'notes', filter: 1 }, missing],
  [{ schema: 'public', select: ['id'] }, wildcard],
  [{ schema: '*', table: 'notes', select: ['id'] }, wildcard],
  [
    { schema: 'public', table: 'notes', select: 'id' },
    'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
  ],
  [{ schema: 'public', table: 'notes', filter: 'x' }, 'Error parsing `filter` params: ["x"]'],
])('%j is refused', (given, fault) => {
  expect(parseWanted(given)).toEqual({ fault });
});

test.each([
  [99, null],
  [100, null],
  [101, 'Error parsing `select` params: at most 100 columns'],
])('%i columns', (count, fault) => {
  const select = Array.from({ length: count }, (_, index) => `c${index}`);
  const parsed = parseWanted({ schema: 'public', table: 'notes', select });
  expect('fault' in parsed ? parsed.fault : null).toBe(fault);
});

test('it is described as messages about it say it', () => {
  const wanted = parseWanted({
    event: 'INSERT',
    schema: 'public',
    table: 'notes',
    filter: 'a=not.eq."x""',
    select: ['a', 'b'],
  });
  expect('fault' in wanted ? null : describeWanted(wanted)).toBe(
    '[event: INSERT, schema: public, table: notes, filters: [{"a", "eq", "\\"x\\"\\"", true}], select: ["a", "b"]]',
  );
});
