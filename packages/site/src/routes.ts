import type { ComponentType } from 'react';
import type { Still } from './app/still.tsx';
import type { PageResult } from './document-data.ts';
import type { Area } from './intl/messages.ts';
import type { PageDataByName, PageName } from './page-data.ts';
import type { PageHead, Translate } from './page-head.ts';
import { toAboutHead } from './pages/about/data.ts';
import { toAccountDeleteHead, toAccountHead, toAccountPasswordHead } from './pages/account/data.ts';
import { toAdminsHead } from './pages/admins/data.ts';
import { toArchiveDebugHead, toArchiveHead, toArchivesHead } from './pages/archives/data.ts';
import { toArticleHead } from './pages/articles/data.ts';
import { toBoardsHead } from './pages/boards/data.ts';
import { toGameHead } from './pages/games/data.ts';
import { toHomeHead } from './pages/home/data.ts';
import { toLadderHead, toLadderLogHead, toLadderRulesHead } from './pages/ladder/data.ts';
import { toLadderAdminHead } from './pages/ladder-admin/data.ts';
import { toLoginHead } from './pages/login/data.ts';
import { toMatchHead } from './pages/match/data.ts';
import { toNoticesHead } from './pages/notices/data.ts';
import { toProfileHead } from './pages/profile/data.ts';
import { toRulesEditHead } from './pages/rules-edit/data.ts';
import { toRulingHead } from './pages/ruling/data.ts';
import { toScrimHead } from './pages/scrim/data.ts';
import { toServersHead } from './pages/servers/data.ts';
import { toTeamEditHead, toTeamHead, toTeamNewHead, toTeamsHead } from './pages/team/data.ts';

export type RouteParameters = Readonly<Record<string, string | undefined>>;

export interface PageModule<Data> {
  default: ComponentType<{ data: Data }>;
  /** What it shows and a document does without; a navigation and the server bring these with the page. */
  stills?: readonly Still[];
}

export interface PageDefinition<Name extends PageName = PageName> {
  /** As React Router writes it. The more literal path wins, whatever the order. */
  path: string;
  load: () => Promise<PageModule<PageDataByName[Name]>>;
  /** Whether the server has a loader for it, so that a navigation asks for its payload. */
  hasData: boolean;
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

/** Every page of the site: where it is, what it needs, what it is called. */
export const pages: { [Name in PageName]: PageDefinition<Name> } = {
  home: {
    path: '/',
    load: () => import('./pages/home/home.tsx'),
    hasData: true,
    areas: ['home', 'next-step'],
    toHead: toHomeHead,
  },
  about: {
    path: '/about',
    load: () => import('./pages/about/about.tsx'),
    hasData: true,
    areas: ['about'],
    toHead: toAboutHead,
  },
  account: {
    path: '/account',
    load: () => import('./pages/account/account.tsx'),
    hasData: true,
    areas: ['account', 'auth-errors'],
    toHead: toAccountHead,
  },
  'account-delete': {
    path: '/account/delete',
    load: () => import('./pages/account/account-delete.tsx'),
    hasData: true,
    areas: ['account'],
    toHead: toAccountDeleteHead,
  },
  'account-password': {
    path: '/account/password',
    load: () => import('./pages/account/account-password.tsx'),
    hasData: true,
    areas: ['account', 'auth-errors'],
    toHead: toAccountPasswordHead,
  },
  admins: {
    path: '/admins',
    load: () => import('./pages/admins/admins.tsx'),
    hasData: true,
    areas: ['admins'],
    toHead: toAdminsHead,
  },
  archives: {
    path: '/archives',
    load: () => import('./pages/archives/archives.tsx'),
    hasData: true,
    areas: ['archives'],
    toHead: toArchivesHead,
  },
  'archive-debug': {
    path: '/archives/debug',
    load: () => import('./pages/archives/archive-debug.tsx'),
    hasData: true,
    areas: ['archives'],
    toHead: toArchiveDebugHead,
  },
  archive: {
    path: '/archives/:archive',
    load: () => import('./pages/archives/archive.tsx'),
    hasData: true,
    areas: ['archives'],
    validate: isSlug('archive'),
    toHead: toArchiveHead,
  },
  article: {
    path: '/articles/:slug',
    load: () => import('./pages/articles/article.tsx'),
    hasData: true,
    areas: ['article'],
    validate: isSlug('slug'),
    toHead: toArticleHead,
  },
  boards: {
    path: '/boards',
    load: () => import('./pages/boards/boards.tsx'),
    hasData: true,
    areas: ['boards'],
    toHead: toBoardsHead,
  },
  confirm: {
    path: '/confirm',
    load: () => import('./pages/confirm/confirm.tsx'),
    hasData: false,
    areas: ['sign-in', 'auth-errors'],
    toHead: (_data, translate) => ({ title: translate('shell.titles.confirm'), isPrivate: true }),
  },
  game: {
    path: '/games/:game',
    load: () => import('./pages/games/game.tsx'),
    hasData: true,
    areas: ['game'],
    validate: isSlug('game'),
    toHead: toGameHead,
  },
  ladder: {
    path: '/ladders/:slug',
    load: () => import('./pages/ladder/ladder.tsx'),
    hasData: true,
    areas: ['ladder'],
    validate: isSlug('slug'),
    toHead: toLadderHead,
  },
  'ladder-admin': {
    path: '/ladders/:slug/admin',
    load: () => import('./pages/ladder-admin/ladder-admin.tsx'),
    hasData: true,
    areas: ['channel', 'ladder-admin'],
    validate: isSlug('slug'),
    toHead: toLadderAdminHead,
  },
  'ladder-log': {
    path: '/ladders/:slug/log',
    load: () => import('./pages/ladder/ladder-log.tsx'),
    hasData: true,
    areas: ['ladder-log', 'events', 'rule-names'],
    validate: isSlug('slug'),
    toHead: toLadderLogHead,
  },
  'ladder-rules': {
    path: '/ladders/:slug/rules',
    load: () => import('./pages/ladder/ladder-rules.tsx'),
    hasData: true,
    areas: ['rules', 'rule-names'],
    validate: isSlug('slug'),
    toHead: toLadderRulesHead,
  },
  login: {
    path: '/login',
    load: () => import('./pages/login/login.tsx'),
    hasData: true,
    areas: ['sign-in', 'auth-errors'],
    toHead: toLoginHead,
  },
  match: {
    path: '/matches/:id',
    load: () => import('./pages/match/match.tsx'),
    hasData: true,
    areas: ['match', 'match-pieces', 'evidence'],
    validate: isUuid('id'),
    toHead: toMatchHead,
  },
  notices: {
    path: '/account/notifications',
    load: () => import('./pages/notices/notices.tsx'),
    hasData: true,
    areas: ['notices'],
    toHead: toNoticesHead,
  },
  pieces: {
    path: '/dev/pieces',
    load: () => import('./pages/pieces/pieces.tsx'),
    hasData: false,
    areas: [],
    toHead: (_data, translate) => ({ title: translate('shell.titles.pieces'), isPrivate: true }),
    isDevelopmentOnly: true,
  },
  placeholder: {
    path: '/ladders/chronophoto-test',
    load: () => import('./pages/placeholder/placeholder.tsx'),
    hasData: false,
    areas: ['placeholder'],
    toHead: (_data, translate) => ({ title: translate('shell.titles.placeholder') }),
  },
  profile: {
    path: '/profiles/:user_id',
    load: () => import('./pages/profile/profile.tsx'),
    hasData: true,
    areas: ['profile', 'rating', 'rule-names'],
    validate: isUuid('user_id'),
    toHead: toProfileHead,
  },
  'rules-edit': {
    path: '/ladders/:slug/admin/rules',
    load: () => import('./pages/rules-edit/rules-edit.tsx'),
    hasData: true,
    areas: ['rules-edit', 'rules', 'rule-names'],
    validate: isSlug('slug'),
    toHead: toRulesEditHead,
  },
  ruling: {
    path: '/matches/:id/ruling',
    load: () => import('./pages/ruling/ruling.tsx'),
    hasData: true,
    areas: ['ruling', 'match-pieces', 'evidence', 'rule-names'],
    validate: isUuid('id'),
    toHead: toRulingHead,
  },
  scrim: {
    path: '/scrims/:id',
    load: () => import('./pages/scrim/scrim.tsx'),
    hasData: true,
    areas: ['scrim'],
    validate: isUuid('id'),
    toHead: toScrimHead,
  },
  servers: {
    path: '/servers/:server',
    load: () => import('./pages/servers/servers.tsx'),
    hasData: true,
    areas: ['servers'],
    validate: isSlug('server'),
    toHead: toServersHead,
  },
  team: {
    path: '/teams/:slug',
    load: () => import('./pages/team/team.tsx'),
    hasData: true,
    areas: ['channel', 'team', 'next-step', 'rating'],
    validate: isSlug('slug'),
    toHead: toTeamHead,
  },
  'team-edit': {
    path: '/teams/:slug/edit',
    load: () => import('./pages/team/team-edit.tsx'),
    hasData: true,
    areas: ['team-forms'],
    validate: isSlug('slug'),
    toHead: toTeamEditHead,
  },
  'team-new': {
    path: '/teams/new',
    load: () => import('./pages/team/team-new.tsx'),
    hasData: true,
    areas: ['team-forms'],
    toHead: toTeamNewHead,
  },
  teams: {
    path: '/teams',
    load: () => import('./pages/team/teams.tsx'),
    hasData: true,
    areas: ['teams'],
    toHead: toTeamsHead,
  },
};

export const pageNames = Object.keys(pages) as PageName[];

/** The areas of texts that a document or a navigation brings: those of its page, none where it has failed. */
export function listPageAreas(page: PageName | null, result: PageResult): readonly Area[] {
  return page === null || 'error' in result ? [] : pages[page].areas;
}
