import { describe, expect, test } from 'vitest';
import { scanStatements } from './scan-statements.ts';

function listWords(text: string): string[] {
  return scanStatements(text).statements.map(({ words }) => words);
}

describe('statements', () => {
  test('end at a semicolon, and begin on the line of their first word', () => {
    expect(scanStatements('select 1;\n\n-- why\n  SELECT  two;').statements).toEqual([
      { words: 'select 1', line: 1 },
      { words: 'select two', line: 4 },
    ]);
  });

  test.each([
    ["select 'a;b', 'it''s;', \"c;\"", 1],
    ["select E'it\\'s;', 'a\\'; select 2", 2],
    ['select $$ ; $x$ ; $$; select 2', 2],
    ['do $body$ begin; $$ ; $$ end $body$; select 2', 2],
    ['select 1 /* ; /* ; */ ; */ ; select 2', 2],
    ['select 1 -- ; select 2', 1],
    ["select a$b$c ; select '$b$'", 2],
    ['select $1; select $2', 2],
    [
      'create function f() returns int begin atomic select 1; select case when true then 2 end; end; select 2',
      2,
    ],
    ["select 'never closed; select 2", 1],
    [';;', 0],
  ])('%s: %i', (text, count) => {
    expect(listWords(text)).toHaveLength(count);
  });
});

describe('what only psql understands', () => {
  test('is told with its line', () => {
    expect(scanStatements('select 1;\n\\copy t from x\n\\d').metaCommands).toEqual([
      { text: '\\copy t from x', line: 2 },
      { text: '\\d', line: 3 },
    ]);
  });

  test.each(["select '\\d'", 'select $$\\d$$', '-- \\d', "select E'\\\\d'", '/* \\d */'])(
    'is not seen where it is none: %s',
    (text) => {
      expect(scanStatements(text).metaCommands).toEqual([]);
    },
  );
});
