import type { Side } from '@muster/league';

/** What becomes of an open match when its entry goes: what was played is decided, the rest is withdrawn or forfeited. */
export function toRemovalEffect(
  status: string,
  side: Side | null,
): 'withdrawn' | 'decided' | 'forfeited' {
  if (status === 'reported' || status === 'disputed') {
    return 'decided';
  }
  return status === 'challenged' && side === 'challenger' ? 'withdrawn' : 'forfeited';
}
