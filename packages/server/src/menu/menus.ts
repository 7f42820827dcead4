import { createHash } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { toCanonicalJson } from '@muster/league';
import type { MenuItem, MenuName } from '@muster/site/document-data.ts';

/** The lists of the bar, each in its order. */
export type Menus = Record<MenuName, MenuItem[]>;

/** Every page carries the lists, and one command all three in seven languages: more would be too large for either. */
export const mostEntries = 50;

export const menuNames: readonly MenuName[] = ['casual', 'competitions', 'servers'];

/** The lists as they stand, with what is retired among them, and the mark by which it is told whether they changed. */
export async function readMenus(queryable: Queryable): Promise<{ menus: Menus; revision: string }> {
  const rows = await queryable.query<MenuItem & { menu: MenuName }>(
    'select menu, id, label, path from public.menu_items order by menu, position',
  );
  const list = (name: MenuName) =>
    rows.filter(({ menu }) => menu === name).map(({ menu: _menu, ...item }) => item);
  const menus = {
    casual: list('casual'),
    competitions: list('competitions'),
    servers: list('servers'),
  };
  const revision = createHash('sha256').update(toCanonicalJson(menus)).digest('hex').slice(0, 32);
  return { menus, revision };
}
