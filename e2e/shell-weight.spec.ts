import { gzipSync } from 'node:zlib';
import { type PageName, pages } from '@muster/site';
import { pageModules } from '@muster/site/app/page-modules.ts';
import { rareModules } from '@muster/site/app/rare-modules.ts';
import { weightLimits } from '@muster/site/weight-limits.ts';
import { type BrowserContext, expect, type Page, type Response } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { test } from './world/test.ts';

/** Of a second visit, the document and all. */
const mostAgain = 30_000;

interface LoadedFile {
  /** Without its folder and hash: `entry-client.js`. */
  name: string;
  gzip: number;
}

/** Opens a page and gives the code and styles that came. */
async function listLoaded(page: Page, path: string): Promise<LoadedFile[]> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await openAlive(page, path);
  await page.waitForLoadState('networkidle');
  const files = responses.filter((response) =>
    /\.(?:js|css)$/.test(new URL(response.url()).pathname),
  );
  return Promise.all(
    files.map(async (response) => ({
      name: new URL(response.url()).pathname.replace(/^.*\//, '').replace(/-\w{7}(?=\.\w+$)/, ''),
      gzip: gzipSync(await response.body(), { level: 9 }).length,
    })),
  );
}

const sum = (files: readonly LoadedFile[]) => files.reduce((all, { gzip }) => all + gzip, 0);

/** The names of the chunks that hold a page's own component. */
function toChunkName(page: PageName): string {
  return `${/\/([\w-]+)\.tsx/.exec({ ...pageModules, ...rareModules }[page].toString())?.[1]}.js`;
}

test('the first page weighs no more than it may', async ({ page }) => {
  const files = await listLoaded(page, '/');
  const list = files.map(({ name, gzip }) => `${gzip} ${name}`).join('\n');
  expect(sum(files), list).toBeLessThanOrEqual(weightLimits.firstPage);
  const ours = files.filter(({ name }) => name === 'entry-client.js');
  expect(ours).toHaveLength(1);
  expect(sum(ours), list).toBeLessThanOrEqual(weightLimits.entry);
});

test('a page brings its own code and texts alone', async ({ page }) => {
  for (const name of ['home', 'archives'] as const) {
    const files = (await listLoaded(page, pages[name].path)).map((file) => file.name);
    const texts = files.filter((file) => file.startsWith('texts-')).sort();
    const areas = pages[name].areas.map((area) => `texts-en-${area}.js`);
    expect(texts).toEqual(['texts-en.js', ...areas].sort());
    const components = (Object.keys(pages) as PageName[]).map(toChunkName);
    expect(files.filter((file) => components.includes(file))).toEqual([toChunkName(name)]);
  }
});

/** What comes over the network while a page is opened, with all that is not in the browser's cache. */
async function measureTransfer(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await openAlive(page, path);
  await page.waitForLoadState('networkidle');
  await page.close();
  return bytes;
}

test('a second visit brings little more than the document', async ({ context }) => {
  const first = await measureTransfer(context, '/');
  const second = await measureTransfer(context, '/');
  expect(first).toBeGreaterThan(mostAgain);
  expect(second).toBeLessThanOrEqual(mostAgain);
});
