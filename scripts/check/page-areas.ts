import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type PageName, pageNames, pages } from '@muster/site';
import { pageHeads } from '@muster/site/app/page-heads.ts';
import { givenAreas, isGiven } from '@muster/site/intl/given-areas.ts';
import { root } from '../run.ts';

const sources = join(root, 'packages', 'site', 'src');
/** What stands around every page, and what stands where a page should be: they have the given texts alone. */
const shellFiles = ['app/app.tsx'];

/** Parts that come later, `later([areas], () => import(file))` and `still(…)`: they bring their areas with them. */
const laterPart = /\b(?:later|still)\(\s*\[([^\]]*)\],\s*\(\) => import\('(\.[^']+)'\)/g;

/** The files that a file of the site brings with it, itself among them; types bring nothing, and parts that come later are asked by themselves. */
function listImported(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) {
    return found;
  }
  found.add(file);
  const text = readFileSync(file, 'utf8').replaceAll(laterPart, '');
  const imports = text.matchAll(
    /(?:^(?:import|export) (?!type\b)[^;]*?from |^import |\bimport\()'(\.[^']+\.tsx?)'/gm,
  );
  for (const [, path = ''] of imports) {
    listImported(join(dirname(file), path), found);
  }
  return found;
}

interface LaterPart {
  areas: string[];
  file: string;
}

/** The parts that code brings later, with the areas that it names for them. */
export function listLaterParts(code: string, folder: string): LaterPart[] {
  return [...code.matchAll(laterPart)].map(([, areas = '', path = '']) => ({
    areas: [...areas.matchAll(/'([^']+)'/g)].map(([, area = '']) => area),
    file: join(folder, path),
  }));
}

/** The areas whose texts a piece of code names: by its namespace, or by whole keys where it has none. */
export function listAreas(code: string): string[] {
  const named = [...code.matchAll(/useTranslations\(\s*['"`]([\w-]+)/g)].map(
    ([, area = '']) => area,
  );
  const hasNone = /useTranslations\(\)/.test(code);
  const whole = hasNone ? [...code.matchAll(/['"`]([a-z][\w-]*)\.(?:[a-z_]+|\$)/g)] : [];
  const heads = [...code.matchAll(/translate\(\s*['"`]([\w-]+)\./g)];
  return [...named, ...[...whole, ...heads].map(([, area = '']) => area)];
}

/** Refusals are told with texts that come with the first of them. */
const onDemand = ['refusals'];

function listUsed(files: Iterable<string>): Map<string, string> {
  const used = new Map<string, string>();
  for (const file of files) {
    for (const area of listAreas(readFileSync(file, 'utf8'))) {
      if (!used.has(area)) {
        used.set(area, relative(sources, file));
      }
    }
  }
  return used;
}

/** The component file of a page, as the table of pages imports it. */
/** Where the code of pages is named. */
const moduleTables = ['app/page-modules.ts', 'app/rare-modules.ts'];

function findSource(name: PageName): string {
  const table = moduleTables.map((path) => readFileSync(join(sources, path), 'utf8')).join('');
  const file = new RegExp(`^  '?${name}'?: \\(\\) => import\\('\\.\\./(.+?)'\\)`, 'm').exec(
    table,
  )?.[1];
  if (file === undefined) {
    throw new Error(`No file is imported for the page ${name}`);
  }
  return file;
}

function checkPage(name: PageName): string[] {
  const { areas } = pages[name];
  const source = findSource(name);
  // A page's data.ts holds the heads of several pages: its own head is asked by itself.
  const files = [...listImported(join(sources, source))].filter(
    (file) => !file.endsWith('/data.ts'),
  );
  const used = listUsed(files);
  for (const area of listAreas(pageHeads[name].toString())) {
    used.set(area, 'its head');
  }
  const named = new Set<string>(areas);
  const later = files.flatMap((file) => checkParts(file, named));
  for (const area of [...givenAreas, ...onDemand]) {
    used.delete(area);
  }
  return [
    ...later.map((fault) => `page ${name}: ${fault}`),
    ...[...used]
      .filter(([area]) => !named.has(area))
      .map(
        ([area, place]) => `page ${name} shows texts of '${area}' (${place}) and does not name it`,
      ),
    ...[...named]
      .filter((area) => !used.has(area))
      .map((area) => `page ${name} names the area '${area}' and shows none of its texts`),
  ];
}

/** What the later parts of a file show must be of its page, or be named for them. */
function checkParts(file: string, ofPage: ReadonlySet<string>): string[] {
  return listLaterParts(readFileSync(file, 'utf8'), dirname(file)).flatMap((part) => {
    const files = [...listImported(part.file)];
    const used = listUsed(files);
    const isHere = (area: string) => ofPage.has(area) || isGiven(area) || onDemand.includes(area);
    const inner = files.flatMap((one) => checkParts(one, new Set([...ofPage, ...part.areas])));
    const missing = [...used].filter(([area]) => !isHere(area) && !part.areas.includes(area));
    return [
      ...inner,
      ...missing.map(
        ([area, place]) => `a later part shows texts of '${area}' (${place}), unnamed`,
      ),
    ];
  });
}

function checkShell(): string[] {
  // The tables of pages bring each in its own time.
  const tables = ['routes.ts', 'app/page-heads.ts', ...moduleTables].map((file) =>
    join(sources, file),
  );
  const found = new Set(tables);
  for (const file of shellFiles) {
    listImported(join(sources, file), found);
  }
  const files = [...found].filter((file) => !tables.includes(file));
  return [...listUsed(files)]
    .filter(([area]) => !isGiven(area))
    .map(([area, place]) => `the shell shows texts of '${area}' (${place})`);
}

/** Returns a line for each page that shows texts of an area which `routes.ts` does not load for it, or the other way round. */
export function checkPageAreas(): string[] {
  return [...pageNames.flatMap(checkPage), ...checkShell()];
}
