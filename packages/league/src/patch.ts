import type { LadderState } from './state.ts';

type Collections = Pick<LadderState, 'entries' | 'matches' | 'disputes' | 'appeals' | 'runs'>;

/** What an event changes: whole new values, and in each collection only the members that changed. */
export type LadderPatch = Partial<Omit<LadderState, keyof Collections>> & {
  [K in keyof Collections]?: Collections[K];
} & {
  /** A new season begins: the last one's rows leave the state. */
  isFresh?: true;
};

const collections = ['entries', 'matches', 'disputes', 'appeals', 'runs'] as const;
const empty: Collections = { entries: {}, matches: {}, disputes: {}, appeals: {}, runs: {} };

/** A new state; what the patch does not name keeps its identity. */
export function mergePatch(state: LadderState, patch: LadderPatch): LadderState {
  const { isFresh, ...changes } = patch;
  const base = isFresh ? { ...state, ...empty } : state;
  const next = { ...base, ...changes };
  for (const name of collections) {
    const members = changes[name];
    if (members) {
      Object.assign(next, { [name]: { ...base[name], ...members } });
    }
  }
  return next;
}

/** The same onto a state of one's own, in place: replaying a long log copies nothing. */
export function assignPatch(state: LadderState, patch: LadderPatch): void {
  const { isFresh, ...changes } = patch;
  if (isFresh) {
    Object.assign(state, structuredClone(empty));
  }
  for (const [name, value] of Object.entries(changes)) {
    if (collections.includes(name as keyof Collections)) {
      Object.assign(state[name as keyof Collections], value);
    } else {
      Object.assign(state, { [name]: value });
    }
  }
}
