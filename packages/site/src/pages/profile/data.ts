import type { Role } from '@muster/league';
import type { LocaleCode } from '../../intl/locales.ts';
import type { PageHead } from '../../page-head.ts';
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
  team: { slug: string; name: string; tag: string; is_disbanded: boolean };
  role: Role;
  joined_at: string;
  /** Null while they are on it. */
  left_at: string | null;
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
  trophies: {
    place: number;
    ladder: { slug: string; name: string };
    season: string;
    team: string;
  }[];
  is_own: boolean;
}

export function toProfileHead(data: ProfileData): PageHead {
  return { title: data.username };
}
