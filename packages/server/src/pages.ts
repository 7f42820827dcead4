import type { PageDataByName, PageName } from '@muster/site';
import { loadAccount, loadAccountDelete, loadAccountPassword } from './account/page.ts';
import { loadAdmins } from './admin/page.ts';
import { loadHealth } from './admin/page-health.ts';
import { loadOffices } from './admin/page-offices.ts';
import { loadArchive, loadArchives } from './archive/page.ts';
import { loadArchiveDebug } from './archive/page-debug.ts';
import { loadArchiveImport } from './archive/page-import.ts';
import { loadArticle } from './article/page.ts';
import { loadArticles } from './article/page-list.ts';
import { loadBoards } from './board/page.ts';
import type { Loader } from './context.ts';
import { loadRuling } from './dispute/page-ruling.ts';
import { loadFunctions } from './functions/page.ts';
import { loadGame } from './game/page.ts';
import { loadOwnedGame, loadOwnedGames } from './game/page-owned.ts';
import { loadHome } from './home/page.ts';
import { loadLadder } from './ladder/page.ts';
import { loadLadderRules } from './ladder/page-rules.ts';
import { loadLadderAdmin } from './ladder-admin/page.ts';
import { loadOwnedLadder, loadOwnedLadders } from './ladder-admin/page-owned.ts';
import { loadRulesEdit } from './ladder-admin/page-rules.ts';
import { loadLadderLog } from './log/page.ts';
import { loadAdminLog, loadOfficeLog } from './log/page-offices.ts';
import { loadMatch } from './match/page.ts';
import { loadMenus } from './menu/page.ts';
import { loadCase } from './moderation/page-case.ts';
import { loadCases } from './moderation/page-cases.ts';
import { loadOwnReports } from './moderation/page-own.ts';
import { loadFlagWords } from './moderation/page-words.ts';
import { loadPeople } from './people/page-people.ts';
import { loadPersonAdmin } from './people/page-person.ts';
import { loadOwnStanding } from './people/page-standing.ts';
import { loadTeamAdmin } from './people/page-team.ts';
import { loadProfile } from './person/page.ts';
import { loadExport } from './public-file/page.ts';
import { loadScrim } from './scrim/page.ts';
import { loadServers } from './servers/page.ts';
import { loadOwnedServer, loadOwnedServers } from './servers/page-owned.ts';
import { loadSettings } from './settings/page.ts';
import { loadSetup } from './setup/page.ts';
import { loadSignInWays } from './setup/page-sign-in.ts';
import { loadLogin } from './sign-in/page.ts';
import { loadSitePage } from './site-page/page.ts';
import { loadAbout } from './site-page/page-about.ts';
import { loadTeam } from './team/page.ts';
import { loadTeamEdit, loadTeamNew } from './team/page-forms.ts';
import { loadTeams } from './team/page-list.ts';
import { loadMe } from './waiting/page.ts';
import { loadNotices } from './waiting/page-notices.ts';
import { loadWriting } from './writing/page.ts';
import { loadWritingList } from './writing/page-list.ts';

/** The loader of each page that has data. A page's own file holds its loader; this table only names it. */
export const loaders: { [Name in PageName]: Loader<PageDataByName[Name]> | null } = {
  home: loadHome,
  about: loadAbout,
  account: loadAccount,
  'account-delete': loadAccountDelete,
  'account-password': loadAccountPassword,
  admins: loadAdmins,
  'admin-log': loadAdminLog,
  export: loadExport,
  functions: loadFunctions,
  health: loadHealth,
  'archive-debug': loadArchiveDebug,
  'archive-import': loadArchiveImport,
  archive: loadArchive,
  archives: loadArchives,
  article: loadArticle,
  articles: loadArticles,
  boards: loadBoards,
  case: loadCase,
  cases: loadCases,
  'flag-words': loadFlagWords,
  'own-reports': loadOwnReports,
  conduct: loadSitePage('conduct'),
  confirm: null,
  game: loadGame,
  imprint: loadSitePage('imprint'),
  ladder: loadLadder,
  'ladder-admin': loadLadderAdmin,
  'ladder-log': loadLadderLog,
  'ladder-rules': loadLadderRules,
  login: loadLogin,
  match: loadMatch,
  me: loadMe,
  notices: loadNotices,
  'office-log': loadOfficeLog,
  privacy: loadSitePage('privacy'),
  profile: loadProfile,
  'rules-edit': loadRulesEdit,
  ruling: loadRuling,
  scrim: loadScrim,
  settings: loadSettings,
  servers: loadServers,
  setup: loadSetup,
  'sign-in-ways': loadSignInWays,
  team: loadTeam,
  'team-edit': loadTeamEdit,
  'team-new': loadTeamNew,
  teams: loadTeams,
  terms: loadSitePage('terms'),
  writing: loadWriting,
  'writing-list': loadWritingList,
  'owner-game': loadOwnedGame,
  'owner-games': loadOwnedGames,
  'owner-ladder': loadOwnedLadder,
  'owner-ladders': loadOwnedLadders,
  'owner-menus': loadMenus,
  'owner-server': loadOwnedServer,
  'owner-servers': loadOwnedServers,
  'owner-offices': loadOffices,
  'own-standing': loadOwnStanding,
  people: loadPeople,
  'person-admin': loadPersonAdmin,
  'team-admin': loadTeamAdmin,
  pieces: null,
  placeholder: null,
};
