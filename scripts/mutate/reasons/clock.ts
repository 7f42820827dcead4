import { toReasons } from '../reason.ts';

const cases =
  "for (const found of [appeals[match.appeal_id ?? ''], disputes[match.dispute_id ?? '']]) {";
const open = 'if (match?.dispute_id || match?.appeal_id) {';

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
    [open, 'match?.dispute_id -> match.dispute_id'],
    [open, 'match?.appeal_id -> match.appeal_id'],
    ['if (match?.deadline && match.deadline <= now) {', 'match?.deadline -> match.deadline'],
  ],
  'A quick way past matches without a case: what is listed for them is nothing.': [
    [open, 'match?.dispute_id || match?.appeal_id -> true'],
  ],
  'No appeal and no dispute is called so.': [[cases, `'' -> "Stryker was here!"`]],
  'Of two that are the same instant either is it.': [
    [
      'const at = last && last > step.due ? last : step.due;',
      'last > step.due -> last >= step.due',
    ],
  ],
  'Two that are due at once are due at the same instant.': [
    ['if (next === null || due < next) {', 'due < next -> due <= next'],
  ],
});
