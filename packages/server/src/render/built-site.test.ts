import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pages } from '@muster/site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBuiltSite } from './built-site.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-built-'));
});
afterEach(() => rm(folder, { recursive: true }));

const routing = { strategy: 'no_prefix', defaultLocale: 'en' } as const;

/** Writes a build of these files and opens it. */
async function open(manifest: object) {
  await mkdir(join(folder, 'client'));
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'client/manifest.json'), JSON.stringify(manifest));
  await writeFile(
    join(folder, 'server/entry-server.js'),
    'export const createSiteRenderer = async (routing) => ({ routing });',
  );
  await writeFile(join(folder, 'server/package.json'), '{"type":"module"}');
  return openBuiltSite(routing, folder);
}

const toFile = (name: string, more: object = {}) => ({ file: `assets/${name}`, ...more });

// Where a page's component lies is read from its own loader, which the tests' runner writes otherwise.
it('brings with a page its language and its texts, pieces first, but for the shell’s styles', async () => {
  const { areas } = pages.about;
  expect(areas).not.toEqual([]);
  const manifest = {
    _piece: toFile('piece.js', { imports: ['_none'], css: ['assets/piece.css'] }),
    'src/entry-client.tsx': toFile('entry.js', { imports: ['_shared'], css: ['assets/shell.css'] }),
    _shared: toFile('shared.js', { imports: ['src/entry-client.tsx'], css: ['assets/shared.css'] }),
    'virtual:messages/fi': toFile('fi.js', { imports: ['_piece', '_shared'] }),
    ...Object.fromEntries(
      areas.map((area) => [`virtual:messages/fi/${area}`, toFile(`fi-${area}.js`)]),
    ),
    'virtual:messages/fi/of-another-page': toFile('fi-other.js'),
    'virtual:messages/de': toFile('de.js'),
    'src/pages/other.tsx': toFile('other.js', { css: ['assets/other.css'] }),
    a: toFile('public-sans-latin-wght-normal-1.woff2'),
    b: toFile('sofia-latin-800-normal.woff2'),
    c: toFile('public-sans-latin-ext-wght-normal-1.woff2'),
    d: toFile('public-sans-latin-wght-italic-1.woff2'),
    e: toFile('sofia-latin-700-normal.woff2'),
  };
  const site = await open(manifest);
  const fonts = [
    '/assets/public-sans-latin-wght-normal-1.woff2',
    '/assets/sofia-latin-800-normal.woff2',
  ];
  const about = site.listFiles('about', 'fi');
  expect(about).toEqual({
    scripts: ['/assets/entry.js'],
    modules: ['shared.js', 'piece.js', 'fi.js', ...areas.map((area) => `fi-${area}.js`)].map(
      (name) => `/assets/${name}`,
    ),
    styles: ['shell.css', 'shared.css', 'piece.css'].map((name) => `/assets/${name}`),
    fonts,
  });
  expect(site.listFiles('about', 'fi')).toBe(about);
  expect(site.listFiles(null, 'de')).toEqual({
    scripts: ['/assets/entry.js'],
    modules: ['/assets/shared.js', '/assets/de.js'],
    styles: ['/assets/shell.css', '/assets/shared.css'],
    fonts,
  });
  const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  expect([site.build, site.clientFolder]).toEqual([sha256.slice(0, 16), join(folder, 'client')]);
});

it('is none where nothing is built, or nothing for a browser', async () => {
  await expect(openBuiltSite(routing, folder)).rejects.toThrow(
    'The site is not built: run `npm start`, which builds it.',
  );
  const site = await open({ 'src/other.tsx': toFile('other.js') });
  expect(() => site.listFiles(null, 'en')).toThrow('The build has no entry for the browser.');
});
