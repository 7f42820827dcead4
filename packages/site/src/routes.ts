import type { PageResult } from './document-data.ts';
import type { Area } from './intl/messages.ts';
import type { PageDataByName, PageName } from './page-data.ts';
import { type PageHead, type Translate, titled } from './page-head.ts';
import { toAboutHead } from './pages/about/data.ts';
import { toAccountDeleteHead, toAccountPasswordHead } from './pages/account/data.ts';
import { toArchiveHead } from './pages/archives/data.ts';
import { toArticleHead } from './pages/articles/data.ts';
import { toGameHead } from './pages/games/data.ts';
import { toHomeHead } from './pages/home/data.ts';
import { toLadderHead, toLadderLogHead, toLadderRulesHead } from './pages/ladder/data.ts';
import { toLadderAdminHead } from './pages/ladder-admin/data.ts';
import { toMatchHead } from './pages/match/data.ts';
import { ownerTitled } from './pages/owner/data.ts';
import { toProfileHead } from './pages/profile/data.ts';
import { toRulesEditHead } from './pages/rules-edit/data.ts';
import { toRulingHead } from './pages/ruling/data.ts';
import { toScrimHead } from './pages/scrim/data.ts';
import { toServersHead } from './pages/servers/data.ts';
import { toSettingsHead } from './pages/settings/data.ts';
import { toSetupHead } from './pages/setup/data.ts';
import { toSignInWaysHead } from './pages/sign-in-ways/data.ts';
import { toSitePageHead } from './pages/site-page/data.ts';
import { toTeamEditHead, toTeamHead, toTeamsHead } from './pages/team/data.ts';
import { toWritingHead } from './pages/writing/data.ts';

export type RouteParameters = Readonly<Record<string, string | undefined>>;

interface PageDefinition<Name extends PageName = PageName> {
  /** As React Router writes it. The more literal path wins, whatever the order. */
  path: string;
  /** The server has no loader for it, so that a navigation need not ask for its payload. */
  isBare?: boolean;
  /** The areas of texts that it shows beside the shell's own; `npm run check` compares them with its code. */
  areas: readonly Area[];
  /** Says whether the parameters can name anything at all; if not, the page is not found without asking anybody. */
  validate?: (parameters: RouteParameters) => boolean;
  toHead: (data: PageDataByName[Name], translate: Translate) => PageHead;
  /** Exists only where the server listens on loopback and nobody else can ask. */
  isDevelopmentOnly?: boolean;
}

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A validation of one parameter: it looks like an address word of ours. */
function isSlug(name: string) {
  return (parameters: RouteParameters): boolean => {
    const value = parameters[name] ?? '';
    return value.length <= 80 && slugPattern.test(value);
  };
}

function isUuid(name: string) {
  return (parameters: RouteParameters): boolean => uuidPattern.test(parameters[name] ?? '');
}

/** Every page of the site: where it is, what it needs, what it is called; `app/page-modules.ts` has their code. */
export const pages: { [Name in PageName]: PageDefinition<Name> } = {
  home: {
    path: '/',
    areas: ['home', 'next-step'],
    toHead: toHomeHead,
  },
  about: {
    path: '/about',
    areas: ['about', 'reading'],
    toHead: toAboutHead,
  },
  account: {
    path: '/account',
    areas: ['account', 'auth-errors'],
    toHead: titled('account', true),
  },
  'account-delete': {
    path: '/account/delete',
    areas: ['account'],
    toHead: toAccountDeleteHead,
  },
  'account-password': {
    path: '/account/password',
    areas: ['account', 'auth-errors'],
    toHead: toAccountPasswordHead,
  },
  admins: {
    path: '/admins',
    areas: ['admins'],
    toHead: titled('admins'),
  },
  archives: {
    path: '/archives',
    areas: ['archives'],
    toHead: titled('archives'),
  },
  'archive-debug': {
    path: '/archives/debug',
    areas: ['archives'],
    toHead: titled('archive_debug', true),
  },
  archive: {
    path: '/archives/:archive',
    areas: ['archives'],
    validate: isSlug('archive'),
    toHead: toArchiveHead,
  },
  article: {
    path: '/articles/:slug',
    areas: ['article', 'reading'],
    validate: isSlug('slug'),
    toHead: toArticleHead,
  },
  articles: {
    path: '/articles',
    areas: ['articles'],
    toHead: (_data, translate) => ({ title: translate('shell.titles.articles'), has_feeds: true }),
  },
  boards: {
    path: '/boards',
    areas: ['boards'],
    toHead: titled('boards'),
  },
  conduct: {
    path: '/conduct',
    areas: ['reading'],
    toHead: toSitePageHead,
  },
  confirm: {
    path: '/confirm',
    isBare: true,
    areas: ['sign-in', 'auth-errors'],
    toHead: (_data, translate) => ({ title: translate('shell.titles.confirm'), isPrivate: true }),
  },
  game: {
    path: '/games/:game',
    areas: ['game'],
    validate: isSlug('game'),
    toHead: toGameHead,
  },
  imprint: {
    path: '/imprint',
    areas: ['reading'],
    toHead: toSitePageHead,
  },
  ladder: {
    path: '/ladders/:slug',
    areas: ['ladder'],
    validate: isSlug('slug'),
    toHead: toLadderHead,
  },
  'ladder-admin': {
    path: '/ladders/:slug/admin',
    areas: ['channel', 'ladder-admin'],
    validate: isSlug('slug'),
    toHead: toLadderAdminHead,
  },
  'ladder-log': {
    path: '/ladders/:slug/log',
    areas: ['ladder-log', 'events', 'rule-names'],
    validate: isSlug('slug'),
    toHead: toLadderLogHead,
  },
  'ladder-rules': {
    path: '/ladders/:slug/rules',
    areas: ['rules', 'rule-names'],
    validate: isSlug('slug'),
    toHead: toLadderRulesHead,
  },
  login: {
    path: '/login',
    areas: ['sign-in', 'auth-errors'],
    toHead: titled('login'),
  },
  match: {
    path: '/matches/:id',
    areas: ['match', 'match-pieces', 'evidence'],
    validate: isUuid('id'),
    toHead: toMatchHead,
  },
  notices: {
    path: '/account/notifications',
    areas: ['notices'],
    toHead: titled('notices', true),
  },
  'owner-game': {
    path: '/admins/games/:slug',
    areas: ['owner'],
    validate: isSlug('slug'),
    toHead: ownerTitled('game'),
  },
  'owner-games': {
    path: '/admins/games',
    areas: ['owner'],
    toHead: ownerTitled('games'),
  },
  'owner-ladder': {
    path: '/admins/ladders/:slug',
    areas: ['owner'],
    validate: isSlug('slug'),
    toHead: ownerTitled('ladder'),
  },
  'owner-ladders': {
    path: '/admins/ladders',
    areas: ['owner'],
    toHead: ownerTitled('ladders'),
  },
  'owner-menus': {
    path: '/admins/menus',
    areas: ['owner'],
    toHead: ownerTitled('menus'),
  },
  'owner-offices': {
    path: '/admins/offices',
    areas: ['owner'],
    toHead: ownerTitled('offices'),
  },
  pieces: {
    path: '/dev/pieces',
    isBare: true,
    areas: [],
    toHead: (_data, translate) => ({ title: translate('shell.titles.pieces'), isPrivate: true }),
    isDevelopmentOnly: true,
  },
  placeholder: {
    path: '/ladders/chronophoto-test',
    isBare: true,
    areas: ['placeholder'],
    toHead: (_data, translate) => ({ title: translate('shell.titles.placeholder') }),
  },
  privacy: {
    path: '/privacy',
    areas: ['reading'],
    toHead: toSitePageHead,
  },
  profile: {
    path: '/profiles/:user_id',
    areas: ['profile', 'rating', 'rule-names'],
    validate: isUuid('user_id'),
    toHead: toProfileHead,
  },
  'rules-edit': {
    path: '/ladders/:slug/admin/rules',
    areas: ['rules-edit', 'rules', 'rule-names'],
    validate: isSlug('slug'),
    toHead: toRulesEditHead,
  },
  ruling: {
    path: '/matches/:id/ruling',
    areas: ['ruling', 'match-pieces', 'evidence', 'rule-names'],
    validate: isUuid('id'),
    toHead: toRulingHead,
  },
  scrim: {
    path: '/scrims/:id',
    areas: ['scrim'],
    validate: isUuid('id'),
    toHead: toScrimHead,
  },
  settings: {
    path: '/admins/settings',
    areas: ['settings'],
    toHead: toSettingsHead,
  },
  servers: {
    path: '/servers/:server',
    areas: ['servers'],
    validate: isSlug('server'),
    toHead: toServersHead,
  },
  setup: {
    path: '/setup',
    areas: ['setup', 'settings', 'sign-in', 'owner'],
    toHead: toSetupHead,
  },
  'sign-in-ways': {
    path: '/admins/sign-in',
    areas: ['setup', 'sign-in'],
    toHead: toSignInWaysHead,
  },
  team: {
    path: '/teams/:slug',
    areas: ['channel', 'team', 'next-step', 'rating'],
    validate: isSlug('slug'),
    toHead: toTeamHead,
  },
  'team-edit': {
    path: '/teams/:slug/edit',
    areas: ['team-forms'],
    validate: isSlug('slug'),
    toHead: toTeamEditHead,
  },
  'team-new': {
    path: '/teams/new',
    areas: ['team-forms'],
    toHead: titled('team_new', true),
  },
  teams: {
    path: '/teams',
    areas: ['teams'],
    toHead: toTeamsHead,
  },
  terms: {
    path: '/terms',
    areas: ['reading'],
    toHead: toSitePageHead,
  },
  writing: {
    path: '/admins/writing/:kind/:slug',
    areas: ['writing'],
    validate: isSlug('slug'),
    toHead: toWritingHead,
  },
  'writing-list': {
    path: '/admins/writing',
    areas: ['writing'],
    toHead: toWritingHead,
  },
};

export const pageNames = Object.keys(pages) as PageName[];

/** The areas of texts that a document or a navigation brings: those of its page, none where it has failed. */
export function listPageAreas(page: PageName | null, result: PageResult): readonly Area[] {
  return page === null || 'error' in result ? [] : pages[page].areas;
}
