import { findValueFault } from '@muster/database';
import { importedSections } from '@muster/site/pages/archives/import-data.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnNames } from './import-rows.ts';
import { readImport } from './read-import.ts';

const word = fc.oneof(
  fc.constantFrom(...columnNames, ...importedSections),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('"', '""', '\n', '\r\n', ';', ',', '\t', '\0', '1', '2019-05-31', '{', '['),
);
/** Anything at all, and what looks like a table, in every encoding. */
const files = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(
      fc.constantFrom('utf8' as const, 'utf16le' as const, 'latin1' as const),
      fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 30 }),
      fc.constantFrom(',', ';', '\t'),
    )
    .map(([encoding, rows, separator]) =>
      Buffer.from(
        `row${separator}name\n${rows.map((row) => row.join(separator)).join('\n')}`,
        encoding,
      ),
    ),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .record({
      title: word,
      rows: fc.array(
        fc.record({ row: fc.constantFrom(...importedSections), name: word, ended_at: word }),
      ),
    })
    .map((whole) => Buffer.from(JSON.stringify(whole))),
);

it('reads whatever comes without a failure, and keeps within its bounds', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (bytes) => {
      const { rows, faults, faulty, facts } = await readImport(bytes);
      expect(rows.length).toBeLessThanOrEqual(20_000);
      expect(faults.length).toBeLessThanOrEqual(200);
      // One row may have several faults, each a row that was not taken; nothing at all is one as well.
      expect(rows.length + faulty).toBeGreaterThan(0);
      expect(faults.every(({ line, value }) => line >= 0 && value.length <= 60)).toBe(true);
      for (const { line, raw, content } of rows) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(raw.length).toBeLessThanOrEqual(2000);
        expect(findValueFault({ raw, content }, 8)).toBeNull();
      }
      expect(findValueFault(facts, 8)).toBeNull();
    }),
    { numRuns: 300, seed: 20260 },
  );
});
