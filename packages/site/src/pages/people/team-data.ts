import type { Role, SanctionKind } from '@muster/league';
import type { PageHead, Translate } from '../../page-head.ts';
import type { CaseBrief } from '../moderation/kinds.ts';
import type { Renaming, TeamAfterBan } from './data.ts';

interface TeamPerson {
  person_id: string;
  username: string;
  role: Role;
}

/** What the end of a team would move. */
export interface TeamEnd {
  /** How many are on it. */
  members: number;
  /** How many have asked to join. */
  asking: number;
  /** Where it stands in seasons that run. */
  entries: { slug: string; name: string }[];
  /** Its open matches, and what becomes of each when it is disbanded. */
  matches: TeamAfterBan['matches'];
}

/** What /admins/teams/:slug shows. */
export interface TeamAdminData extends Omit<TeamEnd, 'members'> {
  slug: string;
  name: string;
  tag: string;
  founded_at: string;
  disbanded_at: string | null;
  /** Why it was disbanded; null while it is there. */
  why: 'by_captain' | 'by_admin' | 'nobody_left' | null;
  /** Whether the reader is on it, or was to its end: another admin must act. */
  is_own: boolean;
  members: (TeamPerson & { sanction: SanctionKind | null })[];
  /** Who would come back, in which role; null while it is there. */
  returning: TeamPerson[] | null;
  renamings: Renaming[];
  cases: CaseBrief[];
}

export const toTeamAdminHead = (data: TeamAdminData, translate: Translate): PageHead => ({
  title: translate('people.team.head', { team: data.name }),
  isPrivate: true,
});
