import { toReasons } from '../reason.ts';

export const defaultTimeReasons = toReasons('default-time.ts', {
  'Remembered to be quick: without it the same is reckoned again.': [
    ['if (known) {', 'known -> false'],
    ['if (known) {', '{ return known; } -> {}'],
    ['sides.set(entryId, side);', 'sides.set(entryId, side); -> ;'],
  ],
  'The day after the last lies beyond it in every zone.': [
    [
      'for (let shown = day; shown <= Date.parse(until) + dayMs; shown += dayMs) {',
      'shown <= Date.parse(until) + dayMs -> shown < Date.parse(until) + dayMs',
    ],
  ],
});
