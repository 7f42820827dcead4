import type { LocaleCode } from '../../intl/locales.ts';
import type { PageHead, Translate } from '../../page-head.ts';
import type { ShortTeam } from '../home/data.ts';

export const boardKinds = ['team_seeks_player', 'player_seeks_team', 'scrim'] as const;
export type BoardKind = (typeof boardKinds)[number];

export const boardRegions = ['EU', 'NA', 'SA', 'AS', 'OC', 'AF', 'INT'] as const;
export type BoardRegion = (typeof boardRegions)[number];

/** One notice. */
export interface BoardPost {
  id: string;
  kind: BoardKind;
  game: { slug: string; name: string };
  /** Null where a person looks for a team. */
  team: { slug: string; name: string; tag: string } | null;
  author: { user_id: string; username: string };
  region: BoardRegion;
  zone: string;
  /** ISO weekdays, Monday 1. */
  evenings: number[];
  languages: LocaleCode[];
  text: string;
  created_at: string;
  expires_at: string;
  /** Whether who looks may take it down. */
  is_own: boolean;
}

/** What the list is narrowed to; null for everything. */
export interface BoardFilters {
  kind: BoardKind | null;
  game: string | null;
  language: LocaleCode | null;
}

/** What a signed-in person's form begins with. */
export interface BoardForm {
  /** Teams that the person leads and may speak for. */
  teams: { slug: string; name: string }[];
  zones: string[];
  zone: string;
  locale: LocaleCode;
  /** The kinds of which the person has a notice up: one of each at a time. */
  taken: BoardKind[];
}

/** What /boards shows. */
export interface BoardsData {
  filters: BoardFilters;
  /** The newest first. */
  posts: BoardPost[];
  games: { slug: string; name: string }[];
  /** Null for a visitor. */
  form: BoardForm | null;
  /** Teams whose roster is no longer than one lineup. */
  short_teams: ShortTeam[];
}

export function toBoardsHead(_data: BoardsData, translate: Translate): PageHead {
  return { title: translate('shell.titles.boards') };
}
