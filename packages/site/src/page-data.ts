import type { AboutData } from './pages/about/data.ts';
import type { AccountData } from './pages/account/data.ts';
import type { AdminsData } from './pages/admins/data.ts';
import type { ArchiveData, ArchiveDebugData, ArchivesData } from './pages/archives/data.ts';
import type { ArticleData } from './pages/articles/data.ts';
import type { BoardsData } from './pages/boards/data.ts';
import type { GameData } from './pages/games/data.ts';
import type { HomeData } from './pages/home/data.ts';
import type {
  LadderAdminData,
  LadderData,
  LadderLogData,
  LadderRulesData,
} from './pages/ladder/data.ts';
import type { MatchData } from './pages/match/data.ts';
import type { ProfileData } from './pages/profile/data.ts';
import type { ServersData } from './pages/servers/data.ts';
import type { TeamData, TeamEditData, TeamNewData, TeamsData } from './pages/team/data.ts';

/** What each page is a function of; null for a page that needs nothing from the server. */
export interface PageDataByName {
  home: HomeData;
  about: AboutData;
  account: AccountData;
  admins: AdminsData;
  'archive-debug': ArchiveDebugData;
  archive: ArchiveData;
  archives: ArchivesData;
  article: ArticleData;
  boards: BoardsData;
  confirm: null;
  game: GameData;
  ladder: LadderData;
  'ladder-admin': LadderAdminData;
  'ladder-log': LadderLogData;
  'ladder-rules': LadderRulesData;
  login: null;
  match: MatchData;
  profile: ProfileData;
  servers: ServersData;
  team: TeamData;
  'team-edit': TeamEditData;
  'team-new': TeamNewData;
  teams: TeamsData;
  pieces: null;
  placeholder: null;
}

export type PageName = keyof PageDataByName;
