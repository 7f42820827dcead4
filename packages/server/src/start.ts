import { hintChannel } from '@muster/backend';
import { type Database, type ShareLimits, shares } from '@muster/database';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { createJournal, type KeptJournal } from './backup/journal/keep-journal.ts';
import type { Config } from './config.ts';
import { createApi } from './create-api.ts';
import { createDevelopment } from './dev/development.ts';
import type { League } from './engine/league.ts';
import { openObjects } from './files/open-objects.ts';
import { createHostReader } from './host-facts.ts';
import { readFileLimit, toConnectionLimits } from './http/connection-limits.ts';
import { createListener, drain, listen } from './http/listener.ts';
import { getOwnHeaders, getServedUrl } from './http/origin.ts';
import { getRawPeer, mayUseDevelopmentPages } from './http/peer.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { logFailure } from './log-failure.ts';
import { getMailWay } from './mail/mail-way.ts';
import { type SettingsReader, settingsChannel } from './page/settings.ts';
import { createShellLoader } from './page/shell.ts';
import { loaders } from './pages.ts';
import { createSite } from './render/create-site.ts';
import { createContextResolver, toStranger } from './render/request-context.ts';
import { createVisitorCache, type VisitorCache } from './render/visitor-cache.ts';
import type { Restoring } from './restore/restoring.ts';
import { openServices, type Services } from './services.ts';
import { knowSetup } from './setup/first-admin.ts';
import { describeMail } from './setup/mail-step.ts';
import { describeWays } from './setup/ways-data.ts';
import { createChatReader, createSignInReader } from './sign-in/sign-in.ts';
import { createWaysReader } from './sign-in/stored-ways.ts';
import { tidyWhenQuiet } from './tidy-when-quiet.ts';

export interface RunningServer {
  /** Where it serves, as `http://localhost:3000`. */
  url: string;
  /** Where it listens. */
  port: number;
  /** Finishes the requests in flight, then stops. */
  close(): Promise<void>;
}

interface StartOptions {
  config: Config;
  database: Database;
  league: League;
  settings: SettingsReader;
  log: Logger;
  isDevelopment: boolean;
  /** Told of what takes a while. */
  onProgress?: (line: string) => void;
  /** What restores a backup from the set-up page; null where nothing does. */
  restoring?: Restoring | null;
}

/** The league within a share of the connections; what it remembers stays one. */
function onShare({ league, config, log }: StartOptions, share: ShareLimits): League {
  const database = league.database.share(share);
  const onError = (error: unknown) => logFailure(log, error, 'a file could not be taken away');
  return { ...league, database, objects: openObjects(config, database, onError) };
}

/** What other processes, or this one, have changed: pages kept for visitors go, settings are read anew. */
async function listenForChanges(
  database: Database,
  {
    settings,
    visitorCache,
    log,
  }: Pick<StartOptions, 'settings' | 'log'> & { visitorCache: VisitorCache },
): Promise<() => Promise<void>> {
  const stopHints = await database.listen(hintChannel, () => visitorCache.clear());
  const stopSettings = await database.listen(settingsChannel, () => {
    settings
      .refresh()
      .then(() => visitorCache.clear())
      .catch((error: unknown) => logFailure(log, error, 'settings could not be read'));
  });
  return async () => {
    await Promise.all([stopHints(), stopSettings()]);
  };
}

type PartsOptions = StartOptions & { stopping: AbortSignal; journal: KeptJournal | null };

async function createParts(options: PartsOptions, services: Services) {
  const { config, database, settings, log, isDevelopment, journal } = options;
  const restoring = options.restoring ?? null;
  const loadWays = createWaysReader(database.share(shares.pages));
  const readSignIn = createSignInReader(config, loadWays);
  const createResolver = (share: ShareLimits) =>
    knowSetup(
      createContextResolver({
        config,
        settings,
        database: database.share(share),
        verify: services.verifyAccessToken,
        readSignIn,
        describeWays: async (request) => describeWays(request, config, await loadWays()),
        readHost: createHostReader(config, database.share(share), journal),
        describeMail: (request) => describeMail(request, config),
        sendsMail: getMailWay(config) !== 'none',
        ...(restoring === null ? {} : { readRestore: () => restoring.data }),
      }),
      onShare(options, share),
    );
  const createApiOn = (share: ShareLimits) =>
    createApi({
      config,
      settings,
      league: onShare(options, share),
      log,
      resolveContext: createResolver(share),
      ...(services.captcha === null ? {} : { captcha: services.captcha }),
      ...(restoring === null ? {} : { restoring }),
    });
  const api = { reads: createApiOn(shares.pages), writes: createApiOn(shares.commands) };
  const loadShell = createShellLoader();
  const visitorCache = createVisitorCache();
  // Whatever has changed, also when the listening connection was lost for a while.
  const stopListening = await listenForChanges(database, { settings, visitorCache, log });
  const site = await createSite({
    config,
    settings,
    loaders,
    resolveContext: createResolver(shares.pages),
    loadShell,
    hasChatSignIn: createChatReader(config, { loadWays, readSignIn }),
    anonKey: services.anonKey,
    mayUseDevelopmentPages: (request, env) => mayUseDevelopmentPages(request, env, config),
    toStranger: (request) => toStranger(request, { database, settings }),
    onError: (error, { url }) => logFailure(log, error, 'page failed', { url }),
    visitorCache,
    isDevelopment,
    stopping: options.stopping,
  });
  const development = createDevelopment({
    config,
    database: database.share(shares.auth),
    clientSecret: services.devSecret,
  });
  return { api, site, development, stopListening };
}

/** Composes the server over an open, migrated database and serves it. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, database, log } = options;
  const limits = toConnectionLimits(readFileLimit());
  let listens = 0;
  const services = await openServices(options, { limits, getPort: () => listens });
  const stopping = new AbortController();
  const journal = createJournal(config, database.share(shares.jobs), log);
  const { stopListening, ...made } = await createParts(
    { ...options, stopping: stopping.signal, journal },
    services,
  );
  const isStopping = () => stopping.signal.aborted;
  const app = createApp({ config, database, log, backend: services, isStopping, ...made });

  const headers = getOwnHeaders(config);
  const server = createListener({
    fetch: app.fetch,
    handleCall: (incoming, outgoing) => {
      const clientAddress = getRawPeer(incoming, config);
      const isCall = services.handleCall(incoming, outgoing, { clientAddress, headers });
      if (isCall && log.isLevelEnabled('debug')) {
        const { method, url } = incoming;
        // Not what follows the path: it may hold a key.
        const [path] = url?.split('?') ?? [];
        outgoing.once('close', () =>
          log.debug({ method, path, status: outgoing.statusCode }, 'call of a function'),
        );
      }
      return isCall;
    },
    handleUpgrade: (request, socket, head) =>
      services.handleUpgrade(request, socket, head, {
        clientAddress: getRawPeer(request, config),
      }),
    limits,
    trustedProxy: config.trustedProxy,
    onError: (error) => log.error({ err: error }, 'connection failed'),
  });
  tidyWhenQuiet(server);
  const port = await listen(server, config);
  listens = port;
  const url = getServedUrl(config, port);
  const jobs = await startJobs({
    league: onShare(options, shares.jobs),
    log,
    config,
    settings: options.settings,
    siteUrl: url,
    journal,
    ...(services.sweepStorage === null ? {} : { sweepStorage: services.sweepStorage }),
  });
  return {
    url,
    port,
    async close() {
      stopping.abort();
      // In reverse; what fails, since the database is away, keeps nothing else from ending.
      await using parts = new AsyncDisposableStack();
      parts.defer(async () => {
        const drained = drain(server);
        await services.close();
        await drained;
      });
      parts.defer(stopListening);
      parts.defer(() => jobs.stop());
    },
  };
}
