import type { PageDataByName, PageName } from '../page-data.ts';
import { type PageHead, type Translate, titled, titledBy } from '../page-head.ts';
import { toAboutHead } from '../pages/about/data.ts';
import { toAccountDeleteHead, toAccountPasswordHead } from '../pages/account/data.ts';
import { toArchiveHead } from '../pages/archives/data.ts';
import { toArchiveImportHead } from '../pages/archives/import-data.ts';
import { toArticleHead } from '../pages/articles/data.ts';
import { toGameHead } from '../pages/games/data.ts';
import { toHomeHead } from '../pages/home/data.ts';
import { toLadderHead, toLadderLogHead, toLadderRulesHead } from '../pages/ladder/data.ts';
import { toLadderAdminHead } from '../pages/ladder-admin/data.ts';
import { toMatchHead } from '../pages/match/data.ts';
import { moderationTitled } from '../pages/moderation/data.ts';
import { toAdminLogHead, toOfficeLogHead } from '../pages/office-log/data.ts';
import { ownerTitled } from '../pages/owner/data.ts';
import { toOwnStandingHead, toPersonAdminHead } from '../pages/people/data.ts';
import { toTeamAdminHead } from '../pages/people/team-data.ts';
import { toProfileHead } from '../pages/profile/data.ts';
import { toRulesEditHead } from '../pages/rules-edit/data.ts';
import { toRulingHead } from '../pages/ruling/data.ts';
import { toScrimHead } from '../pages/scrim/data.ts';
import { serverTitled } from '../pages/server-admin/data.ts';
import { toServersHead } from '../pages/servers/data.ts';
import { toSignInWaysHead } from '../pages/sign-in-ways/data.ts';
import { toSitePageHead } from '../pages/site-page/data.ts';
import { toTeamEditHead, toTeamHead, toTeamsHead } from '../pages/team/data.ts';
import { toWritingHead } from '../pages/writing/data.ts';

/** What each page is called, by the data that it shows. Apart from `routes.ts`: a document has its title from the server. */
export const pageHeads: {
  readonly [Name in PageName]: (data: PageDataByName[Name], translate: Translate) => PageHead;
} = {
  home: toHomeHead,
  about: toAboutHead,
  account: titled('account', true),
  'account-delete': toAccountDeleteHead,
  'account-password': toAccountPasswordHead,
  admins: titled('admins'),
  'admin-log': toAdminLogHead,
  functions: titledBy('functions', true),
  health: titledBy('health', true),
  archives: titled('archives'),
  export: titledBy('export'),
  'archive-debug': titled('archive_debug', true),
  'archive-import': toArchiveImportHead,
  archive: toArchiveHead,
  article: toArticleHead,
  articles: (_data, translate) => ({ title: translate('shell.titles.articles'), has_feeds: true }),
  boards: titled('boards'),
  case: moderationTitled('case'),
  cases: moderationTitled('cases'),
  'flag-words': moderationTitled('words'),
  'own-reports': moderationTitled('own'),
  conduct: toSitePageHead,
  confirm: (_data, translate) => ({ title: translate('shell.titles.confirm'), isPrivate: true }),
  game: toGameHead,
  imprint: toSitePageHead,
  ladder: toLadderHead,
  'ladder-admin': toLadderAdminHead,
  'ladder-log': toLadderLogHead,
  'ladder-rules': toLadderRulesHead,
  login: titled('login'),
  match: toMatchHead,
  me: titled('me', true),
  notices: titled('notices', true),
  'office-log': toOfficeLogHead,
  'owner-game': ownerTitled('game'),
  'owner-games': ownerTitled('games'),
  'owner-ladder': ownerTitled('ladder'),
  'owner-ladders': ownerTitled('ladders'),
  'owner-menus': ownerTitled('menus'),
  'owner-server': serverTitled('server'),
  'owner-servers': serverTitled('servers'),
  'owner-offices': ownerTitled('offices'),
  'own-standing': toOwnStandingHead,
  people: titledBy('people', true),
  'person-admin': toPersonAdminHead,
  'team-admin': toTeamAdminHead,
  pieces: (_data, translate) => ({ title: translate('shell.titles.pieces'), isPrivate: true }),
  placeholder: (_data, translate) => ({ title: translate('shell.titles.placeholder') }),
  privacy: toSitePageHead,
  profile: toProfileHead,
  'rules-edit': toRulesEditHead,
  ruling: toRulingHead,
  scrim: toScrimHead,
  settings: titledBy('settings', true),
  servers: toServersHead,
  setup: titledBy('setup', true),
  'sign-in-ways': toSignInWaysHead,
  team: toTeamHead,
  'team-edit': toTeamEditHead,
  'team-new': titled('team_new', true),
  teams: toTeamsHead,
  terms: toSitePageHead,
  writing: toWritingHead,
  'writing-list': toWritingHead,
};

export function toPageHead(name: PageName, data: unknown, translate: Translate): PageHead {
  const toHead = pageHeads[name] as (data: unknown, translate: Translate) => PageHead;
  return toHead(data, translate);
}
