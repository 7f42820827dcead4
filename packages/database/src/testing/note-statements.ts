import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';

/**
 * Runs before each file of database tests. Where MUSTER_STATEMENTS names a folder, the statements that the file and what
 * it runs in its own process send are noted in it, one JSON string a line, so that another version of PostgreSQL can be
 * asked whether it takes them (`print-answers.ts`).
 */
const folder = process.env.MUSTER_STATEMENTS;

if (folder !== undefined) {
  const noted = new Set<string>();
  const { query: plain } = pg.Client.prototype;
  pg.Client.prototype.query = new Proxy(plain, {
    apply(query, client, given) {
      noted.add(toText(given[0]));
      return Reflect.apply(query, client, given);
    },
  });
  afterAll(() => {
    // The next file runs in the same process, and notes its own.
    pg.Client.prototype.query = plain;
    const lines = [...noted].map((text) => `${JSON.stringify(text)}\n`);
    appendFileSync(join(folder, `${process.pid}.ndjson`), lines.join(''));
  });
}

/** What pg is given is a text, or an object that has one. */
function toText(given: unknown): string {
  const text: unknown =
    typeof given === 'object' && given !== null && 'text' in given ? given.text : given;
  return typeof text === 'string' ? text : '';
}
