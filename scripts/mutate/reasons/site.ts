import { toReasons } from '../reason.ts';

export const siteReasons = toReasons('site.ts', {
  'Nobody is an admin of a ladder that is none; the question is for the compiler.': [
    [
      'const isOfLadder = ladderId !== null && state.ladder_admins[ladderId]?.includes(actor.person_id);',
      'ladderId !== null -> true',
    ],
  ],
});
