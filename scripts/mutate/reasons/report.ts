import { toReasons } from '../reason.ts';

const noReport =
  "acceptReport(draft, match, theirs ?? refuse('match_not_reportable', { status: match.status }));";
const noResult =
  "const result = match.result ?? refuse('match_not_open', { status: match.status });";

export const reportReasons = toReasons('report.ts', {
  'Who confirms has not reported alone, and the match is reported: so the other side has.': [
    [noReport, `'match_not_reportable' -> ""`],
    [noReport, '{ status: match.status } -> {}'],
  ],
  'Only a completed match is corrected, and it has a result.': [
    [noResult, `'match_not_open' -> ""`],
    [noResult, '{ status: match.status } -> {}'],
  ],
});
