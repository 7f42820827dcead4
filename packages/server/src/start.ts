import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Backend, createBackend, HINT_CHANNEL } from '@muster/backend';
import type { Database } from '@muster/database';
import type { Logger } from 'pino';
import { createApi } from './api/create-api.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createDevelopment, devDiscordClient, getDevDiscordSecret } from './development.ts';
import { startJobs } from './jobs/start-jobs.ts';
import type { League } from './league/execute.ts';
import { loaders } from './loaders/index.ts';
import { createShellLoader } from './loaders/shell.ts';
import { mayUseDevelopmentPages } from './peer.ts';
import { createSite } from './render/create-site.ts';
import { createVisitorCache } from './render/visitor-cache.ts';
import { createContextResolver } from './request-context.ts';

export interface RunningServer {
  /** Where it serves, as `http://localhost:3000`. */
  url: string;
  /** Finishes the requests in flight, then stops. */
  close(): Promise<void>;
}

interface StartOptions {
  config: Config;
  database: Database;
  league: League;
  log: Logger;
  isDevelopment: boolean;
}

/** How long requests in flight may take once the server is told to stop. */
const drainMilliseconds = 10_000;

async function startBackend({ config, database, log }: StartOptions, devSecret: string) {
  const discord =
    config.discord === null
      ? { clientIds: [devDiscordClient], clientSecret: devSecret, url: '/dev/discord' }
      : { clientIds: [config.discord.clientId], clientSecret: config.discord.clientSecret };
  const providers = {
    // A chat account need not have an address, and we need none.
    discord: { ...discord, emailOptional: true },
    // Steam signs in without a key; the key brings the person's name.
    steam: { enabled: config.siteUrl !== null, clientSecret: config.steamApiKey ?? '' },
  };
  return createBackend({
    database,
    config: {
      siteUrl: config.siteUrl,
      jwtSecret: config.jwtSecret,
      auth: {
        external: { email: { enabled: false }, providers },
        security: { manualLinkingEnabled: true },
      },
      rest: { url: config.restUrl },
    },
    log: (message, cause) => log.error({ err: cause }, message),
  });
}

function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Stops taking connections and waits for the requests in flight; what hangs longer is cut. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function createParts(options: StartOptions, backend: Backend, devSecret: string) {
  const { config, database, league, log, isDevelopment } = options;
  const resolveContext = createContextResolver({
    config,
    database,
    verify: backend.verifyAccessToken,
  });
  const api = createApi({ config, league, log, resolveContext });
  const loadShell = createShellLoader();
  const visitorCache = createVisitorCache();
  // Whatever has changed, also when the listening connection was lost for a while.
  const stopListening = await database.listen(HINT_CHANNEL, () => visitorCache.clear());
  const site = await createSite({
    config,
    loaders,
    resolveContext,
    loadShell,
    anonKey: config.supabase?.anonKey ?? backend.apiKeys.anon,
    mayUseDevelopmentPages: (request, env) => mayUseDevelopmentPages(request, env, config),
    onError: (error, request) => log.error({ err: error, url: request.url }, 'page failed'),
    visitorCache,
    isDevelopment,
  });
  const development =
    config.discord === null
      ? createDevelopment({ config, database, clientSecret: devSecret })
      : null;
  return { api, site, development, stopListening };
}

/** Composes the server over an open, migrated database and serves it. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, database, log } = options;
  const devSecret = await getDevDiscordSecret(database);
  const backend = await startBackend(options, devSecret);
  let isStopping = false;
  const { stopListening, ...parts } = await createParts(options, backend, devSecret);
  const app = createApp({ config, database, log, backend, isStopping: () => isStopping, ...parts });

  const server = createServer(getRequestListener(app.fetch));
  server.on('upgrade', (request, socket, head) => {
    if (!backend.handleUpgrade(request, socket, head)) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    }
  });
  const port = await listen(server, config);
  const jobs = await startJobs({ league: options.league, log });
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(config.host)
    ? 'localhost'
    : config.host;
  return {
    url: config.siteUrl ?? `http://${name}:${port}`,
    async close() {
      isStopping = true;
      await jobs.stop();
      await stopListening();
      const drained = drain(server);
      await backend.close();
      await drained;
    },
  };
}
