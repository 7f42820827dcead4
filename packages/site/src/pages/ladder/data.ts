import type { FormatName, Refusal, Role, Rules, SuggestionReason } from '@muster/league';
import type { PageHead, Translate } from '../../page-head.ts';
import type { ProseNode } from '../articles/prose-node.ts';
import type { LogLine, Names, RatingStep } from '../match/log-line.ts';
import type { Matter } from '../me/matter.ts';
import type { PastView } from '../past/data.ts';
import type { EntryName } from './entry-name.ts';
import type { TimeAttackData } from './time-attack-data.ts';

/** A ladder as each of its pages names it. */
export interface LadderName {
  id: string;
  slug: string;
  name: string;
  format: FormatName;
  region: string;
  /** The zone of its weekly windows. */
  zone: string;
  is_test: boolean;
  game: { slug: string; name: string };
}

/** The season that a ladder page shows. */
export interface LadderSeason {
  id: string;
  name: string;
  number: number;
  status: 'registration' | 'open' | 'closed';
  is_demo: boolean;
  opens_at: string;
  ends_at: string | null;
  rules: Rules;
  rules_version: number;
}

/** What keeps an entry busy, the most urgent first. */
export type EntryStatus =
  | { kind: 'available' | 'newcomer' }
  | { kind: 'suspended'; until: string | null }
  | { kind: 'resting'; until: string }
  | { kind: 'rest_announced'; from: string }
  | { kind: 'immune'; until: string }
  | {
      kind:
        | 'challenging'
        | 'challenged'
        | 'scheduled'
        | 'check_in'
        | 'live'
        | 'reported'
        | 'disputed';
      match_id: string;
      opponent: string;
      /** The agreed start, where there is one. */
      starts_at: string | null;
      /** By when the other side, or an admin, has to answer. */
      deadline: string | null;
    };

export interface StandingRow extends EntryName {
  /** The address of its picture. */
  logo: string | null;
  /** The rung; on a rating ladder the place; null where it stands on none. */
  place: number | null;
  /** Rungs gained since a week ago; null for one that came since. */
  moved: number | null;
  wins: number;
  losses: number;
  draws: number;
  streak: number;
  form: string;
  rating: { value: number; mu: number; sigma: number; is_provisional: boolean } | null;
  status: EntryStatus;
  /** For a captain: why they may not challenge it, null if they may; absent for everybody else. */
  refusal?: Refusal | null;
  /** Where a challenge of theirs would be a rematch: declined freely, never lost by silence. */
  is_rematch?: true;
}

/** A match to come, or under way. */
export interface ComingMatch {
  id: string;
  status: string;
  starts_at: string;
  challenger: EntryName;
  defender: EntryName;
  maps: string[];
}

/** A result, with what it moved. */
export interface LatestResult {
  id: string;
  status: 'completed' | 'forfeited';
  ended_at: string;
  winner: 'challenger' | 'defender' | 'draw' | null;
  challenger: EntryName;
  defender: EntryName;
  challenger_score: number | null;
  defender_score: number | null;
  /** The winner's way up, and how many others made room. */
  climb: { from: number; to: number; others: number } | null;
}

/** An opponent worth asking, and why. */
export interface Suggestion extends EntryName {
  place: number | null;
  is_rematch?: true;
  reasons: SuggestionReason[];
}

/** A match of the viewer's own entry that is not over. */
export interface OwnMatch {
  id: string;
  status: string;
  side: 'challenger' | 'defender';
  opponent: string;
}

/** A team of which the viewer is captain, and whether it may join. */
export interface JoinableTeam {
  slug: string;
  name: string;
  people: number;
  /** Who may be chosen to play, captains first, where not the whole roster can; null where all of it does. */
  choice: {
    minimum: number;
    maximum: number;
    roster: {
      person_id: string;
      username: string;
      /** Why they may not be chosen; null if they may. */
      refusal: Refusal | null;
    }[];
  } | null;
  refusal: Refusal | null;
}

/** What of its rest a captain may decide for their own entry. */
export interface EntryRest {
  /** Announced or running; null while there is none. */
  rest: { id: string; from: string; until: string; is_running: boolean; may_end: boolean } | null;
  /** Days of rest left this season. */
  rest_days: number;
  may_rest: boolean;
  may_leave: boolean;
}

export interface LadderViewer {
  is_admin: boolean;
  entry: {
    entry_id: string;
    name: string;
    place: number | null;
    role: Role;
    /** Captain or co-captain: may challenge. */
    may_act: boolean;
    /** What keeps this captain from acting at all; null where nothing does. */
    refusal: Refusal | null;
    /** The highest rung that it may challenge; null where it may challenge nobody by place. */
    reach_top: number | null;
    /** How many of the rows may be challenged now. */
    targets: number;
    /** For its captain while the season runs, else null. */
    resting: EntryRest | null;
  } | null;
  matches: OwnMatch[];
  /** What concerns them on this ladder and is lost first. */
  next: Matter | null;
  suggestions: Suggestion[];
  joinable: JoinableTeam[];
}

/** What /ladders/:slug shows. */
export interface LadderData {
  /** The page's title, without the league's name. */
  title: string;
  ladder: LadderName;
  summary: string;
  season: LadderSeason | null;
  /** How many stand on the ladder in all. */
  size: number;
  /** How many of them have another rung than a week ago. */
  moved: number;
  /** The first place of the rows shown, and how many a page shows. */
  rows_from: number;
  rows_limit: number;
  standings: StandingRow[];
  /** On a ladder against the clock: its drivers and runs, in place of the standings. */
  time_attack: TimeAttackData | null;
  coming: ComingMatch[];
  results: LatestResult[];
  viewer: LadderViewer | null;
  /** The instant that is looked at, where it is not now. */
  at: string | null;
  past: PastView;
}

export function toLadderHead(data: LadderData): PageHead {
  const { title, summary, ladder } = data;
  return { title, description: summary, emblem: { kind: 'ladder', name: ladder.name } };
}

/** What /ladders/:slug/rules shows. */
export interface LadderRulesData {
  ladder: LadderName;
  description: ProseNode[];
  season: LadderSeason | null;
  /** What those are called whom the rules name, by their ids. */
  people: Record<string, string>;
  past: PastView;
}

export function toLadderRulesHead(data: LadderRulesData, translate: Translate): PageHead {
  return { title: translate('rules.page.title', { ladder: data.ladder.name }) };
}

/** What /ladders/:slug/log shows: one page of the ladder's log, the newest first. */
export interface LadderLogData {
  ladder: LadderName;
  head: { stream: string; sequence: number; hash: string } | null;
  lines: LogLine[];
  names: Names;
  /** The sequence number before which the next page begins; null at the first event. */
  older: number | null;
  is_latest: boolean;
  /** Whether a name stands masked in a line, since an admin hid it. */
  has_masks: boolean;
  /** The entry whose way on the ladder is asked for, with each of its moves by the event's number. */
  entry:
    | (EntryName & {
        moves: Record<number, { from: number | null; to: number | null }>;
        /** What each event made of its rating. */
        ratings: Record<number, RatingStep>;
      })
    | null;
}

export function toLadderLogHead(data: LadderLogData, translate: Translate): PageHead {
  return { title: translate('ladder-log.title', { ladder: data.ladder.name }) };
}
