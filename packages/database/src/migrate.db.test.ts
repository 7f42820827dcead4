import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { createTestDatabase } from './testing/index.ts';

async function createFolder(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const [name, sql] of Object.entries(files)) {
    await writeFile(join(path, name), sql);
  }
  return { label: 'test', path };
}

test('applies the files of a folder in order, once', async () => {
  await using empty = await createTestDatabase({ isEmpty: true });
  const folder = await createFolder({
    '2_b.sql': 'insert into t values (1);',
    '1_a.sql': 'create table t (n int); -- x; \\d\n',
  });
  expect((await migrate(empty.database, [folder])).applied).toEqual(['1_a.sql', '2_b.sql']);
  expect((await migrate(empty.database, [folder])).applied).toEqual([]);
  expect(await empty.database.query('select n from t')).toEqual([{ n: 1 }]);
});
