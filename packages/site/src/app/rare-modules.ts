import type { PageDataByName } from '../page-data.ts';
import type { PageModule } from './page-module.ts';

/** The pages for people in office, and others that few open. */
export type RarePage =
  | 'about'
  | 'account'
  | 'confirm'
  | 'team-new'
  | 'team-edit'
  | 'placeholder'
  | 'pieces'
  | 'account-password'
  | 'account-delete'
  | 'admins'
  | 'archives'
  | 'export'
  | 'archive'
  | 'ladder-log'
  | 'scrim'
  | 'admin-log'
  | 'archive-debug'
  | 'case'
  | 'cases'
  | 'flag-words'
  | 'own-reports'
  | 'functions'
  | 'health'
  | 'archive-import'
  | 'ladder-admin'
  | 'office-log'
  | 'owner-game'
  | 'owner-games'
  | 'owner-ladder'
  | 'owner-ladders'
  | 'owner-menus'
  | 'owner-server'
  | 'owner-servers'
  | 'owner-offices'
  | 'own-standing'
  | 'people'
  | 'person-admin'
  | 'team-admin'
  | 'rules-edit'
  | 'ruling'
  | 'settings'
  | 'setup'
  | 'sign-in-ways'
  | 'writing'
  | 'writing-list';

/** The code of pages that few open, apart from `page-modules.ts`: other readers need not know where it is. */
export const rareModules: {
  readonly [Name in RarePage]: () => Promise<PageModule<PageDataByName[Name]>>;
} = {
  about: () => import('../pages/about/about.tsx'),
  account: () => import('../pages/account/account.tsx'),
  confirm: () => import('../pages/confirm/confirm.tsx'),
  'team-new': () => import('../pages/team/team-new.tsx'),
  'team-edit': () => import('../pages/team/team-edit.tsx'),
  placeholder: () => import('../pages/placeholder/placeholder.tsx'),
  pieces: () => import('../pages/pieces/pieces.tsx'),
  'account-password': () => import('../pages/account/account-password.tsx'),
  'account-delete': () => import('../pages/account/account-delete.tsx'),
  admins: () => import('../pages/admins/admins.tsx'),
  export: () => import('../pages/export/export.tsx'),
  archives: () => import('../pages/archives/archives.tsx'),
  archive: () => import('../pages/archives/archive.tsx'),
  'ladder-log': () => import('../pages/ladder/ladder-log.tsx'),
  scrim: () => import('../pages/scrim/scrim.tsx'),
  'admin-log': () => import('../pages/office-log/admin-log.tsx'),
  'archive-debug': () => import('../pages/archives/archive-debug.tsx'),
  case: () => import('../pages/moderation/case.tsx'),
  cases: () => import('../pages/moderation/cases.tsx'),
  'flag-words': () => import('../pages/moderation/flag-words.tsx'),
  'own-reports': () => import('../pages/moderation/own-reports.tsx'),
  functions: () => import('../pages/functions/functions.tsx'),
  health: () => import('../pages/health/health.tsx'),
  'archive-import': () => import('../pages/archives/archive-import.tsx'),
  'ladder-admin': () => import('../pages/ladder-admin/ladder-admin.tsx'),
  'office-log': () => import('../pages/office-log/office-log.tsx'),
  'owner-game': () => import('../pages/owner/game-form.tsx'),
  'owner-games': () => import('../pages/owner/games-list.tsx'),
  'owner-ladder': () => import('../pages/owner/ladder-form.tsx'),
  'owner-ladders': () => import('../pages/owner/ladders-list.tsx'),
  'owner-menus': () => import('../pages/owner/menus.tsx'),
  'owner-server': () => import('../pages/server-admin/server-form.tsx'),
  'owner-servers': () => import('../pages/server-admin/servers-list.tsx'),
  'owner-offices': () => import('../pages/owner/offices.tsx'),
  'own-standing': () => import('../pages/people/own-standing.tsx'),
  people: () => import('../pages/people/people-list.tsx'),
  'person-admin': () => import('../pages/people/person-admin.tsx'),
  'team-admin': () => import('../pages/people/team-admin.tsx'),
  'rules-edit': () => import('../pages/rules-edit/rules-edit.tsx'),
  ruling: () => import('../pages/ruling/ruling.tsx'),
  settings: () => import('../pages/settings/settings.tsx'),
  setup: () => import('../pages/setup/setup.tsx'),
  'sign-in-ways': () => import('../pages/sign-in-ways/sign-in-ways.tsx'),
  writing: () => import('../pages/writing/writing.tsx'),
  'writing-list': () => import('../pages/writing/writing-list.tsx'),
};
