import { toReasons } from '../reason.ts';

export const forfeitReasons = toReasons('forfeit.ts', {
  'The clock completes a forfeit that was announced; what stands for its absence is for the compiler.':
    [
      [
        "const by = getMatch(draft.state, matchId).forfeit?.by ?? 'challenger';",
        `'challenger' -> ""`,
      ],
      [
        "const by = getMatch(draft.state, matchId).forfeit?.by ?? 'challenger';",
        'getMatch(draft.state, matchId).forfeit?.by -> getMatch(draft.state, matchId).forfeit.by',
      ],
    ],
});
