import { findDamage, takeRow, toUnavailable } from '@muster/database';
import type { MenuItem, MenuName, ShellData } from '@muster/site/document-data.ts';
import type { RequestContext } from '../context.ts';

interface ShellRow {
  menus: Partial<Record<MenuName, MenuItem[]>> | null;
  pages: string[];
  has_demo: boolean;
}

/** Of an `item` of the menus: what is retired has left the lists; its entry is there again when it is brought back. */
export const isShownSql = `not exists (select 1 from public.games g
    where g.retired_at is not null and item.path = '/games/' || g.slug)
  and not exists (select 1 from public.ladders l join public.games g on g.slug = l.game_slug
    where coalesce(l.retired_at, g.retired_at) is not null and item.path = '/ladders/' || l.slug)`;

const statement = `
  select
    (select jsonb_object_agg(menu, items) from (
      select menu, jsonb_agg(jsonb_build_object('id', id, 'label', label, 'path', path) order by position) as items
      from public.menu_items item where ${isShownSql}
      group by menu
    ) as menus) as menus,
    (select coalesce(json_agg(slug), '[]') from public.pages where title <> '{}') as pages,
    exists (select 1 from public.seasons where is_demo and status = 'open') as has_demo`;

const keptFor = 1_000;

type Shell = Pick<ShellData, 'menus' | 'pages' | 'has_demo'>;

/**
 * What stands around every page: the menus, and whether a demonstration season runs. Kept for a second, and for
 * as long as the database, or the file that they lie in, cannot be read.
 */
export function createShellLoader() {
  let kept: { at: number; shell: Promise<Shell> } | null = null;
  let last: Shell = {
    menus: { casual: [], competitions: [], servers: [] },
    pages: [],
    has_demo: false,
  };
  const load = async (database: RequestContext['database']): Promise<Shell> => {
    try {
      last = await loadShell(database);
    } catch (error) {
      kept = null;
      if (toUnavailable(error) === null && findDamage(error) === null) {
        throw error;
      }
    }
    return last;
  };
  return ({ database }: Pick<RequestContext, 'database'>) => {
    if (kept === null || Date.now() - kept.at > keptFor) {
      kept = { at: Date.now(), shell: load(database) };
    }
    return kept.shell;
  };
}

async function loadShell(database: RequestContext['database']): Promise<Shell> {
  const row = takeRow(await database.query<ShellRow>(statement));
  const { casual = [], competitions = [], servers = [] } = row.menus ?? {};
  return {
    menus: { casual, competitions, servers },
    pages: row.pages,
    has_demo: row.has_demo,
  };
}
