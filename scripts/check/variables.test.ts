import { expect, it } from 'vitest';
import { checkVariables, listVariableFaults } from './variables.ts';

const source = 'const variables = v.object({\n  PORT: wholeNumber(0, most),\n  HOST: text,\n});\n';
const row = (names: string) =>
  `| variable | default |\n|---|---|\n| ${names} | unset, see \`DATA\` |\n`;

it('passes where both name the same variables', () => {
  expect(listVariableFaults(source, row('`PORT`, `HOST`'))).toEqual([]);
  expect(checkVariables()).toEqual([]);
});

it('names a variable that is read and not told of, and one that nothing reads', () => {
  expect(listVariableFaults(source, row('`PORT`'))).toEqual([
    'docs/operating.md does not say what HOST does',
  ]);
  expect(listVariableFaults(source, row('`PORT`, `HOST`; `OLD_NAME`'))).toEqual([
    'docs/operating.md names OLD_NAME, which nothing reads',
  ]);
});
