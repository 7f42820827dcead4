import { runMuster } from './run-muster.ts';

type Status = Readonly<Record<string, string>>;

let read: Promise<Status> | undefined;

/** The addresses and keys of the league that the specs run against, as the operator's command prints them: they stay the same, and it is asked once. */
export function readStatus(): Promise<Status> {
  read ??= askStatus();
  return read;
}

async function askStatus(): Promise<Status> {
  const dataDir = process.env.MUSTER_DATA_DIR;
  if (dataDir === undefined) {
    throw new Error('MUSTER_DATA_DIR must name the data of MUSTER_URL.');
  }
  const { output } = await runMuster({ DATA_DIR: dataDir }, 'status', '-o', 'env');
  return Object.fromEntries(
    [...output.matchAll(/^(\w+)="?([^"\n]*)"?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}
