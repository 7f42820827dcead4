import { useState } from 'react';

/** A list with one of its items at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  const [item] = moved.splice(from, 1);
  if (item !== undefined) {
    moved.splice(to, 0, item);
  }
  return moved;
}

/** A state with the way back through its changes; it may begin changed already, from what was `before`. */
export function useHistory<State>(initial: State, before = initial) {
  const [{ past, now }, set] = useState<{ past: readonly State[]; now: State }>({
    past: before === initial ? [] : [before],
    now: initial,
  });
  return {
    now,
    canUndo: past.length > 0,
    change: (next: State) => set({ past: [...past.slice(-99), now], now: next }),
    undo: () => {
      const last = past.at(-1);
      if (last !== undefined) {
        set({ past: past.slice(0, -1), now: last });
      }
    },
  };
}
