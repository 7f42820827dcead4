import { toReasons } from '../reason.ts';

export const checkInReasons = toReasons('check-in.ts', {
  'A match that is checked in to has a time; what stands for its absence is for the compiler.': [
    [
      'const begins = laterOf(time?.starts_at ?? draft.at, draft.at);',
      'time?.starts_at -> time.starts_at',
    ],
    [
      'const start = laterOf(match.time?.starts_at ?? draft.at, draft.at);',
      'match.time?.starts_at -> match.time.starts_at',
    ],
    ["} else if (draft.at >= (match.time?.starts_at ?? '')) {", `'' -> "Stryker was here!"`],
    [
      "} else if (draft.at >= (match.time?.starts_at ?? '')) {",
      'match.time?.starts_at -> match.time.starts_at',
    ],
    [
      'const start = match.time?.starts_at ?? draft.at;',
      'match.time?.starts_at -> match.time.starts_at',
    ],
  ],
  'Who is not on the roster was refused before.': [
    [
      "const early = players.filter((person) => (roster.get(person) ?? '') > start);",
      `'' -> "Stryker was here!"`,
    ],
  ],
  'Nobody is called so.': [
    [
      'const others = new Set(match.check_ins[getOtherSide(side)]?.players ?? []);',
      '[] -> ["Stryker was here"]',
    ],
  ],
});
