import type { LocaleCode } from '@muster/site';

/** One text in every language of the site. */
export type Translated = Readonly<Record<LocaleCode, string>>;

/** A fact about a game. The key is translated by the site; the value reads the same in every language. */
export interface GameFact {
  key: 'developer' | 'publisher' | 'released' | 'engine' | 'players' | 'platforms';
  value: string;
}

export interface GameContent {
  slug: string;
  name: string;
  short_name: string;
  position: number;
  identity_kinds: readonly string[];
  has_casual_page: boolean;
  tagline: Translated;
  /** Markdown: what the game is, then how this community plays it. */
  about: Translated;
  facts: readonly GameFact[];
  maps: readonly string[];
  modes: readonly string[];
}

export interface LadderContent {
  slug: string;
  game_slug: string;
  name: string;
  format: 'rung' | 'rating' | 'time_attack';
  region: string;
  /** The zone of the ladder's weekly windows. */
  zone: string;
  is_test: boolean;
  position: number;
  summary: Translated;
  /** Markdown. */
  description: Translated;
  /** Only what differs from the rules' defaults. */
  rules: Readonly<Record<string, unknown>>;
}

export interface MenuItemContent {
  id: string;
  menu: 'casual' | 'competitions' | 'servers';
  position: number;
  label: string;
  path: string;
}

export interface ArticleContent {
  slug: string;
  title: Translated;
  summary: Translated;
  /** Markdown. */
  body: Translated;
  game_slug: string | null;
  published_at: string;
}

export interface ArchiveContent {
  slug: string;
  title: Translated;
  summary: Translated;
  /** Markdown. */
  body: Translated;
  game_slug: string | null;
  content: Readonly<Record<string, unknown>>;
  closed_at: string;
}

export interface GameServerContent {
  id: string;
  page: 'bf2042' | 'space-engineers';
  game_slug: string | null;
  name: string;
  protocol: 'a2s' | 'quake2' | 'portal' | 'manual';
  region: string;
  note: Translated;
  position: number;
  /** Where it is asked; null for one that is only announced. */
  address: { host: string; query_port: number } | null;
}
