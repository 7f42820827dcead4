import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { locales, pageNames, pages } from '@muster/site';
import { createPageMatcher } from '@muster/site/routing/match-page.ts';
import { weightLimits } from '@muster/site/weight-limits.ts';
import { expect } from '@playwright/test';
import { openBuiltSite } from '../packages/server/src/render/built-site.ts';
import { listPages } from './world/pages.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';
const routing = { strategy: 'no_prefix', defaultLocale: 'en' } as const;
// Its texts are the longest.
const language = 'pl';

interface File {
  name: string;
  gzip: number;
}

/** A line that names the page and the heaviest of its files; null for a page that weighs no more than it may. */
function judge(page: string, files: readonly File[]): string | null {
  const sum = files.reduce((all, { gzip }) => all + gzip, 0);
  if (sum <= weightLimits.document) {
    return null;
  }
  const heaviest = files.toSorted((one, other) => other.gzip - one.gzip).slice(0, 12);
  const list = heaviest.map(({ name, gzip }) => `${gzip} ${name}`).join(', ');
  return `${page} weighs ${sum} in ${files.length} files: ${list}`;
}

const weigh = (content: Uint8Array | string) => gzipSync(content, { level: 9 }).length;

test('no page of the route table weighs more than it may, in any language', async () => {
  const site = await openBuiltSite(routing);
  const read = (file: string): File => ({
    name: file,
    gzip: weigh(readFileSync(join(site.clientFolder ?? '', file))),
  });
  const weights = new Map<string, File>();
  const faults = pageNames.flatMap((name) =>
    locales.map(({ code }) => {
      const { scripts, modules, styles } = site.listFiles(name, code);
      const files = [...new Set([...scripts, ...modules, ...styles])].map((file) => {
        const known = weights.get(file) ?? read(file);
        weights.set(file, known);
        return known;
      });
      expect(files.length).toBeGreaterThan(3);
      return judge(`${name} (${code})`, files);
    }),
  );
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

interface Served extends File {
  /** The addresses of what it imports as soon as it runs. */
  imports: string[];
}

async function readServed(name: string): Promise<Served> {
  const answer = await fetch(new URL(name, url));
  expect(answer.status, name).toBe(200);
  const text = await answer.text();
  // Without a bracket after it: what is imported later is imported by a call.
  const imports = text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g);
  return {
    name,
    gzip: weigh(text),
    imports: name.endsWith('.js') ? [...imports].map(([, file = '']) => `/assets/${file}`) : [],
  };
}

/** A file of a build never changes: each is asked for once. */
const served = new Map<string, Promise<Served>>();

function getServed(name: string): Promise<Served> {
  const found = served.get(name) ?? readServed(name);
  served.set(name, found);
  return found;
}

/** The files of our own that a document names, and those that they import as soon as they run. */
async function listReached(html: string): Promise<File[]> {
  const named = html.matchAll(
    /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*? (?:src|href)="([^"]+)"/g,
  );
  const waiting = [...named].map(([, address = '']) => address);
  const reached = new Map<string, File>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) {
      continue;
    }
    const file = await getServed(name);
    reached.set(name, file);
    waiting.push(...file.imports);
  }
  return [...reached.values()];
}

test('no document reaches more than it may, be it a visitor’s or an admin’s', async () => {
  const { open, texts, guarded, offices, reader } = await listPages(url, dataDir);
  const match = createPageMatcher(routing);
  const seen = new Set<string | null>();
  const faults: (string | null)[] = [];
  const visit = async (path: string, cookie: string) => {
    const answer = await fetch(url + path, { headers: { 'accept-language': language, cookie } });
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    const files = await listReached(html);
    expect(files.length, path).toBeGreaterThan(3);
    seen.add(match(new URL(path, url).pathname).page);
    faults.push(judge(path, files));
  };
  for (const path of [...open, ...texts, '/dev/pieces']) {
    await visit(path, '');
  }
  for (const path of [...guarded, ...offices]) {
    await visit(path, reader.cookie);
  }
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
  expect(pageNames.filter((name) => !seen.has(name) && !pages[name].isDevelopmentOnly)).toEqual([]);
});
