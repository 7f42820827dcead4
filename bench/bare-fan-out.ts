import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import type { Contender } from './measure.ts';
import { listenOnPort, openWatchers } from './open-watchers.ts';

/** The floor of what many hear: a bare ws server that sends so many sockets the same bytes; `times` counts what all of them get. */
export async function openBareFanOut(
  bytes: Buffer,
  sockets: number,
): Promise<Contender & { close(): Promise<void> }> {
  const server = createServer();
  const bare = new WebSocketServer({ server, perMessageDeflate: false });
  const url = await listenOnPort(server);
  const watchers = await openWatchers({ url, joins: [], sockets, answer: '', counted: '' });
  return {
    async run(times) {
      const done = watchers.wait(times / sockets);
      for (let sent = 0; sent < times; sent += sockets) {
        for (const client of bare.clients) {
          client.send(bytes, { binary: false });
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      await done;
    },
    async close() {
      await watchers.stop();
      bare.close();
      server.close();
    },
  };
}
