import { toReasons } from '../reason.ts';

export const joinReasons = toReasons('join.ts', {
  'Who joins as neither a team nor a person was refused before.': [
    ["const subjectId = command.team_id ?? command.person_id ?? '';", `'' -> "Stryker was here!"`],
    [": actor.teams[command.team_id ?? ''] === 'captain';", `'' -> "Stryker was here!"`],
  ],
});
