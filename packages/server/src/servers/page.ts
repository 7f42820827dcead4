import {
  type ListedServer,
  type ServerPageName,
  type ServersData,
  serverPages,
} from '@muster/site/pages/servers/data.ts';
import type { Loader } from '../context.ts';
import { toText } from '../page/texts.ts';

interface ServerRow {
  id: string;
  name: string;
  region: string;
  note: Record<string, string>;
  players: number | null;
  max_players: number | null;
  map: string | null;
  seen_at: Date | null;
}

const games: Record<ServerPageName, { name: string; path: string | null }> = {
  bf2042: { name: 'Battlefield 2042', path: '/games/battlefield2042' },
  'space-engineers': { name: 'Space Engineers', path: null },
};

/** The servers that a page lists, with what each answered last. */
export const loadServers: Loader<ServersData> = async ({ database, params, locale }) => {
  const page = serverPages.find((name) => name === params.server);
  if (page === undefined) {
    return null;
  }
  const rows = await database.query<ServerRow>(
    `select id, name, region, note, players, max_players, map, seen_at
     from public.game_servers where page = $1 order by position, name`,
    [page],
  );
  const { name, path } = games[page];
  return { page, name, game_path: path, servers: rows.map((row) => toServer(row, locale)) };
};

function toServer(row: ServerRow, locale: string): ListedServer {
  const { id, name, region, players, max_players, map, seen_at } = row;
  return {
    id,
    name,
    region,
    note: toText(row.note, locale),
    seen: seen_at === null ? null : { at: seen_at.toISOString(), players, max_players, map },
  };
}
