import type { Locale } from './locales.ts';

/**
 * Every text of the site, keyed by area. English gives the keys their types: a key that is missing
 * there is a compile error where it is used.
 */
export interface Messages {
  shell: typeof import('../locales/en/shell.json', { with: { type: 'json' }});
  refusals: typeof import('../locales/en/refusals.json', { with: { type: 'json' }});
  rules: typeof import('../locales/en/rules.json', { with: { type: 'json' }});
  events: typeof import('../locales/en/events.json', { with: { type: 'json' }});
  ladder: typeof import('../locales/en/ladder.json', { with: { type: 'json' }});
  match: typeof import('../locales/en/match.json', { with: { type: 'json' }});
  team: typeof import('../locales/en/team.json', { with: { type: 'json' }});
  profile: typeof import('../locales/en/profile.json', { with: { type: 'json' }});
  home: typeof import('../locales/en/home.json', { with: { type: 'json' }});
  pages: typeof import('../locales/en/pages.json', { with: { type: 'json' }});
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Locale['tag'];
  }
}
