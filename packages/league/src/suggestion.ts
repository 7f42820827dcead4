import { findChallengeRefusal } from './challenge.ts';
import type { Facts } from './context.ts';
import { createCommonHours, type DefaultTime } from './default-time.ts';
import { subtractDuration } from './duration.ts';
import { getRatingAt } from './formats/rating.ts';
import type { EntryId, Instant } from './ids.ts';
import { ratingParameters } from './rating.ts';
import type { Entry, LadderState } from './state.ts';
import type { Pair } from './times.ts';

/** Why an opponent is suggested, with the figures that a sentence shows. */
export type SuggestionReason =
  | { code: 'in_reach'; rungs: number }
  | { code: 'even_odds'; percent: number }
  | { code: 'both_free'; at: Instant; own: number; theirs: number }
  | { code: 'not_met'; last: Instant | null };

export interface Suggestion {
  entry_id: EntryId;
  reasons: SuggestionReason[];
}

type SuggestionFacts = Pick<Facts, 'availability'>;
const even = { from: 35, until: 65 };
const lookedAt = 12;

/** Up to three opponents that the rules allow now, the ones with most to be said for them first. */
export function listSuggestions(
  state: LadderState,
  entryId: EntryId,
  at: Instant,
  facts: SuggestionFacts,
): Suggestion[] {
  const entry = state.entries[entryId];
  if (!entry) {
    return [];
  }
  const findHour = createCommonHours(state, at, facts);
  return Object.values(state.entries)
    .filter((target) => findChallengeRefusal(state, entry, target, at) === null)
    .sort(
      (first, second) =>
        getDistance(state, entry, first, at) - getDistance(state, entry, second, at) ||
        (first.id < second.id ? -1 : 1),
    )
    .slice(0, lookedAt)
    .map((target, order) => ({
      entry_id: target.id,
      reasons: listReasons(state, [entry, target], at, findHour),
      order,
    }))
    .sort(
      (first, second) => second.reasons.length - first.reasons.length || first.order - second.order,
    )
    .slice(0, 3)
    .map(({ entry_id, reasons }) => ({ entry_id, reasons }));
}

/** How far from an even match: rungs on a rung ladder, odds elsewhere. */
function getDistance(state: LadderState, entry: Entry, target: Entry, at: Instant): number {
  if (entry.rung !== null && target.rung !== null) {
    return Math.abs(entry.rung - target.rung);
  }
  return Math.abs(50 - getOdds(state, entry, target, at));
}

function listReasons(
  state: LadderState,
  [entry, target]: [Entry, Entry],
  at: Instant,
  findHour: (pair: Pair) => DefaultTime | null,
): SuggestionReason[] {
  const reasons: SuggestionReason[] = [];
  if (entry.rung !== null && target.rung !== null) {
    reasons.push({ code: 'in_reach', rungs: entry.rung - target.rung });
  }
  const percent = getOdds(state, entry, target, at);
  if (percent >= even.from && percent <= even.until) {
    reasons.push({ code: 'even_odds', percent });
  }
  const hour = findHour({ id: '', challenger_id: entry.id, defender_id: target.id });
  if (hour) {
    reasons.push({
      code: 'both_free',
      at: hour.starts_at,
      own: hour.reason.challenger_free,
      theirs: hour.reason.defender_free,
    });
  }
  const last = entry.met[target.id] ?? null;
  if (last === null || last < subtractDuration(at, 'P30D')) {
    reasons.push({ code: 'not_met', last });
  }
  return reasons;
}

/** The chance to win, in percent: by ratings where there are any, else by what each has won so far. */
function getOdds(state: LadderState, entry: Entry, target: Entry, at: Instant): number {
  if (entry.rating && target.rating) {
    const [own, theirs] = [getRatingAt(state, entry, at), getRatingAt(state, target, at)];
    const spread = Math.sqrt(own.sigma ** 2 + theirs.sigma ** 2 + 2 * ratingParameters.beta ** 2);
    return Math.round(100 / (1 + Math.exp((theirs.mu - own.mu) / spread)));
  }
  const [own, theirs] = [getWinShare(entry), getWinShare(target)];
  return Math.round((100 * own * (1 - theirs)) / (own * (1 - theirs) + theirs * (1 - own)));
}

/** Wins among matches, with one of each added, so that nobody's first result decides. */
function getWinShare({ record }: Entry): number {
  return (record.wins + 1) / (record.wins + record.losses + 2);
}
