import { findDrawFault, type Match } from '@muster/league';
import type { MatchData } from './data.ts';

/** Reckons a match's draws anew on this machine; null when they are what they must be. */
export function checkDraws(data: MatchData): ReturnType<typeof findDrawFault> {
  // Of a match only the seed, the nonces, the draws and its id are looked at.
  return findDrawFault(data as unknown as Match);
}
