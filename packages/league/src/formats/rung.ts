import type { EntryId } from '../ids.ts';
import type { Entry, LadderState, Move } from '../state.ts';
import type { Format, RungOrder } from './format.ts';

/** The winner takes the place. */
export const rungFormat: Format = {
  hasMatches: true,
  isForPersons: false,
  dropsIdle: true,

  join(state, subjectId, _at, order = listRungOrder(state)) {
    const rung = getJoiningRung(state, subjectId, order);
    return { rung, rating: null, others: listShifts(order, rung, order.length, 1) };
  },

  leave(state, { id, rung }, order = listRungOrder(state)) {
    if (rung === null) {
      return [];
    }
    return [
      { entry_id: id, from: rung, to: null },
      ...listShifts(order, rung + 1, order.length, -1),
    ];
  },

  apply(state, { challenger, defender, winner }, order) {
    const { rung } = defender;
    const isMoving = winner === 'challenger' && rung !== null && (challenger.rung ?? 0) > rung;
    return {
      moves: isMoving ? listMovesTo(state, challenger, rung, order) : [],
      ratings: [],
    };
  },

  standings: (state) =>
    listRungOrder(state).map((entry_id, index) => ({
      entry_id,
      place: index + 1,
      is_provisional: false,
      value: index + 1,
    })),
};

/** Who stands on each rung, found among all entries: for one decision, or to begin with for many. */
export function listRungOrder(state: LadderState): EntryId[] {
  const order: EntryId[] = [];
  for (const id in state.entries) {
    const rung = state.entries[id]?.rung ?? null;
    if (rung !== null) {
      order[rung - 1] = id;
    }
  }
  return order;
}

/** Those from one rung to another, both included, each by one rung down (1) or up (-1). */
function listShifts(order: RungOrder, low: number, high: number, step: 1 | -1): Move[] {
  const moves: Move[] = [];
  for (let rung = low; rung <= high; rung += 1) {
    const entry_id = order[rung - 1];
    if (entry_id !== undefined) {
      moves.push({ entry_id, from: rung, to: rung + step });
    }
  }
  return moves;
}

/** Everyone whom an entry's way to another rung moves, itself first; empty when it stands there already. */
export function listMovesTo(
  state: LadderState,
  { id, rung }: Entry,
  target: number,
  order: RungOrder = listRungOrder(state),
): Move[] {
  if (rung === null || rung === target) {
    return [];
  }
  const between =
    target < rung
      ? listShifts(order, target, rung - 1, 1)
      : listShifts(order, rung + 1, target, -1);
  return [{ entry_id: id, from: rung, to: target }, ...between];
}

/** Before a season opens, the last season's order comes first; everybody else joins at the bottom. */
function getJoiningRung(state: LadderState, subjectId: string, order: RungOrder): number {
  const bottom = order.length + 1;
  if (state.season?.status !== 'registration') {
    return bottom;
  }
  const former = state.previous_order.indexOf(subjectId);
  if (former < 0) {
    return bottom;
  }
  const before = new Set(state.previous_order.slice(0, former));
  const ahead = order.filter((id) => {
    const entry = state.entries[id];
    return before.has(entry?.team_id ?? '');
  });
  return ahead.length + 1;
}
