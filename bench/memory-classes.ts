import { readFile } from 'node:fs/promises';

/** Who of the house holds memory, and what kind of memory it is. */
export const processes = ['launcher', 'server', 'PostgreSQL'] as const;
export const classes = ["V8's heap and buffers", 'malloc', 'shared buffers', 'files'] as const;
type Process = (typeof processes)[number];
type Class = (typeof classes)[number];

/** Kilobytes, as `PSS` counts them. */
export interface HouseMemory {
  byProcess: Record<Process, number>;
  byClass: Record<Class, number>;
  /** What other processes of the machine have in common with the house, who would else bear it alone. */
  borrowed: number;
}

interface Stretch {
  name: string;
  class: Class;
  pss: number;
  rss: number;
}

const arena = 64 * 1024 * 1024;

function toClass(name: string, start: bigint, size: number): Class {
  if (name === '[heap]') {
    return 'malloc';
  }
  if (/^\/(?:dev\/|SYSV|memfd:)/.test(name)) {
    return 'shared buffers';
  }
  if (name.startsWith('/')) {
    return 'files';
  }
  // Where glibc puts what the main heap does not hold.
  return start % BigInt(arena) === 0n && size <= arena ? 'malloc' : "V8's heap and buffers";
}

/** The stretches of a process's memory; none where it has ended. */
async function listStretches(pid: number): Promise<Stretch[]> {
  const text = await readFile(`/proc/${pid}/smaps`, 'utf8').catch(() => '');
  return text.split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/).flatMap((part) => {
    const [, from = '', to = '', name = ''] =
      /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ \d+ *(.*)/.exec(part) ?? [];
    if (from === '') {
      return [];
    }
    const read = (key: string) => Number(new RegExp(`^${key}: +(\\d+)`, 'm').exec(part)?.[1] ?? 0);
    const start = BigInt(`0x${from}`);
    const kind = toClass(name, start, Number(BigInt(`0x${to}`) - start));
    return [{ name, class: kind, pss: read('Pss'), rss: read('Rss') }];
  });
}

/** A process and all that come from it. */
async function listTree(pid: number): Promise<number[]> {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = (await readFile(path, 'utf8').catch(() => '')).trim();
  const below = children === '' ? [] : children.split(' ').map(Number);
  return [pid, ...(await Promise.all(below.map(listTree))).flat()];
}

async function toProcess(pid: number): Promise<Process> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (/\bpostgres/.test(line)) {
    return 'PostgreSQL';
  }
  return line.includes('launch.js') ? 'launcher' : 'server';
}

const sum = (stretches: readonly Stretch[], key: 'pss' | 'rss') =>
  stretches.reduce((all, stretch) => all + stretch[key], 0);

/** What files would take if nobody else used them: of each, what the process that uses most of it has. */
function weighFilesAlone(all: readonly Stretch[][]): number {
  const most = new Map<string, number>();
  for (const stretches of all) {
    const files = Map.groupBy(
      stretches.filter((stretch) => stretch.class === 'files'),
      ({ name }) => name,
    );
    for (const [name, parts] of files) {
      most.set(name, Math.max(most.get(name) ?? 0, sum(parts, 'rss')));
    }
  }
  return [...most.values()].reduce((one, other) => one + other, 0);
}

/** Weighs a process with all that come from it. Linux alone tells. */
export async function weighHouse(launcher: number): Promise<HouseMemory> {
  const pids = await listTree(launcher);
  const all = await Promise.all(pids.map(listStretches));
  const owners = await Promise.all(pids.map(toProcess));
  const flat = all.flat();
  const byProcess = processes.map((name) => [
    name,
    sum(all.filter((_, place) => owners[place] === name).flat(), 'pss'),
  ]);
  const byClass = classes.map((name) => [
    name,
    sum(
      flat.filter((stretch) => stretch.class === name),
      'pss',
    ),
  ]);
  const weights = Object.fromEntries(byClass) as HouseMemory['byClass'];
  return {
    byProcess: Object.fromEntries(byProcess) as HouseMemory['byProcess'],
    byClass: weights,
    borrowed: Math.max(0, weighFilesAlone(all) - weights.files),
  };
}
