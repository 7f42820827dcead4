import { toReasons } from '../reason.ts';

export const scheduleReasons = toReasons('schedule.ts', {
  'Where the maps are not settled yet the seed is told; what stands for its absence is for the compiler.':
    [
      [
        ": settleMaps(rules, { ...match, picks: { ...match.picks, A: picks } }, seed ?? '');",
        `'' -> "Stryker was here!"`,
      ],
    ],
  'A match that is agreed has a time; the mark is for the compiler.': [
    [
      'const until = subtractDuration(match.time?.starts_at ?? draft.at, schedule.rescheduleUntil);',
      'match.time?.starts_at -> match.time.starts_at',
    ],
  ],
});
