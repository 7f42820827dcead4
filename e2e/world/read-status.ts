import { runMuster } from './run-muster.ts';

/** The addresses and keys of the league that the specs run against, as the operator's command prints them. */
export async function readStatus(): Promise<Readonly<Record<string, string>>> {
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
