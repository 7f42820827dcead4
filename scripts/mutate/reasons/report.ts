import { toReasons } from '../reason.ts';

const noReport =
  "const report = findReport(match) ?? refuse('match_not_reportable', { status: match.status });";
const noResult =
  "const result = match.result ?? refuse('match_not_open', { status: match.status });";

export const reportReasons = toReasons('report.ts', {
  'Only a reported match is confirmed, and it has a report.': [
    [noReport, `'match_not_reportable' -> ""`],
    [noReport, '{ status: match.status } -> {}'],
  ],
  'Only a completed match is corrected, and it has a result.': [
    [noResult, `'match_not_open' -> ""`],
    [noResult, '{ status: match.status } -> {}'],
  ],
});
