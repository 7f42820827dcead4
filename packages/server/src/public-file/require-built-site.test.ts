import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSources, stampName } from '@muster/site/built';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireBuiltSite } from './require-built-site.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-built-'));
});
afterAll(() => rm(folder, { recursive: true }));

const stamp = (content: string) => writeFile(join(folder, stampName), content);

it('refuses a site that is not built, and one of other sources, with the line that builds it', async () => {
  await expect(requireBuiltSite(folder)).rejects.toThrow('"npm start" builds it');
  await stamp('0'.repeat(64));
  await expect(requireBuiltSite(folder)).rejects.toThrow('"npm start" builds it');
});

it('takes one that is built from what lies here', async () => {
  await stamp(await hashSources());
  await expect(requireBuiltSite(folder)).resolves.toBeUndefined();
});
