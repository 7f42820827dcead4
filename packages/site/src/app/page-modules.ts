import type { ComponentType } from 'react';
import type { PageDataByName, PageName } from '../page-data.ts';
import type { Still } from './still.tsx';

export interface PageModule<Data> {
  default: ComponentType<{ data: Data }>;
  /** What it shows and a document does without; a navigation and the server bring these with the page. */
  stills?: readonly Still[];
}

/** The code of every page, fetched when the page is. Apart from `routes.ts`, which pages themselves ask for addresses. */
export const pageModules: {
  [Name in PageName]: () => Promise<PageModule<PageDataByName[Name]>>;
} = {
  home: () => import('../pages/home/home.tsx'),
  about: () => import('../pages/about/about.tsx'),
  account: () => import('../pages/account/account.tsx'),
  'account-delete': () => import('../pages/account/account-delete.tsx'),
  'account-password': () => import('../pages/account/account-password.tsx'),
  admins: () => import('../pages/admins/admins.tsx'),
  archives: () => import('../pages/archives/archives.tsx'),
  'archive-debug': () => import('../pages/archives/archive-debug.tsx'),
  archive: () => import('../pages/archives/archive.tsx'),
  article: () => import('../pages/articles/article.tsx'),
  articles: () => import('../pages/articles/articles.tsx'),
  boards: () => import('../pages/boards/boards.tsx'),
  conduct: () => import('../pages/site-page/site-page.tsx'),
  confirm: () => import('../pages/confirm/confirm.tsx'),
  game: () => import('../pages/games/game.tsx'),
  imprint: () => import('../pages/site-page/site-page.tsx'),
  ladder: () => import('../pages/ladder/ladder.tsx'),
  'ladder-admin': () => import('../pages/ladder-admin/ladder-admin.tsx'),
  'ladder-log': () => import('../pages/ladder/ladder-log.tsx'),
  'ladder-rules': () => import('../pages/ladder/ladder-rules.tsx'),
  login: () => import('../pages/login/login.tsx'),
  match: () => import('../pages/match/match.tsx'),
  notices: () => import('../pages/notices/notices.tsx'),
  'owner-game': () => import('../pages/owner/game-form.tsx'),
  'owner-games': () => import('../pages/owner/games-list.tsx'),
  'owner-ladder': () => import('../pages/owner/ladder-form.tsx'),
  'owner-ladders': () => import('../pages/owner/ladders-list.tsx'),
  'owner-menus': () => import('../pages/owner/menus.tsx'),
  'owner-offices': () => import('../pages/owner/offices.tsx'),
  pieces: () => import('../pages/pieces/pieces.tsx'),
  placeholder: () => import('../pages/placeholder/placeholder.tsx'),
  privacy: () => import('../pages/site-page/site-page.tsx'),
  profile: () => import('../pages/profile/profile.tsx'),
  'rules-edit': () => import('../pages/rules-edit/rules-edit.tsx'),
  ruling: () => import('../pages/ruling/ruling.tsx'),
  settings: () => import('../pages/settings/settings.tsx'),
  scrim: () => import('../pages/scrim/scrim.tsx'),
  servers: () => import('../pages/servers/servers.tsx'),
  setup: () => import('../pages/setup/setup.tsx'),
  'sign-in-ways': () => import('../pages/sign-in-ways/sign-in-ways.tsx'),
  team: () => import('../pages/team/team.tsx'),
  'team-edit': () => import('../pages/team/team-edit.tsx'),
  'team-new': () => import('../pages/team/team-new.tsx'),
  teams: () => import('../pages/team/teams.tsx'),
  terms: () => import('../pages/site-page/site-page.tsx'),
  writing: () => import('../pages/writing/writing.tsx'),
  'writing-list': () => import('../pages/writing/writing-list.tsx'),
};
