import { toReasons } from '../reason.ts';

export const scoreReasons = toReasons('score.ts', {
  'Where both have as much, nobody has won: it was said before.': [
    [
      "return challenger > defender ? 'challenger' : 'defender';",
      'challenger > defender -> challenger >= defender',
    ],
  ],
  'Two lists as long have as many scores.': [
    ['other?.map === score.map &&', 'other?.map -> other.map'],
  ],
});
