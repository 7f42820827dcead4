import type { Role } from '@muster/league';
import type { MatchLine } from '../team/match-line.ts';
import type { Matter } from './matter.ts';

/** A place that somebody holds, alone or with a team. */
export interface Stand {
  team: { slug: string; name: string; tag: string; logo: string | null } | null;
  role: Role;
  /** Null while the team stands on no ladder. */
  ladder: { slug: string; name: string } | null;
  rung: number | null;
  wins: number;
  losses: number;
}

/** What /me shows. */
export interface MeData {
  /** What is lost first comes first. */
  matters: Matter[];
  results: MatchLine[];
  stands: Stand[];
}
