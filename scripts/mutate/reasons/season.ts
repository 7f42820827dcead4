import { toReasons } from '../reason.ts';

export const seasonReasons = toReasons('season.ts', {
  'Who stands there is an entry of a team or of a person; what stands for absence is for the compiler.':
    [
      [
        "return { entry_id, subject_id: entry?.team_id ?? entry?.person_id ?? '', place };",
        `'' -> "Stryker was here!"`,
      ],
      [
        "return { entry_id, subject_id: entry?.team_id ?? entry?.person_id ?? '', place };",
        'entry?.team_id -> entry.team_id',
      ],
      [
        "return { entry_id, subject_id: entry?.team_id ?? entry?.person_id ?? '', place };",
        'entry?.person_id -> entry.person_id',
      ],
    ],
});
