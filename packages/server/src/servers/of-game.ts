import type { Queryable } from '@muster/database';
import type { GameServers } from '@muster/site/pages/servers/data.ts';
import { type StateRow, stateColumns, toServerState } from './state.ts';
import { toServersTopic } from './topic.ts';

const most = 8;

interface OfGameRow extends StateRow {
  id: string;
  name: string;
  region: string;
  page: string;
}

/** A game's servers, the first of them with how they are; null for a game that has neither any nor a page for them. */
export async function loadGameServers(
  database: Queryable,
  game: { slug: string; name: string },
): Promise<GameServers | null> {
  const rows = await database.query<OfGameRow>(
    `select s.id, s.name, s.region, s.page, ${stateColumns} from public.game_servers s
     where s.game_slug = $1 and s.retired_at is null order by s.position, s.name limit ${most + 1}`,
    [game.slug],
  );
  const [first] = rows;
  if (first !== undefined) {
    return {
      path: `/servers/${first.page}`,
      topic: toServersTopic(first.page),
      has_more: rows.length > most,
      servers: rows.slice(0, most).map((row) => ({
        id: row.id,
        name: row.name,
        region: row.region,
        state: toServerState(row),
      })),
    };
  }
  const [item] = await database.query<{ path: string }>(
    `select path from public.menu_items where path like '/servers/%' and label #>> '{}' = $1 limit 1`,
    [game.name],
  );
  return item === undefined ? null : { path: item.path, topic: null, has_more: false, servers: [] };
}
