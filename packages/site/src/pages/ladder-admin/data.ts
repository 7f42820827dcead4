import type { Dispute, MatchStatus, Rest, Strike } from '@muster/league';
import type { PageHead, Translate } from '../../page-head.ts';
import type { ListPart } from '../../ui/list-part.tsx';
import type { LadderName, LadderSeason } from '../ladder/data.ts';
import type { EntryName } from '../ladder/entry-name.ts';
import type { LogLine, Names } from '../match/log-line.ts';
import type { CaseHolder } from '../ruling/case-data.ts';

/** A dispute or an appeal that waits for an admin. */
export interface QueuedCase {
  id: string;
  kind: 'dispute' | 'appeal';
  match_id: string;
  number: number;
  reason: Dispute['reason'] | null;
  opened_at: string;
  /** When a ruling is aimed at; an appeal has none. */
  aimed_at: string | null;
  /** When the next match of a side begins, within a day: it should be known by then where they stand. */
  blocks_at: string | null;
  statements: number;
  /** The viewer is of one of its sides: another admin must decide. */
  has_part: boolean;
  challenger: EntryName;
  defender: EntryName;
  holder: CaseHolder | null;
}

/** A match whose deadline an admin may move. */
export interface RunningMatch {
  id: string;
  number: number;
  status: MatchStatus;
  version: number;
  deadline: string | null;
  /** The viewer has a part in it: another admin must act. */
  has_part: boolean;
  /** Its deadline has passed and nobody, not even the clock, has acted; or it has none, and nothing will. */
  is_stuck: boolean;
  challenger: EntryName;
  defender: EntryName;
}

/** An entry as an admin sees it. */
export interface DeskEntry extends EntryName {
  place: number | null;
  status: 'active' | 'suspended';
  suspended_until: string | null;
  /** In force, the newest first. */
  strikes: (Pick<Strike, 'id' | 'at' | 'lapses_at' | 'reason'> & {
    match: { id: string; number: number } | null;
  })[];
  /** Announced or running. */
  rest: Pick<Rest, 'id' | 'from' | 'until' | 'status'> | null;
}

/** What of them was looked for, the first twenty, and how many there are of it. */
export interface DeskEntries {
  entries: DeskEntry[];
  total: number;
}

/** What an admin did by hand, with the reason that they gave. */
export interface AdminAct extends LogLine {
  stream: string;
  /** Null where the act takes none, or its writer has been forgotten. */
  reason: string | null;
}

/** What /ladders/:slug/admin shows. */
export interface LadderAdminData {
  ladder: LadderName;
  /** They run it and a sanction keeps them from that. */
  is_held: boolean;
  /** Null for somebody who does not run this ladder, or may not now: the page then says so and nothing else. */
  desk: {
    season: LadderSeason | null;
    /** The most urgent first, a page of them. */
    cases: QueuedCase[];
    cases_part: ListPart;
    /** Of this season's rulings, from dispute to ruling; null without any. */
    median_hours: number | null;
    /** Those that are stuck first, then by their deadlines, a page of them; those with a case stand there. */
    matches: RunningMatch[];
    matches_part: ListPart;
    /** Of them all, whatever is looked for. */
    stuck: number;
    /** How many entries stand on rungs. */
    placed: number;
    /** Whether anybody has joined this season: until then its plan may be another. */
    has_entries: boolean;
    acts: AdminAct[];
    names: Names;
    /** The version of the rules that the next season begins under; null while nobody has changed any. */
    next_version: number | null;
    /** What of it is retired by name, the ladder or its game: no season of it is planned then. */
    retired: string | null;
    /** Plans, opens and closes seasons. */
    is_site_admin: boolean;
  } | null;
}

export function toLadderAdminHead(data: LadderAdminData, translate: Translate): PageHead {
  return {
    title: translate('ladder-admin.title', { ladder: data.ladder.name }),
    isPrivate: true,
  };
}
