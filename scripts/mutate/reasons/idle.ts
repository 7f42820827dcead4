import { toReasons } from '../reason.ts';

const above =
  'target.rung !== null && target.rung < (entry.rung ?? 0) && isFree(state, entry, target, at),';

export const idleReasons = toReasons('idle.ts', {
  'Of two equal instants either may be taken.': [
    [
      'openedAt && openedAt > entry.active_at ? openedAt : entry.active_at;',
      'openedAt > entry.active_at -> openedAt >= entry.active_at',
    ],
  ],
  'Who is judged plays in an open season; the mark is for the compiler.': [
    [
      'const base = toBase(entry, state.season?.opened_at ?? null);',
      'state.season?.opened_at -> state.season.opened_at',
    ],
  ],
  'A quick way past entries that are out of reach; what is asked about a challenge refuses them too.':
    [
      [above, 'target.rung !== null && target.rung < (entry.rung ?? 0) -> true'],
      [
        above,
        'target.rung !== null && target.rung < (entry.rung ?? 0) -> target.rung !== null || target.rung < (entry.rung ?? 0)',
      ],
      [above, 'target.rung !== null -> true'],
      [above, 'target.rung < (entry.rung ?? 0) -> true'],
      [above, 'target.rung < (entry.rung ?? 0) -> target.rung <= (entry.rung ?? 0)'],
    ],
});
