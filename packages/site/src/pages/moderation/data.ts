import type { PageHead, Translate } from '../../page-head.ts';
import type { BanEffect, Precedent } from '../people/data.ts';
import type { TeamEnd } from '../people/team-data.ts';
import type { CaseAct, CaseClaim, CaseReason, CaseStatus, ThingKind } from './kinds.ts';

/** A case in a list. */
export interface CaseLine {
  id: string;
  kind: ThingKind;
  status: CaseStatus;
  /** What most reports give as their reason. */
  reason: CaseReason;
  /** How many people have reported it; none where the word list did. */
  reports: number;
  /** The name or the first words of what was reported. */
  title: string;
  ladder: { slug: string; name: string } | null;
  /** Since when it waits, or when it was decided. */
  since: string;
  /** Until when an appeal is to be decided. */
  until: string | null;
  holder: CaseClaim | null;
  /** Whether the person has a part in it, or decided first: another must. */
  is_barred: boolean;
}

/** What /admins/cases shows. */
export interface CasesData {
  is_done: boolean;
  kind: ThingKind | null;
  lines: CaseLine[];
  page: number;
  has_more: boolean;
  /** Who may change the word list. */
  is_site_admin: boolean;
}

/** A thing as it was when it was reported. */
export interface ReportedThing {
  author: string;
  title: string;
  words: string;
  path: string;
  picture: string | null;
}

interface CasePerson {
  username: string;
  /** Null for whoever is gone. */
  user_id: string | null;
}

export interface CaseReport {
  /** Null where the word list found something, and for whoever is forgotten. */
  by: CasePerson | null;
  reason: CaseReason;
  words: string;
  at: string;
}

export interface CaseActLine {
  id: string;
  act: CaseAct;
  until: string | null;
  undone_at: string | null;
}

/** What who decides has asked somebody in the case, and what they said. */
export interface CaseQuestion {
  id: string;
  to: string;
  /** Null for who is forgotten. */
  by: string | null;
  words: string;
  at: string;
  answer: string | null;
  answered_at: string | null;
}

/** Somebody who may be asked: whom the case concerns, or who reported it. */
export interface AskedPerson {
  person_id: string;
  username: string;
  part: 'concerned' | 'reporter';
}

/** An earlier case of the same person or team. */
export interface CasePrecedent {
  id: string;
  kind: ThingKind;
  status: CaseStatus;
  at: string;
  title: string;
  acts: CaseActLine[];
}

/** What /admins/cases/:id shows. */
export interface CaseData {
  id: string;
  kind: ThingKind;
  status: CaseStatus;
  /** What a decision names as the state that it saw. */
  version: number;
  opened_at: string;
  ladder: { slug: string; name: string } | null;
  concerned: CasePerson | null;
  /** The team that it is about; a site admin may rename or disband it. */
  team: { slug: string; name: string } | null;
  is_site_admin: boolean;
  /** What a ban by the viewer would do now; null where there is nobody to ban, or nothing to decide first. */
  after: BanEffect | null;
  /** The team's names, and what its end would move now; null where there is none to end. */
  ending: (TeamEnd & { name: string; tag: string }) | null;
  /** Whether what it is about, or a team's picture, is in sight; false where there is nothing to decide first. */
  may_hide: boolean;
  /** As it was at the first report, and where it was changed since; null while what is hidden is withheld. */
  things: ReportedThing[] | null;
  reports: CaseReport[];
  acts: CaseActLine[];
  decided: { by: string | null; at: string; answer: string } | null;
  appeal: { text: string; at: string; until: string } | null;
  appeal_decided: { by: string | null; at: string; granted: boolean; answer: string } | null;
  holder: CaseClaim | null;
  questions: CaseQuestion[];
  /** Whom the viewer may ask now; none where another has the case in hand, or there is no room for another question. */
  askable: AskedPerson[];
  precedents: CasePrecedent[];
  /** Mutes and bans that this person, then others got: how long, and for what. */
  lengths: Precedent[];
  /** Why the viewer decides nothing here: a part in it, or the first decision. */
  bar: 'party' | 'first' | null;
  may_undo: boolean;
  /** How many others may decide it. */
  others: number;
}

export interface OwnReport {
  id: string;
  kind: ThingKind;
  title: string;
  path: string;
  reason: CaseReason;
  words: string;
  at: string;
  status: CaseStatus;
  /** What was done, once it is decided. */
  acts: CaseActLine[];
  answer: string;
}

/** A decision about the person or a team that they lead. */
export interface OwnCase {
  id: string;
  kind: ThingKind;
  title: string;
  status: CaseStatus;
  at: string;
  acts: CaseActLine[];
  answer: string;
  /** Until when they may appeal; null where they may not. */
  appeal_until: string | null;
  appeal: string;
  appeal_granted: boolean | null;
  appeal_answer: string;
}

/** What the admins have asked the person in a case. */
export interface OwnQuestion {
  id: string;
  kind: ThingKind;
  title: string;
  words: string;
  at: string;
  answer: string | null;
  /** Whether the case waits still, and with it the answer. */
  is_open: boolean;
}

/** What /account/reports shows. */
export interface OwnReportsData {
  questions: OwnQuestion[];
  reports: OwnReport[];
  cases: OwnCase[];
}

/** What /admins/words shows: the words of each language that has some. */
export interface FlagWordsData {
  words: Partial<Record<string, string[]>>;
}

/** The head of a page of reports and cases. */
export const moderationTitled =
  (name: 'cases' | 'case' | 'own' | 'words') =>
  (_data: unknown, translate: Translate): PageHead => ({
    title: translate(`moderation.titles.${name}`),
    isPrivate: true,
  });
