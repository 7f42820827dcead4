import type { PageResult } from './document-data.ts';
import type { Area } from './intl/messages.ts';
import type { PageName } from './page-data.ts';

export type RouteParameters = Readonly<Record<string, string | undefined>>;

interface PageDefinition {
  /** As React Router writes it. The more literal path wins, whatever the order. */
  path: string;
  /** The server has no loader for it, so that a navigation need not ask for its payload. */
  isBare?: boolean;
  /** The areas of texts that it shows beside the shell's own; `npm run check` compares them with its code. */
  areas: readonly Area[];
  /** Says whether the parameters can name anything at all; if not, the page is not found without asking anybody. */
  validate?: (parameters: RouteParameters) => boolean;
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

/** Every page of the site: where it is and what it needs; `app/page-heads.ts` says what it is called, `app/page-modules.ts` has its code. */
export const pages: { readonly [Name in PageName]: PageDefinition } = {
  home: {
    path: '/',
    areas: ['home'],
  },
  about: {
    path: '/about',
    areas: ['about', 'reading'],
  },
  account: {
    path: '/account',
    areas: ['account', 'auth-errors'],
  },
  'account-delete': {
    path: '/account/delete',
    areas: ['account'],
  },
  'account-password': {
    path: '/account/password',
    areas: ['account', 'auth-errors'],
  },
  admins: {
    path: '/admins',
    areas: ['admins', 'long-list'],
  },
  functions: {
    path: '/admins/functions',
    areas: ['functions'],
  },
  health: {
    path: '/admins/health',
    areas: ['health'],
  },
  'admin-log': {
    path: '/admins/log',
    areas: ['office-log', 'events', 'rule-names'],
  },
  archives: {
    path: '/archives',
    areas: ['archives'],
  },
  'archive-debug': {
    path: '/archives/debug',
    areas: ['archives', 'archive-office'],
  },
  'archive-import': {
    path: '/archives/import',
    areas: ['archives', 'archive-office'],
  },
  archive: {
    path: '/archives/:archive',
    areas: ['archives'],
    validate: isSlug('archive'),
  },
  article: {
    path: '/articles/:slug',
    areas: ['article', 'reading'],
    validate: isSlug('slug'),
  },
  articles: {
    path: '/articles',
    areas: ['articles'],
  },
  boards: {
    path: '/boards',
    areas: ['boards'],
  },
  case: {
    path: '/admins/cases/:id',
    areas: ['moderation', 'people', 'profile', 'report'],
    validate: isUuid('id'),
  },
  cases: {
    path: '/admins/cases',
    areas: ['moderation', 'report'],
  },
  'flag-words': {
    path: '/admins/words',
    areas: ['moderation'],
  },
  'own-reports': {
    path: '/account/reports',
    areas: ['moderation', 'report'],
  },
  conduct: {
    path: '/conduct',
    areas: ['reading'],
  },
  confirm: {
    path: '/confirm',
    isBare: true,
    areas: ['sign-in', 'auth-errors'],
  },
  export: {
    path: '/export',
    areas: ['export'],
  },
  game: {
    path: '/games/:game',
    areas: ['game', 'server-state'],
    validate: isSlug('game'),
  },
  imprint: {
    path: '/imprint',
    areas: ['reading'],
  },
  ladder: {
    path: '/ladders/:slug',
    areas: ['ladder'],
    validate: isSlug('slug'),
  },
  'ladder-admin': {
    path: '/ladders/:slug/admin',
    areas: ['case-holder', 'channel', 'ladder-admin', 'long-list'],
    validate: isSlug('slug'),
  },
  'ladder-log': {
    path: '/ladders/:slug/log',
    areas: ['ladder-log', 'events', 'rule-names'],
    validate: isSlug('slug'),
  },
  'ladder-rules': {
    path: '/ladders/:slug/rules',
    areas: ['rules', 'rule-names'],
    validate: isSlug('slug'),
  },
  login: {
    path: '/login',
    areas: ['sign-in', 'auth-errors'],
  },
  match: {
    path: '/matches/:id',
    areas: ['match', 'evidence'],
    validate: isUuid('id'),
  },
  me: {
    path: '/me',
    areas: ['me', 'next-step'],
  },
  notices: {
    path: '/account/notifications',
    areas: ['notices', 'next-step'],
  },
  'office-log': {
    path: '/log',
    areas: ['office-log', 'events', 'rule-names'],
  },
  'owner-game': {
    path: '/admins/games/:slug',
    areas: ['owner', 'unsaved'],
    validate: isSlug('slug'),
  },
  'owner-games': {
    path: '/admins/games',
    areas: ['long-list', 'owner'],
  },
  'owner-ladder': {
    path: '/admins/ladders/:slug',
    areas: ['owner', 'unsaved'],
    validate: isSlug('slug'),
  },
  'owner-ladders': {
    path: '/admins/ladders',
    areas: ['long-list', 'owner'],
  },
  'owner-menus': {
    path: '/admins/menus',
    areas: ['owner', 'unsaved'],
  },
  'owner-server': {
    path: '/admins/servers/:id',
    areas: ['server-admin', 'owner'],
  },
  'owner-servers': {
    path: '/admins/servers',
    areas: ['server-admin', 'server-state', 'owner'],
  },
  'owner-offices': {
    path: '/admins/offices',
    areas: ['long-list', 'owner'],
  },
  'own-standing': {
    path: '/account/standing',
    areas: ['profile', 'rule-names', 'sanctions'],
  },
  people: {
    path: '/admins/people',
    areas: ['people', 'profile'],
  },
  'person-admin': {
    path: '/admins/people/:username',
    areas: ['people', 'profile', 'rule-names', 'sanctions', 'moderation'],
    validate: ({ username = '' }) => username.length >= 2 && username.length <= 80,
  },
  'team-admin': {
    path: '/admins/teams/:slug',
    areas: ['people', 'profile', 'moderation'],
    validate: isSlug('slug'),
  },
  pieces: {
    path: '/dev/pieces',
    isBare: true,
    areas: [],
    isDevelopmentOnly: true,
  },
  placeholder: {
    path: '/ladders/chronophoto-test',
    isBare: true,
    areas: ['placeholder'],
  },
  privacy: {
    path: '/privacy',
    areas: ['reading'],
  },
  profile: {
    path: '/profiles/:user_id',
    areas: ['profile', 'rating', 'rule-names'],
    validate: isUuid('user_id'),
  },
  'rules-edit': {
    path: '/ladders/:slug/admin/rules',
    areas: ['rules-edit', 'rules', 'rule-names', 'unsaved'],
    validate: isSlug('slug'),
  },
  ruling: {
    path: '/matches/:id/ruling',
    areas: ['ruling', 'case-holder', 'evidence', 'rule-names'],
    validate: isUuid('id'),
  },
  scrim: {
    path: '/scrims/:id',
    areas: ['scrim'],
    validate: isUuid('id'),
  },
  settings: {
    path: '/admins/settings',
    areas: ['settings', 'unsaved'],
  },
  servers: {
    path: '/servers/:server',
    areas: ['servers', 'server-state'],
    validate: isSlug('server'),
  },
  setup: {
    path: '/setup',
    areas: ['setup', 'settings', 'sign-in', 'unsaved'],
  },
  'sign-in-ways': {
    path: '/admins/sign-in',
    areas: ['setup', 'sign-in', 'unsaved'],
  },
  team: {
    path: '/teams/:slug',
    areas: ['team'],
    validate: isSlug('slug'),
  },
  'team-edit': {
    path: '/teams/:slug/edit',
    areas: ['team-forms'],
    validate: isSlug('slug'),
  },
  'team-new': {
    path: '/teams/new',
    areas: ['team-forms'],
  },
  teams: {
    path: '/teams',
    areas: ['teams'],
  },
  terms: {
    path: '/terms',
    areas: ['reading'],
  },
  writing: {
    path: '/admins/writing/:kind/:slug',
    areas: ['writing'],
    validate: isSlug('slug'),
  },
  'writing-list': {
    path: '/admins/writing',
    areas: ['writing'],
  },
};

export const pageNames = Object.keys(pages) as PageName[];

/** The areas of texts that a document or a navigation brings: those of its page, none where it has failed. */
export function listPageAreas(page: PageName | null, result: PageResult): readonly Area[] {
  return page === null || 'error' in result ? [] : pages[page].areas;
}
