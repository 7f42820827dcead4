import { toReasons } from '../reason.ts';

export const vetoReasons = toReasons('veto.ts', {
  'A match in its veto has a time; what stands for its absence is for the compiler.': [
    [
      "if (isOver && match.status === 'veto' && draft.at >= (match.time?.starts_at ?? '')) {",
      `'' -> "Stryker was here!"`,
    ],
    [
      "if (isOver && match.status === 'veto' && draft.at >= (match.time?.starts_at ?? '')) {",
      'match.time?.starts_at -> match.time.starts_at',
    ],
    [
      'return laterOf(match.time?.starts_at ?? draft.at, draft.at);',
      'match.time?.starts_at -> match.time.starts_at',
    ],
  ],
  'The schema of the rules lets a side follow a pick or the decider alone, which leave a map.': [
    ['if (!last) {', '!last -> false'],
    ['if (!last) {', '{ return maps; } -> {}'],
  ],
});
