import type { Queryable } from '@muster/database';
import type { MenusData } from '@muster/site/pages/owner/data.ts';
import type { Loader } from '../context.ts';
import { createId } from '../engine/ids.ts';
import { isShownSql } from '../page/shell.ts';
import { type Menus, mostEntries, readMenus } from './menus.ts';

const kinds = [
  { word: 'game', table: 'public.games', folder: '/games/', menu: 'casual' },
  { word: 'ladder', table: 'public.ladders', folder: '/ladders/', menu: 'competitions' },
] as const;

/** The game or ladder that an address asks to have among the entries; null where it is, or has no room. */
async function findAdding(
  queryable: Queryable,
  url: URL,
  menus: Menus,
): Promise<MenusData['adding']> {
  const kind = kinds.find(({ word }) => url.searchParams.has(word));
  if (kind === undefined) {
    return null;
  }
  const [thing] = await queryable.query<{ slug: string; name: string }>(
    `select slug, name from ${kind.table} where slug = $1`,
    [url.searchParams.get(kind.word)],
  );
  const entries = menus[kind.menu];
  const path = `${kind.folder}${thing?.slug}`;
  const isThere = entries.some((entry) => entry.path === path);
  return thing === undefined || isThere || entries.length >= mostEntries
    ? null
    : { menu: kind.menu, item: { id: createId(), label: thing.name, path } };
}

/** The lists of the bar, for site admins. */
export const loadMenus: Loader<MenusData> = async ({ database, viewer, url }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const kept = await readMenus(database);
  const hidden = await database.query<{ id: string }>(
    `select id from public.menu_items item where not (${isShownSql})`,
  );
  return {
    ...kept,
    most: mostEntries,
    hidden: hidden.map(({ id }) => id),
    adding: await findAdding(database, url, kept.menus),
  };
};
