import { toReasons } from '../reason.ts';

export const outageReasons = toReasons('outage.ts', {
  'A match without a deadline is over: it waits for no start, and null is not at or after any instant.':
    [
      ['if (deadline === null) {', '{ return []; } -> {}'],
      ['if (deadline === null) {', 'deadline === null -> false'],
    ],
});
