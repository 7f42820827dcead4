import { toReasons } from '../reason.ts';

export const ratingReasons = toReasons('formats/rating.ts', {
  'No two entries have one id.': [
    [
      'second.value - first.value || (first.entry.id < second.entry.id ? -1 : 1),',
      'first.entry.id < second.entry.id -> first.entry.id <= second.entry.id',
    ],
  ],
});
