import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../e2e/server/start-server.ts';
import { type Figure, quantile } from './measure.ts';

/** Fetched by npx for the run: with its 114 packages (176 MB) it is too heavy to be everybody's dependency. */
const lighthouse = 'lighthouse@13.5.0';
const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const presets = ['desktop', 'mobile'] as const;
const chromeFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
];

type Category = (typeof categories)[number];
type Preset = (typeof presets)[number];
type Scores = Record<Category, number>;

interface Report {
  categories: Record<Category, { score: number | null }>;
  audits: Record<
    string,
    { id: string; title: string; score: number | null; displayValue?: string }
  >;
}

/** A page of each kind, found by the demonstration's own links. */
async function findPages(url: string): Promise<[name: string, path: string][]> {
  const ladder = '/ladders/bf6-2v2-tanks';
  const find = async (from: string, pattern: RegExp): Promise<string> => {
    const html = await (await fetch(url + from)).text();
    const path = new RegExp(`href="(${pattern.source})"`).exec(html)?.[1];
    if (path === undefined) {
      throw new Error(`${from} has no link like ${pattern.source}.`);
    }
    return path;
  };
  const team = await find(ladder, /\/teams\/(?!new)[\w-]+/);
  return [
    ['home', '/'],
    ['a ladder', ladder],
    ['an article', await find('/', /\/articles\/[\w-]+/)],
    ['a match', await find(ladder, /\/matches\/[\w-]+/)],
    ['a profile', await find(team, /\/profiles\/[\w-]+/)],
  ];
}

async function run(url: string, preset: Preset, folder: string): Promise<Report> {
  const output = join(folder, 'report.json');
  const options = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${chromeFlags.join(' ')}`,
    ...(preset === 'desktop' ? ['--preset=desktop'] : []),
  ];
  await promisify(execFile)('npx', ['--yes', lighthouse, ...options], {
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
    timeout: 300_000,
  });
  return JSON.parse(await readFile(output, 'utf8')) as Report;
}

function toScores(report: Report): Scores {
  const scores = categories.map((name) => [
    name,
    Math.round((report.categories[name].score ?? 0) * 100),
  ]);
  return Object.fromEntries(scores) as Scores;
}

/** What cost points, for whoever mends it. */
function tellFaults(name: string, report: Report): void {
  for (const { id, score, displayValue = '' } of Object.values(report.audits)) {
    if (score !== null && score < 0.9) {
      console.error(`  ${name}: ${id} ${score} ${displayValue}`);
    }
  }
}

async function measurePage(
  [name, url]: [string, string],
  preset: Preset,
  folder: string,
): Promise<Figure> {
  const all: Scores[] = [];
  for (let count = 0; count < runs; count += 1) {
    const report = await run(url, preset, folder);
    all.push(toScores(report));
    if (count === 0) {
      tellFaults(`${name}, ${preset}`, report);
    }
  }
  const sort = (category: Category) => all.map((one) => one[category]).sort((a, b) => a - b);
  const medians = categories.map((category) => quantile(sort(category), 0.5));
  const performance = sort('performance');
  const spread = (quantile(performance, 0.75) - quantile(performance, 0.25)) / 2;
  return {
    what: `Lighthouse, ${name}, ${preset}: performance, accessibility, best practices, SEO`,
    ours: medians.join(' / '),
    floor: '100',
    unit: 'points',
    ratio: ((medians[0] ?? 0) / 100).toFixed(2),
    spread: `± ${(spread / 100).toFixed(2)}`,
    goal: preset === 'desktop' ? '100 × 4' : '95, then 100 × 3',
  };
}

/** Lighthouse's own marks of a page of each kind on a started server, the median of some runs: they are taken on a simulated line and processor, and vary with what else the machine does. */
export async function bench(): Promise<Figure[]> {
  const server = await startServer();
  const folder = await mkdtemp(join(tmpdir(), 'muster-lighthouse-'));
  try {
    const figures: Figure[] = [];
    for (const [name, path] of await findPages(server.url)) {
      for (const preset of presets) {
        figures.push(await measurePage([name, server.url + path], preset, folder));
      }
    }
    return figures;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
