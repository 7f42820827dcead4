import { resolve } from 'node:path';
import { buildSite } from '@muster/site/build';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { createFirstAdminToken } from '../first-admin.ts';
import { furnishLeague } from '../league/furnish.ts';
import { createLeague } from '../league/league.ts';
import { type OpenLeague, openLeague } from '../open-league.ts';
import { startServer } from '../start.ts';

function waitForStop(): Promise<void> {
  return new Promise((done) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (asked) {
          process.exit(1);
        }
        asked = true;
        console.log('\nStopping: requests in flight finish first (again to stop at once) ...');
        done();
      });
    }
  });
}

function describeSignIn(config: Config): string {
  if (config.supabase !== null) {
    return 'by Supabase';
  }
  return config.discord === null
    ? 'a local identity provider for this machine only; set DISCORD_CLIENT_ID for the real one'
    : 'Discord';
}

function describeDatabase(config: Config, { kind, version }: OpenLeague): string {
  return kind === 'embedded'
    ? `PostgreSQL ${version}, embedded, in ${resolve(config.dataDir)}`
    : `PostgreSQL ${version} at DATABASE_URL`;
}

/** Opens the league, serves it, and returns when it has been asked to stop and has. */
export async function serveUntilStopped(
  config: Config,
  { isDevelopment }: { isDevelopment: boolean },
): Promise<number> {
  const log = pino({ level: config.logLevel, redact: ['req.headers', 'password', 'token'] });
  const stopped = waitForStop();
  if (!isDevelopment) {
    console.log('Building the site where it has changed ...');
    await buildSite();
  }
  await using opened = await openLeague(config, { mayJoin: false, onProgress: console.log });
  const league = createLeague(opened.database);
  await furnishLeague(league, { onProgress: console.log });
  const server = await startServer({
    config,
    database: opened.database,
    league,
    log,
    isDevelopment,
  });

  console.log(`\n  ${config.leagueName} is ready at ${server.url}`);
  console.log(`  Database  ${describeDatabase(config, opened)}`);
  console.log(`  Sign-in   ${describeSignIn(config)}`);
  const token = await createFirstAdminToken(opened.database);
  if (token !== null) {
    console.log(
      `  Admin     nobody yet: sign in, then open ${server.url}/api/first-admin/${token}`,
    );
  }
  console.log('  Stop      Ctrl-C\n');

  await stopped;
  await server.close();
  return 0;
}
