import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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
  if (signal.aborted) {
    return null;
  }
  const child = fork(file, {
    ...{ execArgv: [`--max-old-space-size=${mostMegabytes}`] },
    ...{ stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  });
  const giveUp = () => {
    if (child.connected) {
      child.disconnect();
    }
  };
  signal.addEventListener('abort', giveUp, { once: true });
  let word: DrillWord | null = null;
  child.on('message', (said: DrillWord) => {
    word = said;
  });
  // The address may hold a password, so it is no argument for everybody to see.
  child.send({ path, where: { databaseUrl, dataDir } }, () => {});
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, killer) => resolve(killer ?? `exit code ${code}`));
  });
  signal.removeEventListener('abort', giveUp);
  if (signal.aborted) {
    return null;
  }
  return word ?? { failure: `its process ended by ${end}`, detail: '' };
}
