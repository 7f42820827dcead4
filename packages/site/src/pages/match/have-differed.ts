import { compareScores } from '@muster/league';
import type { Reporting } from './differing-reports.ts';

/** Whether both sides have reported, and not the same, whatever became of it. */
export function haveReportsDiffered({ sides: { challenger, defender } }: Reporting): boolean {
  return (
    challenger.reported !== null &&
    defender.reported !== null &&
    compareScores(challenger.reported.scores, defender.reported.scores).some(
      ({ isSame }) => !isSame,
    )
  );
}
