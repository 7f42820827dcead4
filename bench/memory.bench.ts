import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHouse } from './house.ts';
import type { Figure } from './measure.ts';
import { classes, processes, weighHouse } from './memory-classes.ts';
import { counts, liveAnHour } from './scaled-hour.ts';

const rest = 60_000;
const stamp = join(import.meta.dirname, '../packages/site/dist/sources.sha256');

/** What the house holds a minute after something, in all and by who and what holds it. */
async function measureRest(what: string, pid: number, goal: string): Promise<Figure[]> {
  await sleep(rest);
  const { byProcess, byClass, borrowed } = await weighHouse(pid);
  const all = Object.values(byProcess).reduce((one, other) => one + other, 0) + borrowed;
  const toFigure = (name: string, kilobytes: number, ours = ''): Figure => ({
    what: name,
    ours: `${(kilobytes / 1024).toFixed(0)} MB`,
    floor: '',
    unit: '',
    ratio: (kilobytes / all).toFixed(2),
    spread: '',
    goal: ours,
  });
  return [
    toFigure(`memory (PSS) of launcher, server and PostgreSQL, a minute after ${what}`, all, goal),
    ...processes.map((name) => toFigure(`… of which ${name}`, byProcess[name])),
    ...classes.map((name) => toFigure(`… of which ${name}`, byClass[name])),
    toFigure('… of which files that others on this machine use too', borrowed),
  ];
}

/** The memory of the whole house at rest: after the start that builds the site and plays the demonstration, after a later one, and after an hour of everything told in minutes. */
export async function bench(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-memory-'));
  const figures: Figure[] = [];
  try {
    // Without it the site counts as changed.
    await rm(stamp, { force: true });
    const first = await startHouse(folder);
    try {
      figures.push(...(await measureRest('the first start', first.pid, '256 MB')));
    } finally {
      await first.stop();
    }
    const later = await startHouse(folder);
    try {
      figures.push(...(await measureRest('a later start', later.pid, '256 MB')));
      const statuses = await liveAnHour(later.url);
      console.error('  answered', Object.fromEntries(statuses));
      const { pages, looksBack, reads, people, uploads } = counts;
      const hour = `${pages} pages, ${looksBack} looks back, ${reads} reads by REST, ${people} people with a team and ${uploads} pictures`;
      figures.push(...(await measureRest(hour, later.pid, '384 MB')));
    } finally {
      await later.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}
