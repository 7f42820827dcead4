import { toReasons } from '../reason.ts';

export const rungReasons = toReasons('formats/rung.ts', {
  'No two stand on one rung, and whoever stands there already moves nobody.': [
    [
      "const isMoving = winner === 'challenger' && rung !== null && (challenger.rung ?? 0) > rung;",
      '(challenger.rung ?? 0) > rung -> (challenger.rung ?? 0) >= rung',
    ],
    ['target < rung', 'target < rung -> target <= rung'],
  ],
  'The key was just taken from the record, or from the order made of it; the mark is for the compiler.':
    [
      [
        'const rung = state.entries[id]?.rung ?? null;',
        'state.entries[id]?.rung -> state.entries[id].rung',
      ],
      ["return before.has(entry?.team_id ?? '');", 'entry?.team_id -> entry.team_id'],
      ["return before.has(entry?.team_id ?? '');", `'' -> "Stryker was here!"`],
    ],
  'On each rung down to the last there is somebody; what is asked is for the compiler.': [
    ['if (entry_id !== undefined) {', 'entry_id !== undefined -> true'],
  ],
  'Nobody joins where there is no season.': [
    [
      "if (state.season?.status !== 'registration') {",
      'state.season?.status -> state.season.status',
    ],
  ],
});
