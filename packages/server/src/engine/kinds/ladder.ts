import {
  applyLadder,
  assignPatch,
  emptyLadder,
  findNextDeadline,
  isLive,
  type LadderEvent,
  type LadderState,
  type Match,
  toLiveState,
  toPatch,
} from '@muster/league';
import { listChanged } from '../changes.ts';
import { projectLadder } from '../project/ladder.ts';
import { compareLadder } from '../replay/compare-ladder.ts';
import type { Collection, Hint, Kind, Member, StreamChange } from './kind.ts';
import { readMembers } from './ladder-members.ts';

/** An event of a match that the state is without would be in the log and change nothing. */
function requireMatch(state: LadderState, { type, match_id }: LadderEvent): void {
  const isNamed = match_id !== null && type !== 'challenge_made';
  if (isNamed && state.matches[match_id] === undefined) {
    const season = `the season ${state.season?.id}`;
    throw new Error(`${type}: the match ${match_id} was not brought into the state of ${season}`);
  }
}

/** The matches that changed, and those whose disputes or appeals did: by these they may be over, or not any more. */
function listChangedMatches(old: LadderState, after: LadderState): Match[] {
  const cases = [
    ...listChanged(old.disputes, after.disputes),
    ...listChanged(old.appeals, after.appeals),
  ];
  const ids = [
    ...listChanged(old.matches, after.matches).map(({ id }) => id),
    ...cases.map(({ match_id }) => match_id),
  ];
  return [...new Set(ids)].flatMap((id) => after.matches[id] ?? []);
}

function listChangedMembers(old: LadderState, after: LadderState): Member[] {
  const toRows = (
    collection: Collection,
    members: { id: string }[],
    isLiveMember: (id: string) => boolean,
  ) =>
    members.map((state) => ({ collection, id: state.id, is_live: isLiveMember(state.id), state }));
  const always = () => true;
  const never = () => false;
  const isLiveMatch = (id: string) => {
    const match = after.matches[id];
    return match !== undefined && isLive(after, match);
  };
  return [
    ...toRows('entries', listChanged(old.entries, after.entries), always),
    ...toRows('matches', listChangedMatches(old, after), isLiveMatch),
    ...toRows('disputes', listChanged(old.disputes, after.disputes), never),
    ...toRows('appeals', listChanged(old.appeals, after.appeals), never),
    ...toRows('runs', listChanged(old.runs, after.runs), always),
  ];
}

function listHints({ before, after, sequence }: StreamChange<'ladder'>): Hint[] {
  const id = after.ladder?.id ?? '';
  // An appeal that is refused changes nothing of its match but what is read there.
  const judged = [
    ...listChanged(before.disputes, after.disputes),
    ...listChanged(before.appeals, after.appeals),
  ].flatMap(({ match_id }) => after.matches[match_id] ?? []);
  const matches = new Set([...listChanged(before.matches, after.matches), ...judged]);
  return [
    { topic: `ladder:${id}`, id, version: sequence },
    ...[...matches].map((match) => ({
      topic: `match:${match.id}`,
      id: match.id,
      version: match.version,
    })),
  ];
}

/** A ladder's season, or all seasons that a ladder had of its own. */
export const ladder: Kind<'ladder'> = {
  empty: emptyLadder,
  apply(state, event) {
    requireMatch(state, event);
    return applyLadder(state, event);
  },
  // In place: nothing is copied at each step.
  replay: (state) => ({
    take: (event) => assignPatch(state, toPatch(state, event)),
    getState: () => state,
  }),
  copy: (state) => ({
    ...state,
    entries: { ...state.entries },
    matches: { ...state.matches },
    disputes: { ...state.disputes },
    appeals: { ...state.appeals },
    runs: { ...state.runs },
  }),
  toRoot({ entries: _e, matches: _m, disputes: _d, appeals: _a, runs: _r, ...root }) {
    return root;
  },
  read: readMembers,
  isReadWhole: false,
  toKept: (state) => toLiveState(state),
  listChangedMembers,
  // A new season begins with empty collections.
  dropsMembers: (before, after) => before.season?.id !== after.season?.id,
  findDue: findNextDeadline,
  project: projectLadder,
  listHints,
  findDifference: compareLadder,
};
