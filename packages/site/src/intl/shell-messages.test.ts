import { readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { locales } from './locales.ts';

function readMessages(code: string): Map<string, string> {
  const file = new URL(`../locales/${code}/shell.json`, import.meta.url);
  const found = new Map<string, string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') found.set(key, value);
    else for (const [name, inner] of Object.entries(value ?? {})) visit(inner, `${key}.${name}`);
  };
  visit(JSON.parse(readFileSync(file, 'utf8')), 'shell');
  return found;
}

/** The names that a message takes, each once. */
function listArguments(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name ?? ''))].sort();
}

const english = readMessages('en');

describe.each(locales.filter(({ code }) => code !== 'en'))('the shell in $name', ({ code }) => {
  const messages = readMessages(code);

  it('has the same keys as English', () => {
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('takes the same arguments, and every message is ICU', () => {
    for (const [key, message] of messages) {
      expect(() => compile(message), key).not.toThrow();
      expect(listArguments(message), key).toEqual(listArguments(english.get(key) ?? ''));
    }
  });
});
