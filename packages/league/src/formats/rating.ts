import type { RatingChange } from '../event.ts';
import type { Instant, Side } from '../ids.ts';
import {
  getConservativeRating,
  growUncertainty,
  ratingParameters,
  updateSkills,
} from '../rating.ts';
import type { Entry, EntryRating, LadderState } from '../state.ts';
import type { Format, Standing } from './format.ts';

const week = 7 * 86_400_000;

/** Any two entries may play; places follow a conservative rating. */
export const ratingFormat: Format = {
  hasMatches: true,
  isForPersons: false,
  dropsIdle: false,

  join: (_state, _subjectId, at) => ({ rung: null, rating: createRating(at), others: [] }),

  leave: () => [],

  apply(state, { challenger, defender, winner, at }) {
    const toSide = (entry: Entry, side: Side) => ({
      players: [getRatingAt(state, entry, at)],
      // Nobody wins a draw: equal ranks.
      rank: winner === side ? 1 : 2,
    });
    const skills = updateSkills([
      toSide(challenger, 'challenger'),
      toSide(defender, 'defender'),
    ]).flat();
    const ratings = [challenger, defender].map((entry, index): RatingChange => {
      const from = entry.rating ?? createRating(at);
      const { mu, sigma } = skills[index] ?? from;
      return { entry_id: entry.id, from, to: { mu, sigma, matches: from.matches + 1, at } };
    });
    return { moves: [], ratings };
  },

  standings(state, at) {
    const provisional = state.season?.rules.rating.provisionalMatches ?? 0;
    const rated = Object.values(state.entries)
      .filter((entry) => entry.status === 'active' || entry.status === 'suspended')
      .map((entry) => ({ entry, value: getConservativeRating(getRatingAt(state, entry, at)) }))
      .sort(
        (first, second) =>
          second.value - first.value || (first.entry.id < second.entry.id ? -1 : 1),
      );
    return toPlaces(
      rated.map(({ entry, value }) => ({
        entry_id: entry.id,
        place: 0,
        value,
        is_provisional: (entry.rating?.matches ?? 0) < provisional,
      })),
    );
  },
};

function createRating(at: Instant): EntryRating {
  return { mu: ratingParameters.mu, sigma: ratingParameters.sigma, matches: 0, at };
}

/** A rating as it is at an instant: uncertainty has grown since the last result. */
export function getRatingAt(state: LadderState, entry: Entry, at: Instant): EntryRating {
  const rating = entry.rating ?? createRating(at);
  const weeks = Math.floor((Date.parse(at) - Date.parse(rating.at)) / week);
  return {
    ...rating,
    sigma: growUncertainty(rating.sigma, weeks, state.season?.rules.rating.idleGrowth ?? 0),
  };
}

/** Places of a sorted list: equal values share one, and the next counts everybody before it. */
export function toPlaces(sorted: Standing[]): Standing[] {
  let place = 1;
  return sorted.map((standing, index) => {
    if (standing.value !== sorted[index - 1]?.value) {
      place = index + 1;
    }
    return { ...standing, place };
  });
}
