import { isSiteBuilt } from '@muster/site/built';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { furnishLeague, isUnfurnished } from '../demonstration/furnish.ts';
import { createLeague } from '../engine/league.ts';
import { openObjects } from '../files/open-objects.ts';
import { requireFunctionSettings } from '../functions/open-functions.ts';
import { describeDatabase, openLeague } from '../open-league.ts';
import { createSettingsReader } from '../page/settings.ts';
import { prepare } from '../preparing/prepare.ts';
import { Restoring } from '../restore/restoring.ts';
import { clearStaging } from '../restore/staging.ts';
import { runServer } from '../run-server.ts';
import { rememberServedUrl } from '../served-url.ts';
import { recordServerEnds } from '../server-ends.ts';
import { printDoor } from '../setup/door.ts';
import { describeDoor } from '../setup/open-setup.ts';
import { describeSignIn } from '../sign-in/sign-in.ts';
import { createWaysReader } from '../sign-in/stored-ways.ts';
import { startServer } from '../start.ts';

/** Opens the league, serves it, and returns when it has been asked to stop and has. */
export function serveUntilStopped(
  config: Config,
  { isDevelopment }: { isDevelopment: boolean },
): Promise<number> {
  const log = pino({ level: config.logLevel, redact: ['req.headers', 'password', 'token'] });
  // It outlives the server that it ends for a while.
  const restoring = config.supabase === null ? new Restoring(config, log) : null;
  let { port } = config;
  let environment: NodeJS.ProcessEnv = process.env;
  return runServer(async (parts, { stop, pause }) => {
    await requireFunctionSettings(config);
    await clearStaging(config);
    const ending = new AbortController();
    parts.defer(() => ending.abort());
    const preparing = { signal: ending.signal, onProgress: console.log };
    if (!isDevelopment && !(await isSiteBuilt())) {
      console.log('Building the site ...');
      await prepare({ work: 'build' }, preparing);
    }
    if (ending.signal.aborted) {
      return [];
    }
    const opened = parts.use(
      await openLeague(config, { mayJoin: false, onProgress: console.log, onToldToStop: stop }),
    );
    const { database } = opened;
    await recordServerEnds(database, environment);
    environment = {};
    if (await isUnfurnished(database)) {
      const { storage, supabase } = config;
      await prepare(
        { work: 'furnish', url: database.url, files: { storage, supabase } },
        preparing,
      );
    }
    if (ending.signal.aborted) {
      return [];
    }
    const league = createLeague(database, undefined, openObjects(config, database));
    await furnishLeague(league, { onProgress: console.log });
    const settings = await createSettingsReader(database, config);
    const onProgress = console.log;
    const server = await startServer({
      ...{ config: { ...config, port }, settings, database, league, log },
      ...{ isDevelopment, onProgress, restoring },
    });
    // Where any free one was asked for, the pages that are open know this one.
    ({ port } = server);
    restoring?.serve({ port, pause });
    parts.defer(() => server.close());
    await rememberServedUrl(database, server.url);

    const stored = await createWaysReader(database)();
    const token = await printDoor(database, new Date());
    return [
      `\n  ${settings.current.leagueName} is ready at ${server.url}`,
      `  Database  ${describeDatabase(config, opened)}`,
      `  Sign-in   ${describeSignIn(config, stored)}`,
      ...(token === null ? [] : [`  Admin     nobody yet: ${describeDoor(server.url, token)}`]),
      '  Stop      Ctrl-C\n',
    ];
  });
}
