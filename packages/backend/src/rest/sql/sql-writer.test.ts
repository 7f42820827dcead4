import { expect, test } from 'vitest';
import { quote, SqlWriter, toArrayText } from './sql-writer.ts';

test('values stand where they are said, a key once for each of its types', () => {
  const writer = new SqlWriter();
  expect([writer.add('a'), writer.add('a'), writer.add(null)]).toEqual(['$1', '$2', '$3']);
  expect(writer.addKey('b')).toBe('$4::text');
  expect(writer.addKey(0)).toBe('$5::integer');
  expect(writer.addKey('0')).toBe('$6::text');
  expect([writer.addKey('b'), writer.addKey(0)]).toEqual(['$4::text', '$5::integer']);
  expect(writer.values).toEqual(['a', 'a', null, 'b', '0', '0']);
});

test('no two tables of a statement, and none of ours, have one name', () => {
  const writer = new SqlWriter();
  const names = ['teams', 'teams', 'teams', 'teams_1', 'body', 'r', 'a"b'];
  expect(names.map((name) => writer.nameTable(name))).toEqual([
    '"teams"',
    '"teams_1"',
    '"teams_2"',
    '"teams_1_1"',
    '"body_1"',
    '"r_1"',
    '"a""b"',
  ]);
});

test('names and values cannot leave their place', () => {
  expect(quote('a"; drop table b; --')).toBe('"a""; drop table b; --"');
  expect(toArrayText(['a', 'b,c', '"', '\\', ''])).toBe('{"a","b,c","\\"","\\\\",""}');
  expect(toArrayText([])).toBe('{}');
});
