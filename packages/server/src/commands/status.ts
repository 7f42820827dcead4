import { createBackend, getOrCreateSecret } from '@muster/backend';
import type { Config } from '../config.ts';
import { checkHealth } from '../health.ts';
import { openLeague } from '../open-league.ts';
import { findServedUrl } from '../served-url.ts';
import { type Command, getOption, OperatorError } from './command.ts';

/** Prints the league's address and keys as Supabase's own tool does. */
async function printKeys(config: Config): Promise<number> {
  await using league = await openLeague(config);
  const backend = await createBackend({
    database: league.database,
    config: { siteUrl: config.siteUrl, jwtSecret: config.jwtSecret },
  });
  const values = {
    API_URL: config.supabase?.url ?? (await findServedUrl(league.database, config)),
    ANON_KEY: config.supabase?.anonKey ?? backend.apiKeys.anon,
    SERVICE_ROLE_KEY: config.supabase?.serviceRoleKey ?? backend.apiKeys.serviceRole,
    JWT_SECRET: config.jwtSecret ?? (await getOrCreateSecret(league.database, 'jwt_secret')),
    DB_URL: league.database.url,
  };
  await backend.close();
  for (const [name, value] of Object.entries(values)) {
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
