import type { Dispute, SanctionKind } from '@muster/league';
import type { ListPart } from '../../ui/list-part.tsx';
import type { EntryName } from '../ladder/entry-name.ts';
import type { CaseReason, ThingKind } from '../moderation/kinds.ts';
import type { CaseHolder } from '../ruling/case-data.ts';

/** An admin, with what the log says of their rulings. */
export interface AdminLine {
  person_id: string;
  username: string;
  user_id: string | null;
  /** Empty for a site admin, who is admin of all; the first few, and how many there are. */
  ladders: { slug: string; name: string }[];
  ladders_total: number;
  is_site_admin: boolean;
  rulings: number;
  /** Hours from the dispute to the ruling, the middle one; null without rulings. */
  median_hours: number | null;
  overturned: number;
}

/** Why something waits on the desk: a dispute's reason, what a match lacks, or how far a run has come. */
export type DeskReason =
  | Dispute['reason']
  | 'late'
  | 'halted'
  | 'silent'
  | 'submitted'
  | 'confirmed'
  | CaseReason
  | SanctionKind;

/** One thing that waits for somebody in office. */
export interface DeskItem {
  kind: 'dispute' | 'appeal' | 'match' | 'run' | 'case' | 'case_appeal' | 'sanction_appeal';
  id: string;
  ladder: { slug: string; name: string } | null;
  reason: DeskReason | null;
  since: string;
  /** By when it should be done, where the rules name that. */
  until: string | null;
  /** When the next match of a side begins, within a day: it should be known by then where they stand. */
  blocks_at: string | null;
  match: { number: number; challenger: EntryName; defender: EntryName } | null;
  run: { driver: EntryName; stage: string } | null;
  /** What people reported, or the word list did: then by nobody. */
  thing: { kind: ThingKind; title: string; reports: number } | null;
  /** Of an appeal of a sanction: against whom that holds. */
  person: string | null;
  holder: CaseHolder | null;
  /** The viewer has a part in it: another admin must act. */
  has_part: boolean;
  /** Where it is acted on, and what the viewer may do there. */
  act: { href: string; does: 'rule' | 'look' | 'help' | 'confirm' | 'decide' | 'answer' };
}

/** What waits for somebody in office, the most urgent first, a page of it. */
export interface Desk {
  is_site_admin: boolean;
  is_editor: boolean;
  /** Where they are admin of ladders and not of the site: the first of those that are looked for. */
  ladders: { slug: string; name: string }[];
  /** How many those are, whatever is looked for. */
  ladders_total: number;
  items: DeskItem[];
  waiting: number;
  page: number;
  pages: number;
}

/** What /admins shows. */
export interface AdminsData {
  /** Site admins before others, a page of those whose name, or a ladder of theirs, is looked for. */
  admins: AdminLine[];
  part: ListPart;
  /** How many there are of the whole site, and of ladders alone. */
  site_total: number;
  ladder_total: number;
  open_disputes: number;
  /** Over all rulings. */
  rulings: number;
  median_hours: number | null;
  /** For who has an office, and nobody else. */
  desk: Desk | null;
}
