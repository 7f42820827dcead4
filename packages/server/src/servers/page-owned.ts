import type { OwnedServerData, OwnedServersData } from '@muster/site/pages/server-admin/data.ts';
import type { Loader } from '../context.ts';
import { isUuid } from '../http/find.ts';
import type { ServerFields } from './fields.ts';
import { type StateRow, stateColumns, toServerState } from './state.ts';
import { allServersTopic } from './topic.ts';

/** The word at the place of a server's in the address of the form for a new one. */
const newWord = 'new';

const fieldsSql = `s.page, s.game_slug as game, s.name, a.host, a.query_port as port, s.region, s.note`;

type OwnedRow = ServerFields &
  StateRow & { id: string; is_retired: boolean; is_long_silent: boolean };

/** All servers with how they are and why they were not heard, for site admins. */
export const loadOwnedServers: Loader<OwnedServersData> = async ({ database, viewer, now }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const rows = await database.query<OwnedRow>(
    `select s.id, ${fieldsSql}, ${stateColumns}, s.retired_at is not null as is_retired,
       coalesce(s.silent_since < $1::timestamptz - interval '1 day', false) as is_long_silent
     from public.game_servers s left join private.game_server_addresses a on a.game_server_id = s.id
     order by s.page, s.position, s.name limit 1000`,
    [now],
  );
  return {
    topic: allServersTopic,
    servers: rows.map((row) => {
      const { id, page, name, host, port, protocol, fault, is_demo, is_retired, is_long_silent } =
        row;
      return {
        slug: id,
        ...{ page, name, host, port, protocol, is_demo, is_retired, is_long_silent },
        fault: row.misses === 0 ? null : fault,
        state: toServerState(row),
      };
    }),
  };
};

/** The form of a server, for site admins. */
export const loadOwnedServer: Loader<OwnedServerData> = async ({ database, viewer, params }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const { id = '' } = params;
  if (id !== newWord && !isUuid(id)) {
    return null;
  }
  const pages = await listPages(database);
  if (id === newWord) {
    return { server: null, game: null, pages };
  }
  const [row] = await database.query<
    NonNullable<OwnedServerData['server']> & Pick<OwnedServerData, 'game'>
  >(
    `select s.id as slug, s.page, s.name, a.host, a.query_port as port, s.region, s.note, s.protocol, s.is_demo,
       s.retired_at is not null as is_retired,
       (select json_build_object('slug', g.slug, 'name', g.name) from public.games g where g.slug = s.game_slug) as game
     from public.game_servers s left join private.game_server_addresses a on a.game_server_id = s.id
     where s.id = $1`,
    [id],
  );
  if (row === undefined) {
    return null;
  }
  const { game, ...server } = row;
  return { server, game, pages };
};

/** The pages of servers that there are, or that the bar leads to. */
async function listPages(
  database: Parameters<typeof loadOwnedServer>[0]['database'],
): Promise<string[]> {
  const pages = await database.query<{ page: string }>(
    `select page from public.game_servers
     union select substr(path, 10) from public.menu_items where path ~ '^/servers/[a-z0-9-]{2,60}$'
     order by page limit 200`,
  );
  return pages.map(({ page }) => page);
}
