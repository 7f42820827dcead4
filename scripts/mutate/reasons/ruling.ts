import { toReasons } from '../reason.ts';

const other = 'const other = challenger?.challenging ?? defender?.challenged_by;';
const active = "if (challenger?.status !== 'active' || defender?.status !== 'active') {";

export const rulingReasons = toReasons('ruling.ts', {
  'Another outcome has no winner at all, which is neither nobody nor a side.': [
    ["outcome.kind === 'completed' &&", "outcome.kind === 'completed' -> true"],
    [
      "(outcome.kind === 'completed' && claimed !== null && outcome.winner === claimed.winner);",
      "outcome.kind === 'completed' -> true",
    ],
  ],
  'Nothing is upheld where nobody has reported: it was refused before.': [
    ['winner: claimed?.winner ?? null,', 'claimed?.winner -> claimed.winner'],
    ['scores: claimed?.scores ?? [],', '[] -> ["Stryker was here"]'],
    ['scores: claimed?.scores ?? [],', 'claimed?.scores -> claimed.scores'],
  ],
  'A match has its entries, a season and, when it is over by play or ruling, a result.': [
    [other, 'challenger?.challenging -> challenger.challenging'],
    [other, 'defender?.challenged_by -> defender.challenged_by'],
    [active, 'challenger?.status -> challenger.status'],
    [active, 'defender?.status -> defender.status'],
    [
      'const until = draft.state.season?.ends_at ?? from;',
      'draft.state.season?.ends_at -> draft.state.season.ends_at',
    ],
    ['if (!result?.ruled_at) {', 'result?.ruled_at -> result.ruled_at'],
    [
      'if (match.result?.ruled_by === actor.person_id) {',
      'match.result?.ruled_by -> match.result.ruled_by',
    ],
  ],
  'A result of the same kind that is neither played nor void is a forfeit.': [
    [
      "(outcome.kind === 'forfeited' && getOtherSide(outcome.loser) === result.winner)",
      "outcome.kind === 'forfeited' -> true",
    ],
  ],
  'Where a deadline can be extended there is one.': [
    [
      'if (!isInstant(command.until) || match.deadline === null || command.until <= match.deadline) {',
      'match.deadline === null -> false',
    ],
  ],
  'No appeal is called so.': [
    ["const appeal = draft.state.appeals[match.appeal_id ?? ''];", `'' -> "Stryker was here!"`],
  ],
  'The clock upholds where a case is open; the question is for the compiler.': [
    ['} else if (match.dispute_id !== null) {', 'match.dispute_id !== null -> true'],
  ],
});
