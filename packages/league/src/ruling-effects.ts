import { applyLadder } from './apply.ts';
import type { RulingCommand } from './command.ts';
import type { DecideContext, Facts } from './context.ts';
import type { LadderEvent } from './event.ts';
import type { EntryId, Instant, MatchId } from './ids.ts';
import { decideLadder } from './ladder.ts';
import type { Refusal } from './refusal.ts';
import type { Entry, EntryRating, LadderState, Match, MatchStatus, Move } from './state.ts';
import { listStrikesInForce } from './strikes.ts';

/** What of an entry a ruling may change, in the words that its page uses. */
export interface EntryFacts {
  rung: number | null;
  wins: number;
  losses: number;
  draws: number;
  streak: number;
  rating: Pick<EntryRating, 'mu' | 'sigma'> | null;
  /** Strikes in force. */
  strikes: number;
  suspended_until: Instant | null;
  immune_until: Instant | null;
  /** The end of a rest that has begun. */
  resting_until: Instant | null;
}

/** What of a match a ruling may change. */
export interface MatchFacts {
  status: MatchStatus;
  winner: 'challenger' | 'defender' | null;
  deadline: Instant | null;
}

/** A later result whose way up the ladder is another one once the season is recomputed. */
export interface LaterEffect {
  match_id: MatchId;
  before: Move | null;
  after: Move | null;
}

/** Everything that a decision changes, entry by entry and match by match. */
export interface RulingEffects {
  entries: { entry_id: EntryId; before: EntryFacts; after: EntryFacts }[];
  matches: { match_id: MatchId; before: MatchFacts; after: MatchFacts }[];
  later: LaterEffect[];
}

function toEntryFacts(entry: Entry, at: Instant): EntryFacts {
  const { wins, losses, draws } = entry.record;
  const { rating } = entry;
  return {
    rung: entry.rung,
    wins,
    losses,
    draws,
    streak: entry.streak,
    rating: rating && { mu: rating.mu, sigma: rating.sigma },
    strikes: listStrikesInForce(entry, at).length,
    suspended_until: entry.suspended_until,
    immune_until: entry.immune_until,
    resting_until: entry.rests.find(({ status }) => status === 'running')?.until ?? null,
  };
}

const toMatchFacts = ({ status, result, deadline }: Match): MatchFacts => ({
  status,
  winner: result?.winner ?? null,
  deadline,
});

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What differs between two states of a ladder at an instant: the effects of whatever lies between them. */
function listStateEffects(
  before: LadderState,
  after: LadderState,
  at: Instant,
): Omit<RulingEffects, 'later'> {
  const entries = Object.values(after.entries).flatMap((entry) => {
    const old = before.entries[entry.id];
    if (!old || old === entry) {
      return [];
    }
    const change = {
      entry_id: entry.id,
      before: toEntryFacts(old, at),
      after: toEntryFacts(entry, at),
    };
    return isSame(change.before, change.after) ? [] : [change];
  });
  const matches = Object.values(after.matches).flatMap((match) => {
    const old = before.matches[match.id];
    if (!old || old === match) {
      return [];
    }
    const change = { match_id: match.id, before: toMatchFacts(old), after: toMatchFacts(match) };
    return isSame(change.before, change.after) ? [] : [change];
  });
  return { entries, matches };
}

/** Results after the overturned one whose challenger climbs otherwise in the recomputed season. */
function listLaterEffects(
  { recompute }: Facts,
  { match_id, data }: LadderEvent & { type: 'result_overturned' },
): LaterEffect[] {
  const matchId = match_id ?? '';
  const before = recompute?.().climbs;
  const after = recompute?.({ match_id: matchId, outcome: data.outcome }).climbs ?? [];
  return [...after].flatMap(([id, climb]) => {
    const old = before?.get(id) ?? null;
    return id === matchId || isSame([old], [climb])
      ? []
      : [{ match_id: id, before: old, after: climb }];
  });
}

/**
 * What a ruling would change, before it is given: it is decided by the very function that gives it,
 * on the same state, and nothing is kept. Refused as the ruling would be.
 */
export function previewRuling(
  state: LadderState,
  command: RulingCommand,
  context: DecideContext,
): { ok: true; effects: RulingEffects } | { ok: false; refusal: Refusal } {
  const decision = decideLadder(state, command, context);
  if (!decision.ok) {
    return decision;
  }
  const after = decision.events.reduce(applyLadder, state);
  const overturned = decision.events.find((event) => event.type === 'result_overturned');
  const later =
    overturned?.type === 'result_overturned' ? listLaterEffects(context.facts, overturned) : [];
  return { ok: true, effects: { ...listStateEffects(state, after, context.at), later } };
}
