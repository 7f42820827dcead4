import type { EntryName } from '../ladder/entry-name.ts';

/** One event of the log, as the pages read it. */
export interface LogLine {
  sequence: number;
  at: string;
  type: string;
  /** Null for the clock, and for a person who has been forgotten. */
  actor_id: string | null;
  match_id: string | null;
  data: Record<string, unknown>;
  hash: string;
  /** What an admin gave as the reason, where the page reads it. */
  reason?: string | null;
}

/** What an event made of a rating. */
export interface RatingStep {
  from: { mu: number; sigma: number } | null;
  to: { mu: number; sigma: number };
}

/** Whom the ids in a log stand for. */
export interface Names {
  entries: Record<string, EntryName>;
  people: Record<string, PersonName>;
  /** The sides of the matches that the lines are of, where they are of more than one. */
  matches?: Record<string, { challenger: string; defender: string }>;
  /** Whose the runs against the clock were that the lines are of, and on which stage. */
  runs?: Record<string, { entry: string; stage: string }>;
}

export interface PersonName {
  username: string;
  /** Null for one who has deleted their account. */
  user_id: string | null;
}
