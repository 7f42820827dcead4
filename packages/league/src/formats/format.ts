import type { RatingChange } from '../event.ts';
import type { EntryId, Instant } from '../ids.ts';
import type { Entry, EntryRating, LadderState, Move } from '../state.ts';

/** One line of the standings. Ties share a place. */
export interface Standing {
  entry_id: EntryId;
  place: number;
  is_provisional: boolean;
  /** What the place follows: the rung, the conservative rating, points or a sum of times. */
  value: number;
}

/** A finished match, as a format sees it. */
export interface FormatResult {
  challenger: Entry;
  defender: Entry;
  /** null: a draw. */
  winner: 'challenger' | 'defender' | null;
  at: Instant;
}

/** Who stands on each rung, from the first. */
export type RungOrder = readonly EntryId[];

/**
 * What a format of competition is. Whoever takes a ladder through many results holds its rung order and
 * gives it along; without one a format finds it among the entries.
 * A fourth format needs a folder member, its form and its texts, nothing else.
 */
export interface Format {
  /** Whether entries challenge each other. */
  hasMatches: boolean;
  /** Whether entries are persons instead of teams. */
  isForPersons: boolean;
  /** Whether one that does not play goes down and out. */
  dropsIdle: boolean;
  /** Where a newcomer comes in, and whom that moves. */
  join(
    state: LadderState,
    subjectId: string,
    at: Instant,
    order?: RungOrder,
  ): { rung: number | null; rating: EntryRating | null; others: Move[] };
  /** Whom a departure moves, the one that goes included. */
  leave(state: LadderState, entry: Entry, order?: RungOrder): Move[];
  apply(
    state: LadderState,
    result: FormatResult,
    order?: RungOrder,
  ): { moves: Move[]; ratings: RatingChange[] };
  standings(state: LadderState, at: Instant): Standing[];
}
