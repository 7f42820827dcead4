import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type PageName, pageNames } from '@muster/site';
import { buildSite } from '@muster/site/build';
import { weightLimits } from '@muster/site/weight-limits.ts';
import { openBuiltSite, type ServableSite } from '../packages/server/src/render/built-site.ts';
import type { Figure } from './measure.ts';

async function weigh(folder: string, file: string): Promise<number> {
  return gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
}

const toGoal = (bytes: number) => `${bytes / 1000} kB`;

/** What we wrote that the shell needs to be alive is the entry's own. */
const goals: Record<string, string> = { 'entry-client.js': toGoal(weightLimits.entry) };

/** Of the pages, those that weigh most are shown. */
const shownPages = 8;

/** What the entry fetches once the page is alive. */
async function findNavigation(folder: string): Promise<string> {
  const files = await readdir(join(folder, 'assets'));
  const file = files.find((name) => /^navigation-[\w-]{8}\.js$/.test(name));
  if (file === undefined) {
    throw new Error('The build has no chunk for navigation.');
  }
  return `/assets/${file}`;
}

/** The heaviest pages, with what their documents reach in English. */
async function weighPages(site: ServableSite, folder: string): Promise<[PageName, number][]> {
  const weights: [PageName, number][] = [];
  for (const name of pageNames) {
    const { scripts, modules, styles } = site.listFiles(name, 'en');
    let bytes = 0;
    for (const file of new Set([...scripts, ...modules, ...styles])) {
      bytes += await weigh(folder, file);
    }
    weights.push([name, bytes]);
  }
  return weights.sort(([, one], [, other]) => other - one).slice(0, shownPages);
}

/** What the first look at the home page loads in scripts and styles, gzipped, beside the part that is not ours: React and what formats the messages. */
export async function bench(): Promise<Figure[]> {
  await buildSite();
  const site = await openBuiltSite({ strategy: 'no_prefix', defaultLocale: 'en' });
  const folder = site.clientFolder ?? '';
  const { scripts, modules, styles } = site.listFiles('home', 'en');
  const weights = new Map<string, number>();
  for (const file of [...scripts, ...modules, ...styles, await findNavigation(folder)]) {
    const name = file.replace(/^\/assets\//, '').replace(/-[\w-]{8}\.(?=js$|css$)/, '.');
    weights.set(name, (weights.get(name) ?? 0) + (await weigh(folder, file)));
  }
  const floor = weights.get('libraries.js');
  if (floor === undefined) {
    throw new Error(`No chunk of libraries among ${[...weights.keys()]}.`);
  }
  const toFigure = (what: string, bytes: number, goal = ''): Figure => ({
    what,
    ours: (bytes / 1000).toFixed(1),
    floor: (floor / 1000).toFixed(1),
    unit: 'kB',
    ratio: (bytes / floor).toFixed(2),
    spread: '',
    goal,
  });
  const total = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  const parts = [...weights].filter(([, bytes]) => bytes > 2000).sort(([, a], [, b]) => b - a);
  const rest = parts.reduce((left, [, bytes]) => left - bytes, total);
  return [
    toFigure(
      'first page (home), JS and CSS, gzip; floor: React, react-dom and the formatter of messages',
      total,
      `${toGoal(weightLimits.firstPage)} in all`,
    ),
    ...parts.map(([name, bytes]) => toFigure(`… of which ${name}`, bytes, goals[name])),
    toFigure('… of which smaller files', rest),
    ...(await weighPages(site, folder)).map(([name, bytes]) =>
      toFigure(`what the document of ${name} reaches`, bytes, toGoal(weightLimits.document)),
    ),
  ];
}
