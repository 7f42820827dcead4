import { fork, type Serializable } from 'node:child_process';

interface OwnProcessOptions<Word> {
  /** What it is to do. It may hold a password, so it goes by the channel and is no argument for everybody to see. */
  order: Serializable;
  /** Gives it up: it ends by itself once nobody listens any more. */
  signal?: AbortSignal | undefined;
  /** Hears each word that it says. */
  onWord?: (word: Word) => void;
  /** Of its heap, which grows as it likes otherwise: the limits of a server's do not suit it. */
  mostMegabytes?: number;
  /** Open files that it has too, from 4 on: behind its standard streams and the channel. */
  openFiles?: readonly number[];
}

/** What became of such a process: its last word, null where it said none, and what ended it. */
interface OwnProcessEnd<Word> {
  word: Word | null;
  end: string;
}

/**
 * Has a program do one thing in a process of its own, whose memory goes with it. That process ends with ours, however
 * ours ends: by the channel between them. One that was given up before is not begun.
 */
export async function runOwnProcess<Word>(
  program: string,
  { order, signal, onWord, mostMegabytes, openFiles = [] }: OwnProcessOptions<Word>,
): Promise<OwnProcessEnd<Word>> {
  if (signal?.aborted) {
    return { word: null, end: 'nobody' };
  }
  const child = fork(program, {
    execArgv: mostMegabytes === undefined ? [] : [`--max-old-space-size=${mostMegabytes}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...openFiles],
  });
  const giveUp = () => {
    if (child.connected) {
      child.disconnect();
    }
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  let last: Word | null = null;
  child.on('message', (word: Word) => {
    last = word;
    onWord?.(word);
  });
  child.send(order, () => {});
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, killer) => resolve(killer ?? `exit code ${code}`));
  });
  signal?.removeEventListener('abort', giveUp);
  return { word: last, end };
}
