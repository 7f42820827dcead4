import { toReasons } from '../reason.ts';

const join =
  "const { rung } = format.join(draft.state, entry.team_id ?? entry.person_id ?? '', draft.at);";

export const removalReasons = toReasons('removal.ts', {
  'Who is not the challenger is the defender.': [
    [
      "forfeitMatch(draft, getEntry(draft.state, entryId).challenged_by, 'defender', reason);",
      `'defender' -> ""`,
    ],
  ],
  'Who joins is asked for before a season opens only, when nobody is suspended.': [
    [join, `'' -> "Stryker was here!"`],
    [join, "entry.team_id ?? entry.person_id ?? '' -> (entry.team_id ?? entry.person_id) && ''"],
    [join, 'entry.team_id ?? entry.person_id -> entry.team_id && entry.person_id'],
  ],
});
