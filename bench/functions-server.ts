import { once } from 'node:events';
import { Agent, request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBackend } from '@muster/backend';
import { openFunctions } from '../packages/server/src/functions/open-functions.ts';
import { createListener } from '../packages/server/src/http/listener.ts';
import { getOwnHeaders } from '../packages/server/src/http/origin.ts';
import { withBenchDatabase } from './bench-database.ts';

/*
 * A process between whoever calls a function and its Deno: the league's services with `ours FOLDER`, or with
 * `proxy PORT` the least that any process there can do. It says where it listens, then how much of the processor
 * it has used each time that it is asked, until its parent lets go of it.
 */
const [kind = '', where = ''] = process.argv.slice(2);

/** What such a process is measured by; `authorization` is of whoever may call. */
export interface FunctionsServer {
  port: number;
  program: string;
  authorization: string;
}

/** What its parent tells it to do before it says how much of the processor it has used. */
export type FunctionsServerTask = 'say' | 'end functions';

async function serve(
  server: Server,
  rest: Omit<FunctionsServer, 'port'>,
  endFunctions: () => Promise<void> = async () => undefined,
): Promise<void> {
  if (!server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, ...rest } satisfies FunctionsServer);
  process.on('message', async (task: FunctionsServerTask) => {
    if (task === 'end functions') {
      await endFunctions();
    }
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  await once(process, 'disconnect');
  server.closeAllConnections();
  server.close();
}

async function serveProxy(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const asked = ask({ host: '127.0.0.1', port, agent, method, path, headers });
    asked.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  await serve(server, { program: '', authorization: '' });
}

async function serveOurs(folder: string): Promise<void> {
  await withBenchDatabase(async (database) => {
    const functions = await openFunctions({
      folder,
      getLeague: () => ({ url: 'http://localhost:1', host: '127.0.0.1', port: 1 }),
      onLine: (_, { text }) => console.error(text),
    });
    if (functions === null) {
      throw new Error('There is no Deno here');
    }
    const backend = await createBackend({ database, config: { functions } });
    await backend.prepareFunctions();
    const server = createListener({
      fetch: (request) => backend.fetch(request, { clientAddress: '192.0.2.1' }),
      handleCall: (incoming, outgoing) =>
        backend.handleCall(incoming, outgoing, {
          clientAddress: '192.0.2.1',
          headers: getOwnHeaders({ siteUrl: null }),
        }),
      handleUpgrade: () => false,
      limits: { connections: 100, connectionsOfOne: 100 },
      trustedProxy: null,
      onError: (error) => console.error(error),
    });
    const authorization = `Bearer ${backend.apiKeys.anon}`;
    const told = { program: functions.deno.program, authorization };
    await serve(server, told, () => backend.replaceFunctions(functions.specs));
    await backend.close();
  });
}

await (kind === 'ours' ? serveOurs(where) : serveProxy(Number(where)));
