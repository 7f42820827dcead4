import type { PageDataByName, PageName } from '@muster/site';
import type { Loader } from '../context.ts';
import { loadAbout } from './about.ts';
import { loadAccount, loadAccountDelete, loadAccountPassword } from './account.ts';
import { loadAdmins } from './admins.ts';
import { loadArchive, loadArchiveDebug, loadArchives } from './archives.ts';
import { loadArticle } from './article.ts';
import { loadBoards } from './boards.ts';
import { loadGame } from './game.ts';
import { loadHome } from './home.ts';
import { loadLadder } from './ladder.ts';
import { loadLadderAdmin } from './ladder-admin.ts';
import { loadLadderLog } from './ladder-log.ts';
import { loadLadderRules } from './ladder-rules.ts';
import { loadLogin } from './login.ts';
import { loadMatch } from './match.ts';
import { loadNotices } from './notices.ts';
import { loadProfile } from './profile.ts';
import { loadRulesEdit } from './rules-edit.ts';
import { loadRuling } from './ruling.ts';
import { loadScrim } from './scrim.ts';
import { loadServers } from './servers.ts';
import { loadTeam } from './team.ts';
import { loadTeamEdit, loadTeamNew } from './team-forms.ts';
import { loadTeams } from './teams.ts';

/** The loader of each page that has data. A page's own file holds its loader; this table only names it. */
export const loaders: { [Name in PageName]: Loader<PageDataByName[Name]> | null } = {
  home: loadHome,
  about: loadAbout,
  account: loadAccount,
  'account-delete': loadAccountDelete,
  'account-password': loadAccountPassword,
  admins: loadAdmins,
  'archive-debug': loadArchiveDebug,
  archive: loadArchive,
  archives: loadArchives,
  article: loadArticle,
  boards: loadBoards,
  confirm: null,
  game: loadGame,
  ladder: loadLadder,
  'ladder-admin': loadLadderAdmin,
  'ladder-log': loadLadderLog,
  'ladder-rules': loadLadderRules,
  login: loadLogin,
  match: loadMatch,
  notices: loadNotices,
  profile: loadProfile,
  'rules-edit': loadRulesEdit,
  ruling: loadRuling,
  scrim: loadScrim,
  servers: loadServers,
  team: loadTeam,
  'team-edit': loadTeamEdit,
  'team-new': loadTeamNew,
  teams: loadTeams,
  pieces: null,
  placeholder: null,
};
