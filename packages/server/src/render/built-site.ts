import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LocaleCode, PageName } from '@muster/site';
import type { createSiteRenderer, SiteRenderer } from '@muster/site/entry-server.tsx';
import type { LocaleRouting } from '@muster/site/routing/locale-paths.ts';
import type { PageFiles } from './document.ts';

/** A site that can be served: from the build, or from source in development. */
export interface ServableSite {
  /** Names the build; a browser that runs another one loads a document at its next navigation. */
  build: string;
  renderer(): Promise<SiteRenderer>;
  listFiles(page: PageName | null, locale: LocaleCode): PageFiles;
  /** The folder of files to send as they are; null where development serves them. */
  clientFolder: string | null;
  /** In development: the answer to a request for a source, or null. */
  serveSource?: (request: Request, env: unknown) => Promise<Response | null>;
}

interface ManifestEntry {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}
type Manifest = Record<string, ManifestEntry>;

const dist = join(dirname(fileURLToPath(import.meta.url)), '../../../site/dist');
const entry = 'src/entry-client.tsx';

/** Opens what `packages/site/build.ts` left in `dist`. */
export async function openBuiltSite(routing: LocaleRouting, folder = dist): Promise<ServableSite> {
  const manifestPath = join(folder, 'client/manifest.json');
  if (!existsSync(manifestPath)) {
    throw new Error('The site is not built: run `npm start`, which builds it.');
  }
  const text = await readFile(manifestPath, 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const server = pathToFileURL(join(folder, 'server/entry-server.js')).href;
  const module = (await import(server)) as {
    createSiteRenderer: typeof createSiteRenderer;
  };
  const renderer = await module.createSiteRenderer(routing);
  const pageSources = await readPageSources();
  const { pages } = await import('@muster/site');
  const listed = new Map<string, PageFiles>();
  return {
    build: createHash('sha256').update(text).digest('hex').slice(0, 16),
    renderer: async () => renderer,
    clientFolder: join(folder, 'client'),
    listFiles(page, locale) {
      const key = `${page} ${locale}`;
      const areas = page === null ? [] : pages[page].areas;
      const source = page === null ? undefined : pageSources[page];
      const known = listed.get(key) ?? listPageFiles(manifest, [source, ...toTexts(locale, areas)]);
      listed.set(key, known);
      return known;
    },
  };
}

/** The component file of each page, as the table of pages imports it. */
export async function readPageSources(): Promise<Partial<Record<PageName, string>>> {
  const { pageModules } = await import('@muster/site/app/page-modules.ts');
  const { rareModules } = await import('@muster/site/app/rare-modules.ts');
  const sources: Partial<Record<PageName, string>> = {};
  for (const [name, load] of Object.entries({ ...pageModules, ...rareModules })) {
    const path = /import\(['"]\.\.\/(.+?)['"]\)/.exec(load.toString())?.[1];
    if (path !== undefined) {
      sources[name as PageName] = `src/${path}`;
    }
  }
  return sources;
}

/** How the sources of a language's texts end: the language with its shell, and each area. */
function toTexts(locale: LocaleCode, areas: readonly string[]): string[] {
  return ['', ...areas.map((area) => `/${area}`)].map(
    (area) => `virtual:messages/${locale}${area}`,
  );
}

/** What the browser's entry and these sources bring with them, each named by its end. */
function listPageFiles(manifest: Manifest, sources: readonly (string | undefined)[]): PageFiles {
  const start = manifest[entry];
  if (start === undefined) {
    throw new Error('The build has no entry for the browser.');
  }
  // What a file imports stands before it, so that a page's styles come after those of its pieces.
  const seen = new Set<string>();
  const keys = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key) || manifest[key] === undefined) {
      return;
    }
    seen.add(key);
    for (const next of manifest[key].imports ?? []) {
      visit(next);
    }
    keys.add(key);
  };
  visit(entry);
  const known = Object.keys(manifest);
  for (const source of sources) {
    const key = known.find((name) => source !== undefined && name.endsWith(source));
    if (key !== undefined) {
      visit(key);
    }
  }
  const chunks = [...keys].map((key) => manifest[key]).filter((chunk) => chunk !== undefined);
  return {
    scripts: [`/${start.file}`],
    modules: chunks.filter((chunk) => chunk !== start).map(({ file }) => `/${file}`),
    // The shell's styles come first: they say in which order the layers count.
    styles: [...new Set([start, ...chunks].flatMap(({ css = [] }) => css))].map(
      (file) => `/${file}`,
    ),
    fonts: listFonts(manifest),
  };
}

/** The two latin files, which every page needs at once. */
function listFonts(manifest: Manifest): string[] {
  return Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => /-latin-(?:wght|800)-normal[^/]*\.woff2$/.test(file))
    .map((file) => `/${file}`);
}
