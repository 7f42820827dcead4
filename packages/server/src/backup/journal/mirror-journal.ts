import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openS3, type S3Place } from '../place/s3-place.ts';

/** What says that a base copy is whole. */
const manifestName = 'base.json';
const chainPattern = /^(\d{4})(\d\d)(\d\d)T\d{9}Z-[0-9a-f]{8}$/;
/** Longer than any league's journal needs a chain: what a machine that is gone has left goes then, in milliseconds. */
const strangersFor = 21 * 24 * 3600_000;

const nothing = () => undefined;

/** The chains that lie in the folder, each with its files; none where it is not there yet. */
async function listHere(folder: string): Promise<Map<string, string[]>> {
  const chains = new Map<string, string[]>();
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return [];
    }
    throw error;
  });
  for (const chain of names.filter((name) => chainPattern.test(name))) {
    const files = await readdir(join(folder, chain));
    chains.set(
      chain,
      files.filter((name) => !name.endsWith('.part')),
    );
  }
  return chains;
}

function isOver(chain: string, now: Date): boolean {
  const [, year, month, day] = chainPattern.exec(chain) ?? [];
  const begun = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return now.getTime() - begun > strangersFor;
}

/** What says that a chain is whole comes last. */
const inOrder = (files: readonly string[]) => [
  ...files.filter((name) => basename(name) !== manifestName).sort(),
  ...files.filter((name) => basename(name) === manifestName),
];

/** A journal's files in an S3, beside the backups. */
export interface JournalMirror {
  /** Brings there what is new, and takes away what is here no more. */
  bring(signal: AbortSignal, now: Date): Promise<void>;
}

/**
 * Keeps in an S3 what lies in a journal's folder of this machine: `address` names it as for backups. Other leagues'
 * chains in the same S3 stay, until nobody can need them any more.
 */
export function createMirror(folder: string, address: string): JournalMirror {
  const root = basename(folder);
  let there: Set<string> | null = null;
  const known = new Set<string>();

  async function bringFile(s3: S3Place, name: string, signal: AbortSignal): Promise<void> {
    const isHere = await stat(join(dirname(folder), name)).catch(() => null);
    // A full segment took the place of its parts meanwhile.
    if (isHere !== null) {
      await s3.bring(name, { signal, progress: nothing });
      there?.add(name);
    }
  }

  async function remove(s3: S3Place, names: readonly string[]): Promise<void> {
    for (const name of names) {
      await s3.remove(name);
      there?.delete(name);
    }
  }

  return {
    async bring(signal, now) {
      const s3 = openS3(address, dirname(folder), { stopping: signal });
      there ??= new Set(await s3.listBelow(`${root}/`));
      const here = await listHere(folder);
      const wanted = new Set<string>();
      for (const [chain, files] of here) {
        known.add(chain);
        for (const file of inOrder(files)) {
          signal.throwIfAborted();
          const name = `${root}/${chain}/${file}`;
          wanted.add(name);
          if (!there.has(name)) {
            await bringFile(s3, name, signal);
          }
        }
      }
      const gone = [...there].filter((name) => {
        const chain = basename(dirname(name));
        const isOurs = known.has(chain) || (chainPattern.test(chain) && isOver(chain, now));
        return isOurs && !wanted.has(name);
      });
      await remove(s3, inOrder(gone).toReversed());
    },
  };
}
