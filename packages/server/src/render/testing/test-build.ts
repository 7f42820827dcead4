import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Pages that show nothing but their data; every address is a ladder's. */
const renderer = `export const createSiteRenderer = async () => ({
  match: (pathname) => ({
    page: 'ladder',
    parameters: { slug: pathname.split('/')[2] },
    address: pathname,
  }),
  render: async () => ({ html: '', title: '', head: {} }),
});`;

/** A build of the site for tests of what stands around pages. */
export interface TestBuild {
  folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function writeTestBuild(): Promise<TestBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-build-'));
  await mkdir(join(folder, 'client'));
  await mkdir(join(folder, 'server'));
  const manifest = { 'src/entry-client.tsx': { file: 'assets/entry.js' } };
  await writeFile(join(folder, 'client/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'server/entry-server.js'), renderer);
  await writeFile(join(folder, 'server/package.json'), '{"type":"module"}');
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
