import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { WatcherOptions } from './watchers.ts';

/** Watchers in a thread of their own. */
export interface Watchers {
  /** Waits until each socket has got so many more messages. */
  wait(messages: number): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the sockets, and resolves once all of them hear what comes. */
export async function openWatchers(options: WatcherOptions): Promise<Watchers> {
  const worker = new Worker(new URL('watchers.ts', import.meta.url), { workerData: options });
  await once(worker, 'message');
  return {
    async wait(messages) {
      const done = once(worker, 'message');
      worker.postMessage(messages * options.sockets);
      await done;
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}

/** Listens on a free port of this machine. */
export async function listenOnPort(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
