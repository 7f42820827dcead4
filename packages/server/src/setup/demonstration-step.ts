import { findDemo, hasRealActs } from '../demonstration/found.ts';
import type { StepLoader } from './step.ts';

/** The demonstration is settled once no season of it runs any more. */
export const loadDemonstrationStep: StepLoader<'demonstration'> = async ({ database }) => {
  const found = await findDemo(database);
  const { seasons, running, teams, people, actors } = found;
  const data = {
    ...{ seasons: running, teams, people, is_kept: seasons > running },
    real_people: hasRealActs(found) ? actors.length : null,
  };
  return { is_done: running === 0, facts: [], data };
};
