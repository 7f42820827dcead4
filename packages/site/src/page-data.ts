import type { AboutData } from './pages/about/data.ts';
import type { AccountData, AccountDeleteData, AccountPasswordData } from './pages/account/data.ts';
import type { AdminsData } from './pages/admins/data.ts';
import type { ArchiveData, ArchiveDebugData, ArchivesData } from './pages/archives/data.ts';
import type { ArchiveImportData } from './pages/archives/import-data.ts';
import type { ArticleData, ArticlesData } from './pages/articles/data.ts';
import type { BoardsData } from './pages/boards/data.ts';
import type { ExportData } from './pages/export/data.ts';
import type { FunctionsData } from './pages/functions/data.ts';
import type { GameData } from './pages/games/data.ts';
import type { HealthData } from './pages/health/data.ts';
import type { HomeData } from './pages/home/data.ts';
import type { LadderData, LadderLogData, LadderRulesData } from './pages/ladder/data.ts';
import type { LadderAdminData } from './pages/ladder-admin/data.ts';
import type { LoginData } from './pages/login/data.ts';
import type { MatchData } from './pages/match/data.ts';
import type { MeData } from './pages/me/data.ts';
import type {
  CaseData,
  CasesData,
  FlagWordsData,
  OwnReportsData,
} from './pages/moderation/data.ts';
import type { NoticesData } from './pages/notices/data.ts';
import type { AdminLogData, OfficeLogData } from './pages/office-log/data.ts';
import type {
  MenusData,
  OfficesData,
  OwnedGameData,
  OwnedGamesData,
  OwnedLadderData,
  OwnedLaddersData,
} from './pages/owner/data.ts';
import type { OwnStandingData, PeopleData, PersonAdminData } from './pages/people/data.ts';
import type { TeamAdminData } from './pages/people/team-data.ts';
import type { ProfileData } from './pages/profile/data.ts';
import type { RulesEditData } from './pages/rules-edit/data.ts';
import type { RulingData } from './pages/ruling/data.ts';
import type { ScrimData } from './pages/scrim/data.ts';
import type { OwnedServerData, OwnedServersData } from './pages/server-admin/data.ts';
import type { ServersData } from './pages/servers/data.ts';
import type { SettingsData } from './pages/settings/data.ts';
import type { SetupData } from './pages/setup/data.ts';
import type { SignInWaysData } from './pages/sign-in-ways/data.ts';
import type { SitePageData } from './pages/site-page/data.ts';
import type { TeamData, TeamEditData, TeamNewData, TeamsData } from './pages/team/data.ts';
import type { WritingData, WritingListData } from './pages/writing/data.ts';

/** What each page is a function of; null for a page that needs nothing from the server. */
export interface PageDataByName {
  home: HomeData;
  about: AboutData;
  export: ExportData;
  account: AccountData;
  'account-delete': AccountDeleteData;
  'account-password': AccountPasswordData;
  admins: AdminsData;
  'admin-log': AdminLogData;
  functions: FunctionsData;
  health: HealthData;
  'archive-debug': ArchiveDebugData;
  'archive-import': ArchiveImportData;
  archive: ArchiveData;
  archives: ArchivesData;
  article: ArticleData;
  articles: ArticlesData;
  boards: BoardsData;
  case: CaseData;
  cases: CasesData;
  'flag-words': FlagWordsData;
  'own-reports': OwnReportsData;
  conduct: SitePageData;
  confirm: null;
  game: GameData;
  imprint: SitePageData;
  ladder: LadderData;
  'ladder-admin': LadderAdminData;
  'ladder-log': LadderLogData;
  'ladder-rules': LadderRulesData;
  login: LoginData;
  match: MatchData;
  me: MeData;
  notices: NoticesData;
  'office-log': OfficeLogData;
  privacy: SitePageData;
  'owner-game': OwnedGameData;
  'owner-games': OwnedGamesData;
  'owner-ladder': OwnedLadderData;
  'owner-ladders': OwnedLaddersData;
  'owner-menus': MenusData;
  'owner-server': OwnedServerData;
  'owner-servers': OwnedServersData;
  'owner-offices': OfficesData;
  'own-standing': OwnStandingData;
  people: PeopleData;
  'person-admin': PersonAdminData;
  'team-admin': TeamAdminData;
  profile: ProfileData;
  'rules-edit': RulesEditData;
  ruling: RulingData;
  scrim: ScrimData;
  settings: SettingsData;
  servers: ServersData;
  setup: SetupData;
  'sign-in-ways': SignInWaysData;
  team: TeamData;
  'team-edit': TeamEditData;
  'team-new': TeamNewData;
  teams: TeamsData;
  terms: SitePageData;
  writing: WritingData;
  'writing-list': WritingListData;
  pieces: null;
  placeholder: null;
}

export type PageName = keyof PageDataByName;
