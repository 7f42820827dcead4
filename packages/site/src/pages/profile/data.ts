import type { Role, RulePath, SanctionKind, StrikeReason } from '@muster/league';
import type { LocaleCode } from '../../intl/locales.ts';
import type { PageHead } from '../../page-head.ts';
import type { RatingPoint } from '../rating/draw-rating-chart.ts';
import type { Trophy } from '../team/data.ts';
import type { MatchLine } from '../team/match-line.ts';

/** Who a person is in a game. */
export interface GameIdentity {
  kind: string;
  handle: string;
  is_verified: boolean;
}

/** An account elsewhere that its owner shows. */
export interface ShownAccount {
  provider: string;
  display_name: string | null;
  url: string | null;
}

export interface Membership {
  team: { slug: string; name: string; tag: string; logo: string | null; is_disbanded: boolean };
  role: Role;
  joined_at: string;
  /** Null while they are on it. */
  left_at: string | null;
}

/** A sanction by an admin of the site or of a ladder. */
export interface SanctionInForce {
  kind: SanctionKind;
  /** Null: the whole site. */
  ladder: { slug: string; name: string } | null;
  from: string;
  /** Null: for good. */
  until: string | null;
  by: string | null;
  /** Null once its writer has been forgotten. */
  reason: string | null;
}

/** What a ladder's rules hold for or against an entry, or a person on it. */
export interface StandingItem {
  kind:
    | `strike_${StrikeReason}`
    | 'suspended'
    | 'resting'
    | 'rest_announced'
    | 'immune'
    | 'transfer';
  entry: { name: string; href: string | null };
  ladder: { slug: string; name: string };
  from: string | null;
  until: string | null;
  rule: RulePath;
}

/** An entry's rating over time. */
export interface RatedEntry {
  entry_id: string;
  name: string;
  ladder: { slug: string; name: string };
  /** Null for the demonstration's, whose name is in no reader's language. */
  season: string | null;
  is_running: boolean;
  points: RatingPoint[];
}

/** What /profiles/:user_id shows. */
export interface ProfileData {
  user_id: string;
  username: string;
  locale: LocaleCode;
  is_demo: boolean;
  joined_at: string;
  /** The site's or a ladder's admin. */
  admin_of: { site: boolean; ladders: { slug: string; name: string }[] };
  identities: GameIdentity[];
  accounts: ShownAccount[];
  teams: Membership[];
  /** Of the matches that they played in, test ladders apart. */
  record: { wins: number; losses: number; draws: number };
  matches: MatchLine[];
  trophies: Trophy[];
  /** In force now; everybody sees them. */
  sanctions: SanctionInForce[];
  /** What applies to oneself; null on anybody else's page. */
  standing: StandingItem[] | null;
  ratings: RatedEntry[];
  is_own: boolean;
}

export function toProfileHead(data: ProfileData): PageHead {
  return { title: data.username, emblem: { kind: 'person', name: data.username } };
}
