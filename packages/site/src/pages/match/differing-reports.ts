import { isDiffering } from '@muster/league';
import type { MatchData } from './data.ts';

export type Reporting = Pick<MatchData, 'status'> & {
  sides: Record<'challenger' | 'defender', Pick<MatchData['sides']['challenger'], 'reported'>>;
};

/** Whether two reports that differ still wait for their sides. */
export const areReportsOpen = ({ status, sides: { challenger, defender } }: Reporting): boolean =>
  isDiffering({
    status,
    reports: { challenger: challenger.reported, defender: defender.reported },
  });
