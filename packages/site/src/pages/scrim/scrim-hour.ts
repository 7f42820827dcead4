import type { ScrimData } from './data.ts';

/** Whether a scrim is still to start, under way, or past: what its strip says, and whether a clock runs. */
export function findScrimHour(
  { starts_at, is_over }: Pick<ScrimData, 'starts_at' | 'is_over'>,
  now: number,
): 'starts' | 'began' | 'over' {
  if (is_over) {
    return 'over';
  }
  return now < Date.parse(starts_at) ? 'starts' : 'began';
}
