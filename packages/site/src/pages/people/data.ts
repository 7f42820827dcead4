import type { MatchStatus, Role, SanctionKind } from '@muster/league';
import type { PageHead, Translate } from '../../page-head.ts';
import type { CaseBrief, CaseClaim } from '../moderation/kinds.ts';
import type { GameIdentity, StandingItem } from '../profile/data.ts';
import type { MatchLine } from '../team/match-line.ts';

interface Place {
  slug: string;
  name: string;
}

/** What somebody said against a sanction of theirs, and what became of it. */
interface SanctionAppeal {
  words: string;
  made_at: string;
  /** By when it is to be answered. */
  until: string;
  /** Who has it in hand; of a case's appeal its own page says that. */
  holder: CaseClaim | null;
  /** Null until somebody has answered. */
  decided: { at: string; is_granted: boolean; answer: string; by: string | null } | null;
}

/** A sanction of somebody's record. */
export interface RecordedSanction {
  id: string;
  kind: SanctionKind;
  /** Null: the whole site. */
  ladder: Place | null;
  from: string;
  /** Null: for good. */
  until: string | null;
  is_in_force: boolean;
  /** Who gave it; null for who is gone. */
  by: string | null;
  /** The rule that it cites. */
  rule: string | null;
  /** Null once its writer has been forgotten. */
  reason: string | null;
  lifted: { at: string; by: string | null; reason: string | null } | null;
  /** Null without one, and for whoever neither has the office to decide it nor made it; the same of its case. */
  appeal: SanctionAppeal | null;
  /** The case that gave it: it is appealed, and the appeal answered, there. */
  case_id: string | null;
  /** Whether the person may appeal it now. */
  may_appeal: boolean;
  /** Until when it may be appealed. */
  appeal_until: string;
  /** Whether the reader may lift it, and answer its appeal. */
  may_lift: boolean;
  may_answer: boolean;
  /** How many others are in office who may answer an appeal of it. */
  others: number;
}

/** What /account/standing shows: what applies to oneself and why. */
export interface OwnStandingData {
  username: string;
  /** Those in force first. */
  sanctions: RecordedSanction[];
  items: StandingItem[];
  /** How many questions of the admins wait for an answer. */
  questions: number;
}

export const peopleFilters = ['all', 'sanctioned', 'appeals', 'admins', 'editors'] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

/** Somebody in the list of people. */
export interface PersonLine {
  person_id: string;
  username: string;
  joined_at: string;
  /** A name of theirs from before, or an account elsewhere, by which they were found. */
  known_as: string | null;
  teams: Place[];
  is_site_admin: boolean;
  is_editor: boolean;
  ladders: string[];
  /** In force now. */
  sanctions: SanctionKind[];
  has_appeal: boolean;
}

/** What /admins/people shows. */
export interface PeopleData {
  people: PersonLine[];
  words: string;
  filter: PeopleFilter;
  /** Whether the words are nobody's and these only come near them. */
  is_alike: boolean;
  count: number;
  page: number;
  pages: number;
  /** Whether everybody is among them, or only who is on the reader's ladders. */
  is_site_admin: boolean;
}

/** What a ban would do to a team now, by the rules. */
export interface TeamAfterBan extends Place {
  outcome: 'stays' | 'passes' | 'disbands';
  heir: string | null;
  matches: { id: string; opponent: string; ends: 'withdrawn' | 'forfeited' | null }[];
}

/** What a ban on one ladder would do there. */
export interface LadderAfterBan extends Place {
  id: string;
  /** The team that they are on there; null where they drive for themselves. */
  team: Place | null;
  /** Who may still act for the team there. */
  leaders: string[];
  matches: { id: string; opponent: string; status: MatchStatus }[];
}

/** What a ban would do: on the whole site, or on one ladder, on which the person may not be. */
export interface BanEffect {
  site: { teams: TeamAfterBan[]; drives: Place[]; offices: number } | null;
  ladder: LadderAfterBan | null;
}

/** A sanction that somebody else got before. */
export interface Precedent {
  id: string;
  kind: SanctionKind;
  username: string;
  from: string;
  /** Null: for good. */
  days: number | null;
  rule: string | null;
  reason: string | null;
  is_lifted: boolean;
}

/** An admin's renaming of the person. */
export interface Renaming {
  id: string;
  from: string;
  to: string;
  at: string;
  by: string | null;
  reason: string;
  hides: boolean;
  undone_at: string | null;
}

/** What /admins/people/:username shows. */
export interface PersonAdminData {
  person_id: string;
  user_id: string;
  username: string;
  joined_at: string;
  is_own: boolean;
  offices: { site: boolean; editor: boolean; ladders: Place[] };
  teams: (Place & { role: Role })[];
  identities: GameIdentity[];
  former: { name: string; until: string }[];
  renamings: Renaming[];
  sanctions: RecordedSanction[];
  items: StandingItem[];
  matches: MatchLine[];
  /** What a ban on the whole site would do. */
  after: NonNullable<BanEffect['site']>;
  /** The first of the ladders on which a reader without the site's office may give a sanction. */
  own_ladder: { id: string; slug: string; name: string } | null;
  /** What a ban would do on each of the reader's ladders where the person plays. */
  ladders: LadderAfterBan[];
  precedents: Precedent[];
  /** Cases about the person, and those that they reported, as far as the reader's office lets them decide these. */
  cases: CaseBrief[];
  reported: CaseBrief[];
  /** Whether the reader may sanction on the whole site, rename and look at accounts. */
  is_site_admin: boolean;
}

/** An account elsewhere, as a site admin sees it. */
export interface HeldAccount {
  provider: string;
  provider_id: string;
  display_name: string | null;
}

export const toPersonAdminHead = (data: PersonAdminData): PageHead => ({
  title: data.username,
  isPrivate: true,
});

export const toOwnStandingHead = (_data: OwnStandingData, translate: Translate): PageHead => ({
  title: translate('profile.standing.title'),
  isPrivate: true,
});
