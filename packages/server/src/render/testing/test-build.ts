import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ladderMatcher = `() => (pathname) => ({ page: 'ladder', parameters: { slug: pathname.split('/')[2] }, address: pathname })`;
const ownMatcher = `(await import('${import.meta.resolve('@muster/site/routing/match-page.ts')}')).createPageMatcher`;

/** Pages that show nothing but their data. */
const toRenderer = (matcher: string) => `const createMatcher = ${matcher};
export const createSiteRenderer = async (routing) => ({
  match: createMatcher(routing),
  render: async () => ({ html: '', pin: '', title: '', head: {} }),
});`;

/** A build of the site for tests of what stands around pages. */
export interface TestBuild {
  folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Every address is a ladder's, or, with `hasAllPages`, leads where it leads on the site. */
export async function writeTestBuild({ hasAllPages = false } = {}): Promise<TestBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-build-'));
  await mkdir(join(folder, 'client'));
  await mkdir(join(folder, 'server'));
  const manifest = { 'src/entry-client.tsx': { file: 'assets/entry.js' } };
  await writeFile(join(folder, 'client/manifest.json'), JSON.stringify(manifest));
  const renderer = toRenderer(hasAllPages ? ownMatcher : ladderMatcher);
  await writeFile(join(folder, 'server/entry-server.js'), renderer);
  await writeFile(join(folder, 'server/package.json'), '{"type":"module"}');
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
