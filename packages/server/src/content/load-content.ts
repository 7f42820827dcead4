import { createHash } from 'node:crypto';
import type { Database, Transaction } from '@muster/database';
import { content } from './index.ts';

/**
 * An id that follows from a name, so that every league's ladder of one name has the same id
 * (UUID version 8, RFC 9562 §5.8: SHA-256 of the name).
 */
export function toNamedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Inserts rows, or brings those that are there up to date. Table and columns are names of ours, never input. */
async function upsert(
  transaction: Transaction,
  table: string,
  key: string,
  rows: readonly object[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) {
    return;
  }
  const columns = Object.keys(first);
  const updates = columns
    .filter((column) => column !== key)
    .map((column) => `${column} = excluded.${column}`);
  await transaction.query(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)
     on conflict (${key}) do update set ${updates.join(', ')}`,
    [JSON.stringify(rows)],
  );
}

async function loadGameServers(transaction: Transaction): Promise<void> {
  const servers = content.gameServers.map(({ address: _address, ...server }) => server);
  await upsert(transaction, 'public.game_servers', 'id', servers);
  const addresses = content.gameServers.flatMap(({ id, address }) =>
    address === null ? [] : [{ game_server_id: id, ...address }],
  );
  await upsert(transaction, 'private.game_server_addresses', 'game_server_id', addresses);
}

/**
 * Lays the league's own content into the database: games, ladders, menus, articles, archives, servers.
 * Menus belong to the admins once they are there, so they are only laid where there are none.
 */
export async function loadContent(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await upsert(transaction, 'public.games', 'slug', content.games);
    const ladders = content.ladders.map(({ rules: _rules, ...ladder }) => ({
      id: toNamedId(`ladder:${ladder.slug}`),
      created_at: '2026-01-01T00:00:00Z',
      ...ladder,
    }));
    await upsert(transaction, 'public.ladders', 'slug', ladders);
    const menus = await transaction.query('select 1 from public.menu_items limit 1');
    if (menus.length === 0) {
      await upsert(transaction, 'public.menu_items', 'id', content.menuItems);
    }
    await upsert(transaction, 'public.articles', 'slug', content.articles);
    await upsert(transaction, 'public.archives', 'slug', content.archives);
    await loadGameServers(transaction);
  });
}
