import type { FilterChoices, Named } from '../../client/form/find-choices.ts';
import type { LocaleCode } from '../../intl/locales.ts';
import type { ZoneChoice } from '../../ui/zone-options.tsx';
import type { ShortTeam } from '../home/data.ts';

export const boardKinds = ['team_seeks_player', 'player_seeks_team', 'scrim'] as const;
export type BoardKind = (typeof boardKinds)[number];

export const boardRegions = ['EU', 'NA', 'SA', 'AS', 'OC', 'AF', 'INT'] as const;
export type BoardRegion = (typeof boardRegions)[number];

/** The emblem, name and address of a team. */
export interface BoardTeam {
  slug: string;
  name: string;
  tag: string;
  logo: string | null;
}

/** Somebody who answered a notice, as whoever leads the team that put it up reads it. */
export interface BoardAnswer {
  id: string;
  user_id: string;
  username: string;
  /** For whom they would play, and when, where a scrim is sought. */
  team: BoardTeam | null;
  starts_at: string | null;
  words: string;
}

/** What the person who looks has answered. */
export interface OwnAnswer {
  id: string;
  status: 'open' | 'accepted' | 'declined';
  starts_at: string | null;
}

/** A scrim to come of a team of the person's. */
export interface ScrimLine {
  id: string;
  starts_at: string;
  game: string;
  home: { slug: string; name: string };
  away: { slug: string; name: string };
}

/** One notice. */
export interface BoardPost {
  id: string;
  kind: BoardKind;
  game: { slug: string; name: string };
  /** Null where a person looks for a team. */
  team: BoardTeam | null;
  author: { user_id: string; username: string };
  region: BoardRegion;
  zone: string;
  /** What the zone is called in the reader's language. */
  zone_name: string;
  /** ISO weekdays, Monday 1. */
  evenings: number[];
  languages: LocaleCode[];
  text: string;
  created_at: string;
  expires_at: string;
  /** When a team would play a scrim, as far as it is still to come. */
  times: string[];
  /** Whether who looks may take it down. */
  is_own: boolean;
  /** The admins removed it: only its author sees it still. */
  is_removed: boolean;
  /** False once its author leads its team no more, or the team is gone: only its author sees it still. */
  is_up: boolean;
  /** It is not up, or its team or author cannot stand to it now: then only they and their team see it. */
  is_withheld: boolean;
  /** Whether who looks is on the team that put it up. */
  is_member: boolean;
  /** Those that wait; empty for everybody who does not lead the team. */
  answers: BoardAnswer[];
  own_answer: OwnAnswer | null;
  /** The teams, by address, for which who looks may invite a person who seeks one. */
  may_invite: string[];
}

/** What the list is narrowed to; null for everything. */
export interface BoardFilters {
  kind: BoardKind | null;
  game: string | null;
  language: LocaleCode | null;
  region: BoardRegion | null;
  zone: string | null;
  /** An ISO weekday, Monday 1. */
  day: number | null;
}

/** What a signed-in person's form begins with. */
export interface BoardForm {
  /** Teams that the person leads and may speak for. */
  teams: { slug: string; name: string }[];
  /** The game that stands chosen at first; null while the league has none. */
  game: Named | null;
  zones: readonly ZoneChoice[];
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
  games: FilterChoices;
  /** The zones of all notices that are up. */
  zones: readonly ZoneChoice[];
  scrims: ScrimLine[];
  /** Null for a visitor. */
  form: BoardForm | null;
  /** Teams whose roster is no longer than one lineup. */
  short_teams: ShortTeam[];
}
