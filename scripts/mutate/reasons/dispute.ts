import { toReasons } from '../reason.ts';

export const disputeReasons = toReasons('dispute.ts', {
  'No dispute is called so.': [
    ["const dispute = state.disputes[match.dispute_id ?? ''];", `'' -> "Stryker was here!"`],
  ],
  'A match that is disputed has an open dispute.': [
    [
      "const isSilent = findOpenDispute(draft, match)?.reason === 'nobody_reported';",
      'findOpenDispute(draft, match)?.reason -> findOpenDispute(draft, match).reason',
    ],
  ],
});
