import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createBackend } from '@muster/backend';
import { parseConfig } from '../config.ts';
import { openLeague } from '../open-league.ts';
import { getPeerAddress } from '../peer.ts';
import { type Command, getOption } from './command.ts';

/** Serves Supabase's services alone, for the official clients and for other sites of the same people. */
export const command: Command = {
  options: { port: { type: 'string' }, 'database-url': { type: 'string' } },
  async run(_config, args) {
    const config = parseConfig({
      ...process.env,
      PORT: getOption(args, 'port') ?? process.env.PORT ?? '54321',
      DATABASE_URL: getOption(args, 'database-url') ?? process.env.DATABASE_URL,
    });
    await using league = await openLeague(config, { onProgress: console.log });
    const backend = await createBackend({
      database: league.database,
      config: {
        siteUrl: config.siteUrl,
        jwtSecret: config.jwtSecret,
        rest: { url: config.restUrl },
      },
      log: (message, cause) => console.error(message, cause),
    });
    const server = createServer(
      getRequestListener((request, bindings) =>
        backend.fetch(request, { clientAddress: getPeerAddress(request, bindings, config) }),
      ),
    );
    server.on('upgrade', (request, socket, head) => {
      if (!backend.handleUpgrade(request, socket, head)) {
        socket.destroy();
      }
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.port, config.host, resolve);
    });
    console.log(`The backend is ready at http://${config.host}:${config.port}`);
    await new Promise<void>((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    server.closeIdleConnections();
    await backend.close();
    await new Promise((resolve) => server.close(resolve));
    return 0;
  },
};
