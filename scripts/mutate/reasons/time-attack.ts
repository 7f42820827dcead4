import { toReasons } from '../reason.ts';

export const timeAttackReasons = toReasons('formats/time-attack.ts', {
  'No two entries and no two runs have one id.': [
    [
      'const byId = (first: Line, second: Line) => (first.entry_id < second.entry_id ? -1 : 1);',
      'first.entry_id < second.entry_id -> first.entry_id <= second.entry_id',
    ],
    [
      '(first, second) => getRunTime(first) - getRunTime(second) || (first.id < second.id ? -1 : 1),',
      'first.id < second.id -> first.id <= second.id',
    ],
  ],
  'A run is of an entry that there is; the mark is for the compiler.': [
    [
      "state.entries[run.entry_id]?.status === 'active' ||",
      'state.entries[run.entry_id]?.status -> state.entries[run.entry_id].status',
    ],
    [
      "state.entries[run.entry_id]?.status === 'suspended',",
      'state.entries[run.entry_id]?.status -> state.entries[run.entry_id].status',
    ],
  ],
});
