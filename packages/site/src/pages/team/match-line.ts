import type { MatchStatus, Side } from '@muster/league';

/** A team, or on a ladder of persons a person, as a match names it. */
export interface MatchParty {
  name: string;
  /** Null for a person who has deleted their account. */
  href: string | null;
  /** The address of its picture in its sizes, if there is one. */
  logo: string | null;
  is_team: boolean;
}

/** A match as lists outside its ladder show it. */
export interface MatchLine {
  id: string;
  ladder: { slug: string; name: string };
  status: MatchStatus;
  /** The agreed start, where there is one. */
  starts_at: string | null;
  /** By when somebody has to act. */
  deadline: string | null;
  ended_at: string | null;
  challenger: MatchParty;
  defender: MatchParty;
  winner: Side | 'draw' | null;
  challenger_score: number | null;
  defender_score: number | null;
  /** The winner's way up, and how many others made room. */
  climb: { from: number; to: number; others: number } | null;
  /** On which side the team or person stood that the list is about. */
  own_side: Side | null;
}
