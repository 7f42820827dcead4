import { type PresenceChange, type PresenceDiff, Presences } from '../presences.ts';

/** Presences with room for ten on a channel, which keep what they tell. */
export function createPresences({
  diffs = [],
  changes = [],
  most = 10,
  mostBytes = 1_000_000,
  mostBytesOfAll = 1_000_000,
}: {
  diffs?: PresenceDiff[];
  changes?: PresenceChange[];
  most?: number;
  mostBytes?: number;
  mostBytesOfAll?: number;
} = {}): Presences {
  return new Presences({
    ...{ most, mostBytes, mostBytesOfAll },
    tell: (_channel, diff) => diffs.push(diff),
    tellOthers: (change) => changes.push(change),
  });
}
