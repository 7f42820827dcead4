import type { Draft, Texts } from './data.ts';

/** What a tab has written and the server may not have: kept in the browser until it does. */
export interface Unsent extends Draft {
  /** The draft on the server that it was written over, and what stood in it. */
  seen: string | null;
  base: Texts;
  /** When, in milliseconds. */
  at: number;
}

function read(key: string): Unsent | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // It is what this file wrote; what is not so is nothing of it.
    return typeof kept === 'object' && kept !== null && 'base' in kept ? (kept as Unsent) : null;
  } catch {
    return null;
  }
}

/** The newest of a text that a tab which is gone left behind. Older ones are found once this one is forgotten. */
export function findUnsent(prefix: string): { key: string; unsent: Unsent } | null {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  const found = keys.flatMap((key) => {
    const unsent = read(key);
    return unsent === null ? [] : [{ key, unsent }];
  });
  return found.sort((one, other) => other.unsent.at - one.unsent.at)[0] ?? null;
}

export function keepUnsent(key: string, unsent: Unsent): void {
  try {
    localStorage.setItem(key, JSON.stringify(unsent));
  } catch {
    // A browser that keeps nothing still has it on the page, and the server within seconds.
  }
}

export function forgetUnsent(keys: Iterable<string>): void {
  for (const key of keys) {
    localStorage.removeItem(key);
  }
}
