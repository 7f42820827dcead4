import type { PageDataByName, PageName } from '../page-data.ts';
import type { PageModule } from './page-module.ts';
import type { RarePage } from './rare-modules.ts';

const loadRareModules = () => import('./rare-modules.ts');

type CommonPage = Exclude<PageName, RarePage>;

/** The code of every page but the rare ones, fetched when the page is. Apart from `routes.ts`, which pages themselves ask for addresses. */
export const pageModules: {
  readonly [Name in CommonPage]: () => Promise<PageModule<PageDataByName[Name]>>;
} = {
  home: () => import('../pages/home/home.tsx'),
  article: () => import('../pages/articles/article.tsx'),
  articles: () => import('../pages/articles/articles.tsx'),
  boards: () => import('../pages/boards/boards.tsx'),
  conduct: () => import('../pages/site-page/site-page.tsx'),
  game: () => import('../pages/games/game.tsx'),
  imprint: () => import('../pages/site-page/site-page.tsx'),
  ladder: () => import('../pages/ladder/ladder.tsx'),
  'ladder-rules': () => import('../pages/ladder/ladder-rules.tsx'),
  login: () => import('../pages/login/login.tsx'),
  match: () => import('../pages/match/match.tsx'),
  me: () => import('../pages/me/me.tsx'),
  notices: () => import('../pages/notices/notices.tsx'),
  privacy: () => import('../pages/site-page/site-page.tsx'),
  profile: () => import('../pages/profile/profile.tsx'),
  servers: () => import('../pages/servers/servers.tsx'),
  team: () => import('../pages/team/team.tsx'),
  teams: () => import('../pages/team/teams.tsx'),
  terms: () => import('../pages/site-page/site-page.tsx'),
};

const isCommon = (name: PageName): name is CommonPage => name in pageModules;

/**
 * Loads a page's code; where that of a page that few open is comes only with the first of them. Which data it takes is
 * the loader's contract, so it is untyped from here on.
 */
export async function loadPageModule(name: PageName): Promise<PageModule<unknown>> {
  const load = isCommon(name) ? pageModules[name] : (await loadRareModules()).rareModules[name];
  return (await load()) as PageModule<unknown>;
}
