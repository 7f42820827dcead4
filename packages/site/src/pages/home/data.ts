import type { FormatName } from '@muster/league';
import type { PageHead } from '../../page-head.ts';
import type { Matter } from '../me/matter.ts';
import type { MatchLine } from '../team/match-line.ts';

/** A ladder as lists show it. */
export interface LadderLine {
  slug: string;
  name: string;
  /** The game's short name: room is small where lines stand. */
  game: string;
  format: FormatName;
  region: string;
  summary: string;
  is_test: boolean;
  /** False where no season is running: nobody can join. */
  is_open: boolean;
  /** When the season opens that is planned; null where none is. */
  opens_at: string | null;
  entries: number;
  /** The first three, where matches decide who they are. */
  top: { place: number; name: string; href: string | null }[];
}

/** A team whose roster is no longer than one lineup: nobody may be missing. */
export interface ShortTeam {
  slug: string;
  name: string;
  tag: string;
  logo: string | null;
  people: number;
  /** How many a match of its ladder takes. */
  size: number;
  ladder: { slug: string; name: string };
}

/** What a signed-in person should do now: what is lost first, else how they come to a match. */
export type NextStep =
  | Matter
  | { kind: 'join_ladder'; team: { slug: string; name: string } }
  | {
      kind: 'challenge';
      team: { slug: string; name: string };
      ladder: { slug: string; name: string };
      rung: number | null;
    }
  | { kind: 'wait_for_captain'; team: { slug: string; name: string } }
  | { kind: 'find_team' };

export interface ArticleLine {
  slug: string;
  title: string;
  summary: string;
}

/** What / shows. */
export interface HomeData {
  figures: { teams: number; people: number; matches: number; ladders: number };
  /** Under way, or starting within a day. */
  tonight: MatchLine[];
  /** The latest results that moved rungs. */
  results: MatchLine[];
  ladders: LadderLine[];
  short_teams: ShortTeam[];
  articles: ArticleLine[];
  games: { slug: string; name: string; tagline: string; picture: string | null }[];
  /** Null for a visitor. */
  next: NextStep | null;
  /** The next two of what else concerns the reader. */
  more: Matter[];
}

export function toHomeHead(_data: HomeData): PageHead {
  return { title: null };
}
