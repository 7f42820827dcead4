import { type Due, findDue } from '../clock.ts';
import type { Instant } from '../ids.ts';
import type { LadderPatch } from '../patch.ts';
import type { Entry, LadderState } from '../state.ts';
import { createHeap } from './heap.ts';

/**
 * When each match and entry of a ladder next falls due: the clock of a long simulation asks this at
 * every command, where a look at a thousand entries would be nearly all of its work.
 */
export interface Dues {
  /** After a change: reckons anew what was changed, everything where the season itself was. */
  update: (state: LadderState, changed: ReadonlySet<string> | 'all') => void;
  /** The first by (deadline, id) that is due at `now`. */
  find: (now: Instant) => Due | null;
}

const isSooner = (first: Due, second: Due) =>
  first.due < second.due || (first.due === second.due && first.id < second.id);

export function createDues(): Dues {
  const heap = createHeap(isSooner);
  // What is in the heap and not here has been overtaken.
  const known = new Map<string, Instant>();

  function reckon(state: LadderState, id: string): void {
    const due = findDue(state, id);
    if (due === null) {
      known.delete(id);
    } else if (known.get(id) !== due) {
      known.set(id, due);
      heap.push({ due, id });
    }
  }

  return {
    update(state, changed) {
      const ids =
        changed === 'all'
          ? [...Object.keys(state.matches), ...Object.keys(state.entries)]
          : changed;
      for (const id of ids) {
        reckon(state, id);
      }
    },
    find(now) {
      for (let next = heap.peek(); next && next.due <= now; next = heap.peek()) {
        if (known.get(next.id) === next.due) {
          return next;
        }
        heap.pop();
      }
      return null;
    },
  };
}

/** Adds the ids whose deadline a patch may move, given the state before it. */
export function collectChanged(
  { entries }: LadderState,
  patch: LadderPatch,
  changed: Set<string>,
): void {
  for (const id in patch.matches) {
    changed.add(id);
  }
  for (const id in patch.entries) {
    const [before, after] = [entries[id], patch.entries[id]];
    if (!before || !after || !isSameForClock(before, after)) {
      changed.add(id);
    }
  }
}

const clockFields = [
  'status',
  'rests',
  'challenging',
  'challenged_by',
  'active_at',
  'idle_warned_at',
  'idle_dropped_at',
  'suspended_until',
] as const satisfies readonly (keyof Entry)[];

/** A result moves hundreds of entries by a rung, which no deadline of theirs depends on. */
const isSameForClock = (before: Entry, after: Entry) =>
  clockFields.every((field) => before[field] === after[field]);
