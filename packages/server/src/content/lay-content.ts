import type { Database, Transaction } from '@muster/database';
import { createId } from '../engine/ids.ts';
import { upsertRows } from '../engine/project/rows.ts';
import type { Content } from './content-kinds.ts';
import { layFlagWords } from './flag-words.ts';
import { rememberTexts, renewTexts } from './laid-texts.ts';
import { toNamedId } from './named-id.ts';
import { getStartingContent } from './starting-content.ts';

/** A thing as its table has it. */
function toRow({ game, ...thing }: { game: string | null }): object {
  return { ...thing, game_slug: game };
}

async function layServers(
  transaction: Transaction,
  { servers }: Pick<Content, 'servers'>,
): Promise<void> {
  const rows = servers.map(({ address: _address, slug: _slug, ...server }) => toRow(server));
  await upsertRows(transaction, 'public.game_servers', ['id'], rows);
  const addresses = servers.flatMap(({ id, address }) =>
    address === undefined ? [] : [{ game_server_id: id, ...address }],
  );
  await upsertRows(transaction, 'private.game_server_addresses', ['game_server_id'], addresses);
}

/** Lays lists of the bar, each in its order. */
export async function layMenus(
  transaction: Transaction,
  menus: Partial<Content['menus']>,
): Promise<void> {
  const rows = Object.entries(menus).flatMap(([menu, items]) =>
    items.map((item, index) => ({ ...item, menu, position: index + 1 })),
  );
  await upsertRows(transaction, 'public.menu_items', ['id'], rows);
}

async function layArticles(
  transaction: Transaction,
  { articles }: Pick<Content, 'articles'>,
): Promise<void> {
  const ladders = await transaction.query<{ id: string; slug: string }>(
    'select id, slug from public.ladders where slug = any($1)',
    [articles.flatMap(({ ladder }) => (ladder === null ? [] : [ladder]))],
  );
  const ids = new Map(ladders.map(({ id, slug }) => [slug, id]));
  const rows = articles.map(({ ladder, original_locale: _original, ...article }) => ({
    ...toRow(article),
    ladder_id: ladder === null ? null : ids.get(ladder),
  }));
  await upsertRows(transaction, 'public.articles', ['slug'], rows);
  const heads = articles.flatMap(({ slug, original_locale, title }) =>
    original_locale === null || title[original_locale] === undefined
      ? []
      : [{ id: createId(), kind: 'articles', slug, original_locale }],
  );
  // One that has revisions keeps the original that they were made of.
  await transaction.query(
    `insert into private.text_heads (id, kind, slug, original_locale)
     select id, kind, slug, original_locale from jsonb_populate_recordset(null::private.text_heads, $1::jsonb)
     on conflict (kind, slug) do update set original_locale = excluded.original_locale
       where text_heads.revision = 0`,
    [JSON.stringify(heads)],
  );
}

/** Lays things of every kind; what is there under a thing's address becomes as this one is, and keeps its id. */
export async function layThings(
  transaction: Transaction,
  content: Omit<Content, 'menus'>,
): Promise<void> {
  await upsertRows(transaction, 'public.games', ['slug'], content.games);
  const ladders = content.ladders.map(({ rules: _rules, ...ladder }) => ({
    id: toNamedId(`ladder:${ladder.slug}`),
    created_at: '2026-01-01T00:00:00Z',
    ...toRow(ladder),
  }));
  await upsertRows(transaction, 'public.ladders', ['slug'], ladders, ['id', 'created_at']);
  await layArticles(transaction, content);
  await upsertRows(transaction, 'public.pages', ['slug'], content.pages);
  await upsertRows(transaction, 'public.archives', ['slug'], content.archives.map(toRow));
  await layServers(transaction, content);
}

async function isThere(transaction: Transaction, table: string): Promise<boolean> {
  const rows = await transaction.query(`select 1 from ${table} limit 1`);
  return rows.length > 0;
}

/** A league that is older than pages of its own gets those that ship: it has said nothing in their place yet. */
async function layPages(transaction: Transaction, { pages }: Content): Promise<void> {
  if (!(await isThere(transaction, 'public.pages'))) {
    await upsertRows(transaction, 'public.pages', ['slug'], pages);
    await rememberTexts(transaction, { pages });
  }
}

/**
 * Lays what ships into an empty league. In one that has its own, nothing is added and nothing written over, but for
 * shipped texts that nobody has touched: where a newer one ships, it takes the older one's place; where somebody did,
 * it is kept beside theirs for them to choose.
 * @throws ContentError
 */
export async function layContent(
  database: Database,
  content: Content = getStartingContent(),
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Two processes that start at once lay one after the other.
    await transaction.query('lock table private.laid_texts in exclusive mode');
    if (!(await isThere(transaction, 'private.laid_texts'))) {
      // A league is empty while it has no game: nothing else can be there without one.
      if (!(await isThere(transaction, 'public.games'))) {
        await layThings(transaction, content);
        await layMenus(transaction, content.menus);
      }
      await rememberTexts(transaction, content);
    }
    await layPages(transaction, content);
    await layFlagWords(transaction);
    await renewTexts(transaction, content);
  });
}
