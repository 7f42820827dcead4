import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { createViteConfig, siteFolder } from './vite.config.ts';

const output = join(siteFolder, 'dist');
const stamp = join(output, 'sources.sha256');
const sources = ['src', 'public', 'package.json', 'vite.config.ts', 'build.ts'];

/** Builds the site for browser and server into `dist`; does nothing when no source has changed since. */
export async function buildSite({ isForced = false } = {}): Promise<{ built: boolean }> {
  const hash = await hashSources();
  const last = existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
  if (!isForced && last === hash) return { built: false };
  // Built aside and moved in one step, so that a broken build leaves the last one in place.
  const fresh = join(siteFolder, 'dist-next');
  await rm(fresh, { recursive: true, force: true });
  process.env.NODE_ENV = 'production';
  await buildForBrowser(join(fresh, 'client'));
  await buildForServer(join(fresh, 'server'));
  await compressFiles(join(fresh, 'client'));
  await writeFile(join(fresh, 'sources.sha256'), hash);
  await rm(output, { recursive: true, force: true });
  await rename(fresh, output);
  return { built: true };
}

async function buildForBrowser(folder: string): Promise<void> {
  await build({
    ...createViteConfig(),
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2023',
      modulePreload: { polyfill: false },
      // Files are linked, never inlined: the security policy allows no data: but pictures.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(siteFolder, 'src/entry-client.tsx'),
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
              { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
              {
                name: 'ui',
                test: /packages[\\/]site[\\/]src[\\/](?:ui|app|intl|shell)[\\/].*\.tsx?$/,
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

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(siteFolder, source);
    if (!existsSync(path)) continue;
    const files = source.includes('.') ? [path] : await listFiles(path);
    for (const file of files.sort()) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash
        .update(relative(siteFolder, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  const lock = join(siteFolder, '../../package-lock.json');
  if (existsSync(lock)) hash.update(await readFile(lock));
  return hash.digest('hex');
}

async function listFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

if (import.meta.main) {
  const { built } = await buildSite({ isForced: process.argv.includes('--force') });
  console.log(built ? 'The site is built.' : 'The site is up to date.');
}
