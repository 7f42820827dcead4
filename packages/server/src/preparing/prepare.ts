import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../commands/command.ts';
import type { WhereFiles } from '../files/open-objects.ts';
import type { PublicFileConfig } from '../public-file/make-public-file.ts';

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
 * Does it in a process of its own, whose memory goes with it. That process ends with ours, however ours
 * ends: by the channel between them.
 * @throws OperatorError with one line that says why it failed.
 */
export async function prepare(
  preparation: Preparation,
  { onProgress = () => {}, signal, file = worker }: PrepareOptions = {},
): Promise<void> {
  // Its own heap may grow as it likes: the limits of a server's do not suit a build.
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const giveUp = () => {
    if (child.connected) {
      child.disconnect();
    }
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) {
    giveUp();
  }
  const heard = { failure: '', isDone: false };
  child.on('message', (word: Word) => {
    if ('progress' in word) {
      onProgress(word.progress);
    } else if ('failure' in word) {
      heard.failure = word.failure;
    } else {
      heard.isDone = true;
    }
  });
  // The address may hold a password, so it is no argument for everybody to see.
  if (child.connected) {
    child.send(preparation, () => {});
  }
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, killer) => resolve(killer ?? `exit code ${code}`));
  });
  signal?.removeEventListener('abort', giveUp);
  if (heard.isDone || signal?.aborted) {
    return;
  }
  const reason = heard.failure === '' ? `its process ended by ${end}` : heard.failure;
  throw new OperatorError(`${names[preparation.work]}: ${reason}`);
}
