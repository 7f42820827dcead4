import type { FormatName, Role } from '@muster/league';
import type { FilterChoices } from '../../client/form/find-choices.ts';
import type { PageHead } from '../../page-head.ts';
import type { ProseNode } from '../articles/prose-node.ts';

/** What an archive rests on: a season that our log proves, a history of another place, or the league's own words. */
export type ArchiveKind = 'season' | 'imported' | 'text';

export interface ArchiveLine {
  kind: ArchiveKind;
  slug: string;
  title: string;
  summary: string;
  closed_at: string;
  /** The ladder as it is called and found today; null for what is no season of ours. */
  ladder: { slug: string; name: string } | null;
  /** Where an imported one comes from. */
  origin: string | null;
  is_demo: boolean;
}

/** What /archives shows. */
export interface ArchivesData {
  archives: ArchiveLine[];
  years: number[];
  games: FilterChoices;
  ladders: FilterChoices;
  /** What is chosen of them, by `?year=`, `?game=` and `?ladder=`. */
  year: number | null;
  game: string | null;
  ladder: string | null;
  total: number;
  /** The first shown, from 1, and how many a page has. */
  from: number;
  limit: number;
  /** Whether the viewer may bring a history in. */
  may_import: boolean;
}

/** Who or what a row is about, as it was called then; without a name for somebody who has left the league since. */
export interface ArchiveName {
  name: string | null;
  tag: string | null;
  /** Where it is today. */
  href: string | null;
}

export interface ArchivePlace {
  position: number;
  place: number | null;
  who: ArchiveName;
  wins: number | null;
  losses: number | null;
  draws: number | null;
  points: string | null;
}

export interface ArchiveMatch {
  position: number;
  /** ISO 8601, an instant or a date alone; null where nothing says when. */
  at: string | null;
  one: ArchiveName;
  other: ArchiveName;
  score: [number, number] | null;
  winner: 'one' | 'other' | 'draw' | null;
  is_forfeit: boolean;
  maps: string[];
  href: string | null;
}

export interface ArchiveRun {
  position: number;
  who: ArchiveName;
  stage: string;
  /** Milliseconds, penalties included. */
  time_ms: number;
}

export interface ArchiveRoster {
  position: number;
  who: ArchiveName;
  players: { position: number; who: ArchiveName; role: Role | null }[];
}

export interface ArchiveTrophy {
  position: number;
  place: number | null;
  title: string | null;
  who: ArchiveName;
}

export const recordKinds = ['most_wins', 'most_matches', 'longest_streak', 'fastest_run'] as const;

export interface ArchiveRecord {
  position: number;
  /** One of ours, or null for an imported one, which says itself what it is. */
  kind: (typeof recordKinds)[number] | null;
  title: string;
  who: ArchiveName;
  value: string | number;
}

export const archiveParts = ['overview', 'matches', 'runs', 'rosters'] as const;
export type ArchivePart = (typeof archiveParts)[number];

/** What /archives/:archive shows. */
export interface ArchiveData extends ArchiveLine {
  /** Empty where there are only tables. */
  body: ProseNode[];
  format: FormatName | null;
  game: string | null;
  season: string | null;
  counts: { standing: number; match: number; run: number; roster: number };
  part: ArchivePart;
  /** Whether names stand here that admins hid: masked, or, where they were asked for by `?exact=1`, as they were. */
  has_masks: boolean;
  is_exact: boolean;
  /** The first row shown of the part, from 1, and how many a page has. */
  from: number;
  limit: number;
  standings: ArchivePlace[];
  matches: ArchiveMatch[];
  runs: ArchiveRun[];
  rosters: ArchiveRoster[];
  trophies: ArchiveTrophy[];
  records: ArchiveRecord[];
  /** Of a season: when it was frozen, and from which line of which log. */
  frozen: { at: string; sequence: number; hash: string; log: string | null } | null;
  /** Of an imported one: by whom, where that person is still here. */
  imported: { at: string; by: { name: string; href: string } | null } | null;
  /** Whether the viewer may say anew where it comes from. */
  may_edit: boolean;
}

export function toArchiveHead(data: ArchiveData): PageHead {
  return { title: data.title, description: data.summary };
}

/** A row of an archive as it is kept, and what it rests on. */
export interface RawRow {
  section: string;
  position: number;
  content: string;
  /** The line of the file, or of the log, by its number and as it stands there. */
  line: number | null;
  raw: string | null;
}

/** What fails a check: a code of ours and what it is about. */
export interface ArchiveFault {
  code:
    | 'content_hash'
    | 'raw_hash'
    | 'name_hash'
    | 'counts'
    | 'head'
    | 'chain'
    | 'differs'
    | 'missing'
    | 'surplus'
    | 'line';
  about: string;
  /** The row that it is about, where it is one. */
  place?: { section: string; position: number };
}

export interface ArchiveFacts {
  kind: ArchiveKind;
  slug: string;
  title: string;
  counts: Record<string, number>;
  content_hash: string | null;
  /** Of a season: where in the log its closing stands. */
  head: { stream: string; sequence: number; hash: string } | null;
  /** Of an imported one. */
  file: { name: string; hash: string; origin: string } | null;
  at: string;
}

/** What /archives/debug shows. */
export interface ArchiveDebugData {
  archives: ArchiveFacts[];
  total: number;
  from: number;
  limit: number;
  /** Which one is looked at, by `?archive=`; null while none is chosen. */
  chosen:
    | (ArchiveFacts & {
        /** What is looked at of it, by `?section=` and `?row=`. */
        section: string | null;
        rows: RawRow[];
        /** Whether names in them are masked, since admins hid them and nobody asked for them by `?exact=1`. */
        has_masks: boolean;
        next_row: number | null;
        /** What the check found, where it was asked for by `?check=1`: `busy` while another one runs. */
        check: ArchiveFault[] | 'busy' | null;
        /** The league's own words on it, as they are kept. */
        text: string | null;
      })
    | null;
  /** What was asked for and is not there. */
  unknown: string | null;
}
