import { fileURLToPath } from 'node:url';
import { runOwnProcess } from '../preparing/own-process.ts';
import type { Drilled, DrillOptions } from './drill.ts';

export interface DrillOrder {
  /** The backup as it is before it is sealed. */
  path: string;
  where: DrillOptions['where'];
}

/** What the process that drills says of it. `detail` is for the log alone. */
export type DrillWord =
  | { drilled: Drilled }
  | { impossible: 'no_right' | 'no_way' }
  | { failure: string; detail: string };

/** Replaying a season of a hundred thousand matches takes a third of it. */
const mostMegabytes = 1536;
const worker = fileURLToPath(new URL('drill-worker.ts', import.meta.url));

/**
 * Drills a backup in a process of its own, behind everybody else's work: whoever asks for a page feels nothing of it.
 * That process ends with ours, however ours ends, and takes away what it has made. Null where it was told to stop.
 */
export async function runDrill(
  { path, where: { databaseUrl, dataDir } }: DrillOrder,
  { signal, file = worker }: { signal: AbortSignal; file?: string },
): Promise<DrillWord | null> {
  // Nothing else of where it is goes there.
  const order = { path, where: { databaseUrl, dataDir } };
  const { word, end } = await runOwnProcess<DrillWord>(file, { order, signal, mostMegabytes });
  if (signal.aborted) {
    return null;
  }
  return word ?? { failure: `its process ended by ${end}`, detail: '' };
}
