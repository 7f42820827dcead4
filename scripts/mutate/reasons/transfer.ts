import { toReasons } from '../reason.ts';

export const transferReasons = toReasons('transfer.ts', {
  'A driver’s entry has no team, and no team is called so.': [
    [
      "const isOnTeam = draft.facts.teams[command.person_id]?.includes(entry.team_id ?? '') === true;",
      `'' -> "Stryker was here!"`,
    ],
  ],
});
