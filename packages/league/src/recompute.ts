import { emptyLadder, toPatch } from './apply.ts';
import { addToRecord } from './apply-result.ts';
import type { LadderEvent, LadderEventType, Restanding } from './event.ts';
import type { RungOrder } from './formats/format.ts';
import { getFormat } from './formats/formats.ts';
import { listMovesTo } from './formats/rung.ts';
import type { EntryId, Instant, MatchId, Side } from './ids.ts';
import { assignPatch } from './patch.ts';
import { bothSides, getOtherSide } from './sides.ts';
import type { LadderState, Move, RulingOutcome } from './state.ts';

/** All that a recomputation reads of a log; what else happened moves no standing. */
export const standingEvents: readonly LadderEventType[] = [
  'ladder_created',
  'ladder_edited',
  'season_planned',
  'season_edited',
  'season_opened',
  'season_closed',
  'entry_joined',
  'entry_left',
  'entry_removed',
  'entry_suspended',
  'suspension_ended',
  'entry_moved',
  'idle_dropped',
  'challenge_made',
  'match_completed',
  'match_forfeited',
  'match_voided',
  'result_overturned',
];

/** What a match came to, as the latest ruling has it. */
type Outcome = { kind: 'completed' | 'forfeited'; winner: Side | null } | { kind: 'voided' };

/** A ruling on a match that the log does not hold yet. */
export interface MatchRuling {
  match_id: MatchId;
  outcome: RulingOutcome;
}

/** What a recomputation is made of beside the log. */
export interface Recomputation {
  ruling?: MatchRuling | undefined;
  /** Standings as of this instant, with every ruling of the season in place, later ones too. */
  until?: Instant;
  /** Told of each result what it moves now, its challenger among them. */
  onResult?: (matchId: MatchId, moves: readonly Move[], challenger: EntryId) => void;
}

/** A season reckoned anew: where everybody stands, and what its results move. */
export interface Recomputed {
  state: LadderState;
  /** The challenger's way by each result. */
  climbs: ReadonlyMap<MatchId, Move | null>;
  /** All that the ruled result moves. */
  ruled: readonly Move[];
}

/** Goes through all steps at once. */
export function finishSteps<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
  }
}

/** A season with a ruling, or as its log has it; step by step, for who must let others have their turn in between. */
export function* recomputeSeason(
  log: readonly LadderEvent[],
  ruling?: MatchRuling,
): Generator<undefined, Recomputed> {
  const climbs = new Map<MatchId, Move | null>();
  let ruled: readonly Move[] = [];
  const state = yield* recomputeInSteps(log, {
    ruling,
    onResult(matchId, moves, challenger) {
      climbs.set(matchId, moves.find(({ entry_id }) => entry_id === challenger) ?? null);
      if (matchId === ruling?.match_id) {
        ruled = moves;
      }
    },
  });
  return { state, climbs, ruled };
}

/**
 * The season's standings with its rulings in place: results, joins, departures and idle drops are
 * applied again in sequence order, an admin's move by hand as an absolute rung. Whether a later
 * match was allowed is not judged again.
 */
export function recomputeStandings(
  log: readonly LadderEvent[],
  recomputation: Recomputation,
): LadderState {
  return finishSteps(recomputeInSteps(log, recomputation));
}

/** The same, a step for each event. */
export function* recomputeInSteps(
  log: readonly LadderEvent[],
  { ruling, until, onResult }: Recomputation,
): Generator<undefined, LadderState> {
  const { before, season } = splitAtSeason(log, until);
  const rulings = collectRulings(season, ruling);
  const state = {
    ...structuredClone(emptyLadder),
    ladder: findLadder(log),
    previous_order: findPreviousOrder(before),
  };
  // Held through the whole season: finding it among a thousand entries at each result was most of the work.
  const order: EntryId[] = [];
  const sides = new Map<MatchId, { challenger: EntryId; defender: EntryId }>();
  for (const event of season) {
    if (until !== undefined && event.at > until) {
      break;
    }
    yield;
    const matchId = event.match_id ?? '';
    if (event.type === 'challenge_made') {
      sides.set(matchId, {
        challenger: event.data.challenger_id,
        defender: event.data.defender_id,
      });
    }
    const pair = sides.get(matchId);
    const outcome = toOutcome(event, rulings);
    if (outcome && pair) {
      const moves = applyOutcome(state, order, pair, { outcome, at: event.at });
      onResult?.(matchId, moves, pair.challenger);
    } else {
      applyStanding(state, order, event);
    }
  }
  return state;
}

/** The season that ran at an instant, or the newest, and what came before it; what came after goes on behind. */
function splitAtSeason(
  log: readonly LadderEvent[],
  until: Instant | undefined,
): { before: readonly LadderEvent[]; season: readonly LadderEvent[] } {
  const start = Math.max(
    0,
    log.findLastIndex(
      ({ type, at }) => type === 'season_planned' && (until === undefined || at <= until),
    ),
  );
  return { before: log.slice(0, start), season: log.slice(start) };
}

function findLadder(log: readonly LadderEvent[]): LadderState['ladder'] {
  const state = structuredClone(emptyLadder);
  for (const event of log) {
    if (event.type === 'ladder_created' || event.type === 'ladder_edited') {
      assignPatch(state, toPatch(state, event));
    }
  }
  return state.ladder;
}

function findPreviousOrder(log: readonly LadderEvent[]): string[] {
  const closed = log.findLast((event) => event.type === 'season_closed');
  return closed?.type === 'season_closed'
    ? closed.data.standings.map(({ subject_id }) => subject_id)
    : [];
}

function collectRulings(
  season: readonly LadderEvent[],
  last: Recomputation['ruling'],
): Map<MatchId, RulingOutcome> {
  const rulings = new Map<MatchId, RulingOutcome>();
  for (const event of season) {
    if (event.type === 'result_overturned') {
      rulings.set(event.match_id ?? '', event.data.outcome);
    }
  }
  return last ? rulings.set(last.match_id, last.outcome) : rulings;
}

function toOutcome(event: LadderEvent, rulings: Map<MatchId, RulingOutcome>): Outcome | null {
  if (
    event.type !== 'match_completed' &&
    event.type !== 'match_forfeited' &&
    event.type !== 'match_voided'
  ) {
    return null;
  }
  const ruling = rulings.get(event.match_id ?? '');
  if (ruling?.kind === 'completed') {
    return { kind: 'completed', winner: ruling.winner };
  }
  if (ruling?.kind === 'forfeited') {
    return { kind: 'forfeited', winner: getOtherSide(ruling.loser) };
  }
  if (ruling || event.type === 'match_voided') {
    return { kind: 'voided' };
  }
  return {
    kind: event.type === 'match_completed' ? 'completed' : 'forfeited',
    winner: event.data.winner,
  };
}

function applyOutcome(
  state: LadderState,
  order: EntryId[],
  pair: Record<Side, EntryId>,
  { outcome, at }: { outcome: Outcome; at: Instant },
): readonly Move[] {
  const challenger = state.entries[pair.challenger];
  const defender = state.entries[pair.defender];
  if (outcome.kind === 'voided' || !challenger || !defender) {
    return [];
  }
  const result = { challenger, defender, winner: outcome.winner, at };
  const { moves, ratings } = getFormat(state).apply(state, result, order);
  applyMoves(state, order, moves);
  for (const side of bothSides) {
    const entry = { challenger, defender }[side];
    const rating = ratings.find(({ entry_id }) => entry_id === entry.id);
    Object.assign(entry, addToRecord(entry, side, outcome), rating && { rating: rating.to });
  }
  return moves;
}

/** In place: the state is the recomputation's own, and a season of a thousand entries moves millions of times. */
function applyMoves(state: LadderState, order: EntryId[], moves: readonly Move[]): void {
  for (const { entry_id, to } of moves) {
    const entry = state.entries[entry_id];
    if (entry) {
      entry.rung = to;
    }
    if (to !== null) {
      order[to - 1] = entry_id;
    }
  }
  order.length = state.size;
}

/** What moves standings without a result: the moves are reckoned anew from where everybody stands now. */
function applyStanding(state: LadderState, order: EntryId[], event: LadderEvent): void {
  const moves = listStandingMoves(state, order, event);
  if (moves === null) {
    return;
  }
  const data = { ...event.data, moves: [] };
  assignPatch(state, toPatch(state, { ...event, data } as LadderEvent));
  applyMoves(state, order, moves);
}

/** Whom an event moves that is no result; null when it is nothing to a recomputation. */
function listStandingMoves(
  state: LadderState,
  order: RungOrder,
  event: LadderEvent,
): Move[] | null {
  const format = getFormat(state);
  switch (event.type) {
    case 'season_planned':
    case 'season_edited':
    case 'season_opened':
      return [];
    case 'entry_joined': {
      const { entry_id, team_id, person_id } = event.data;
      const { rung, others } = format.join(state, team_id ?? person_id ?? '', event.at, order);
      return [{ entry_id, from: null, to: rung }, ...others];
    }
    case 'suspension_ended': {
      const { rung } = format.join(state, '', event.at, order);
      return [{ entry_id: event.data.entry_id, from: null, to: rung }];
    }
    case 'entry_left':
    case 'entry_removed':
    case 'entry_suspended': {
      const entry = state.entries[event.data.entry_id];
      return entry ? format.leave(state, entry, order) : [];
    }
    case 'idle_dropped':
      return listDropMoves(state, order, event.data.entry_id);
    case 'entry_moved':
      return listAbsoluteMoves(state, order, event.data);
    default:
      return null;
  }
}

function listDropMoves(state: LadderState, order: RungOrder, entryId: EntryId): Move[] {
  const entry = state.entries[entryId];
  const rungs = state.season?.rules.idle.dropRungs ?? 0;
  const target = Math.min(state.size, (entry?.rung ?? 0) + rungs);
  return entry ? listMovesTo(state, entry, target, order) : [];
}

function listAbsoluteMoves(
  state: LadderState,
  order: RungOrder,
  { entry_id, rung }: { entry_id: EntryId; rung: number },
): Move[] {
  const entry = state.entries[entry_id];
  const target = Math.min(Math.max(rung, 1), state.size);
  return entry ? listMovesTo(state, entry, target, order) : [];
}

/** What a recomputation changes against what stands now. */
export function listRestandings(
  state: LadderState,
  recomputed: LadderState,
): { moves: Move[]; standings: Restanding[] } {
  const changed = Object.values(state.entries).flatMap((entry) => {
    const after = recomputed.entries[entry.id];
    if (!after) {
      return [];
    }
    const { rung, record, streak, rating } = after;
    const isSame =
      JSON.stringify([entry.rung, entry.record, entry.streak, entry.rating]) ===
      JSON.stringify([rung, record, streak, rating]);
    return isSame
      ? []
      : [{ from: entry.rung, standing: { entry_id: entry.id, rung, record, streak, rating } }];
  });
  const moved = changed.filter(({ from, standing }) => from !== standing.rung);
  return {
    moves: moved.map(({ from, standing }) => ({
      entry_id: standing.entry_id,
      from,
      to: standing.rung,
    })),
    standings: changed.map(({ standing }) => standing),
  };
}
