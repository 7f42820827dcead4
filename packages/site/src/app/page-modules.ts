import type { PageDataByName, PageName } from '../page-data.ts';
import type { PageModule } from './page-module.ts';
import type { RarePage } from './rare-modules.ts';

const loadRareModules = () => import('./rare-modules.ts');

/** A page that few open: where its code is comes only with the first of them. */
const rarely =
  <Name extends RarePage>(name: Name) =>
  async (): Promise<PageModule<PageDataByName[Name]>> => {
    const modules = await loadRareModules();
    return modules.rareModules[name]();
  };

/** The code of every page, fetched when the page is. Apart from `routes.ts`, which pages themselves ask for addresses. */
export const pageModules: {
  [Name in PageName]: () => Promise<PageModule<PageDataByName[Name]>>;
} = {
  home: () => import('../pages/home/home.tsx'),
  about: () => import('../pages/about/about.tsx'),
  account: () => import('../pages/account/account.tsx'),
  'account-delete': rarely('account-delete'),
  'account-password': rarely('account-password'),
  admins: () => import('../pages/admins/admins.tsx'),
  archives: () => import('../pages/archives/archives.tsx'),
  'admin-log': rarely('admin-log'),
  health: rarely('health'),
  'archive-debug': rarely('archive-debug'),
  archive: () => import('../pages/archives/archive.tsx'),
  article: () => import('../pages/articles/article.tsx'),
  articles: () => import('../pages/articles/articles.tsx'),
  boards: () => import('../pages/boards/boards.tsx'),
  conduct: () => import('../pages/site-page/site-page.tsx'),
  confirm: () => import('../pages/confirm/confirm.tsx'),
  game: () => import('../pages/games/game.tsx'),
  imprint: () => import('../pages/site-page/site-page.tsx'),
  ladder: () => import('../pages/ladder/ladder.tsx'),
  'ladder-admin': rarely('ladder-admin'),
  'ladder-log': () => import('../pages/ladder/ladder-log.tsx'),
  'ladder-rules': () => import('../pages/ladder/ladder-rules.tsx'),
  login: () => import('../pages/login/login.tsx'),
  match: () => import('../pages/match/match.tsx'),
  me: () => import('../pages/me/me.tsx'),
  notices: () => import('../pages/notices/notices.tsx'),
  'office-log': rarely('office-log'),
  'owner-game': rarely('owner-game'),
  'owner-games': rarely('owner-games'),
  'owner-ladder': rarely('owner-ladder'),
  'owner-ladders': rarely('owner-ladders'),
  'owner-menus': rarely('owner-menus'),
  'owner-offices': rarely('owner-offices'),
  pieces: rarely('pieces'),
  placeholder: rarely('placeholder'),
  privacy: () => import('../pages/site-page/site-page.tsx'),
  profile: () => import('../pages/profile/profile.tsx'),
  'own-standing': rarely('own-standing'),
  'rules-edit': rarely('rules-edit'),
  ruling: rarely('ruling'),
  settings: rarely('settings'),
  scrim: () => import('../pages/scrim/scrim.tsx'),
  servers: () => import('../pages/servers/servers.tsx'),
  setup: rarely('setup'),
  'sign-in-ways': rarely('sign-in-ways'),
  team: () => import('../pages/team/team.tsx'),
  case: rarely('case'),
  cases: rarely('cases'),
  'own-reports': rarely('own-reports'),
  'team-edit': rarely('team-edit'),
  'team-new': rarely('team-new'),
  teams: () => import('../pages/team/teams.tsx'),
  terms: () => import('../pages/site-page/site-page.tsx'),
  writing: rarely('writing'),
  'writing-list': rarely('writing-list'),
};
