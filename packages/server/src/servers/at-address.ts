import type { Queryable } from '@muster/database';
import type { ServerAtAddress } from '@muster/site/pages/servers/data.ts';
import { type StateRow, stateColumns, toServerState } from './state.ts';
import { toServersTopic } from './topic.ts';

/** The listed server that players name by `host:port`, the one that is played on or the one that is asked; null where it is none. */
export async function findServerAt(
  database: Queryable,
  address: string,
): Promise<ServerAtAddress | null> {
  const [, host = '', port = ''] =
    /^(?:steam:\/\/connect\/)?\[?([^\s[\]/]{1,253})\]?:(\d{1,5})\/?$/.exec(address.trim()) ?? [];
  if (host === '') {
    return null;
  }
  const [row] = await database.query<StateRow & { name: string; page: string }>(
    `select s.name, s.page, ${stateColumns}
     from public.game_servers s join private.game_server_addresses a on a.game_server_id = s.id
     where a.host = lower($1) and $2 in (a.query_port, s.game_port) and s.retired_at is null
     order by s.game_port = $2 desc nulls last, s.position limit 1`,
    [host, Number(port)],
  );
  if (row === undefined) {
    return null;
  }
  const { name, page } = row;
  return { name, path: `/servers/${page}`, topic: toServersTopic(page), state: toServerState(row) };
}
