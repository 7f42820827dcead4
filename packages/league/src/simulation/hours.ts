import { getRules } from '../draft.ts';
import { toInstant, toMilliseconds } from '../duration.ts';
import type { Instant, LadderId } from '../ids.ts';
import type { Match } from '../state.ts';
import { listOtherStarts, toAllowedHours } from '../times.ts';
import { isWithin, toLocalTime } from '../zone.ts';
import type { Scene } from './scene.ts';
import { getState } from './stage.ts';

const hour = 3_600_000;

/** Some hours that the rules allow, free for both entries, as many as the rules ask; evenings where there are any. */
export function listHours(
  { stage }: Scene,
  ladderId: LadderId,
  match: Match,
  count: number,
): Instant[] {
  const state = getState(stage, ladderId);
  const { schedule } = getRules(state);
  const zone = state.ladder?.zone ?? 'UTC';
  const from = Math.ceil((stage.now + toMilliseconds(schedule.earliest)) / hour) * hour + hour;
  const until = Math.min(
    stage.now + toMilliseconds(schedule.latest),
    Date.parse(state.season?.ends_at ?? '') - hour,
  );
  const apart = toMilliseconds(schedule.apart);
  const allowed = toAllowedHours(schedule);
  const taken = listOtherStarts(state, match);
  const evenings: number[] = [];
  const others: number[] = [];
  for (let epoch = from; epoch <= until && epoch <= from + 6 * 24 * hour; epoch += hour) {
    const local = toLocalTime(zone, epoch);
    const isEvening = local.minutes >= 17 * 60 && local.minutes <= 22 * 60;
    const isFree = taken.every(({ start }) => Math.abs(start - epoch) >= apart);
    if (isFree && isWithin(local, allowed)) {
      (isEvening ? evenings : others).push(epoch);
    }
  }
  const asked = Math.min(Math.max(count, schedule.timesMinimum), schedule.timesMaximum);
  const hours = evenings.length < schedule.timesMinimum ? [...evenings, ...others] : evenings;
  return stage.random.shuffle(hours).slice(0, asked).map(toInstant);
}
