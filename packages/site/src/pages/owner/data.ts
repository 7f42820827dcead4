import type { FormatName } from '@muster/league';
import type { MenuItem, MenuName } from '../../document-data.ts';
import type { PageHead, Translate } from '../../page-head.ts';
import type { ListPart } from '../../ui/list-part.tsx';
import type { ZoneChoice } from '../../ui/zone-options.tsx';

/** A game as its owners list it. */
export interface OwnedGame {
  slug: string;
  name: string;
  short_name: string;
  picture: string | null;
  is_retired: boolean;
  /** Whether a season of it is planned or runs: it cannot retire before that ends. */
  is_running: boolean;
  ladders: number;
  /** Among those that are kept, from 1; behind them, among those that are retired. */
  place: number;
}

/** What /admins/games shows. */
export interface OwnedGamesData {
  games: OwnedGame[];
  /** The address words of all games that ship, are kept and may retire. */
  shipped: string[];
  part: ListPart;
}

/** What a fact about a game may be about: what any game has, then what video games have. */
export const factKeys = [
  'players',
  'equipment',
  'duration',
  'origin',
  'federation',
  'developer',
  'publisher',
  'released',
  'engine',
  'platforms',
] as const;

export interface GameFields {
  slug: string;
  name: string;
  short_name: string;
  facts: { key: string; value: string }[];
  maps: string[];
  modes: string[];
  sides: string[];
  identity_kinds: string[];
  has_casual_page: boolean;
}

/** What /admins/games/:slug shows; without a game it is the form of a new one. */
export interface OwnedGameData {
  game: (GameFields & Pick<OwnedGame, 'picture' | 'is_retired' | 'is_running'>) | null;
}

/** A ladder as its owners list it. */
export interface OwnedLadder {
  slug: string;
  name: string;
  game: string;
  format: FormatName;
  region: string;
  is_retired: boolean;
  /** Then it is listed nowhere, whatever it is itself. */
  is_game_retired: boolean;
  /** Of its newest season; null before the first. */
  season: 'registration' | 'open' | 'closed' | null;
  /** Among those that are kept, from 1; behind them, among those that are retired. */
  place: number;
}

/** What /admins/ladders shows. */
export interface OwnedLaddersData {
  ladders: OwnedLadder[];
  part: ListPart;
}

/** What /admins/ladders/:slug shows; without a ladder it is the form of a new one. */
export interface OwnedLadderData {
  ladder: (Omit<OwnedLadder, 'place'> & { zone: string }) | null;
  /** Whether there is a game that a ladder may be of, and the game where there is one alone. */
  has_games: boolean;
  only_game: { slug: string; name: string } | null;
  /** Whether there are ladders whose rules may be copied. */
  has_ladders: boolean;
  zones: readonly ZoneChoice[];
  /** The reader's own zone. */
  zone: string;
}

/** What /admins/menus shows. */
export interface MenusData {
  menus: Record<MenuName, MenuItem[]>;
  revision: string;
  /** Entries of a list. */
  most: number;
  /** The ids of entries that lead to what is retired: readers do not see them. */
  hidden: string[];
  /** What the address asks to have among them (`?game=`, `?ladder=`) and is not there yet. */
  adding: { menu: MenuName; item: MenuItem } | null;
}

export interface Officer {
  person_id: string;
  username: string;
  user_id: string | null;
}

/** What /admins/offices shows. */
export interface OfficesData {
  /** Of those that were looked for, as many as a page shows. */
  admins: Officer[];
  editors: Officer[];
  /** How many there are of each. */
  admins_total: number;
  editors_total: number;
  part: Omit<ListPart, 'kept'>;
  ladders: { slug: string; name: string; admins: Officer[] }[];
}

/** The head of a page of the league's owners. */
export const ownerTitled =
  (name: 'games' | 'game' | 'ladders' | 'ladder' | 'menus' | 'offices') =>
  (_data: unknown, translate: Translate): PageHead => ({
    title: translate(`owner.titles.${name}`),
    isPrivate: true,
  });
