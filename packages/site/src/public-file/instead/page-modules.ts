import type { PageModule } from '../../app/page-module.ts';
import type { PageDataByName } from '../../page-data.ts';
import type { FilePage } from '../file-pages.ts';

const modules: {
  readonly [Name in FilePage]: () => Promise<PageModule<PageDataByName[Name]>>;
} = {
  home: () => import('../../pages/home/home.tsx'),
  about: () => import('../../pages/about/about.tsx'),
  admins: () => import('../../pages/admins/admins.tsx'),
  archive: () => import('../../pages/archives/archive.tsx'),
  archives: () => import('../../pages/archives/archives.tsx'),
  article: () => import('../../pages/articles/article.tsx'),
  articles: () => import('../../pages/articles/articles.tsx'),
  boards: () => import('../../pages/boards/boards.tsx'),
  conduct: () => import('../../pages/site-page/site-page.tsx'),
  game: () => import('../../pages/games/game.tsx'),
  imprint: () => import('../../pages/site-page/site-page.tsx'),
  ladder: () => import('../../pages/ladder/ladder.tsx'),
  'ladder-log': () => import('../../pages/ladder/ladder-log.tsx'),
  'ladder-rules': () => import('../../pages/ladder/ladder-rules.tsx'),
  match: () => import('../../pages/match/match.tsx'),
  'office-log': () => import('../../pages/office-log/office-log.tsx'),
  privacy: () => import('../../pages/site-page/site-page.tsx'),
  profile: () => import('../../pages/profile/profile.tsx'),
  servers: () => import('../../pages/servers/servers.tsx'),
  team: () => import('../../pages/team/team.tsx'),
  teams: () => import('../../pages/team/teams.tsx'),
  terms: () => import('../../pages/site-page/site-page.tsx'),
};

/** In place of `app/page-modules.ts`: the code of the pages that the file shows. */
export async function loadPageModule(name: FilePage): Promise<PageModule<unknown>> {
  return (await modules[name]()) as PageModule<unknown>;
}
