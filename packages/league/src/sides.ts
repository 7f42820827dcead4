import type { EntryId, Side } from './ids.ts';
import type { Match } from './state.ts';

export const bothSides = ['challenger', 'defender'] as const;

export function getOtherSide(side: Side): Side {
  return side === 'challenger' ? 'defender' : 'challenger';
}

export function getEntryId(match: Match, side: Side): EntryId {
  return side === 'challenger' ? match.challenger_id : match.defender_id;
}
