import { fileURLToPath } from 'node:url';
import type { BackupContents } from '@muster/site/pages/setup/data.ts';
import { FileFault, NewerFault } from '../league-file/file-fault.ts';
import { runOwnProcess } from '../preparing/own-process.ts';

export interface CheckOrder {
  /** The migrations that are known here; what has others is of a newer Muster. */
  known: readonly string[];
}

/** What was found sound. */
export interface Checked {
  contents: BackupContents;
  /** How many bytes it is unpacked. */
  bytes: number;
}

/** What the process that checks says of it. */
export type CheckWord =
  | { share: number }
  | Checked
  | { fault: 'newer' | 'damaged'; detail: string }
  | { failure: string; code: string | null };

/** Where that process has the bytes open: behind its standard streams and the channel. */
export const bytesAt = 4;
/** Sixty thousand files take a tenth of it, whatever somebody made up perhaps all. */
const mostMegabytes = 1024;
const worker = fileURLToPath(new URL('check-worker.ts', import.meta.url));

function toResult(word: CheckWord | null, end: string): Checked {
  if (word === null || 'share' in word) {
    throw new Error(`the process that checks a backup ended by ${end}`);
  }
  if ('fault' in word) {
    throw word.fault === 'newer' ? new NewerFault(word.detail) : new FileFault(word.detail);
  }
  if ('failure' in word) {
    throw Object.assign(new Error(word.failure), word.code === null ? {} : { code: word.code });
  }
  return word;
}

/**
 * Checks a league's file in a process of its own, since the server answers nobody while a manifest is understood. It
 * ends with ours, however ours ends.
 * @throws FileFault that says what is wrong with it, NewerFault where a newer Muster wrote it.
 */
export async function checkBytes(
  bytes: number,
  {
    signal,
    onShare,
    file = worker,
    ...order
  }: CheckOrder & {
    signal: AbortSignal;
    onShare: (share: number) => void;
    /** What does the work; for tests. */
    file?: string;
  },
): Promise<Checked> {
  const { word, end } = await runOwnProcess<CheckWord>(file, {
    ...{ order, signal, mostMegabytes, openFiles: [bytes] },
    onWord(said) {
      // What was given up has no share any more.
      if ('share' in said && !signal.aborted) {
        onShare(said.share);
      }
    },
  });
  signal.throwIfAborted();
  return toResult(word, end);
}
