import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('.', import.meta.url);

function readSources(isWanted: (name: string) => boolean): string {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('testing/') && isWanted(name))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
}

const makers = 'badRequest|unauthorized|forbidden|notFound|conflict|unprocessable|tooManyRequests';
const thrown = new RegExp(
  `(?:(?:${makers})\\(|new AuthError\\(\\s*\\d{3},|code \\?\\?|code:)\\s*['\`]([a-z][^'\`]+)['\`]`,
  'g',
);

/** The codes that the service can answer with; `mfa_${type}_…` stands for one of each kind of factor. */
function listThrown(): string[] {
  const source = readSources((name) => !/\.test\.ts$/.test(name));
  const codes = [...source.matchAll(thrown)].flatMap(([, code = '']) =>
    code.includes('${')
      ? ['totp', 'phone', 'webauthn'].map((type) => code.replace(/\$\{\w+\}/, type))
      : [code],
  );
  return [...new Set(codes)].sort();
}

it('brings about every code that the service can answer with, by a real request', () => {
  const codes = listThrown();
  const tests = readSources((name) => name.endsWith('.db.test.ts'));
  expect(codes.length).toBeGreaterThan(60);
  expect(codes.filter((code) => !new RegExp(`['"]${code}['"]`).test(tests))).toEqual([]);
});
