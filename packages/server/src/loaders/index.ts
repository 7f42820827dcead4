import type { PageDataByName, PageName } from '@muster/site';
import type { Loader } from '../context.ts';

/** The loader of each page that has data. A page's own file holds its loader; this table only names it. */
export const loaders: { [Name in PageName]: Loader<PageDataByName[Name]> | null } = {
  home: async () => null,
  about: async () => null,
  account: async () => null,
  admins: async () => null,
  'archive-debug': async () => null,
  archive: async () => null,
  archives: async () => null,
  article: async () => null,
  boards: async () => null,
  confirm: null,
  game: async () => null,
  ladder: async () => null,
  'ladder-admin': async () => null,
  'ladder-log': async () => null,
  'ladder-rules': async () => null,
  login: null,
  match: async () => null,
  profile: async () => null,
  servers: async () => null,
  team: async () => null,
  'team-edit': async () => null,
  'team-new': async () => null,
  teams: async () => null,
  pieces: null,
  placeholder: null,
};
