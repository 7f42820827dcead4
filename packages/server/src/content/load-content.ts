import { createHash } from 'node:crypto';
import type { Database, Transaction } from '@muster/database';
import { upsertRows } from '../engine/project/rows.ts';
import { checkContent } from './check-content.ts';
import { content } from './index.ts';

/**
 * An id that follows from a name, so that every league's ladder of one name has the same id
 * (UUID version 8, RFC 9562 §5.8: SHA-256 of the name).
 */
export function toNamedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function loadGameServers(transaction: Transaction): Promise<void> {
  const servers = content.gameServers.map(({ address: _address, ...server }) => server);
  await upsertRows(transaction, 'public.game_servers', ['id'], servers);
  const addresses = content.gameServers.flatMap(({ id, address }) =>
    address === null ? [] : [{ game_server_id: id, ...address }],
  );
  await upsertRows(transaction, 'private.game_server_addresses', ['game_server_id'], addresses);
}

/**
 * Lays the league's own content into the database: games, ladders, menus, articles, archives, servers.
 * Menus belong to the admins once they are there, so they are only laid where there are none.
 * @throws ContentError
 */
export async function loadContent(database: Database): Promise<void> {
  checkContent(content);
  await database.transaction(async (transaction) => {
    await upsertRows(transaction, 'public.games', ['slug'], content.games);
    const ladders = content.ladders.map(({ rules: _rules, ...ladder }) => ({
      id: toNamedId(`ladder:${ladder.slug}`),
      created_at: '2026-01-01T00:00:00Z',
      ...ladder,
    }));
    await upsertRows(transaction, 'public.ladders', ['slug'], ladders);
    const menus = await transaction.query('select 1 from public.menu_items limit 1');
    if (menus.length === 0) {
      await upsertRows(transaction, 'public.menu_items', ['id'], content.menuItems);
    }
    await upsertRows(transaction, 'public.articles', ['slug'], content.articles);
    await upsertRows(transaction, 'public.archives', ['slug'], content.archives);
    await loadGameServers(transaction);
  });
}
