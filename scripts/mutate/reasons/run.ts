import { toReasons } from '../reason.ts';

export const runReasons = toReasons('run.ts', {
  'No team is called so.': [
    [
      'const ours = [...Object.keys(actor.teams), ...(facts.teams[actor.person_id] ?? [])];',
      '[] -> ["Stryker was here"]',
    ],
  ],
});
