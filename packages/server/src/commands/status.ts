import { createBackend, getOrCreateSecret } from '@muster/backend';
import type { Database } from '@muster/database';
import type { Config } from '../config.ts';
import { checkHealth } from '../health.ts';
import { openLeague } from '../open-league.ts';
import { findServedUrl } from '../served-url.ts';
import { type Command, getOption, OperatorError } from './command.ts';

type Keys = Record<'API_URL' | 'ANON_KEY' | 'SERVICE_ROLE_KEY' | 'JWT_SECRET', string>;

async function findOwnKeys(database: Database, config: Config): Promise<Keys> {
  const backend = await createBackend({
    database,
    config: { siteUrl: config.siteUrl, jwtSecret: config.jwtSecret },
  });
  const { anon, serviceRole } = backend.apiKeys;
  await backend.close();
  return {
    API_URL: await findServedUrl(database, config),
    ANON_KEY: anon,
    SERVICE_ROLE_KEY: serviceRole,
    JWT_SECRET: config.jwtSecret ?? (await getOrCreateSecret(database, 'jwt_secret')),
  };
}

/** Somebody else's Supabase knows its secret; we may not. */
function toHostedKeys(supabase: NonNullable<Config['supabase']>, jwtSecret: string | null): Keys {
  return {
    API_URL: supabase.url,
    ANON_KEY: supabase.anonKey,
    SERVICE_ROLE_KEY: supabase.serviceRoleKey,
    JWT_SECRET: jwtSecret ?? '',
  };
}

/** Prints the league's address and keys as Supabase's own tool does. */
async function printKeys(config: Config): Promise<number> {
  await using league = await openLeague(config);
  const { database } = league;
  const keys =
    config.supabase === null
      ? await findOwnKeys(database, config)
      : toHostedKeys(config.supabase, config.jwtSecret);
  for (const [name, value] of Object.entries({ ...keys, DB_URL: database.url })) {
    console.log(`${name}="${value}"`);
  }
  return 0;
}

/** Prints how each part of the league is; the exit code says whether all are well. */
async function printHealth(config: Config): Promise<number> {
  const lines = await checkHealth(config);
  for (const { name, isWell, says } of lines) {
    console.log(`${name.padEnd(11)} ${isWell ? 'ok ' : 'NOT OK '} ${says}`);
  }
  return lines.every(({ isWell }) => isWell) ? 0 : 1;
}

/** Says how the league is; keys are printed only when they are asked for, with `-o env`. */
export const command: Command = {
  options: { output: { type: 'string', short: 'o' } },
  async run(config, args) {
    const output = getOption(args, 'output');
    if (output !== null && output !== 'env') {
      throw new OperatorError('status takes -o env, or nothing.');
    }
    return output === 'env' ? printKeys(config) : printHealth(config);
  },
};
