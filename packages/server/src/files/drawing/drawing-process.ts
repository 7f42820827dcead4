import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DrawingWishes } from '@muster/backend';
import { PictureRefused, type Pictures } from '../picture.ts';

/** So long the process stays when nothing is left to be drawn. */
export const idleMilliseconds = 10_000;
/** The library's own limits end before; what still hangs then is ended from outside. */
const longestMilliseconds = 45_000;
const worker = fileURLToPath(new URL('draw-worker.ts', import.meta.url));

export interface DrawingOrder {
  id: number;
  kind: keyof Pictures;
  bytes: Uint8Array;
  /** Of a stored picture. */
  wishes?: DrawingWishes | undefined;
}

export type DrawingAnswer = { id: number } & (
  | { pictures: Pictures[keyof Pictures] }
  | { refused: PictureRefused['code'] }
  | { failure: string }
);

interface Waiting {
  resolve: (pictures: Pictures[keyof Pictures]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

let present: Drawer | undefined;

/** A process that draws, from the first order until it has had none for a while. */
class Drawer {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor() {
    this.#child = fork(worker, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (answer: DrawingAnswer) => this.#settle(answer));
    this.#child.once('error', (error) => this.#end(error));
    this.#child.once('exit', (code, signal) =>
      // Whatever it was killed by, it was over a picture.
      this.#end(
        signal === null
          ? new Error(`The process that draws ended with ${code}`)
          : new PictureRefused('picture_broken'),
      ),
    );
  }

  draw({ kind, bytes, wishes }: Omit<DrawingOrder, 'id'>): Promise<Pictures[keyof Pictures]> {
    clearTimeout(this.#idle);
    // Whoever waits for a picture keeps our process alive; one that draws nothing does not.
    this.#child.ref();
    this.#child.channel?.ref();
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), longestMilliseconds);
      this.#waiting.set(id, { resolve, reject, timer });
      // What cannot be sent to a process that ends is told by its end.
      this.#child.send({ id, kind, bytes, wishes } satisfies DrawingOrder, () => {});
    });
  }

  #settle(answer: DrawingAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) {
      return;
    }
    this.#waiting.delete(answer.id);
    clearTimeout(waiting.timer);
    if ('pictures' in answer) {
      waiting.resolve(answer.pictures);
    } else if ('refused' in answer) {
      waiting.reject(new PictureRefused(answer.refused));
    } else {
      waiting.reject(new Error(answer.failure));
    }
    if (this.#waiting.size > 0) {
      return;
    }
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idle = setTimeout(() => this.#dismiss(), idleMilliseconds).unref();
  }

  #dismiss(): void {
    present = undefined;
    if (this.#child.connected) {
      this.#child.disconnect();
    }
  }

  #end(error: Error): void {
    if (present === this) {
      present = undefined;
    }
    clearTimeout(this.#idle);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
  }
}

/**
 * Draws a picture in a process that ends soon after the last one: what the library has once taken for drawing it
 * keeps, some 70 MB, and a file that makes it crash takes nothing else along. Rejects with `PictureRefused`.
 */
export function drawApart<Kind extends keyof Pictures>(
  kind: Kind,
  bytes: Uint8Array,
  wishes?: DrawingWishes,
): Promise<Pictures[Kind]> {
  present ??= new Drawer();
  // What comes back was drawn by the function of its kind.
  return present.draw({ kind, bytes, wishes }) as Promise<Pictures[Kind]>;
}
