import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { listenBacklog } from '../network.ts';

/** A real HTTP server for one test, on a port of its own. */
export interface TestServer {
  url: string;
  server: Server;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves an application over HTTP as the product's server does. */
export async function serve(
  fetch: (request: Request, bindings: object) => Response | Promise<Response>,
  port = 0,
  handleCall: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean = () => false,
): Promise<TestServer> {
  const answer = getRequestListener(fetch);
  const server = createServer((incoming, outgoing) => {
    if (!handleCall(incoming, outgoing)) {
      void answer(incoming, outgoing);
    }
  });
  server.listen({ port, host: '127.0.0.1', backlog: listenBacklog });
  await once(server, 'listening');
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${given}`,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
