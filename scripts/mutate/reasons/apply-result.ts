import { toReasons } from '../reason.ts';

export const applyResultReasons = toReasons('apply-result.ts', {
  'No match and no dispute is called so.': [
    ["const match = state.matches[event.match_id ?? ''];", `'' -> "Stryker was here!"`],
    ["const dispute = disputes[match.dispute_id ?? ''];", `'' -> "Stryker was here!"`],
    ["const result = state.matches[event.match_id ?? '']?.result;", `'' -> "Stryker was here!"`],
  ],
});
