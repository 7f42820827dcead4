import { compareScores, isDiffering } from '@muster/league';
import type { MatchData } from './data.ts';

type Reporting = Pick<MatchData, 'status'> & {
  sides: Record<'challenger' | 'defender', Pick<MatchData['sides']['challenger'], 'reported'>>;
};

/** Whether two reports that differ still wait for their sides. */
export const areReportsOpen = ({ status, sides: { challenger, defender } }: Reporting): boolean =>
  isDiffering({
    status,
    reports: { challenger: challenger.reported, defender: defender.reported },
  });

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
