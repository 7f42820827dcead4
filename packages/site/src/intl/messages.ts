import type { Locale } from './locales.ts';

/**
 * Every text of the site, keyed by area. English gives the keys their types: a key that is missing
 * there is a compile error where it is used. A page has the areas that `routes.ts` names for it.
 */
export interface Messages {
  unsaved: typeof import('../locales/en/unsaved.json', { with: { type: 'json' }});
  writing: typeof import('../locales/en/writing.json', { with: { type: 'json' }});
  settings: typeof import('../locales/en/settings.json', { with: { type: 'json' }});
  shell: typeof import('../locales/en/shell.json', { with: { type: 'json' }});
  about: typeof import('../locales/en/about.json', { with: { type: 'json' }});
  account: typeof import('../locales/en/account.json', { with: { type: 'json' }});
  admins: typeof import('../locales/en/admins.json', { with: { type: 'json' }});
  'archive-office': typeof import('../locales/en/archive-office.json', { with: { type: 'json' }});
  archives: typeof import('../locales/en/archives.json', { with: { type: 'json' }});
  article: typeof import('../locales/en/article.json', { with: { type: 'json' }});
  articles: typeof import('../locales/en/articles.json', { with: { type: 'json' }});
  'auth-errors': typeof import('../locales/en/auth-errors.json', { with: { type: 'json' }});
  boards: typeof import('../locales/en/boards.json', { with: { type: 'json' }});
  'case-holder': typeof import('../locales/en/case-holder.json', { with: { type: 'json' }});
  events: typeof import('../locales/en/events.json', { with: { type: 'json' }});
  challenge: typeof import('../locales/en/challenge.json', { with: { type: 'json' }});
  channel: typeof import('../locales/en/channel.json', { with: { type: 'json' }});
  'entry-forms': typeof import('../locales/en/entry-forms.json', { with: { type: 'json' }});
  evidence: typeof import('../locales/en/evidence.json', { with: { type: 'json' }});
  export: typeof import('../locales/en/export.json', { with: { type: 'json' }});
  finder: typeof import('../locales/en/finder.json', { with: { type: 'json' }});
  functions: typeof import('../locales/en/functions.json', { with: { type: 'json' }});
  game: typeof import('../locales/en/game.json', { with: { type: 'json' }});
  health: typeof import('../locales/en/health.json', { with: { type: 'json' }});
  home: typeof import('../locales/en/home.json', { with: { type: 'json' }});
  ladder: typeof import('../locales/en/ladder.json', { with: { type: 'json' }});
  'ladder-admin': typeof import('../locales/en/ladder-admin.json', { with: { type: 'json' }});
  'ladder-log': typeof import('../locales/en/ladder-log.json', { with: { type: 'json' }});
  'long-list': typeof import('../locales/en/long-list.json', { with: { type: 'json' }});
  lists: typeof import('../locales/en/lists.json', { with: { type: 'json' }});
  match: typeof import('../locales/en/match.json', { with: { type: 'json' }});
  'match-forms': typeof import('../locales/en/match-forms.json', { with: { type: 'json' }});
  'match-pieces': typeof import('../locales/en/match-pieces.json', { with: { type: 'json' }});
  'match-record': typeof import('../locales/en/match-record.json', { with: { type: 'json' }});
  me: typeof import('../locales/en/me.json', { with: { type: 'json' }});
  'next-step': typeof import('../locales/en/next-step.json', { with: { type: 'json' }});
  'office-log': typeof import('../locales/en/office-log.json', { with: { type: 'json' }});
  moderation: typeof import('../locales/en/moderation.json', { with: { type: 'json' }});
  report: typeof import('../locales/en/report.json', { with: { type: 'json' }});
  owner: typeof import('../locales/en/owner.json', { with: { type: 'json' }});
  past: typeof import('../locales/en/past.json', { with: { type: 'json' }});
  notices: typeof import('../locales/en/notices.json', { with: { type: 'json' }});
  picks: typeof import('../locales/en/picks.json', { with: { type: 'json' }});
  pieces: typeof import('../locales/en/pieces.json', { with: { type: 'json' }});
  placeholder: typeof import('../locales/en/placeholder.json', { with: { type: 'json' }});
  profile: typeof import('../locales/en/profile.json', { with: { type: 'json' }});
  'public-file': typeof import('../locales/en/public-file.json', { with: { type: 'json' }});
  rating: typeof import('../locales/en/rating.json', { with: { type: 'json' }});
  reading: typeof import('../locales/en/reading.json', { with: { type: 'json' }});
  refusals: typeof import('../locales/en/refusals.json', { with: { type: 'json' }});
  'rule-names': typeof import('../locales/en/rule-names.json', { with: { type: 'json' }});
  rules: typeof import('../locales/en/rules.json', { with: { type: 'json' }});
  'rules-edit': typeof import('../locales/en/rules-edit.json', { with: { type: 'json' }});
  ruling: typeof import('../locales/en/ruling.json', { with: { type: 'json' }});
  people: typeof import('../locales/en/people.json', { with: { type: 'json' }});
  sanctions: typeof import('../locales/en/sanctions.json', { with: { type: 'json' }});
  scrim: typeof import('../locales/en/scrim.json', { with: { type: 'json' }});
  'server-admin': typeof import('../locales/en/server-admin.json', { with: { type: 'json' }});
  'server-state': typeof import('../locales/en/server-state.json', { with: { type: 'json' }});
  servers: typeof import('../locales/en/servers.json', { with: { type: 'json' }});
  setup: typeof import('../locales/en/setup.json', { with: { type: 'json' }});
  'setup-restore': typeof import('../locales/en/setup-restore.json', { with: { type: 'json' }});
  'sign-in': typeof import('../locales/en/sign-in.json', { with: { type: 'json' }});
  team: typeof import('../locales/en/team.json', { with: { type: 'json' }});
  'team-forms': typeof import('../locales/en/team-forms.json', { with: { type: 'json' }});
  teams: typeof import('../locales/en/teams.json', { with: { type: 'json' }});
}

/** One file of texts in each language's folder. */
export type Area = keyof Messages;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Locale['tag'];
  }
}
