import type { LadderState } from './state.ts';

type Collections = Pick<LadderState, 'entries' | 'matches' | 'disputes' | 'appeals' | 'runs'>;

/** What an event changes: whole new values, and in each collection only the members that changed. */
export type LadderPatch = Partial<Omit<LadderState, keyof Collections>> & {
  [K in keyof Collections]?: Collections[K];
} & {
  /** A new season begins: the last one's rows leave the state. */
  isFresh?: true;
};

const COLLECTIONS = ['entries', 'matches', 'disputes', 'appeals', 'runs'] as const;
const EMPTY: Collections = { entries: {}, matches: {}, disputes: {}, appeals: {}, runs: {} };

/** A new state; what the patch does not name keeps its identity. */
export function mergePatch(state: LadderState, patch: LadderPatch): LadderState {
  const { isFresh, ...changes } = patch;
  const base = isFresh ? { ...state, ...EMPTY } : state;
  const next = { ...base, ...changes };
  for (const name of COLLECTIONS) {
    const members = changes[name];
    if (members) Object.assign(next, { [name]: { ...base[name], ...members } });
  }
  return next;
}

/** The same onto a state of one's own, in place: replaying a long log copies nothing. */
export function assignPatch(state: LadderState, patch: LadderPatch): void {
  const { isFresh, ...changes } = patch;
  if (isFresh) Object.assign(state, structuredClone(EMPTY));
  for (const [name, value] of Object.entries(changes)) {
    if (COLLECTIONS.includes(name as keyof Collections))
      Object.assign(state[name as keyof Collections], value);
    else Object.assign(state, { [name]: value });
  }
}
