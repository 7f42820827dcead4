import { toReasons } from '../reason.ts';

export const remindersReasons = toReasons('reminders.ts', {
  'Until when an answer is due depends on neither a dispute nor what becomes of silence.': [
    [
      '...{ ends_at: season.ends_at, dispute: null },',
      '{ ends_at: season.ends_at, dispute: null } -> {}',
    ],
  ],
});
