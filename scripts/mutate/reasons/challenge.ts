import { toReasons } from '../reason.ts';

export const challengeReasons = toReasons('challenge.ts', {
  'A challenge without an open season was refused before.': [
    [
      'rules_version: state.season?.rules_version ?? 0,',
      'state.season?.rules_version -> state.season.rules_version',
    ],
  ],
  'A place that is taken names a match and an entry that there are; what stands for their absence is for the compiler.':
    [
      [
        "const other = entries[matches[challenger.challenging]?.defender_id ?? ''];",
        `'' -> "Stryker was here!"`,
      ],
      [
        "const other = entries[matches[challenger.challenging]?.defender_id ?? ''];",
        'matches[challenger.challenging]?.defender_id -> matches[challenger.challenging].defender_id',
      ],
      [
        "refuse('already_challenging', { match_id: challenger.challenging, entry: other?.name ?? '' });",
        `'' -> "Stryker was here!"`,
      ],
      [
        "refuse('already_challenging', { match_id: challenger.challenging, entry: other?.name ?? '' });",
        'other?.name -> other.name',
      ],
      [
        "const other = entries[matches[defender.challenged_by]?.challenger_id ?? ''];",
        `'' -> "Stryker was here!"`,
      ],
      [
        "const other = entries[matches[defender.challenged_by]?.challenger_id ?? ''];",
        'matches[defender.challenged_by]?.challenger_id -> matches[defender.challenged_by].challenger_id',
      ],
      ["by: other?.name ?? '',", `'' -> "Stryker was here!"`],
      ["by: other?.name ?? '',", 'other?.name -> other.name'],
    ],
});
