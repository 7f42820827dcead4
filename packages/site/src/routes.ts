import type { ComponentType } from 'react';
import type { PageDataByName, PageName } from './page-data.ts';
import type { PageHead, Translate } from './page-head.ts';
import { toAboutHead } from './pages/about/data.ts';
import { toAccountHead } from './pages/account/data.ts';
import { toAdminsHead } from './pages/admins/data.ts';
import { toArchiveDebugHead, toArchiveHead, toArchivesHead } from './pages/archives/data.ts';
import { toArticleHead } from './pages/articles/data.ts';
import { toBoardsHead } from './pages/boards/data.ts';
import { toGameHead } from './pages/games/data.ts';
import { toHomeHead } from './pages/home/data.ts';
import {
  toLadderAdminHead,
  toLadderHead,
  toLadderLogHead,
  toLadderRulesHead,
} from './pages/ladder/data.ts';
import { toMatchHead } from './pages/match/data.ts';
import { toProfileHead } from './pages/profile/data.ts';
import { toServersHead } from './pages/servers/data.ts';
import { toTeamEditHead, toTeamHead, toTeamNewHead, toTeamsHead } from './pages/team/data.ts';

export type RouteParameters = Readonly<Record<string, string | undefined>>;

export interface PageModule<Data> {
  default: ComponentType<{ data: Data }>;
}

export interface PageDefinition<Name extends PageName = PageName> {
  /** As React Router writes it. The more literal path wins, whatever the order. */
  path: string;
  load: () => Promise<PageModule<PageDataByName[Name]>>;
  /** Whether the server has a loader for it, so that a navigation asks for its payload. */
  hasData: boolean;
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
    toHead: toHomeHead,
  },
  about: {
    path: '/about',
    load: () => import('./pages/about/about.tsx'),
    hasData: true,
    toHead: toAboutHead,
  },
  account: {
    path: '/account',
    load: () => import('./pages/account/account.tsx'),
    hasData: true,
    toHead: toAccountHead,
  },
  admins: {
    path: '/admins',
    load: () => import('./pages/admins/admins.tsx'),
    hasData: true,
    toHead: toAdminsHead,
  },
  archives: {
    path: '/archives',
    load: () => import('./pages/archives/archives.tsx'),
    hasData: true,
    toHead: toArchivesHead,
  },
  'archive-debug': {
    path: '/archives/debug',
    load: () => import('./pages/archives/archive-debug.tsx'),
    hasData: true,
    toHead: toArchiveDebugHead,
  },
  archive: {
    path: '/archives/:archive',
    load: () => import('./pages/archives/archive.tsx'),
    hasData: true,
    validate: isSlug('archive'),
    toHead: toArchiveHead,
  },
  article: {
    path: '/articles/:slug',
    load: () => import('./pages/articles/article.tsx'),
    hasData: true,
    validate: isSlug('slug'),
    toHead: toArticleHead,
  },
  boards: {
    path: '/boards',
    load: () => import('./pages/boards/boards.tsx'),
    hasData: true,
    toHead: toBoardsHead,
  },
  confirm: {
    path: '/confirm',
    load: () => import('./pages/confirm/confirm.tsx'),
    hasData: false,
    toHead: (_data, translate) => ({ title: translate('shell.titles.confirm'), isPrivate: true }),
  },
  game: {
    path: '/games/:game',
    load: () => import('./pages/games/game.tsx'),
    hasData: true,
    validate: isSlug('game'),
    toHead: toGameHead,
  },
  ladder: {
    path: '/ladders/:slug',
    load: () => import('./pages/ladder/ladder.tsx'),
    hasData: true,
    validate: isSlug('slug'),
    toHead: toLadderHead,
  },
  'ladder-admin': {
    path: '/ladders/:slug/admin',
    load: () => import('./pages/ladder/ladder-admin.tsx'),
    hasData: true,
    validate: isSlug('slug'),
    toHead: toLadderAdminHead,
  },
  'ladder-log': {
    path: '/ladders/:slug/log',
    load: () => import('./pages/ladder/ladder-log.tsx'),
    hasData: true,
    validate: isSlug('slug'),
    toHead: toLadderLogHead,
  },
  'ladder-rules': {
    path: '/ladders/:slug/rules',
    load: () => import('./pages/ladder/ladder-rules.tsx'),
    hasData: true,
    validate: isSlug('slug'),
    toHead: toLadderRulesHead,
  },
  login: {
    path: '/login',
    load: () => import('./pages/login/login.tsx'),
    hasData: false,
    toHead: (_data, translate) => ({ title: translate('shell.titles.login') }),
  },
  match: {
    path: '/matches/:id',
    load: () => import('./pages/match/match.tsx'),
    hasData: true,
    validate: isUuid('id'),
    toHead: toMatchHead,
  },
  pieces: {
    path: '/dev/pieces',
    load: () => import('./pages/pieces/pieces.tsx'),
    hasData: false,
    toHead: (_data, translate) => ({ title: translate('shell.titles.pieces'), isPrivate: true }),
    isDevelopmentOnly: true,
  },
  placeholder: {
    path: '/ladders/chronophoto-test',
    load: () => import('./pages/placeholder/placeholder.tsx'),
    hasData: false,
    toHead: (_data, translate) => ({ title: translate('shell.titles.placeholder') }),
  },
  profile: {
    path: '/profiles/:user_id',
    load: () => import('./pages/profile/profile.tsx'),
    hasData: true,
    validate: isUuid('user_id'),
    toHead: toProfileHead,
  },
  servers: {
    path: '/servers/:server',
    load: () => import('./pages/servers/servers.tsx'),
    hasData: true,
    validate: isSlug('server'),
    toHead: toServersHead,
  },
  team: {
    path: '/teams/:slug',
    load: () => import('./pages/team/team.tsx'),
    hasData: true,
    validate: isSlug('slug'),
    toHead: toTeamHead,
  },
  'team-edit': {
    path: '/teams/:slug/edit',
    load: () => import('./pages/team/team-edit.tsx'),
    hasData: true,
    validate: isSlug('slug'),
    toHead: toTeamEditHead,
  },
  'team-new': {
    path: '/teams/new',
    load: () => import('./pages/team/team-new.tsx'),
    hasData: true,
    toHead: toTeamNewHead,
  },
  teams: {
    path: '/teams',
    load: () => import('./pages/team/teams.tsx'),
    hasData: true,
    toHead: toTeamsHead,
  },
};

export const pageNames = Object.keys(pages) as PageName[];
