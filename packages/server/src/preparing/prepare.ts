import { fileURLToPath } from 'node:url';
import { OperatorError } from '../commands/command.ts';
import type { WhereFiles } from '../files/open-objects.ts';
import type { PublicFileConfig } from '../public-file/make-public-file.ts';
import { runOwnProcess } from './own-process.ts';

/** What needs more memory, or time in one piece, than serving has: what a first start does once, and the public file. */
export type Preparation =
  | { work: 'build' }
  /** Brings content, the demonstration and the first seasons to the database at `url`, and files to where they lie. */
  | { work: 'furnish'; url: string; files: WhereFiles }
  | { work: 'public-file'; url: string; config: PublicFileConfig };

/** What the process that prepares says of itself. */
export type Word = { progress: string } | { failure: string } | { done: true };

interface PrepareOptions {
  onProgress?: (line: string) => void;
  /** Aborted when the start is given up; what is being prepared then ends with it. */
  signal?: AbortSignal;
  /** What does the work; for tests. */
  file?: string;
}

const worker = fileURLToPath(new URL('worker.ts', import.meta.url));
const names = {
  build: 'The site could not be built',
  furnish: 'The league could not be furnished',
  'public-file': 'The public file could not be made',
};

/**
 * Does it in a process of its own.
 * @throws OperatorError with one line that says why it failed.
 */
export async function prepare(
  preparation: Preparation,
  { onProgress = () => {}, signal, file = worker }: PrepareOptions = {},
): Promise<void> {
  const { word, end } = await runOwnProcess<Word>(file, {
    ...{ order: preparation, signal },
    onWord(said) {
      if ('progress' in said) {
        onProgress(said.progress);
      }
    },
  });
  if (signal?.aborted || (word !== null && 'done' in word)) {
    return;
  }
  const isTold = word !== null && 'failure' in word && word.failure !== '';
  const reason = isTold ? word.failure : `its process ended by ${end}`;
  throw new OperatorError(`${names[preparation.work]}: ${reason}`);
}
