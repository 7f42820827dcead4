import type { MenusData } from '@muster/site/pages/owner/data.ts';
import type { Loader } from '../context.ts';
import { mostEntries, readMenus } from './menus.ts';

/** The lists of the bar, for site admins. */
export const loadMenus: Loader<MenusData> = async ({ database, viewer }) =>
  viewer?.is_site_admin === true ? { ...(await readMenus(database)), most: mostEntries } : null;
