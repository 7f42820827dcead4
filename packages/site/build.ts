import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { buildForFile } from './build-public-file.ts';
import { hashSources, listFiles, output, readStamp, siteFolder, stampName } from './built.ts';
import { toMessagesChunkName } from './src/intl/vite-messages.ts';
import { createViteConfig } from './vite.config.ts';

/** Builds the site for browser and server into `dist`; does nothing when no source has changed since. */
export async function buildSite({ isForced = false } = {}): Promise<{ built: boolean }> {
  const hash = await hashSources();
  if (!isForced && (await readStamp()) === hash) {
    return { built: false };
  }
  // Built aside and moved in one step, so that a broken build leaves the last one in place; under a name
  // of its own, because two starts may build at once.
  const fresh = await mkdtemp(join(siteFolder, 'dist-next-'));
  const clear = () => rmSync(fresh, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    process.env.NODE_ENV = 'production';
    await buildForBrowser(join(fresh, 'client'));
    await buildForServer(join(fresh, 'server'));
    await buildForFile(join(fresh, 'public-file'));
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
    if (!codes.includes(error.code ?? '')) {
      throw error;
    }
  };
}

/** Sources of the site below this path. */
function inSite(path: string): RegExp {
  return new RegExp(`/site/src/${path}`.replaceAll('/', '[\\\\/]'));
}

const shellFile = /\/(?:(?:entry-client|libraries|rolldown-runtime)-\w{7}\.|ui-\w{7}\.js)/;

async function buildForBrowser(folder: string): Promise<void> {
  await build({
    ...createViteConfig(),
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2023',
      // The first that know oklch(), which the design's colours are written in.
      cssTarget: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
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
          hashCharacters: 'hex',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: ({ facadeModuleId }) =>
            `assets/${toMessagesChunkName(facadeModuleId) ?? '[name]'}-[hash:7].js`,
          codeSplitting: {
            groups: [
              // React, messages, and Vite's own loader of what is imported late.
              {
                name: 'libraries',
                test: /node_modules[\\/](?:react|react-dom|scheduler|use-intl|icu-minify|@formatjs)[\\/]|preload-helper\b/,
              },
              // What the first page needs to be alive is the entry's own. Then what every page shows, what goes
              // on from it, what sends an act and what asks for one, and what a match's forms and story are
              // made of: few files, because each costs its way over the network, and yet none that brings a
              // page more than it shows.
              { name: 'shell', test: inSite('.*\\.tsx?$'), tags: ['$initial'] },
              {
                name: 'ui',
                test: inSite(
                  '(?:client/idle|app/still|ui/(?:admin-pill|empty-state|next-thing|section-head|status-mark|time)|pages/profile/provider-name)\\.(?:tsx?|css)$',
                ),
              },
              // Of each page the few lines that name it.
              {
                name: 'page-heads',
                test: inSite('(?:app/page-heads|pages/[\\w-]+/(?:[\\w-]+-)?data)\\.ts$'),
              },
              {
                name: 'navigation',
                test: inSite('(?:client/(?:navigation/navigation|fetch/fetch-json)|routing/).*'),
              },
              {
                name: 'acts',
                test: inSite(
                  '(?:client/(?:command/(?:command|sending|refusal-words|use-refusal)|toast/(?:toasts|show-toast)|fetch/use-later|live/use-reload-on-news)|ui/(?:dialog|field)|pages/(?:team/use-command|match/use-match-act|match/use-rule-names|ladder/use-duration-words))\\.(?:tsx?|css)$',
                ),
              },
              {
                name: 'matches',
                test: inSite(
                  '(?:pages/team/(?:match-list|trophies)|ui/(?:match-status|game-info))\\.(?:tsx?|css)$',
                ),
              },
              // Most pages show it once they are alive.
              {
                name: 'matters',
                test: inSite(
                  'pages/(?:home/next-step|me/(?:matter-strip|matter|use-matter-words))\\.tsx?$',
                ),
              },
              {
                name: 'accounts',
                test: inSite(
                  '(?:client/profile/name-refused|ui/(?:connect-button|icon|chat-link)|pages/login/provider-sign)\\.(?:tsx?|css)$',
                ),
              },
              {
                name: 'auth-words',
                test: inSite('client/session/(?:use-auth-sentence|auth-outcome)\\.ts$'),
              },
              {
                name: 'past',
                test: inSite(
                  '(?:pages/past/past(?:-still|-href)?|ui/(?:form-bars|movement))\\.(?:tsx?|css)$',
                ),
              },
              {
                name: 'room',
                test: inSite(
                  '(?:pages/match/(?:evidence-sides|list-people|talk-room|server-section|stills)|ui/clock)\\.(?:tsx?|css)$',
                ),
              },
              {
                name: 'ruling-words',
                test: inSite(
                  'pages/(?:ruling/(?:rule-field|use-preview)|match/(?:typed-scores|chosen-times))\\.tsx?$',
                ),
              },
              // These come after the page or when they are opened, and what they share with others must not come with them.
              {
                name: 'log',
                includeDependenciesRecursively: false,
                test: inSite(
                  'pages/match/(?:event-sentence|event-words|log-lines|log-line)\\.tsx?$',
                ),
              },
              {
                name: 'scores',
                includeDependenciesRecursively: false,
                test: inSite('pages/match/(?:outcome|score-list|disputes|step-line)\\.tsx?$'),
              },
              {
                name: 'forms',
                includeDependenciesRecursively: false,
                test: inSite(
                  'pages/match/(?:open-form|match-forms|more-forms|form-frame|times-form|hours-grid|hour-days|use-free-hours|scores-field|picks-field)\\.tsx?$',
                ),
              },
              {
                name: 'ladder-forms',
                includeDependenciesRecursively: false,
                test: inSite('pages/ladder/(?:challenge|join|rest|leave|run|reject)-form\\.tsx$'),
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
    if (!/\.(?:js|css|svg|json|txt|webmanifest)$/.test(path)) {
      continue;
    }
    const content = await readFile(path);
    if (content.length < 512) {
      continue;
    }
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, options));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

if (import.meta.main) {
  const { built } = await buildSite({ isForced: process.argv.includes('--force') });
  console.log(built ? 'The site is built.' : 'The site is up to date.');
}
