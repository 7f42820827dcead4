import { toReasons } from '../reason.ts';

export const clockReasons = toReasons('clock.ts', {
  'A quick way past entries for which nothing is due; what is listed for them is not due either.': [
    [
      '? entry.rests.length === 0 && entry.active_at > restless',
      'entry.rests.length === 0 && entry.active_at > restless -> false',
    ],
    [': entry?.suspended_until === null;', 'entry?.suspended_until === null -> false'],
    ['if (!entry || isQuiet) {', '!entry || isQuiet -> false'],
    ['if (!entry || isQuiet) {', '!entry || isQuiet -> !entry && isQuiet'],
    ['if (!entry || isQuiet) {', '{ continue; } -> {}'],
  ],
  'The key was just taken from the record; the mark is for the compiler.': [
    [': entry?.suspended_until === null;', 'entry?.suspended_until -> entry.suspended_until'],
    ["entry?.status === 'active'", 'entry?.status -> entry.status'],
    ['if (match?.deadline && match.deadline <= now) {', 'match?.deadline -> match.deadline'],
  ],
  'Two that are due at once are due at the same instant.': [
    ['if (next === null || due < next) {', 'due < next -> due <= next'],
  ],
});
