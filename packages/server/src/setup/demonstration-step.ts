import type { SetupStepData } from '@muster/site/pages/setup/data.ts';
import type { StepLoader } from './step.ts';

const statement = `select
  (select count(*)::integer from public.seasons where is_demo and status = 'open') as seasons,
  (select count(*)::integer from public.teams where is_demo) as teams,
  (select count(*)::integer from public.profiles where is_demo and user_id is not null) as people,
  exists (select from public.seasons where is_demo and status = 'closed') as is_kept`;

/** The demonstration is settled once no season of it runs any more. */
export const loadDemonstrationStep: StepLoader<'demonstration'> = async ({ database }) => {
  const [row] = await database.query<SetupStepData['demonstration']>(statement);
  const data = row ?? { seasons: 0, teams: 0, people: 0, is_kept: false };
  return { is_done: data.seasons === 0, facts: [], data };
};
