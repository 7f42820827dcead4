import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { siteFolder } from './built.ts';
import { locales } from './src/intl/locales.ts';
import { compileLanguage } from './src/intl/vite-messages.ts';
import { toDataScript } from './src/public-file/data-script.ts';
import { createViteConfig } from './vite.config.ts';

const own = join(siteFolder, 'src/public-file');

/** The files of the site that ask a server, and what stands in their place where there is none. */
const instead: Readonly<Record<string, string>> = {
  'app/page-modules.ts': 'instead/page-modules.ts',
  'client/fetch/fetch-json.ts': 'instead/fetch-json.ts',
  'client/live/hints.ts': 'instead/hints.ts',
  'client/icon/icons.ts': 'instead/icons.ts',
  'client/live/server-clock.ts': 'instead/server-clock.ts',
  'client/session/start-sign-in.ts': 'instead/start-sign-in.ts',
  'client/profile/switch-locale.ts': 'instead/switch-locale.ts',
  'intl/load-messages.ts': 'instead/load-messages.ts',
  'pages/ladder/check-chain.ts': 'instead/check-chain.ts',
  'client/profile/use-chat-ids.ts': 'instead/use-chat-ids.ts',
  'pages/home/sign-in-step.tsx': 'instead/nothing.tsx',
  'shell/sign-in-button.tsx': 'instead/nothing.tsx',
  'ui/emblem.tsx': 'instead/emblem.tsx',
  'ui/terrain-image.tsx': 'instead/terrain-image.tsx',
};

/** Texts that no page of the file shows. */
const leftOut = ['mail', 'places', 'setup', 'settings', 'owner', 'moderation', 'writing', 'people'];

function standInstead(): Plugin {
  const byPath = new Map(
    Object.entries(instead).map(([path, other]) => [
      join(siteFolder, 'src', path),
      join(own, other),
    ]),
  );
  return {
    name: 'muster-public-file',
    enforce: 'pre',
    resolveId(id, importer) {
      return id.startsWith('.') && importer !== undefined
        ? (byPath.get(join(dirname(importer), id)) ?? null)
        : null;
    },
  };
}

/**
 * Builds what the public file of a league is opened with into a folder: one classic script, one style, fonts, and
 * the texts of each language as data. It asks no server for anything.
 */
export async function buildForFile(folder: string): Promise<void> {
  const config = createViteConfig();
  await build({
    ...config,
    // Its loader of what comes late speaks of `import.meta`, which a classic script has not and here nothing needs.
    logLevel: 'error',
    base: './',
    publicDir: false,
    plugins: [standInstead(), ...(config.plugins ?? [])],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(own, 'entry.tsx'),
        output: {
          format: 'iife',
          codeSplitting: false,
          entryFileNames: 'site/muster.js',
          assetFileNames: 'site/[name][extname]',
        },
      },
    },
  });
  await mkdir(join(folder, 'data'), { recursive: true });
  for (const { code } of locales) {
    const texts = await compileLanguage(join(siteFolder, 'src/locales', code), leftOut);
    const packed = await promisify(deflateRaw)(JSON.stringify(texts), { level: 9 });
    await writeFile(join(folder, `data/texts-${code}.js`), toDataScript(`texts-${code}`, packed));
  }
}
