import { toReasons } from '../reason.ts';

export const teamReasons = toReasons('team.ts', {
  'Who is in no place of the list comes before all of it, as a co-captain does.': [
    [
      "const succession: readonly Role[] = ['co_captain', 'player', 'substitute'];",
      `'co_captain' -> ""`,
    ],
  ],
});
