import type { Database } from '@muster/database';
import type { Config } from './config.ts';
import { getServedUrl } from './http/origin.ts';

/** Keeps where this server is found, for commands that run without the environment that it was started in. */
export async function rememberServedUrl(database: Database, url: string): Promise<void> {
  await database.query(
    `insert into private.setup (served_url) values ($1)
     on conflict (id) do update set served_url = excluded.served_url`,
    [url],
  );
}

/** Where the league is found: SITE_URL, else as the last start served it, else as one with this configuration would. */
export async function findServedUrl(database: Database, config: Config): Promise<string> {
  if (config.siteUrl !== null) {
    return config.siteUrl;
  }
  const [row] = await database.query<{ served_url: string | null }>(
    'select served_url from private.setup',
  );
  return row?.served_url ?? getServedUrl(config, config.port);
}
