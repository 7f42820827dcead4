import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What a crowd is told to do: each of its sockets says these frames, all at once or spread over a time. */
export interface CrowdTask {
  frames: readonly string[];
  withinMs: number;
  /** Done as soon as this has come so often, over all sockets. */
  marker: string;
  times: number;
}

/** Many sockets in a thread of their own. */
export interface Crowd {
  run(task: CrowdTask): Promise<void>;
  stop(): Promise<void>;
}

export async function openCrowd(url: string, sockets: number): Promise<Crowd> {
  const worker = new Worker(new URL('crowd-thread.ts', import.meta.url), {
    workerData: { url, sockets },
  });
  await once(worker, 'message');
  return {
    async run(task) {
      const done = once(worker, 'message');
      worker.postMessage(task);
      await done;
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}
