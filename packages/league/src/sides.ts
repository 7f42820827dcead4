import type { EntryId, Side } from './ids.ts';
import type { Match } from './state.ts';

export const bothSides = ['challenger', 'defender'] as const;

export function getOtherSide(side: Side): Side {
  return side === 'challenger' ? 'defender' : 'challenger';
}

/** Whether both sides have reported, and not the same: what is the same is a result at once. */
export function isDiffering({
  status,
  reports,
}: Pick<Match, 'status'> & { reports: Readonly<Record<Side, object | null>> }): boolean {
  return status === 'reported' && bothSides.every((side) => reports[side] !== null);
}

export function getEntryId(match: Match, side: Side): EntryId {
  return side === 'challenger' ? match.challenger_id : match.defender_id;
}
