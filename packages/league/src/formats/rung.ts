import type { Entry, LadderState, Move } from '../state.ts';
import type { Format } from './format.ts';

/** The winner takes the place. */
export const rungFormat: Format = {
  hasMatches: true,
  isForPersons: false,
  dropsIdle: true,

  join(state, subjectId) {
    const rung = getJoiningRung(state, subjectId);
    const others = listStanding(state).filter((entry) => entry.rung >= rung);
    return { rung, rating: null, others: others.map((entry) => toMove(entry, entry.rung + 1)) };
  },

  leave(state, entry) {
    const { rung } = entry;
    if (rung === null) return [];
    const below = listStanding(state).filter((other) => other.rung > rung);
    return [toMove(entry, null), ...below.map((other) => toMove(other, other.rung - 1))];
  },

  apply(state, { challenger, defender, winner }) {
    const isMoving =
      winner === 'challenger' &&
      challenger.rung !== null &&
      defender.rung !== null &&
      challenger.rung > defender.rung;
    return {
      moves: isMoving ? listMovesTo(state, challenger, defender.rung ?? 1) : [],
      ratings: [],
    };
  },

  standings(state) {
    return listStanding(state)
      .sort((first, second) => first.rung - second.rung)
      .map((entry) => ({
        entry_id: entry.id,
        place: entry.rung,
        is_provisional: false,
        value: entry.rung,
      }));
  },
};

type StandingEntry = Entry & { rung: number };

function listStanding(state: LadderState): StandingEntry[] {
  const standing: StandingEntry[] = [];
  // A loop over the keys: this is asked at every result, and of a season's every result again after a ruling.
  for (const id in state.entries) {
    const entry = state.entries[id];
    if (entry && entry.rung !== null) standing.push(entry as StandingEntry);
  }
  return standing;
}

const toMove = (entry: Entry, to: number | null): Move => ({
  entry_id: entry.id,
  from: entry.rung,
  to,
});

/** Everyone whom an entry's way to another rung moves, itself first; empty when it stands there already. */
export function listMovesTo(state: LadderState, entry: Entry, target: number): Move[] {
  const { rung } = entry;
  if (rung === null || rung === target) return [];
  const step = target < rung ? 1 : -1;
  const [low, high] = target < rung ? [target, rung - 1] : [rung + 1, target];
  const between: StandingEntry[] = [];
  for (const other of listStanding(state))
    if (other.rung >= low && other.rung <= high) between[other.rung - low] = other;
  return [toMove(entry, target), ...between.map((other) => toMove(other, other.rung + step))];
}

/** Before a season opens, the last season's order comes first; everybody else joins at the bottom. */
function getJoiningRung(state: LadderState, subjectId: string): number {
  const bottom = state.size + 1;
  if (state.season?.status !== 'registration') return bottom;
  const former = state.previous_order.indexOf(subjectId);
  if (former < 0) return bottom;
  const before = new Set(state.previous_order.slice(0, former));
  const ahead = listStanding(state).filter((entry) =>
    before.has(entry.team_id ?? entry.person_id ?? ''),
  );
  return ahead.length + 1;
}
