import { moveEntries } from './apply-entry.ts';
import type { LadderEventOf } from './event.ts';
import type { EntryId, Side } from './ids.ts';
import type { LadderPatch } from './patch.ts';
import { patchMatch } from './patch-match.ts';
import { bothSides, getEntryId, getOtherSide } from './sides.ts';
import type { Entry, EntryRecord, LadderState, Match, MatchResult } from './state.ts';

/** An entry's record after one more result. */
export function addToRecord(
  entry: Pick<Entry, 'record' | 'streak'>,
  side: Side,
  result: Pick<MatchResult, 'kind' | 'winner'>,
): { record: EntryRecord; streak: number } {
  const { record, streak } = entry;
  const isForfeit = result.kind === 'forfeited' ? 1 : 0;
  if (result.winner === null) {
    return { record: { ...record, draws: record.draws + 1 }, streak: 0 };
  }
  if (result.winner === side) {
    return {
      record: { ...record, wins: record.wins + 1, forfeits_won: record.forfeits_won + isForfeit },
      streak: Math.max(streak, 0) + 1,
    };
  }
  return {
    record: {
      ...record,
      losses: record.losses + 1,
      forfeits_lost: record.forfeits_lost + isForfeit,
    },
    streak: Math.min(streak, 0) - 1,
  };
}

function settle(
  state: LadderState,
  event: LadderEventOf<'match_completed'> | LadderEventOf<'match_forfeited'>,
): LadderPatch {
  const match = state.matches[event.match_id ?? ''];
  if (!match) {
    return {};
  }
  const kind = event.type === 'match_completed' ? 'completed' : 'forfeited';
  const { winner, scores, reason, moves, ratings, immune_until, ruled } = event.data;
  const result: MatchResult = {
    kind,
    winner,
    scores,
    reason,
    at: event.at,
    moves,
    ruled_by: ruled ? event.actor_id : null,
    ruled_at: ruled ? event.at : null,
  };
  const entries = moveEntries(state, moves);
  for (const side of bothSides) {
    const id = getEntryId(match, side);
    const entry = entries[id] ?? state.entries[id];
    if (!entry) {
      continue;
    }
    const rating = ratings.find(({ entry_id }) => entry_id === id)?.to;
    entries[id] = {
      ...entry,
      ...addToRecord(entry, side, result),
      ...(rating ? { rating } : {}),
      met: { ...entry.met, [getEntryId(match, getOtherSide(side))]: event.at },
      ...(side === 'challenger' && immune_until ? { immune_until } : {}),
      // Playing is activity; so is winning because the other side did not come.
      ...(kind === 'completed' || winner === side
        ? { active_at: event.at, idle_warned_at: null, idle_dropped_at: null }
        : {}),
    };
  }
  return {
    ...patchMatch(
      state,
      event,
      { status: kind, deadline: null, forfeit: null, result, seed: event.data.seed ?? match.seed },
      entries,
    ),
    ...closeDispute(state, match),
  };
}

/** A dispute that nobody has ruled is closed by the end of its match. */
function closeDispute({ disputes }: LadderState, match: Match): LadderPatch {
  const dispute = disputes[match.dispute_id ?? ''];
  return dispute?.status === 'open'
    ? { disputes: { [dispute.id]: { ...dispute, status: 'overturned' } } }
    : {};
}

export const resultHandlers = {
  match_completed: (state: LadderState, event: LadderEventOf<'match_completed'>): LadderPatch =>
    settle(state, event),
  match_forfeited: (state: LadderState, event: LadderEventOf<'match_forfeited'>): LadderPatch =>
    settle(state, event),

  match_voided(state: LadderState, event: LadderEventOf<'match_voided'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    if (!match) {
      return {};
    }
    const { reason, ruled } = event.data;
    const result: MatchResult = {
      kind: 'voided',
      winner: null,
      scores: [],
      reason,
      at: event.at,
      moves: [],
      ruled_by: ruled ? event.actor_id : null,
      ruled_at: ruled ? event.at : null,
    };
    return {
      ...patchMatch(state, event, {
        status: 'voided',
        deadline: null,
        forfeit: null,
        result,
        seed: event.data.seed ?? match.seed,
      }),
      ...closeDispute(state, match),
    };
  },

  correction_asked: (state: LadderState, event: LadderEventOf<'correction_asked'>): LadderPatch =>
    patchMatch(state, event, {
      correction: { asked_by: event.data.by, asked_at: event.at, scores: event.data.scores },
    }),

  scores_corrected(state: LadderState, event: LadderEventOf<'scores_corrected'>): LadderPatch {
    const result = state.matches[event.match_id ?? '']?.result;
    return patchMatch(state, event, {
      correction: null,
      result: result ? { ...result, scores: event.data.scores } : null,
    });
  },

  result_overturned(state: LadderState, event: LadderEventOf<'result_overturned'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    if (!match?.result) {
      return {};
    }
    const entries: Record<EntryId, Entry> = {};
    for (const { entry_id, rung, record, streak, rating } of event.data.standings) {
      const entry = state.entries[entry_id];
      if (entry) {
        entries[entry_id] = { ...entry, rung, record, streak, rating };
      }
    }
    const result = toRuledResult(match.result, event);
    return patchMatch(state, event, { status: result.kind, result }, entries);
  },
};

function toRuledResult(
  before: MatchResult,
  event: LadderEventOf<'result_overturned'>,
): MatchResult {
  const { outcome, moves, result_moves } = event.data;
  const ruled: Pick<MatchResult, 'ruled_by' | 'ruled_at' | 'moves' | 'restanding' | 'reason'> = {
    ruled_by: event.actor_id,
    ruled_at: event.at,
    // A log of before says only what the overturning moved.
    ...(result_moves ? { moves: result_moves, restanding: moves } : { moves }),
    reason: 'ruling',
  };
  if (outcome.kind === 'completed') {
    return {
      ...before,
      ...ruled,
      kind: 'completed',
      winner: outcome.winner,
      scores: outcome.scores,
    };
  }
  if (outcome.kind === 'forfeited') {
    return {
      ...before,
      ...ruled,
      kind: 'forfeited',
      winner: getOtherSide(outcome.loser),
      scores: [],
    };
  }
  return { ...before, ...ruled, kind: 'voided', winner: null, scores: [] };
}
