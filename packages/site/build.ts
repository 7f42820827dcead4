import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { hashSources, listFiles, output, readStamp, siteFolder, stampName } from './built.ts';
import { toMessagesChunkName } from './src/intl/vite-messages.ts';
import { createViteConfig } from './vite.config.ts';

/** Builds the site for browser and server into `dist`; does nothing when no source has changed since. */
export async function buildSite({ isForced = false } = {}): Promise<{ built: boolean }> {
  const hash = await hashSources();
  if (!isForced && (await readStamp()) === hash) return { built: false };
  // Built aside and moved in one step, so that a broken build leaves the last one in place; under a name
  // of its own, because two starts may build at once.
  const fresh = await mkdtemp(join(siteFolder, 'dist-next-'));
  const clear = () => rmSync(fresh, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    process.env.NODE_ENV = 'production';
    await buildForBrowser(join(fresh, 'client'));
    await buildForServer(join(fresh, 'server'));
    await compressFiles(join(fresh, 'client'));
    await writeFile(join(fresh, stampName), hash);
    // Whoever was quicker has put the same there, unless the sources changed in between.
    while ((isForced || (await readStamp()) !== hash) && !(await moveInPlace(fresh))) {}
  } finally {
    process.off('exit', clear);
    await rm(fresh, { recursive: true, force: true });
  }
  return { built: true };
}

/** Moves a build to where it is served from; false when another start was quicker. */
async function moveInPlace(fresh: string): Promise<boolean> {
  const old = `${fresh}-old`;
  await rename(output, old).catch(allow('ENOENT'));
  const isMoved = await rename(fresh, output).then(() => true, allow('ENOTEMPTY', 'EEXIST'));
  await rm(old, { recursive: true, force: true });
  return isMoved ?? false;
}

function allow(...codes: string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}

/** Sources of the site below this path. */
function inSite(path: string): RegExp {
  return new RegExp(`/site/src/${path}`.replaceAll('/', '[\\\\/]'));
}

const shellFile = /\/(?:entry-client|libraries|rolldown-runtime)-[\w-]{8}\./;

async function buildForBrowser(folder: string): Promise<void> {
  await build({
    ...createViteConfig(),
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2023',
      modulePreload: {
        polyfill: false,
        // Every document has these from the start.
        resolveDependencies: (_file, dependencies) =>
          dependencies.filter((file) => !shellFile.test(file)),
      },
      // Files are linked, never inlined: the security policy allows no data: but pictures.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(siteFolder, 'src/entry-client.tsx'),
        output: {
          chunkFileNames: ({ facadeModuleId }) =>
            `assets/${toMessagesChunkName(facadeModuleId) ?? '[name]'}-[hash].js`,
          codeSplitting: {
            groups: [
              // React, messages, and Vite's own loader of what is imported late.
              {
                name: 'libraries',
                test: /node_modules[\\/](?:react|react-dom|scheduler|use-intl|icu-minify|@formatjs)[\\/]|preload-helper\b/,
              },
              // What the first page needs to be alive is the entry's own. Then what goes on from it, what
              // every page shows, what acts, and what a match is made of: few files, because each costs
              // its way over the network.
              { name: 'shell', test: inSite('.*\\.tsx?$'), tags: ['$initial'] },
              {
                name: 'navigation',
                test: inSite('(?:client/(?:navigation|fetch-json)|routing/).*'),
              },
              {
                name: 'ui',
                test: inSite(
                  '(?:ui/(?!dialog|field).*|pages/(?:home/(?:ladder-list|next-step)|team/(?:match-list|trophies)))\\.(?:tsx?|css)$',
                ),
              },
              {
                name: 'acts',
                test: inSite(
                  '(?:client/(?:hints|toasts|command|send-file|use-|zone|typed-instant)|ui/(?:dialog|field)\\.|pages/past/|pages/.*/(?:picks-field|removal-effect|case-holder|free-hours|use-rule-names|use-duration-words|use-command)\\.).*',
                ),
              },
              {
                name: 'room',
                test: inSite(
                  'pages/.*/(?:event-sentence|log-lines|outcome|evidence|talk-room|server-section)\\.tsx?$',
                ),
              },
            ],
          },
        },
      },
    },
  });
}

async function buildForServer(folder: string): Promise<void> {
  await build({
    ...createViteConfig(),
    build: {
      outDir: folder,
      emptyOutDir: true,
      ssr: join(siteFolder, 'src/entry-server.tsx'),
      target: 'node24',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'entry-server.js' } },
    },
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}

/** Leaves beside each text file what a browser that takes brotli or gzip is sent. */
async function compressFiles(folder: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    if (!/\.(?:js|css|svg|json|txt|webmanifest)$/.test(path)) continue;
    const content = await readFile(path);
    if (content.length < 512) continue;
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, options));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

if (import.meta.main) {
  const { built } = await buildSite({ isForced: process.argv.includes('--force') });
  console.log(built ? 'The site is built.' : 'The site is up to date.');
}
