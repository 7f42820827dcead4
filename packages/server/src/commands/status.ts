import { createBackend, getOrCreateSecret } from '@muster/backend';
import { openLeague } from '../open-league.ts';
import { type Command, getOption, OperatorError } from './command.ts';

/** Prints where the league is and its keys; with `-o env` in the form that Supabase's own tool prints. */
export const command: Command = {
  options: { output: { type: 'string', short: 'o' } },
  async run(config, args) {
    const output = getOption(args, 'output');
    if (output !== null && output !== 'env') {
      throw new OperatorError('status takes -o env, or nothing.');
    }
    await using league = await openLeague(config);
    const backend = await createBackend({
      database: league.database,
      config: { siteUrl: config.siteUrl, jwtSecret: config.jwtSecret },
    });
    const values = {
      API_URL: config.supabase?.url ?? config.siteUrl ?? `http://localhost:${config.port}`,
      ANON_KEY: config.supabase?.anonKey ?? backend.apiKeys.anon,
      SERVICE_ROLE_KEY: config.supabase?.serviceRoleKey ?? backend.apiKeys.serviceRole,
      JWT_SECRET: config.jwtSecret ?? (await getOrCreateSecret(league.database, 'jwt_secret')),
      DB_URL: league.database.url,
    };
    await backend.close();
    for (const [name, value] of Object.entries(values)) {
      console.log(output === 'env' ? `${name}="${value}"` : `${name.padEnd(17)} ${value}`);
    }
    return 0;
  },
};
